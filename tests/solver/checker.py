"""Judges an answer of the solver by the rules' text alone: it shares no code with the solver or the engine."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

LINE = "A23456789TJQKA"
POINTS = {"*": 25, "A": 1, "T": 10, "J": 10, "Q": 10, "K": 10}


def points(hand: Sequence[str]) -> int:
    """R18."""
    return sum(POINTS.get(card[0]) or int(card[0]) for card in hand)


def judge(before: Sequence[Sequence[str]], hand: Sequence[str], after: Sequence[Sequence[str]]) -> list[str]:
    """The hand after this arrangement was laid; AssertionError where a rule forbids it."""
    for meld in after:
        assert is_meld(meld), meld  # R8 to R11, R13c
    old = Counter(card[0] if card[0] == "*" else card for meld in before for card in meld)
    new = Counter(card[0] if card[0] == "*" else card for meld in after for card in meld)
    assert not old - new, "R13b: nothing leaves the table"
    left = Counter(hand)
    for card, count in (new - old).items():
        assert left[card] >= count, f"{card} is not in the hand"
        left[card] -= count
    jokers_before = Counter(card for meld in before for card in meld if card[0] == "*")
    jokers_after = Counter(card for meld in after for card in meld if card[0] == "*")
    for joker in jokers_before - jokers_after:  # D16a
        assert new[joker[1:]], f"{joker} lost its value without the card"
    return list(left.elements())


def is_meld(meld: Sequence[str]) -> bool:
    """R8 to R11, D10a, D11a; a joker counts as what it stands for (R14)."""
    values = [card.lstrip("*") for card in meld]
    ranks, suits = [card[0] for card in values], [card[1] for card in values]
    if len(values) < 3 or "" in values:
        return False
    if len(set(ranks)) == 1:
        return len(set(suits)) == len(suits)
    if len(set(suits)) > 1 or len(set(ranks)) < len(ranks):
        return False
    return any(set(LINE[first : first + len(ranks)]) == set(ranks) for first in range(15 - len(ranks)))
