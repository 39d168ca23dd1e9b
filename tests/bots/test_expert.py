"""When the expert leaves the strong player's move at a table of many: only for what is surely better."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from games.bots import THINKERS, expert, imagining
from games.bots.seen import read
from games.engine.moves import Draw, Move
from games.engine.view import view_for
from tests.bots.patience import LONG
from tests.bots.test_patience import crowded

NOW = [10.0, -20.0]


@pytest.mark.parametrize(
    ("first", "second", "draws"),
    [
        ([0.0, 0.0], None, False),  # better in none: it is not looked at further
        ([9.0, 9.0], [-3.0, -3.0], False),  # better on the whole, by a margin that chance has
        ([12.0, 12.0], [12.0, 11.0], True),
        ([0.5, 0.6], [0.6, 0.5], False),  # surely better, by next to nothing
        ([40.0, -10.0], [-30.0, 20.0], False),
    ],
)
def test_by_the_gains(
    first: list[float], second: list[float] | None, draws: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`first`, `second`: what drawing gains over laying now, by imagined deal."""
    view = view_for(crowded(), 0)
    places = [each.move for each in expert.candidates(read(view), LONG)]
    assert isinstance(places[1], Draw)
    asked: list[Sequence[Move]] = []

    def worth(_self: object, moves: Sequence[Move], deals: int) -> list[list[float]]:
        assert deals == 2, "half of what a crowded table allows"
        gains = second if asked else first
        asked.append(moves)
        assert gains is not None
        return [
            [now + gain for now, gain in zip(NOW, gains, strict=True)]
            if isinstance(move, Draw)
            else list(NOW)
            for move in moves
        ]

    monkeypatch.setattr(imagining.Imagined, "worth", worth)
    monkeypatch.setattr(expert, "DEALS_OF_MANY", 8)
    chosen = THINKERS["expert"](view, LONG)
    assert isinstance(chosen.move, Draw) == draws
    assert len(asked) == (1 if second is None else 2)
    assert asked[-1][0] == places[0], "beside the strong player's move"
