"""The best arrangement, exactly: a sweep over the ranks from ace to high ace, with everything else as bits.

At each rank the cards of a suit go to groups, to sequences, or stay in the hand. What the next rank has to know
is the open sequences of each suit (`runs`), packed into one number, the key. All that is global and small is
packed into one integer as well: bit (pattern, jokers used, loss) is set if that can be reached. A pattern says
how many aces of each suit wait to lie above the king (R11). So ways that differ only in these are moved on
together, by a shift and an or.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

from games.engine.cards import JOKER_POINTS
from games.solver.groups import NONE, Row, splits
from games.solver.limits import NotFinished, TooMany
from games.solver.runs import ILLEGAL, OPEN, step
from games.solver.supply import HIGH, Supply, points_of

KEY_BITS = 6  # a suit's open sequences in the key: one of 35 codes
CODE = (1 << KEY_BITS) - 1
Layer = dict[int, int]  # key -> bits
Option = tuple[
    tuple[int, ...], int, int, bool
]  # steps by code, loss, jokers, whether one may begin a sequence


@dataclass(frozen=True, slots=True)
class Choice:
    """What is done at one rank: cards by suit that go to groups and to sequences, and jokers likewise."""

    rank: int
    groups: Row
    group_jokers: int
    runs: Row
    run_jokers: Row


@dataclass(frozen=True, slots=True)
class Found:
    """The best that there is: its loss, the jokers that it needs, and what is done at each rank, 1 to 14."""

    loss: int
    jokers: int
    choices: tuple[Choice, ...]


class Sweep:
    """One supply, one weighing of what stays in the hand: (weight of a card, weight of a point)."""

    def __init__(
        self,
        supply: Supply,
        weights: tuple[int, int],
        *,
        every_joker: bool = False,
        most_states: int = 10**9,
        until: float = math.inf,
    ) -> None:
        """`every_joker`: each joker of the table lies, and those of the hand that do not are a loss; else jokers
        are used where they help. `most_states`: how many keys a rank may have before TooMany is raised.
        `until`: when NotFinished is raised (time.monotonic).
        """
        self.supply, self.every, self.most_states = supply, every_joker, most_states
        self.until = until
        self.jokers = supply.jokers
        by_card, by_point = weights
        self.joker_weight = by_card + by_point * JOKER_POINTS
        self.weight = [by_card + by_point * points_of(rank) for rank in range(HIGH)]
        there = [
            [must + may for must, may in zip(*rows, strict=True)]
            for rows in zip(supply.must, supply.may, strict=True)
        ]
        high = [
            min(there[1][suit], there[13][suit] + self.jokers)
            if bool(there[12][suit]) + bool(there[13][suit]) + self.jokers >= 2
            else 0
            for suit in range(4)
        ]
        self.there = [*there, high, [0] * 4, [0] * 4]
        self.patterns = list(product(*(range(count + 1) for count in high)))
        self.layers: list[list[tuple[Row, int, list[Layer]]]] = []  # by rank: the ways through it

    def run(self, most: int) -> Found | None:
        """The best with at most this loss; None where there is none. Raises TooMany, NotFinished."""
        self._set_width(most)
        self.layers = []
        layer = self._first_rank()
        for rank in range(2, HIGH):
            layer = self._rank(rank, layer)
            if not layer:
                return None
        bits = self._last_rank(layer).get(0, 0)
        ends = list(self._ends(bits))
        return self._trace(*min(ends)) if ends else None

    # --- bits -----------------------------------------------------------------------------------------------

    def _set_width(self, most: int) -> None:
        self.width = most + 1
        self.block = self.width * (self.jokers + 1)
        self._kept: dict[tuple[int, int], int] = {}

    def _kept_bits(self, loss: int, jokers: int) -> int:
        """The bits that stay in bounds when so much loss and so many jokers are added."""
        row = (1 << max(0, self.width - loss)) - 1
        block = sum(row << self.width * used for used in range(self.jokers + 1 - jokers))
        kept = sum(block << self.block * place for place in range(len(self.patterns)))
        self._kept[loss, jokers] = kept
        return kept

    def _moved(self, bits: int, loss: int, jokers: int) -> int:
        kept = self._kept.get((loss, jokers))
        if kept is None:
            kept = self._kept_bits(loss, jokers)
        return (bits & kept) << (loss + jokers * self.width)

    # --- forward --------------------------------------------------------------------------------------------

    def _first_rank(self) -> Layer:
        """Aces that lie low: by pattern, what the pattern leaves of them."""
        result: Layer = {}
        ways = []
        for place, pattern in enumerate(self.patterns):
            there = [count - high for count, high in zip(self.there[1], pattern, strict=True)]
            must = [max(0, count - high) for count, high in zip(self.supply.must[1], pattern, strict=True)]
            start = {0: 1 << self.block * place}
            ways += self._ways(1, start, there, must, result)
        self.layers.append(ways)
        return result

    def _rank(self, rank: int, layer: Layer) -> Layer:
        if not any(self.there[rank]) and not self.jokers:
            self.layers.append([(NONE, 0, [layer] * 5)])
            return layer
        result: Layer = {}
        ways = self._ways(rank, layer, self.there[rank], self.supply.must[rank], result)
        self.layers.append(ways)
        if len(result) > self.most_states:
            raise TooMany
        if time.monotonic() > self.until:
            raise NotFinished
        return result

    def _ways(
        self, rank: int, layer: Layer, there: list[int], must: list[int], result: Layer
    ) -> list[tuple[Row, int, list[Layer]]]:
        ways = []
        for groups, used in splits((there[0], there[1], there[2], there[3]), self.jokers, self.every):
            current = layer
            if used:
                moved = {key: self._moved(bits, 0, used) for key, bits in layer.items()}
                current = {key: bits for key, bits in moved.items() if bits}
            chain = [current]
            for suit in range(4):
                if not there[suit] and not self.jokers:  # nothing is open here either: `step` saw to that
                    chain.append(current)
                    continue
                current = self._suit(
                    rank, suit, current, there[suit] - groups[suit], must[suit] - groups[suit]
                )
                if not current:
                    break
                chain.append(current)
            else:
                ways.append((groups, used, chain))
                for key, bits in current.items():
                    result[key] = result.get(key, 0) | bits
        return ways

    def _suit(self, rank: int, suit: int, layer: Layer, left: int, must: int) -> Layer:
        """What is left of the suit at this rank goes to sequences, or stays in the hand."""
        shift = KEY_BITS * suit
        options = self._options(rank, suit, left, max(0, must))
        out: Layer = {}
        if len(options) == 1 and not options[0][1]:  # all that is left has to be played
            steps = options[0][0]
            for key, bits in layer.items():
                code = key >> shift & CODE
                if (after := steps[code]) != ILLEGAL:
                    to = key + (after - code << shift)
                    out[to] = out.get(to, 0) | bits
            return out
        for key, bits in layer.items():
            code = key >> shift & CODE
            before = ILLEGAL
            for steps, loss, jokers, begins in options:
                after = steps[code]
                if jokers and ((after == before and not self.every) or (jokers > OPEN[code] and not begins)):
                    continue  # the joker would change nothing, or lie where another place is as good
                before = after
                if after == ILLEGAL:
                    continue
                if loss or jokers:
                    moved = self._moved(bits, loss, jokers)
                    if not moved:
                        continue
                else:
                    moved = bits
                to = key + (after - code << shift)
                out[to] = out.get(to, 0) | moved
        return out

    def _options(self, rank: int, suit: int, left: int, must: int) -> tuple[Option, ...]:
        """What can be done with what is left of a suit: by cards that are played, then by jokers."""
        there = self.there
        one, two, three = there[rank + 1][suit], there[rank + 2][suit], 0
        if rank + 3 <= HIGH:
            three = there[rank + 3][suit]
        bridge = two > 0 or (self.jokers > 1 and three > 0) or self.every
        steps = (one, two, self.jokers, bridge)
        return _options(must, left, self.weight[rank], rank == 12 or self.every, steps)

    def _last_rank(self, layer: Layer) -> Layer:
        """The aces that waited lie above the kings; what is open then must be long enough to end."""
        chain = [layer]
        for suit in range(4):
            shift = KEY_BITS * suit
            out: Layer = {}
            for high in range(self.there[HIGH][suit] + 1):
                mask = self._pattern_bits(suit, high)
                for used in range(self.jokers + 1):
                    steps = step(high + used, 0, 0, 0, False)
                    for key, bits in chain[-1].items():
                        code = key >> shift & CODE
                        if steps[code] or used > OPEN[code]:
                            continue
                        moved = self._moved(bits & mask, 0, used)
                        if moved:
                            to = key - (code << shift)
                            out[to] = out.get(to, 0) | moved
            chain.append(out)
        self.last = chain
        return chain[4]

    def _pattern_bits(self, suit: int, high: int) -> int:
        block = (1 << self.block) - 1
        return sum(
            block << self.block * place
            for place, pattern in enumerate(self.patterns)
            if pattern[suit] == high
        )

    # --- backward -------------------------------------------------------------------------------------------

    def _ends(self, bits: int) -> Iterator[tuple[int, int]]:
        """(loss, place of the bit) for the least loss of each pattern and number of jokers."""
        row = (1 << self.width) - 1
        for place in range(len(self.patterns) * (self.jokers + 1)):
            part = bits >> place * self.width & row
            jokers = place % (self.jokers + 1)
            if not part or (self.every and jokers < self.supply.freed):
                continue
            loss = (part & -part).bit_length() - 1
            left = self.joker_weight * (self.jokers - jokers) if self.every else 0
            yield loss + left, place * self.width + loss

    def _trace(self, loss: int, bit: int) -> Found:
        """How it came about."""
        jokers = bit % self.block // self.width
        choices = []
        key, bit, row, used = self._back_at_the_end(bit)
        choices.append(Choice(HIGH, (0, 0, 0, 0), 0, row, used))
        for rank in range(HIGH - 1, 0, -1):
            choice, key, bit = self._back(rank, key, bit)
            choices.append(choice)
        return Found(loss, jokers, tuple(reversed(choices)))

    def _from(self, bit: int, loss: int, jokers: int) -> int | None:
        """Where the bit was before so much loss and so many jokers were added; None where it cannot have been."""
        if bit % self.width < loss or bit % self.block // self.width < jokers:
            return None
        return bit - loss - jokers * self.width

    def _back_at_the_end(self, bit: int) -> tuple[int, int, Row, Row]:
        row, jokers, key = [0] * 4, [0] * 4, 0
        high = self.patterns[bit // self.block]
        for suit in range(3, -1, -1):
            shift = KEY_BITS * suit
            row[suit] = high[suit]
            for used in range(self.jokers + 1):
                steps = step(high[suit] + used, 0, 0, 0, False)
                was = self._from(bit, 0, used)
                code = next(
                    (
                        code
                        for code in range(len(OPEN))
                        if not steps[code]
                        and used <= OPEN[code]
                        and _has(self.last[suit].get(key + (code << shift)), was)
                    ),
                    None,
                )
                if code is not None and was is not None:
                    key, bit, jokers[suit] = key + (code << shift), was, used
                    break
            else:
                raise AssertionError("the way back is lost")
        return key, bit, _row(row), _row(jokers)

    def _back(self, rank: int, key: int, bit: int) -> tuple[Choice, int, int]:
        high = self.patterns[bit // self.block] if rank == 1 else (0, 0, 0, 0)
        there = [count - less for count, less in zip(self.there[rank], high, strict=True)]
        must = [count - less for count, less in zip(self.supply.must[rank], high, strict=True)]
        for groups, used, chain in self.layers[rank - 1]:
            if chain[0] is chain[4]:
                return Choice(rank, NONE, 0, NONE, NONE), key, bit
            if not _has(chain[4].get(key), bit):
                continue
            row, jokers = [0] * 4, [0] * 4
            for suit in range(3, -1, -1):
                if not there[suit] and not self.jokers:
                    continue
                least = max(0, must[suit] - groups[suit])
                options = self._options(rank, suit, there[suit] - groups[suit], least)
                key, bit, place = self._back_suit(suit, chain[suit], (key, bit), options)
                row[suit] = least + place // (self.jokers + 1)
                jokers[suit] = options[place][2]
            bit -= used * self.width
            return Choice(rank, groups, used, _row(row), _row(jokers)), key, bit
        raise AssertionError("the way back is lost")

    def _back_suit(
        self, suit: int, layer: Layer, to: tuple[int, int], options: Sequence[Option]
    ) -> tuple[int, int, int]:
        """(key, bit, place of the option) that led to this key and bit."""
        key, bit = to
        shift = KEY_BITS * suit
        code, others = key >> shift & CODE, ~(CODE << shift)
        for before, bits in layer.items():
            if (before ^ key) & others:
                continue
            was_code = before >> shift & CODE
            for place, (steps, loss, used, begins) in enumerate(options):
                if steps[was_code] == code and (not used or begins or used <= OPEN[was_code]):
                    was = self._from(bit, loss, used)
                    if was is not None and bits >> was & 1:
                        return before, was, place
        raise AssertionError("the way back is lost")


@lru_cache(maxsize=65536)
def _options(
    must: int, left: int, weight: int, begins: bool, steps: tuple[int, int, int, bool]
) -> tuple[Option, ...]:
    return tuple(
        (step(cards + used, *steps), weight * (left - cards), used, begins)
        for cards in range(must, left + 1)
        for used in range(steps[2] + 1)
    )


def _has(bits: int | None, place: int | None) -> bool:
    return bits is not None and place is not None and bool(bits >> place & 1)


def _row(counts: list[int]) -> Row:
    return counts[0], counts[1], counts[2], counts[3]
