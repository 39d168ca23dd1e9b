"""Scores of rounds and of games: the worked examples."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine.scoring import final_points, most_points, score
from tests.engine.test_table import rows


@pytest.mark.parametrize("row", rows("scores.jsonl"), ids=lambda row: row["name"])
def test_rounds(row: dict[str, Any]) -> None:
    points, left = row["hands"], row.get("left", [])
    still_in = [seat for seat in range(len(points)) if seat not in left]
    out = [seat for seat, held in enumerate(points) if held == 0]
    assert score(points, still_in, row["knocker"], out) == (tuple(row["scores"]), tuple(row["winners"]))


@pytest.mark.parametrize("row", rows("finals.jsonl"), ids=lambda row: row["name"])
def test_games(row: dict[str, Any]) -> None:
    still_in = [seat for seat in range(len(row["scores"])) if seat not in row.get("left", [])]
    final = final_points(row["scores"], row["rounds_won"], still_in, row["target"])
    assert final == tuple(row["final"])
    assert most_points(final, still_in) == tuple(row["winners"])
