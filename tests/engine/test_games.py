"""Properties of whole random games. `SOAK=1` plays 5,000 of them, else 200."""

from __future__ import annotations

import os
from collections import Counter
from random import Random

import pytest
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from games.engine.replay import replay
from games.engine.rules import Step
from games.engine.state import Options, Status
from games.engine.table import Table
from tests.engine.game_runner import Temper, check_state, check_step, check_views, count, play_game

GAMES = 5000 if os.environ.get("SOAK") == "1" else 200
CHUNK = 100
MUST_OCCUR = (
    "melded",
    "regrouped",
    "freed joker",
    "knocked",
    "went_out",
    "stock_exhausted",
    "last turns",
    "tie",
    "passed",
    "left by resigned",
    "left by timeout",
    "replaced",
    "ended by target",
    "ended by single_round",
    "ended by resignation",
)

tempers = st.sampled_from(
    [
        Temper(lays=1.0, regroups=0.9, knocks=0.9, late=0.0, resigns=0.0),
        Temper(lays=0.8, regroups=1.0, knocks=0.5, late=0.01, resigns=0.002),
        Temper(lays=0.4, regroups=0.8, knocks=0.1, late=0.03, resigns=0.004),
        Temper(lays=0.15, regroups=0.8, knocks=0.0, late=0.02, resigns=0.0),
        Temper(lays=0.6, regroups=0.8, knocks=0.6, late=0.1, resigns=0.01),
    ]
)
terms = st.builds(
    Options,
    players=st.integers(2, 5),
    target=st.sampled_from([50, 50, 80]),
    rounds=st.sampled_from([None, None, 1]),
    timeouts_to_leave=st.integers(1, 3),
    replace_left=st.sampled_from([None, None, "beginner"]),
)


@pytest.mark.properties
@pytest.mark.parametrize("chunk", range(GAMES // CHUNK))
def test_random_games(chunk: int) -> None:
    counts: Counter[str] = Counter()

    # Shrinking a whole game would take minutes; the seed and the terms of the first failure are enough.
    @seed(chunk)
    @settings(
        max_examples=CHUNK,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(options=terms, temper=tempers, bots=st.integers(0, 1), start=st.integers(0, 2**32))
    def game(options: Options, temper: Temper, bots: int, start: int) -> None:
        humans = (True,) * (options.players - bots) + (False,) * bots
        steps = _checked(options, humans, temper, start, counts)
        assert [*replay(options, humans, [(each.seat, each.move, each.timed_out) for each in steps])] == steps

    game()
    assert counts["games"] >= CHUNK
    assert [what for what in MUST_OCCUR if not counts[what]] == []
    assert counts["regrouped"] >= counts["melded"] / 5, counts


def _checked(
    options: Options, humans: tuple[bool, ...], temper: Temper, start: int, counts: Counter[str]
) -> list[Step]:
    """One game to its end, every state of it checked."""
    random, steps, table = Random(start), [], ()
    before: Table = table
    for step in play_game(options, humans, temper, random):
        steps.append(step)
        check_state(step.state)
        check_step(step)
        check_views(step.state, random)
        count(before, step, counts)
        before = step.state.round.table if step.state.round else ()
        assert len(steps) < 5000, "the game does not end"
    assert steps[-1].state.status is not Status.ACTIVE
    assert steps[-1].state.result is not None
    counts["games"] += 1
    counts["steps"] += len(steps)
    return steps
