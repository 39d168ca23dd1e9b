"""The hourly purge: what one part cannot do keeps no other part from its work."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from games import tasks

pytestmark = pytest.mark.django_db


def test_a_fault_stops_no_other_part(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    done: list[str] = []

    def broken(*, now: datetime) -> int:
        raise ValueError("its words may hold a card: 7H")

    def first(*, now: datetime) -> int:
        done.append("first")
        return 0

    def last(*, now: datetime) -> int:
        done.append("last")
        return 0

    monkeypatch.setattr(tasks, "PURGES", (first, broken, last))
    tasks.purge()
    assert done == ["first", "last"]
    assert "ValueError" in caplog.text
    assert "7H" not in caplog.text


def test_every_part_takes_the_hour_that_it_is() -> None:
    for part in tasks.PURGES:
        part(now=datetime(2026, 1, 1, tzinfo=UTC))  # where there is nothing, nothing happens
