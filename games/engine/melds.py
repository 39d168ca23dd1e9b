"""What a meld is: groups, sequences, and why some cards are neither (R8 to R11)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from games.engine.cards import Card

ACE, KING = 1, 13


class Kind(StrEnum):
    """R8: the two kinds of meld."""

    GROUP = "group"
    SEQUENCE = "sequence"


class Reason(StrEnum):
    """Why cards are no meld; the first that applies, in this order of tests."""

    TOO_SHORT = "too_short"
    DUPLICATE_CARD = "duplicate_card"
    MIXED = "mixed"
    AROUND_THE_CORNER = "around_the_corner"
    GAP = "gap"


RULE_OF_REASON = {
    Reason.TOO_SHORT: "R8",
    Reason.DUPLICATE_CARD: "R9",  # in a sequence D11a: see `rule_of`
    Reason.MIXED: "R8",
    Reason.AROUND_THE_CORNER: "R11",
    Reason.GAP: "R10",
}


@dataclass(frozen=True, slots=True)
class Meld:
    """Three or more cards on the table, in the order in which they are written, numbered in the round."""

    id: int
    kind: Kind
    cards: tuple[Card, ...]

    @property
    def label(self) -> str:
        return f"m{self.id}"


def flaw(cards: Sequence[Card]) -> Reason | None:
    """Why these cards, in any order, are no meld, or None if they are one (R8 to R11)."""
    if len(cards) < 3:
        return Reason.TOO_SHORT  # R8
    ranks = {each.rank for each in cards}
    suits = {each.suit for each in cards}
    if len(ranks) == 1:  # R9: a group, so each suit at most once
        return Reason.DUPLICATE_CARD if len(suits) < len(cards) else None
    if len(suits) > 1:
        return Reason.MIXED  # D10a
    if len(ranks) < len(cards):
        return Reason.DUPLICATE_CARD  # D11a
    return _gap(ranks)


def _gap(ranks: set[int]) -> Reason | None:
    """R10, R11: different ranks of one suit follow each other, the ace low or high."""
    count = len(ranks)
    if max(ranks) - min(ranks) + 1 == count:
        return None
    if ACE not in ranks:
        return Reason.GAP
    above = ranks - {ACE}
    if KING in above and min(above) == KING - count + 2:
        return None  # ace high
    missing = [rank for rank in range(1, KING + 1) if rank not in ranks]
    consecutive = missing[-1] - missing[0] + 1 == len(missing)
    return Reason.AROUND_THE_CORNER if consecutive else Reason.GAP


def rule_of(reason: Reason, cards: Sequence[Card]) -> str:
    """The id of the rule that a flawed meld breaks."""
    if reason is Reason.DUPLICATE_CARD and len({each.rank for each in cards}) > 1:
        return "D11a"
    if reason is Reason.MIXED and _only_suits_differ(cards):
        return "D10a"
    return RULE_OF_REASON[reason]


def _only_suits_differ(cards: Sequence[Card]) -> bool:
    ranks = {each.rank for each in cards}
    return len(ranks) == len(cards) and _gap(ranks) is None


def kind_of(cards: Sequence[Card]) -> Kind:
    """The kind of a legal meld."""
    return Kind.GROUP if cards[0].rank == cards[1].rank else Kind.SEQUENCE


def ordered(cards: Sequence[Card]) -> tuple[Card, ...]:
    """A legal meld as it is written: a group C D H S, a sequence from low to high, a high ace last."""
    in_order = sorted(cards, key=_by_order)
    if in_order[0].rank == ACE and in_order[1].rank not in (ACE, ACE + 1):
        return (*in_order[1:], in_order[0])
    return tuple(in_order)


def _by_order(each: Card) -> int:
    return each.order
