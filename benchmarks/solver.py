"""The solver beside HiGHS alone, and beside a public card solver from PyPI, position by position in one run.

`python -m benchmarks.solver [--every N] [--peer PYTHON]` prints CPU milliseconds by set. PYTHON is an interpreter
that has `machiavelli` installed (it wants an older numpy than ours); it knows no jokers, and is asked the
positions without. HiGHS alone is the same call with the sweep switched off.
"""

from __future__ import annotations

import argparse
import importlib
import json
import statistics
import subprocess
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from games.engine.cards import Card, card
from games.solver import solve

answering: Any = importlib.import_module("games.solver.solve")

POSITIONS = Path(__file__).resolve().parent.parent / "tests" / "solver" / "positions.jsonl"
CROWDED = 80
Position = dict[str, Any]

PEER = """
import json, sys, time
from machiavelli import Solver
solver = Solver(quiet=True, pretty=False, color=False, emoji=False)
for line in sys.stdin:
    cards, optional = json.loads(line)
    start = time.process_time()
    solver.solve(cards, optional)
    print(json.dumps(time.process_time() - start), flush=True)
"""


class Peer:
    """The public solver in a process of its own, which measures itself."""

    def __init__(self, python: str) -> None:
        self.process = subprocess.Popen(
            [python, "-c", PEER],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        self.ask(["1c", "2c", "3c"], [])  # what it does once

    def ask(self, cards: list[str], optional: list[str]) -> float:
        """Seconds."""
        assert self.process.stdin and self.process.stdout
        print(json.dumps([cards, optional]), file=self.process.stdin, flush=True)
        return float(json.loads(self.process.stdout.readline()))

    def position(self, position: Position) -> float | None:
        cards = [each for meld in position["table"] for each in meld]
        if any("*" in each for each in (*cards, *position["hand"])):
            return None
        hand = [_as_the_peer_writes(each) for each in position["hand"]]
        return self.ask([*map(_as_the_peer_writes, cards), *hand], hand)


def _as_the_peer_writes(text: str) -> str:
    return text.replace("A", "1").lower()


def ours(table: list[list[Card]], hand: list[Card], decks: int) -> None:
    solve(table, hand, decks=decks)


def highs_alone(table: list[list[Card]], hand: list[Card], decks: int) -> None:
    usual = answering.CROWDED, answering.CROWDED_WITH_JOKERS
    answering.CROWDED = answering.CROWDED_WITH_JOKERS = 0
    solve(table, hand, decks=decks)
    answering.CROWDED, answering.CROWDED_WITH_JOKERS = usual


def measured(way: Callable[..., None], position: Position) -> float:
    """CPU seconds."""
    table, hand = [list(map(card, meld)) for meld in position["table"]], list(map(card, position["hand"]))
    start = time.process_time()
    way(table, hand, position["decks"])
    return time.process_time() - start


def sets(position: Position) -> Iterator[str]:
    """Which rows of the result the position belongs to."""
    size = sum(map(len, position["table"]))
    jokers = "*" in json.dumps([position["table"], position["hand"]])
    yield position["set"]
    if size >= CROWDED:
        yield f"crowded, {'jokers' if jokers else 'none'}"
    if not jokers:
        yield f"{position['set']}, no jokers"


def main() -> None:
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--every", type=int, default=1, help="only every Nth position")
    arguments.add_argument("--peer", help="a Python that has machiavelli")
    chosen = arguments.parse_args()
    peer = Peer(chosen.peer) if chosen.peer else None
    times: dict[tuple[str, str], list[float]] = defaultdict(list)
    with POSITIONS.open() as lines:
        positions = [json.loads(line) for line in lines][:: chosen.every]
    measured(highs_alone, positions[-1])  # loading it is not what is measured
    for position in positions:
        took: dict[str, float | None] = {
            "solver": measured(ours, position),
            "HiGHS": measured(highs_alone, position),
            "peer": peer.position(position) if peer else None,
        }
        for row in sets(position):
            for way, seconds in took.items():
                if seconds is not None:
                    times[row, way].append(seconds * 1000)
    print(f"{'set':32}{'way':10}{'count':>6}{'median':>9}{'p90':>9}{'p99':>9}{'max':>9}   CPU ms")
    for (row, way), each in sorted(times.items()):
        each.sort()
        figures = (statistics.median(each), *(each[int(len(each) * part)] for part in (0.9, 0.99)), each[-1])
        print(f"{row:32}{way:10}{len(each):6}" + "".join(f"{figure:9.2f}" for figure in figures))


if __name__ == "__main__":
    main()
