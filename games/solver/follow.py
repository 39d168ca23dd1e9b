"""Of all best plays the one that is easiest to follow: as few cards of the table as possible change their meld."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from games.engine.cards import SUITS, Card, hand_points, value
from games.solver import highs
from games.solver.jokers import Melds, placed
from games.solver.limits import NotFinished
from games.solver.position import MOST_DECKS
from games.solver.programme import LONGEST, Columns
from games.solver.solve import Play, left_of, solve
from games.solver.supply import Objective, Supply, loss_weights, supplies

SECONDS = 2.0  # for a hint that somebody waits for


@dataclass(frozen=True, slots=True)
class Followed:
    """A best play. `moved`: cards of the table that change their meld; `fewest`: proved that fewer cannot."""

    play: Play
    moved: int
    fewest: bool


def follow(
    table: Sequence[Sequence[Card]],
    hand: Sequence[Card],
    *,
    objective: Objective = "points",
    decks: int = MOST_DECKS,
    seconds: float = SECONDS,
) -> Followed:
    """The best play that moves the fewest cards of the table.

    Each old meld lives on in at most one new meld, and a card has moved when it lies in another one than that; a
    joker counts as its value. Raises Impossible.
    """
    until = time.monotonic() + seconds
    play = solve(table, hand, objective=objective, decks=decks, seconds=seconds)
    plain = Followed(play, moved(table, play.melds), False)
    if not play.played or not play.optimal or not table or not highs.available():
        return Followed(play, plain.moved, not play.played or not table)
    weights = loss_weights(hand, objective)
    best, proved = plain, True
    for supply in supplies(table, hand):
        try:
            melds = _fewest(table, supply, weights, _loss(play, weights), until)
        except NotFinished:
            proved = False
            continue
        if melds is None:
            continue
        played, left = left_of(table, hand, melds)
        count = moved(table, melds)
        if count < best.moved:
            again = Play(tuple(map(tuple, melds)), played, left, play.optimal, play.bound)
            best = Followed(again, count, False)
    return Followed(best.play, best.moved, proved)


def _loss(play: Play, weights: tuple[int, int]) -> int:
    return weights[0] * len(play.left) + weights[1] * hand_points(play.left)


def _fewest(
    table: Sequence[Sequence[Card]], supply: Supply, weights: tuple[int, int], most: int, until: float
) -> Melds | None:
    """An arrangement with at most this loss in which as many cards as possible stay; None where there is none."""
    columns = Columns(supply, weights, every_joker=True, priced=False)
    programme = columns.programme
    loss = programme.row(0, most)
    for column, each in columns.losses:
        programme.add(column, loss, each)
    shape_of = {programme.column(0, 4, columns.entries(shape)): shape for shape in columns.possible(5)}
    possible = list(columns.possible(LONGEST))
    for meld in table:
        heir = programme.row(0, 1)
        held = Counter(map(_number, meld))
        for shape in possible:
            if stays := sum(each in held for each in shape):
                shape_of[programme.column(-stays, 1, [*columns.entries(shape), (heir, 1)])] = shape
    found = programme.minimum(until)
    if found is None:
        return None
    _cost, values = found
    laid = [shape for column, shape in shape_of.items() for _ in range(values[column])]
    return placed(columns.cards(laid, values), supply, 0, 0)


def _number(each: Card) -> int:
    return (each.rank - 1) * 4 + SUITS.index(each.suit)


def moved(before: Sequence[Sequence[Card]], after: Sequence[Sequence[Card]]) -> int:
    """How many cards of the table change their meld: old and new melds are paired, most cards in common first."""
    old = [Counter(map(value, meld)) for meld in before]
    new = [Counter(map(value, meld)) for meld in after]
    pairs = sorted(
        ((a & b).total(), -place, -other, place, other)
        for place, a in enumerate(old)
        for other, b in enumerate(new)
    )
    stays, done, taken = 0, set(), set()
    for shared, _one, _two, place, other in reversed(pairs):
        if shared and place not in done and other not in taken:
            stays += shared
            done.add(place)
            taken.add(other)
    return sum(map(len, before)) - stays
