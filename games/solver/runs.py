"""How open sequences of one suit go on from rank to rank: the small table that the sweep looks things up in.

A suit's open sequences at a rank are coded as one number. Only their lengths matter, and of those only whether
they are 1, 2, or long enough to end (3 or more, written 3).
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations_with_replacement
from typing import Final

MOST_RUNS: Final = 4  # two cards of a value, and two jokers
ILLEGAL: Final = -1

LENGTHS: Final = tuple(
    lengths for count in range(MOST_RUNS + 1) for lengths in combinations_with_replacement((3, 2, 1), count)
)
CODES: Final = {lengths: code for code, lengths in enumerate(LENGTHS)}  # () is 0
OPEN: Final = tuple(map(len, LENGTHS))  # by code: how many sequences are open


@lru_cache(maxsize=4096)
def step(cards: int, next_one: int, next_two: int, jokers: int, bridge: bool) -> tuple[int, ...]:
    """By code: the code after so many cards of this rank went to sequences, or ILLEGAL.

    Every sequence that is too short to end takes a card; the others take what is left, and what is left then
    begins new ones. That is never worse than any other way, since a longer sequence may always end.

    `next_one` and `next_two` are how many cards of the suit there are at the next two ranks, `jokers` how many
    jokers may help: a sequence that can no longer get long enough is ILLEGAL. Of those that may end, only as
    many are kept as the next rank can go on with; `bridge` says that a joker can lead over a gap to a card.
    """
    after = []
    for lengths in LENGTHS:
        short, begun = sum(length < 3 for length in lengths), max(cards - len(lengths), 0)
        twos, ones = lengths.count(1), begun
        long = min(cards, len(lengths)) - short + lengths.count(2)
        going = min(long, max(0, next_one + (jokers if bridge else 0) - twos - ones))
        lost = cards < short or twos + ones > next_one + jokers or ones > next_two + jokers
        after.append(ILLEGAL if lost else CODES.get((3,) * going + (2,) * twos + (1,) * ones, ILLEGAL))
    return tuple(after)
