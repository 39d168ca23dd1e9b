"""Matches between house players: the same deal twice with the seats swapped, so that luck falls out of it."""

from __future__ import annotations

import math
import random
import statistics
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from games.engine import rules
from games.engine.cards import deck
from games.engine.moves import Deal, Move
from games.engine.state import Options, State, Status
from games.engine.view import view_for

Chooser = Callable[[Mapping[str, Any]], Move]


@dataclass(slots=True)
class Match:
    """What came of it. `points`: by mirrored deal, the points of one less those of the other, over both ways."""

    points: list[int] = field(default_factory=list)
    seconds: dict[int, list[float]] = field(default_factory=lambda: {0: [], 1: []})  # each turn's, by player

    @property
    def won(self) -> int:
        return sum(each > 0 for each in self.points)

    @property
    def lost(self) -> int:
        return sum(each < 0 for each in self.points)

    def share(self) -> tuple[float, float, float]:
        """(share of the decided deals that the first one won, and its 95 % interval, by Wilson's score)."""
        return wilson(self.won, self.won + self.lost)

    def mean(self) -> tuple[float, float]:
        """(mean of points a mirrored deal, half of its 95 % interval)."""
        if len(self.points) < 2:
            return (float(self.points[0]) if self.points else 0.0), math.inf
        spread = statistics.stdev(self.points) / math.sqrt(len(self.points))
        return statistics.fmean(self.points), 1.96 * spread


def wilson(won: int, count: int) -> tuple[float, float, float]:
    """A share and its 95 % interval."""
    if not count:
        return 0.5, 0.0, 1.0
    z, share = 1.96, won / count
    middle = (share + z * z / (2 * count)) / (1 + z * z / count)
    half = z / (1 + z * z / count) * math.sqrt(share * (1 - share) / count + z * z / (4 * count * count))
    return share, middle - half, middle + half


def mirrored(
    one: Chooser, other: Chooser, *, players: int, deals: int, first: int = 0, match: Match | None = None
) -> Iterator[Match]:
    """Plays the deals numbered from `first`, each both ways; gives the match so far after each of them.

    `one` sits in every second seat, then `other` does; with an uneven number of players `one` sits alone.
    """
    match = match or Match()
    for number in range(first, first + deals):
        cards = list(deck(players))
        random.Random(f"deal {number}").shuffle(cards)  # noqa: S311  # nobody plays for anything
        points = 0
        for swapped in (False, True):
            sides = [(seat % 2 if players % 2 == 0 else seat > 0) ^ swapped for seat in range(players)]
            final = _round(tuple(cards), sides, (one, other), match)
            own = [score for score, side in zip(final, sides, strict=True) if not side]
            rest = [score for score, side in zip(final, sides, strict=True) if side]
            points += sum(own) * len(rest) - sum(rest) * len(own)
        match.points.append(points)
        yield match


def _round(
    cards: tuple[Any, ...], sides: Sequence[bool | int], choosers: tuple[Chooser, Chooser], match: Match
) -> tuple[int, ...]:
    state = rules.start(Options(players=len(sides), rounds=1), (True,) * len(sides))
    state = _after(state, None, Deal(cards, dealer=0))
    while state.status is Status.ACTIVE:
        assert state.turn is not None, "an active round has an open turn"
        side = int(sides[state.turn.seat])
        view = view_for(state, state.turn.seat)
        start = time.perf_counter()
        move = choosers[side](view)
        match.seconds[side].append(time.perf_counter() - start)
        state = _after(state, state.turn.seat, move)
    assert state.result is not None, "a round that is over has a result"
    return state.result.final


def _after(state: State, seat: int | None, move: Move) -> State:
    return rules.play(state, seat, move)[-1].state
