"""The casual player: its own melds and additions, and what regrouping one or two melds of the table brings."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

from games.bots.chosen import Chosen, Why
from games.bots.seen import Cards, plain, read
from games.engine.cards import hand_points
from games.engine.moves import Knock, MeldMove
from games.engine.state import KNOCK_LIMIT
from games.solver import Play, solve

LOOKS = 40  # places that it looks at: a person has no patience for more
CARDS_TOGETHER = 12  # of two melds that it can keep in mind


def think(view: Mapping[str, Any], seconds: float) -> Chosen:
    """A legal move for the seat of this view: knocks when it can, lays what it finds, else draws or passes."""
    until = time.monotonic() + seconds
    seen = read(view)
    if "knock" in seen.can:
        return Chosen(Knock(), Why.LOW)
    if "meld" in seen.can:
        table, hand = list(seen.table), seen.hand
        while found := _look(table, hand, until):
            places, play = found
            table = [meld for place, meld in enumerate(table) if place not in places]
            table += play.melds
            hand = play.left
        if len(hand) < len(seen.hand):
            knocks = seen.phase == "meld" and bool(hand) and hand_points(hand) <= KNOCK_LIMIT
            return Chosen(MeldMove(tuple(table), True if knocks else None), Why.BEST_SEEN)
    return Chosen(plain(seen), Why.NOTHING_SEEN)


def _look(table: Sequence[Cards], hand: Cards, until: float) -> tuple[tuple[int, ...], Play] | None:
    """The melds to regroup and the play that leaves the least points; None where nothing is found by then."""
    best: tuple[tuple[int, ...], Play] | None = None
    for places in _places(table):
        left = until - time.monotonic()
        if left <= 0:
            break
        play = solve([table[place] for place in places], hand, seconds=left)
        if play.played and (best is None or play.points_left < best[1].points_left):
            best = places, play
    return best


def _places(table: Sequence[Cards]) -> Iterator[tuple[int, ...]]:
    """Where it looks: at its hand alone, at each meld, at the pairs that are not too large, the newest first."""
    newest = range(len(table) - 1, -1, -1)
    yield ()
    yield from [(place,) for place in newest][:LOOKS]
    pairs = [
        pair for pair in combinations(newest, 2) if sum(len(table[place]) for place in pair) <= CARDS_TOGETHER
    ]
    yield from pairs[:LOOKS]
