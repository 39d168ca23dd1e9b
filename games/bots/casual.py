"""The casual player: its own melds and additions, and what regrouping one or two melds of the table brings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

from games.bots.seen import Cards, Seen, plain, read
from games.engine.cards import hand_points
from games.engine.moves import Knock, MeldMove, Move
from games.engine.state import KNOCK_LIMIT
from games.solver import Play, solve

LOOKS = 40  # places that it looks at: a person has no patience for more
CARDS_TOGETHER = 12  # of two melds that it can keep in mind


def choose(view: Mapping[str, Any]) -> Move:
    """A legal move for the seat of this view: knocks when it can, lays what it finds, else draws or passes."""
    seen = read(view)
    if "knock" in seen.can:
        return Knock()
    if "meld" in seen.can:
        table, hand = list(seen.table), seen.hand
        while found := _look(seen, table, hand):
            places, play = found
            table = [meld for place, meld in enumerate(table) if place not in places]
            table += play.melds
            hand = play.left
        if len(hand) < len(seen.hand):
            knocks = seen.phase == "meld" and bool(hand) and hand_points(hand) <= KNOCK_LIMIT
            return MeldMove(tuple(table), True if knocks else None)
    return plain(seen)


def _look(seen: Seen, table: Sequence[Cards], hand: Cards) -> tuple[tuple[int, ...], Play] | None:
    """The melds to regroup and the play that leaves the least points; None where nothing can be played."""
    best: tuple[tuple[int, ...], Play] | None = None
    for places in _places(table):
        play = solve([table[place] for place in places], hand, decks=seen.decks)
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
