"""The beat's schedule names tasks that exist, and its messages never pile up."""

from __future__ import annotations

import pytest

from config.celery import app


def test_what_is_sent_exists_and_expires() -> None:
    app.loader.import_default_modules()
    for entry in app.conf.beat_schedule.values():
        assert entry["task"] in app.tasks
        assert entry["schedule"] < entry["options"]["expires"] or entry["task"] == "games.purge"


@pytest.mark.parametrize(
    ("name", "seconds"), [("games.deliver", 3), ("games.sweep", 3), ("games.bots", 2), ("games.purge", 3600)]
)
def test_how_often(name: str, seconds: int) -> None:
    assert [e["schedule"] for e in app.conf.beat_schedule.values() if e["task"] == name] == [seconds]


def test_a_lost_worker_gives_its_task_back() -> None:
    assert app.conf.task_acks_late
    assert app.conf.task_ignore_result
    assert app.conf.accept_content == ["json"]
