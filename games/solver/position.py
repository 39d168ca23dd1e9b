"""A question to the solver, checked: what no game of Manipulation Rummy can have is refused with a reason."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from games.engine.cards import JOKER, Card, in_hand
from games.engine.melds import flaw

MOST_DECKS = 2  # R2


class Impossible(ValueError):
    """No game can come to this; the message says why."""


def check(table: Sequence[Sequence[Card]], hand: Sequence[Card], decks: int = MOST_DECKS) -> None:
    """Raises Impossible for a table that is not legal, and for cards that so many decks do not hold (R2)."""
    for number, meld in enumerate(table, 1):
        if JOKER in meld:
            raise Impossible(f"the joker of meld {number} stands for no card")
        if reason := flaw(meld):
            raise Impossible(f"meld {number} is no meld: {reason.value}")
    if bad := next((card for card in hand if card.joker and card is not JOKER), None):
        raise Impossible(f"{bad} is in the hand: a joker of a hand stands for no card yet")
    counts = Counter(in_hand(card) for cards in (*table, hand) for card in cards)
    card, count = max(counts.items(), key=lambda each: each[1], default=(JOKER, 0))
    if count > decks:
        raise Impossible(f"{card} is there {count} times, which {decks} decks do not hold")
