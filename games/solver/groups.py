"""How the cards of one rank may go to groups: which suits, how many of each, and with how many jokers."""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from typing import Final

Row = tuple[int, int, int, int]
NONE: Final[Row] = (0, 0, 0, 0)


@lru_cache(maxsize=8192)
def splits(there: Row, jokers: int, every: bool) -> tuple[tuple[Row, int], ...]:
    """Each (cards by suit, jokers) that can lie in groups, taken from so many cards by suit; none first.

    Cards of one rank can be split into k groups if and only if no suit has more than k and there are 3k to 4k of
    them (R9). Of the ways to add jokers only the one with the fewest is given, unless `every`.
    """
    if sum(map(bool, there)) + jokers < 3:
        return ((NONE, 0),)
    found: list[tuple[Row, int]] = []
    clubs, diamonds, hearts, spades = (range(count + 1) for count in there)
    for row in product(clubs, diamonds, hearts, spades):
        for used in range(jokers + 1):
            if _splits(row, used):
                found.append((row, used))
                if not every:
                    break
    return tuple(found)


def _splits(row: tuple[int, ...], jokers: int) -> bool:
    total = sum(row) + jokers
    if not total:
        return True
    if not any(row):
        return False
    return any(max(row) <= k and 3 * k <= total <= 4 * k for k in range(1, total // 3 + 1))
