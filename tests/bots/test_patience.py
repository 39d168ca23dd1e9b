"""A house player never lets a table wait: its whole choice has a limit, at which it takes what it has."""

from __future__ import annotations

import time
from collections import Counter
from random import Random

import pytest

from games.bots import SECONDS, THINKERS, expert, imagining
from games.bots.seen import read
from games.engine import rules
from games.engine.cards import Card, card, deck, in_hand
from games.engine.melds import Meld, kind_of
from games.engine.state import Options, Phase, Round, SeatState, State, Turn
from games.engine.view import view_for
from tests.bots.patience import LONG

FIVE_MINUTES = 300.0
GROUPS = [f"{rank}C {rank}D {rank}H {rank}S" for rank in "A2345678"]
SEQUENCES = ["AC 2C 3C 4C 5C 6C", "4D 5D 6D *7D 8D", "7H 8H 9H TH JH QH", "9S TS *JS QS KS"]


def crowded() -> State:
    """Five players about a table of 54 cards with both jokers; the first has drawn one, and much to think of."""
    table = [tuple(map(card, text.split())) for text in (*SEQUENCES, *GROUPS)]
    own = tuple(map(card, ["9H", "JC", "KD", "JC", "4H", "KD", "TC", "3H", "8C"]))
    there = Counter(deck(5))
    there.subtract(in_hand(each) for meld in table for each in meld)
    there.subtract(own)
    assert min(there.values()) >= 0
    rest = sorted(there.elements(), key=lambda each: each.order)
    Random(1).shuffle(rest)
    hands: list[tuple[Card, ...]] = [own, *(tuple(rest[seat * 4 : seat * 4 + 4]) for seat in range(4))]
    return State(
        options=Options(players=5, rounds=1),
        seats=tuple(SeatState(hand=each, dealt_in=True) for each in hands),
        round=Round(
            number=1,
            dealer=4,
            turn=Turn(1, 0, Phase.MELD, own[:1]),
            table=tuple(Meld(number, kind_of(meld), meld) for number, meld in enumerate(table, 1)),
            stock=tuple(rest[16:]),
            next_meld_id=len(table) + 1,
        ),
        owes=None,
        turns=1,
    )


class SlowClock:
    """Time goes on by so much whenever somebody looks, as on a machine that is very busy."""

    def __init__(self, step: float) -> None:
        self.now, self.step = 1000.0, step

    def __call__(self) -> float:
        self.now += self.step
        return self.now


@pytest.mark.parametrize("level", THINKERS)
def test_at_a_crowded_table_of_five(level: str) -> None:
    state = crowded()
    began = time.monotonic()
    chosen = THINKERS[level](view_for(state, 0), SECONDS)
    assert time.monotonic() - began < FIVE_MINUTES
    rules.apply(state, 0, chosen.move)


@pytest.mark.parametrize("step", [0.02, 0.5, 7.0])
@pytest.mark.parametrize("level", THINKERS)
def test_by_a_slow_clock(level: str, step: float, monkeypatch: pytest.MonkeyPatch) -> None:
    state = crowded()
    clock = SlowClock(step)
    with monkeypatch.context() as patch:
        patch.setattr(time, "monotonic", clock)
        chosen = THINKERS[level](view_for(state, 0), SECONDS)
    assert clock.now - 1000.0 <= SECONDS + 20 * step, "it looks often enough, and then comes to an end"
    rules.apply(state, 0, chosen.move)


def test_without_time_the_expert_is_the_strong_player(monkeypatch: pytest.MonkeyPatch) -> None:
    view = view_for(crowded(), 0)
    assert len(expert.candidates(read(view), LONG)) > 1, "there is something to weigh"

    def no_time(*_: object) -> None:
        raise imagining.NoTime

    monkeypatch.setattr(imagining.Imagined, "worth", no_time)
    assert THINKERS["expert"](view, LONG) == THINKERS["strong"](view, LONG)


def test_rounds_are_not_imagined_beyond_the_limit() -> None:
    seen = read(view_for(crowded(), 0))
    moves = [each.move for each in expert.candidates(seen, LONG)]
    assert len(moves) > 1
    with pytest.raises(imagining.NoTime):
        imagining.Imagined(seen, turns=5, until=time.monotonic()).worth(moves, 1)
    found = imagining.Imagined(seen, turns=5).worth(moves, 2)
    assert [len(values) for values in found] == [2] * len(moves)
