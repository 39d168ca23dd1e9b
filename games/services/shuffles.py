"""Chance: seats, first dealer, decks and secrets, all from the operating system's randomness."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from random import SystemRandom
from typing import TypeVar

from games import codes
from games.engine.cards import Card, deck

T = TypeVar("T")
_random = SystemRandom()
CODE_LENGTH = codes.LENGTH


def shuffled_deck(players: int) -> tuple[Card, ...]:
    """RULES R4: the deck for so many players (R2), shuffled."""
    return tuple(shuffled(deck(players)))


def shuffled(things: Sequence[T]) -> list[T]:
    """The things in a random order (RULES D3b: the seats)."""
    order = list(things)
    _random.shuffle(order)
    return order


def first_dealer(players: int) -> int:
    """RULES R3: a seat chosen at random."""
    return secrets.randbelow(players)


def game_code() -> str:
    """The public id of a game."""
    return codes.drawn()


def invitation_token() -> str:
    """The secret of an invitation link, 128 bits."""
    return secrets.token_urlsafe(16)
