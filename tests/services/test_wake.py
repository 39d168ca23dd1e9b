"""The worker is woken after the commit, seldom enough, and a broker that is down hurts nobody."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from django.db import transaction
from kombu.exceptions import OperationalError

from games.engine.moves import Draw
from games.models import Outbox
from games.services import turns, wake
from tests.api.api import Api
from tests.people import mover, table

pytestmark = pytest.mark.django_db


class Broker:
    """Notes what it is sent; `fault`: what it answers instead."""

    def __init__(self, fault: Exception | None = None) -> None:
        self.sent: list[tuple[str, Any]] = []
        self.fault = fault

    def send_task(self, name: str, **options: Any) -> None:
        self.sent.append((name, options.get("countdown")))
        if self.fault is not None:
            raise self.fault


@pytest.fixture(autouse=True)
def _rested(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Nobody was woken yet, and no time passes but where a test says so."""
    monkeypatch.setattr(wake, "time", SimpleNamespace(monotonic=lambda: 100.0))
    wake._quiet_until.clear()
    yield
    wake._quiet_until.clear()


@pytest.fixture
def broker(monkeypatch: pytest.MonkeyPatch) -> Broker:
    broker = Broker()
    monkeypatch.setattr(wake, "current_app", broker)
    return broker


class TestWhen:
    def test_only_after_the_commit(self, broker: Broker, django_capture_on_commit_callbacks: Any) -> None:
        with django_capture_on_commit_callbacks(execute=True), transaction.atomic():
            wake.deliver()
            assert broker.sent == []
        assert broker.sent == [("games.deliver", None)]

    def test_not_after_a_rollback(self, broker: Broker, django_capture_on_commit_callbacks: Any) -> None:
        with django_capture_on_commit_callbacks(execute=True):
            try:
                with transaction.atomic():
                    wake.deliver()
                    raise RuntimeError
            except RuntimeError:
                pass
        assert broker.sent == []

    def test_once_for_many(self, broker: Broker, django_capture_on_commit_callbacks: Any) -> None:
        with django_capture_on_commit_callbacks(execute=True):
            for _ in range(20):
                wake.deliver()
                wake.bots(1.5)
        assert sorted(broker.sent) == [("games.bots", 1.5), ("games.deliver", None)]

    def test_again_after_a_while(
        self, broker: Broker, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
    ) -> None:
        for moment in (100.0, 100.0 + wake.QUIET / 2, 100.1 + wake.QUIET):
            monkeypatch.setattr(wake.time, "monotonic", lambda moment=moment: moment)
            with django_capture_on_commit_callbacks(execute=True):
                wake.deliver()
        assert len(broker.sent) == 2

    def test_by_names_that_tasks_have(self) -> None:
        from games import tasks

        named = {tasks.deliver.name, tasks.bots.name, tasks.send_webhooks.name}
        assert named == {"games.deliver", "games.bots", "games.webhooks"}


class TestBrokerDown:
    @pytest.mark.parametrize(
        "fault", [OperationalError("redis://:pass-word@host/0"), ConnectionError(), RuntimeError("pass-word")]
    )
    def test_a_move_is_played_all_the_same(
        self,
        monkeypatch: pytest.MonkeyPatch,
        caplog: pytest.LogCaptureFixture,
        django_capture_on_commit_callbacks: Any,
        fault: Exception,
    ) -> None:
        game = table(2)
        broker = Broker(fault)
        monkeypatch.setattr(wake, "current_app", broker)
        with caplog.at_level(logging.DEBUG), django_capture_on_commit_callbacks(execute=True):
            status, view = Api(mover(game)).post(f"/games/{game.code}/resign/", {})
        assert (status, view["status"]) == (200, "finished")
        assert broker.sent == [("games.deliver", None)]
        assert "could not wake games.deliver" in caplog.text
        assert "pass-word" not in caplog.text, "the broker's address may hold its password"
        assert Outbox.objects.filter(kind="result", state="queued").count() == 2, "the beat finds it"

    def test_is_left_alone_for_a_while(
        self, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
    ) -> None:
        """A client may try for seconds before it gives up: not every player is to wait for it."""
        broker = Broker(ConnectionError())
        monkeypatch.setattr(wake, "current_app", broker)
        for later in (0.0, wake.REST / 2, wake.REST + 1):
            monkeypatch.setattr(wake.time, "monotonic", lambda moment=100.0 + later: moment)
            with django_capture_on_commit_callbacks(execute=True):
                wake.deliver()
                wake.webhooks()
        assert [name for name, _countdown in broker.sent] == ["games.deliver"] * 2, (
            "not for another task either"
        )


def test_a_move_within_a_turn_wakes_webhooks_only(
    broker: Broker, django_capture_on_commit_callbacks: Any
) -> None:
    game = table(2)
    with django_capture_on_commit_callbacks(execute=True):
        turns.play(code=game.code, user=mover(game), version=game.version, move=Draw())
    assert broker.sent == [("games.webhooks", None)]
