"""Chance: seats, first dealer and decks from the game's chain (docs/shuffles.md); secrets from the operating system."""

from __future__ import annotations

import secrets
import unicodedata
from collections.abc import Sequence
from random import SystemRandom

from games import codes
from games.engine import shuffle
from games.engine.cards import Card, deck
from games.models import Chain, Contribution, Game, Seat

_random = SystemRandom()
CODE_LENGTH = codes.LENGTH


def new_secret() -> bytes:
    """What a chain begins with: 256 bits."""
    return secrets.token_bytes(32)


def keep(*, game: Game, secret: bytes) -> None:
    """Stores the beginning of the chain whose end `game.commitment` is."""
    Chain.objects.create(game=game, secret=secret.hex())


def contribute(*, seat: Seat, text: str) -> None:
    """Keeps the words that a player gives to the shuffle as they take this seat."""
    if text:
        text = unicodedata.normalize("NFC", text)
        Contribution.objects.create(seat=seat, text=text, digest=shuffle.digest(text))


def seating(game: Game, seats: Sequence[Seat]) -> tuple[list[Seat], int]:
    """RULES D3b, R3: the seats, given in the order of joining, clockwise; and the number of the first dealer's."""
    seed = _seed(game, shuffle.SEATS)
    if seed is None:
        return _random.sample(list(seats), len(seats)), secrets.randbelow(len(seats))
    order, dealer = shuffle.seating(seed, len(seats))
    return [seats[place] for place in order], dealer


def deck_of_round(game: Game, number: int, players: int) -> tuple[Card, ...]:
    """RULES R4: the deck of round `number` for so many players (R2), shuffled."""
    seed = _seed(game, number)
    if seed is None:
        cards = deck(players)
        return tuple(_random.sample(cards, len(cards)))
    return shuffle.shuffled_deck(seed, players)


def _seed(game: Game, number: int) -> bytes | None:
    """The seed of a round; None for a game that began before there were chains, and beyond the end of its chain."""
    if not game.commitment or number >= shuffle.LENGTH:
        return None
    secret = Chain.objects.values_list("secret", flat=True).get(game=game)
    link = shuffle.link_of_round(bytes.fromhex(secret), number)
    return shuffle.seed(link, game.code, number, digests(game))


def digests(game: Game) -> list[str]:
    """What each player's words count as, in the order of joining."""
    given = Seat.objects.filter(game=game).order_by("place").values_list("contribution__digest", flat=True)
    return [each or shuffle.digest("") for each in given]


def game_code() -> str:
    """The public id of a game."""
    return codes.drawn()


def invitation_token() -> str:
    """The secret of an invitation link, 128 bits."""
    return secrets.token_urlsafe(16)
