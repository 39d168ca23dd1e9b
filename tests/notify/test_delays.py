"""A mail of a turn says why its deadline is later than the clock of the game alone would have it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
import time_machine

from accounts.services import vacations
from games.models import Game
from games.notify.render import render
from games.services import reminders
from tests.notify import samples
from tests.people import person

pytestmark = pytest.mark.django_db
THURSDAY = datetime(2026, 12, 3, 9, tzinfo=UTC)
WHY = "Later than the clock alone would have it:"


@pytest.fixture(autouse=True)
def _then() -> object:
    with time_machine.travel(THURSDAY, tick=False):
        yield


def said(kind: str) -> list[str]:
    """Ana's newest mail of that kind, in text and in HTML, without line ends."""
    message = samples.parsed(render(samples.mail_of(kind, "ana"), now=datetime.now(UTC)))
    return [" ".join(part.get_content().split()) for part in message.iter_parts()]


def test_plain_time_says_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    samples.melded(monkeypatch)
    assert not any(WHY in part for part in said("turn"))


def test_a_weekend_and_a_vacation(monkeypatch: pytest.MonkeyPatch) -> None:
    game = samples.started(monkeypatch, weekends=True)
    vacations.take(user=person("ana"), since=THURSDAY + timedelta(days=1), until=THURSDAY + timedelta(days=9))
    samples.play(samples.play(game, "ben", samples.tabled(*samples.GROUPS)), "ben", samples.Pass())
    for part in said("turn"):
        assert f"{WHY} vacation, weekend." in part
    game = Game.objects.get(pk=game.pk)
    assert game.deadline is not None
    with time_machine.travel(game.deadline - timedelta(hours=20), tick=False):
        reminders.sweep(now=datetime.now(UTC))
        for part in said("reminder"):
            assert f"{WHY} vacation, weekend." in part


def test_once_it_is_over_it_says_only_so(monkeypatch: pytest.MonkeyPatch) -> None:
    samples.melded(monkeypatch)
    Game.objects.update(deadline_reasons=["night"], deadline=THURSDAY + timedelta(hours=1))
    assert all(f"{WHY} night." in part for part in said("turn"))
    with time_machine.travel(THURSDAY + timedelta(hours=2), tick=False):
        for part in said("turn"):
            assert WHY not in part and "Your time ran out" in part
