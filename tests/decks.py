"""Decks that are no chance: so that a test knows who holds what."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random

import pytest

from games.engine.cards import Card, deck, parse_card
from games.models import Game, Seat
from games.services import shuffles


def stacked(hands: Sequence[str], stock: str = "") -> tuple[Card, ...]:
    """A deck that deals `hands` (the first to the seat left of the dealer), then `stock`, then the rest in order.

    A hand is written as its ten cards, `"7D 8D * …"`.
    """
    dealt = [[parse_card(text) for text in hand.split()] for hand in hands]
    assert all(len(hand) == 10 for hand in dealt)
    order = [hand[turn] for turn in range(10) for hand in dealt] + [
        parse_card(text) for text in stock.split()
    ]
    rest = Counter(deck(len(hands)))
    rest.subtract(order)
    assert min(rest.values()) >= 0, "a card is dealt more often than the deck has it"
    return (*order, *rest.elements())


def stack(monkeypatch: pytest.MonkeyPatch, *decks: tuple[Card, ...], dealer: int = 0) -> None:
    """The next deals use these decks, the last one again and again; the first dealer is `dealer`; nobody is mixed."""
    left = list(decks)

    def next_deck(_game: Game, _number: int, _players: int) -> tuple[Card, ...]:
        return left.pop(0) if len(left) > 1 else left[0]

    def as_they_are(_game: Game, seats: Sequence[Seat]) -> tuple[list[Seat], int]:
        return list(seats), dealer

    monkeypatch.setattr(shuffles, "deck_of_round", next_deck)
    monkeypatch.setattr(shuffles, "seating", as_they_are)


def by_seed(monkeypatch: pytest.MonkeyPatch, seed: int, dealer: int = 0) -> None:
    """Seats and decks come from this seed: the same at every run, whatever the games' ids and chains are."""
    chance = Random(seed)

    def next_deck(_game: Game, _number: int, players: int) -> tuple[Card, ...]:
        cards = list(deck(players))
        chance.shuffle(cards)
        return tuple(cards)

    def mixed(_game: Game, seats: Sequence[Seat]) -> tuple[list[Seat], int]:
        order = list(seats)
        chance.shuffle(order)
        return order, dealer

    monkeypatch.setattr(shuffles, "deck_of_round", next_deck)
    monkeypatch.setattr(shuffles, "seating", mixed)
