"""kill -9 while an expert thinks: after the restart it plays on, and nothing of its turn is lost or played twice."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.faults.thinking import killed_in_thought

pytestmark = pytest.mark.server


def test_a_house_player_killed_in_thought_plays_on(tmp_path: Path) -> None:
    before, after = killed_in_thought(
        tmp_path,
        "tests.faults.deep_thought",
        done=lambda was, now: now["lines"] > was["lines"] and now["anas"],
    )
    assert before["reasons"] == 0 and not before["anas"]
    assert after["faults"] == []
    assert after["reasons"] >= 1
