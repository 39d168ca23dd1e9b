"""How long the rules take for one meld on a table of 100 cards, and what the steps around it cost.

`python -m benchmarks.engine_apply` prints microseconds, and the ratio to the limit of 1 ms for `apply`.
"""

from __future__ import annotations

import json
import statistics
import sys
import time
from collections.abc import Callable

from games.engine import codec, rules
from games.engine.cards import JOKER, SUITS, Card, card, deck, value
from games.engine.melds import Meld, kind_of, ordered
from games.engine.moves import MeldMove
from games.engine.state import Options, Phase, Round, SeatState, State, Turn
from games.engine.view import view_for

LIMIT = 1000.0  # microseconds
ROUNDS, REPEATS = 15, 200


def melds_of_100_cards() -> list[list[str]]:
    """Sequences and groups from two decks, 98 cards and both jokers declared."""
    sequences = [[rank + suit for rank in ranks] for suit in SUITS for ranks in ("A23", "456", "789", "TJQ")]
    groups = [[rank + suit for suit in SUITS] for rank in "A23456789TJQ"]
    groups[0][0], groups[1][1] = "*AC", "*2D"
    return [*sequences, *groups, ["KC", "KD", "KH", "KS"]]


def position() -> tuple[State, MeldMove]:
    """A player lays two kings and changes the whole table: sequences are joined, groups reordered."""
    table = [[card(each) for each in meld] for meld in melds_of_100_cards()]
    laid = tuple(Meld(n, kind_of(meld), ordered(meld)) for n, meld in enumerate(table, start=1))
    hand = (card("KC"), card("KD"), card("AC"), card("2D"))
    stock = list(deck(3))
    for each in (*hand, *(each for meld in table for each in meld)):
        stock.remove(JOKER if each.joker else each)
    state = State(
        options=Options(players=3),
        seats=(SeatState(hand=hand, dealt_in=True), *(SeatState(dealt_in=True),) * 2),
        round=Round(1, 2, Turn(1, 0, Phase.MELD, hand[:1]), laid, tuple(stock), next_meld_id=len(laid) + 1),
        owes=None,
        turns=1,
    )
    return state, MeldMove(_regrouped(table), knock=False)


def _regrouped(table: list[list[Card]]) -> tuple[tuple[Card, ...], ...]:
    """The sequences of each suit as one, two of them with a king from the hand; the groups reversed."""
    long = []
    for index, suit in enumerate(SUITS):
        run = [each for meld in table[index * 4 : index * 4 + 4] for each in meld]
        long.append((*run, card("K" + suit)) if suit in "CD" else tuple(run))
    groups = [tuple(reversed(meld)) for meld in table[16:]]
    return tuple(reversed([*long, *groups]))


def microseconds(work: Callable[[], object]) -> float:
    """The median of several means."""
    means = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        for _ in range(REPEATS):
            work()
        means.append((time.perf_counter() - start) / REPEATS * 1e6)
    return statistics.median(means)


def main() -> int:
    state, move = position()
    after = rules.apply(state, 0, move).state
    stored = json.dumps(codec.encode_state(state))
    sent = {"type": "meld", "table": [[each.text for each in meld] for meld in move.table]}
    cards = sum(len(meld.cards) for meld in after.round.table) if after.round else 0
    jokers = [value(each) for meld in move.table for each in meld if each.joker]
    print(f"a table of {cards - 2} cards, {len(jokers)} of them jokers, wholly regrouped")
    figures = {
        "apply (the meld)": microseconds(lambda: rules.apply(state, 0, move)),
        "play (with the opening draw)": microseconds(lambda: rules.play(state, 0, move)),
        "decode_move": microseconds(lambda: codec.decode_move(sent)),
        "decode_state from JSON text": microseconds(lambda: codec.decode_state(json.loads(stored))),
        "encode_state to JSON text": microseconds(lambda: json.dumps(codec.encode_state(after))),
        "view_for": microseconds(lambda: view_for(after, 1)),
    }
    for name, figure in figures.items():
        print(f"{name:30} {figure:8.1f} µs   {figure / LIMIT:5.2f} of the limit")
    return 0 if figures["apply (the meld)"] <= LIMIT else 1


if __name__ == "__main__":
    sys.exit(main())
