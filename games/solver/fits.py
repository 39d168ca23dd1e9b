"""Which cards of a hand can be played at all, and where: the first that a hint says."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.engine.cards import JOKER, Card
from games.engine.melds import flaw
from games.engine.undeclared import choices
from games.solver.position import MOST_DECKS, check
from games.solver.solve import can_play


@dataclass(frozen=True, slots=True)
class Fit:
    """A card of the hand that some legal arrangement plays. `melds`: places of those that it can simply join."""

    card: Card
    melds: tuple[int, ...]


def fits(
    table: Sequence[Sequence[Card]], hand: Sequence[Card], *, decks: int = MOST_DECKS
) -> tuple[Fit, ...]:
    """Each different card of the hand that can be played, alone or with others, in the hand's order.

    Raises Impossible.
    """
    check(table, hand, decks)
    return tuple(
        Fit(card, tuple(place for place, meld in enumerate(table) if _joins(card, meld)))
        for card in dict.fromkeys(hand)
        if can_play(table, hand, card)
    )


def _joins(card: Card, meld: Sequence[Card]) -> bool:
    if card is JOKER:
        return bool(choices(meld, 1))
    return flaw([*meld, card]) is None
