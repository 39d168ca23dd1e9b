"""What is left to do with jokers when the melds are known: who is one, and where those lie that nobody needs."""

from __future__ import annotations

from collections.abc import Sequence

from games.engine.cards import RANKS, SUITS, Card, card, declared
from games.engine.melds import ACE, KING, kind_of, ordered
from games.solver.supply import Supply

Melds = list[list[Card]]


def placed(melds: Sequence[Sequence[Card]], supply: Supply, jokers: int, used: int) -> Melds | None:
    """The melds with so many jokers in them, of which they use some; None where one has no place at a meld's end.

    Jokers of the table that keep their value take it up again; those that were not needed are parked.
    """
    laid = [list(meld) for meld in melds]
    _keep_values(laid, supply.kept)
    for _ in range(jokers - used):
        if not _park(laid):
            return None
    return laid


def _keep_values(melds: Melds, kept: Sequence[Card]) -> None:
    """One card of each of these values is the table's joker: which one is all the same (D16b)."""
    for each in kept:
        meld = next(meld for meld in melds if each in meld)
        meld[meld.index(each)] = declared(each)


def _park(melds: Melds) -> bool:
    """Adds a joker that is not needed where it fits: to a sequence's end, or as a group's fourth."""
    for meld in melds:
        if (more := _end_of(meld)) is not None:
            meld.append(more)
            return True
    for meld in melds:
        if len(meld) == KING:  # D11a: no longer than this, so it is cut in two first
            low, rest = ordered(meld)[:3], ordered(meld)[3:]
            melds.remove(meld)
            melds += [[*low], [*rest]]
            return _park(melds)
    return False


def _end_of(meld: Sequence[Card]) -> Card | None:
    cards = ordered(meld)
    if kind_of(cards) == "group":
        free = [suit for suit in SUITS if all(each.suit != suit for each in cards)]
        return declared(card(RANKS[cards[0].rank - 1] + free[0])) if free else None
    if len(cards) == KING:
        return None
    first, last = cards[0], cards[-1]
    if last.rank not in (ACE, KING):
        return declared(card(RANKS[last.rank] + last.suit))
    if first.rank > ACE:
        return declared(card(RANKS[first.rank - 2] + first.suit))
    return None
