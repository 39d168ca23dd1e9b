"""Which cards of a hand can be played at all, and where: the first that a hint says."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass

from games.engine.cards import JOKER, Card
from games.engine.melds import flaw
from games.engine.undeclared import choices
from games.solver.position import MOST_DECKS, check
from games.solver.solve import can_play, solve


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
    return fits_within(table, hand, seconds=math.inf, decks=decks)[0]


def fits_within(
    table: Sequence[Sequence[Card]], hand: Sequence[Card], *, seconds: float, decks: int = MOST_DECKS
) -> tuple[tuple[Fit, ...], bool]:
    """The same within this time: those that were found by then, and whether they are proved to be all.

    Raises Impossible.
    """
    check(table, hand, decks)
    until = time.monotonic() + seconds
    joins = {
        card: tuple(place for place, meld in enumerate(table) if _joins(card, meld))
        for card in dict.fromkeys(hand)
    }
    # What one play holds fits: the hand alone is quickly looked at, and the whole once is less than card by card.
    known = {card for card, melds in joins.items() if melds}
    known |= set(solve((), hand, objective="cards", seconds=seconds / 4).played)
    if not known.issuperset(joins):
        known |= set(solve(table, hand, objective="cards", seconds=seconds / 2).played)
    found, proved = [], True
    for card, melds in joins.items():
        plays = card in known or can_play(table, hand, card, until=until)
        if plays:
            found.append(Fit(card, melds))
        proved = proved and plays is not None
    return tuple(found), proved


def _joins(card: Card, meld: Sequence[Card]) -> bool:
    if card is JOKER:
        return bool(choices(meld, 1))
    return flaw([*meld, card]) is None
