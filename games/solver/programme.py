"""The same question as an integer programme: ahead of the sweep where a table is crowded.

A column for each meld that the cards can make (sequences of three to five: longer ones are two of these), one
for what of each card stays in the hand, and one for what jokers stand for. Rows: a balance for each value, and
one for the jokers. The loss is what stays in the hand.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import Final

from games.engine.cards import JOKER_POINTS, RANKS, SUITS, Card, card, declared
from games.solver.highs import Programme
from games.solver.supply import Supply, points_of

VALUES: Final = 52  # (rank - 1) * 4 + suit number
LONGEST: Final = 13  # D11a
Shape = tuple[int, ...]  # the values of a meld, each once


@dataclass(frozen=True, slots=True)
class Solved:
    """The least loss, the jokers that it needs, and the melds that have it."""

    loss: int
    jokers: int
    melds: list[list[Card]]


@cache
def shapes(longest: int) -> tuple[Shape, ...]:
    """Every group, and every sequence of three up to so many."""
    groups = [
        tuple(rank * 4 + suit for suit in suits)
        for rank in range(13)
        for size in (3, 4)
        for suits in combinations(range(4), size)
    ]
    sequences = [
        tuple((place % 13) * 4 + suit for place in range(first, first + length))
        for suit in range(4)
        for length in range(3, longest + 1)
        for first in range(15 - length)
    ]
    return (*groups, *sequences)


def solve(
    supply: Supply, weights: tuple[int, int], *, every_joker: bool = False, until: float = math.inf
) -> Solved | None:
    """The least loss (see `sweep`), None where nothing is legal. Raises NotFinished."""
    columns = Columns(supply, weights, every_joker=every_joker)
    possible = list(columns.possible(5))
    melds = [columns.programme.column(0, 4, columns.entries(shape)) for shape in possible]
    found = columns.programme.minimum(until)
    if found is None:
        return None
    loss, values = found
    laid = [shape for shape, column in zip(possible, melds, strict=True) for _ in range(values[column])]
    return Solved(loss, columns.jokers_used(values), columns.cards(laid, values))


class Columns:
    """The programme of a supply, without its melds: rows 0 to 51 balance the values, row 52 the jokers."""

    def __init__(
        self, supply: Supply, weights: tuple[int, int], *, every_joker: bool, priced: bool = True
    ) -> None:
        """`priced`: the loss is the cost; else it is left to the caller, in `losses`."""
        self.programme = Programme()
        self.losses: list[tuple[int, int]] = []  # (column, loss of each)
        by_card, by_point = weights
        may = [supply.may[value // 4 + 1][value % 4] for value in range(VALUES)]
        must = [supply.must[value // 4 + 1][value % 4] for value in range(VALUES)]
        self._there, self._jokers = [a + b for a, b in zip(may, must, strict=True)], supply.jokers
        for count in (*self._there, supply.jokers):
            self.programme.row(count, count)
        for value, count in enumerate(may):
            if count:
                loss = by_card + by_point * points_of(value // 4 + 1)
                self._left(loss, count, value, priced)
        joker_loss = by_card + by_point * JOKER_POINTS if every_joker else 0
        self._left(joker_loss, supply.own if every_joker else supply.jokers, VALUES, priced)
        useful = {value for shape in self.possible(5) for value in shape} if supply.jokers else ()
        self._stands = {
            value: self.programme.column(0, supply.jokers, ((value, -1), (VALUES, 1))) for value in useful
        }

    def _left(self, loss: int, most: int, row: int, priced: bool) -> None:
        self.losses.append((self.programme.column(loss if priced else 0, most, ((row, 1),)), loss))

    def possible(self, longest: int) -> Iterator[Shape]:
        """The melds that the cards can make, with jokers for what is missing."""
        for shape in shapes(longest):
            if sum(not self._there[value] for value in shape) <= self._jokers:
                yield shape

    def entries(self, shape: Shape) -> list[tuple[int, float]]:
        """What a meld takes from the rows."""
        return [(value, 1) for value in shape]

    def jokers_used(self, values: Sequence[int]) -> int:
        return sum(values[column] for column in self._stands.values())

    def cards(self, laid: Sequence[Shape], values: Sequence[int]) -> list[list[Card]]:
        """The melds of these shapes, with jokers where the solution has them."""
        stands = {value: values[column] for value, column in self._stands.items()}
        melds = []
        for shape in laid:
            meld = []
            for value in shape:
                each = card(RANKS[value // 4] + SUITS[value % 4])
                if stands.get(value):
                    stands[value] -= 1
                    each = declared(each)
                meld.append(each)
            melds.append(meld)
        return melds
