"""The best play of a hand onto a table (RULES R8 to R16): which arrangement plays most, or leaves least.

Two ways to the same answer: a sweep in pure Python, which is ahead on what games come to, and an integer
programme for HiGHS, ahead on crowded tables. Both are exact.
"""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from games.engine.cards import JOKER, Card, hand_points, in_hand
from games.solver import highs, programme
from games.solver.greedy import greedy
from games.solver.jokers import Melds, placed
from games.solver.laying import melds_of
from games.solver.limits import NotFinished, TooMany
from games.solver.position import MOST_DECKS, check
from games.solver.supply import (
    SUIT_NUMBERS,
    Objective,
    Supply,
    loss_weights,
    points_of,
    supplies,
    without_hopeless,
)
from games.solver.sweep import Sweep

CROWDED = 60  # cards from which on HiGHS is asked at once; with two jokers from fewer
CROWDED_WITH_JOKERS = 26
MOST_STATES = 120  # at one rank, before the sweep hands over to HiGHS
NO_LIMIT = 10**9


@dataclass(frozen=True, slots=True)
class Play:
    """An arrangement of the whole table, and what it plays. Nothing played: the table as it lay.

    `optimal`: proved to be the best. `bound`: it was proved that nothing leaves less than this, in what the
    objective counts (points, or cards).
    """

    melds: tuple[tuple[Card, ...], ...]
    played: tuple[Card, ...]
    left: tuple[Card, ...]
    optimal: bool
    bound: int

    @property
    def points_left(self) -> int:
        """What the rest of the hand counts (R18)."""
        return hand_points(self.left)


def solve(
    table: Sequence[Sequence[Card]],
    hand: Sequence[Card],
    *,
    objective: Objective = "points",
    decks: int = MOST_DECKS,
    seconds: float = math.inf,
) -> Play:
    """The best play. Ties: `points` by cards played, `cards` by points played.

    Where the time runs out, the answer is legal, but says that it is not proved. Raises Impossible.
    """
    check(table, hand, decks)
    weights = loss_weights(hand, objective)
    until = time.monotonic() + seconds
    nothing = weights[0] * len(hand) + weights[1] * hand_points(hand)
    best, bound = _Best(nothing, []), float(nothing)
    for supply in supplies(table, hand):
        try:
            found = _case(supply, weights, until)
        except NotFinished as unfinished:
            bound = min(bound, unfinished.bound)
            found = _lesser(table, hand, weights)
        if found is not None and found.loss < best.loss:
            best = found
    optimal = best.loss <= bound
    return _play(table, hand, best, optimal=optimal, bound=int(min(bound, best.loss) // max(weights)))


@dataclass(frozen=True, slots=True)
class _Best:
    loss: int
    melds: Melds


def _case(supply: Supply, weights: tuple[int, int], until: float) -> _Best | None:
    """The best of one case of D16a; None where no meld comes about at all."""
    lean = without_hopeless(supply)
    if not (lean.own or lean.forced or any(map(any, lean.may))):
        return None
    hopeless = _total(supply, weights) - _total(lean, weights)
    for every in (False, True):  # a joker that has no place at an end is rare: then all is looked at again
        found = _found(lean, weights, until, every)
        if found is None or not (found[2] or lean.freed):
            return None
        loss, used, melds = found
        laid = placed(melds, lean, used if every else lean.jokers, used)
        if laid is not None:
            return _Best(loss + hopeless, laid)
    return None


def _found(
    supply: Supply, weights: tuple[int, int], until: float, every: bool
) -> tuple[int, int, Melds] | None:
    """(loss, jokers used, melds)"""
    cards = sum(map(sum, supply.must)) + sum(map(sum, supply.may))
    crowded = cards >= (CROWDED_WITH_JOKERS if supply.jokers > 1 else CROWDED)
    if not crowded or not highs.available():
        most_states = MOST_STATES if highs.available() else NO_LIMIT
        sweep = Sweep(supply, weights, every_joker=every, most_states=most_states, until=until)
        try:
            found = sweep.run(_total(supply, weights))
        except TooMany:
            pass
        else:
            return (found.loss, found.jokers, melds_of(found.choices)) if found else None
    solved = programme.solve(supply, weights, every_joker=every, until=until)
    return (solved.loss, solved.jokers, solved.melds) if solved else None


def can_play(
    table: Sequence[Sequence[Card]], hand: Sequence[Card], card: Card, *, until: float = math.inf
) -> bool | None:
    """Whether any legal arrangement plays this card of the hand; None where that is not known in time."""
    known = True
    rest = list(hand)
    rest.remove(card)
    for supply in supplies(table, hand):
        must, may = [list(row) for row in supply.must], [list(row) for row in supply.may]
        freed, own = supply.freed, supply.own
        if card is JOKER:
            freed, own = freed + 1, own - 1
        else:
            suit = SUIT_NUMBERS[card.suit]
            if may[card.rank][suit]:  # else this case plays it anyway
                must[card.rank][suit] += 1
                may[card.rank][suit] -= 1
        forced = Supply(must, may, freed, own, supply.kept, forced=True)
        try:
            if _case(forced, (0, 0), until) is not None:
                return True
        except NotFinished:
            known = False
    return False if known else None


def _lesser(table: Sequence[Sequence[Card]], hand: Sequence[Card], weights: tuple[int, int]) -> _Best:
    melds = greedy(table, hand)
    return _Best(_loss(left_of(table, hand, melds)[1], weights), melds)


def _loss(left: Sequence[Card], weights: tuple[int, int]) -> int:
    return weights[0] * len(left) + weights[1] * hand_points(left)


def _total(supply: Supply, weights: tuple[int, int]) -> int:
    """The loss when nothing of the hand is played."""
    return sum(
        count * (weights[0] + weights[1] * points_of(rank))
        for rank, row in enumerate(supply.may)
        for count in row
    )


def left_of(
    table: Sequence[Sequence[Card]], hand: Sequence[Card], melds: Sequence[Sequence[Card]]
) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """(played, left): what of the hand these melds hold beyond the table's cards, and what remains of it."""
    played = Counter(in_hand(card) for meld in melds for card in meld)
    played.subtract(in_hand(card) for meld in table for card in meld)
    laid, left = [], []
    for each in hand:
        if played[each] > 0:
            played[each] -= 1
            laid.append(each)
        else:
            left.append(each)
    return tuple(laid), tuple(left)


def _play(
    table: Sequence[Sequence[Card]], hand: Sequence[Card], best: _Best, *, optimal: bool, bound: int
) -> Play:
    melds = best.melds
    played, left = left_of(table, hand, melds) if melds else ((), tuple(hand))
    if not played:
        melds, left = [list(meld) for meld in table], tuple(hand)
    return Play(tuple(map(tuple, melds)), played, left, optimal, bound)
