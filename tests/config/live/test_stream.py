"""The stream as ASGI has it: who may open it, what is said, who is let go, that nothing stays behind."""

from __future__ import annotations

import json
import threading
from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import quote

import pytest
import time_machine

from config.live import door, passes, presence, stream
from config.live.hub import DEEPEST, hub
from tests.config.live.asking import Asking, run

U1, G1 = "u1", "gk7f3q9wz"
NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)


class Client(Asking):
    """A page that opens the stream with a pass."""

    def __init__(self, token: str = "", **more: Any) -> None:
        super().__init__(f"/api/v1/events/?token={quote(token)}", **more)


class TestWhoMayOpenIt:
    @pytest.mark.parametrize(
        "token", ["", "x", "1~1~u1~x", "~~~", "9999999999~1~u1~" + "0" * 64, "a" * 5000, "1~2~3~4~5~6"]
    )
    def test_nobody_without_a_pass(self, token: str) -> None:
        async def scene() -> None:
            client = Client(token).open()
            await client.over()
            assert client.status == 401
            problem = json.loads(client.text)
            assert problem["code"] == "bad_token" and "/api/v1/events/token/" in problem["detail"]

        run(scene)

    def test_a_pass_runs_out(self) -> None:
        with time_machine.travel(NOON, tick=False):
            token = passes.issue("1", [U1])
            assert passes.read(token) == passes.Pass("1", (U1,))
        with time_machine.travel(NOON + timedelta(seconds=passes.GOOD_FOR), tick=False):
            assert passes.read(token)
        with time_machine.travel(NOON + timedelta(seconds=passes.GOOD_FOR + passes.MINUTE + 1), tick=False):
            assert passes.read(token) is None

    def test_a_pass_cannot_be_widened(self) -> None:
        token = passes.issue("1", [U1])
        assert passes.read(token.replace("u1", "u2")) is None
        assert passes.read(token.replace("~1~", "~2~")) is None

    def test_other_methods_are_no_streams(self) -> None:
        for method in ("POST", "HEAD", "OPTIONS", "DELETE"):
            assert not stream.wants(Client(method=method).scope)
        assert stream.wants(Client().scope)


class TestWhatIsSaid:
    def test_each_change_once_to_those_who_may_hear_of_it(self) -> None:
        async def scene() -> None:
            ana = Client(passes.issue("1", [U1, G1])).open()
            watcher = Client(passes.issue("", [G1])).open()
            other = Client(passes.issue("2", ["u2"])).open()
            await ana.until(lambda: hub.count() == 3)
            for version in (4, 5, 6):
                threading.Thread(
                    target=hub.publish, args=([G1, U1], {"game": G1[1:], "version": version})
                ).start()
                await ana.until(lambda seen=version: len(ana.events) == len(watcher.events) == seen - 3)
            told = [{"game": G1[1:], "version": version} for version in (4, 5, 6)]
            assert ana.events == watcher.events == told and other.events == []
            assert ana.text.startswith("retry: ")
            head = dict(ana.sent[0]["headers"])
            assert (
                head[b"content-type"].startswith(b"text/event-stream")
                and head[b"cache-control"] == b"no-store"
            )
            for client in (ana, watcher, other):
                client.gone.set()
                await client.over()

        run(scene)

    def test_signs_of_life(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(door, "BEAT", 0.02)

        async def scene() -> None:
            client = Client(passes.issue("1", [U1])).open()
            await client.until(lambda: client.text.count(": here\n\n") >= 3)
            await client.goes()

        run(scene)

    def test_an_end(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(door, "LIFE", 0.1)

        async def scene() -> None:
            client = Client(passes.issue("1", [U1])).open()
            await client.over()
            assert client.sent[-1] == {"type": "http.response.body", "body": b"", "more_body": False}

        run(scene)

    def test_when_the_service_stops(self) -> None:
        async def scene() -> None:
            clients = [Client(passes.issue("1", [U1])).open() for _each in range(3)]
            await clients[0].until(lambda: hub.count() == 3)
            hub.end_all()
            for client in clients:
                await client.over()
                assert client.sent[-1]["more_body"] is False

        run(scene)


class TestWhoIsLetGo:
    def test_who_does_not_read(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Once too many messages wait, at once; where few do, after a while."""

        async def many() -> None:
            client = Client(passes.issue("1", [U1])).open()
            await client.until(lambda: hub.count() == 1)
            client.reads.clear()
            for version in range(DEEPEST + 3):
                hub.publish([U1], {"game": "a", "version": version})
            await client.over()

        run(many)
        monkeypatch.setattr(door, "READ_WITHIN", 0.05)

        async def few() -> None:
            client = Client(passes.issue("1", [U1])).open()
            await client.until(lambda: hub.count() == 1)
            client.reads.clear()
            hub.publish([U1], {"game": "a", "version": 1})
            await client.over()

        run(few)

    def test_too_many_of_one(self) -> None:
        async def scene() -> None:
            clients = [Client(passes.issue("1", [U1])).open() for _each in range(door.MOST_OF_USER)]
            await clients[0].until(lambda: hub.count() == len(clients))
            late = Client(passes.issue("1", [U1]), accept_language="ar").open()
            await late.over()
            assert late.status == 429 and (b"retry-after", b"30") in late.sent[0]["headers"]
            other = Client(passes.issue("2", ["u2"])).open()
            await other.until(lambda: hub.count() == len(clients) + 1)
            clients[0].gone.set()
            await clients[0].over()
            again = Client(passes.issue("1", [U1])).open()
            await again.until(lambda: again.sent)
            assert again.status == 200
            for client in (*clients, other, again):
                client.gone.set()
                await client.over()

        run(scene)

    def test_visitors_are_counted_by_their_address(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(door, "MOST_OF_ADDRESS", 1)

        async def scene() -> None:
            first = Client(passes.issue("", [G1])).open()
            await first.until(lambda: hub.count() == 1)
            second = Client(passes.issue("", [G1])).open()
            await second.over()
            assert second.status == 429
            third = Client(passes.issue("", [G1]), address="10.0.0.2").open()
            await third.until(lambda: hub.count() == 2)
            for client in (first, third):
                client.gone.set()
                await client.over()

        run(scene)

    def test_too_many_in_all(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(door, "MOST", 1)

        async def scene() -> None:
            first = Client(passes.issue("1", [U1])).open()
            await first.until(lambda: hub.count() == 1)
            second = Client(passes.issue("2", ["u2"])).open()
            await second.over()
            assert second.status == 503 and json.loads(second.text)["code"] == "unavailable"
            first.gone.set()
            await first.over()

        run(scene)

    def test_who_goes_at_once(self) -> None:
        async def scene() -> None:
            client = Client(passes.issue("1", [U1]))
            client.gone.set()
            await client.open().over()

        run(scene)


def test_a_broker_that_is_away_breaks_nothing(settings: Any, caplog: pytest.LogCaptureFixture) -> None:
    settings.REDIS_URL = "redis://:secret@127.0.0.1:1/0"

    async def scene() -> None:
        client = Client(passes.issue("1", [U1])).open()
        await client.until(lambda: hub.count() == 1)
        for version in (1, 2):
            hub.publish([U1], {"game": "a", "version": version})
        await client.until(lambda: len(client.events) == 2)  # whoever is in this process hears of it
        client.gone.set()
        await client.over()

    run(scene)
    assert "secret" not in caplog.text and "takes no live updates" in caplog.text
    hub._paused_until, hub._publisher = 0.0, None


def test_whose_stream_is_open_is_known_to_be_here() -> None:
    """Who wants no mail while they have a page open is not mailed."""

    async def scene() -> None:
        client = Client(passes.issue("1", [U1])).open()
        stranger = Client(passes.issue("", [G1]), address="2").open()
        await client.until(lambda: presence.is_here(1))
        await stranger.until(lambda: stranger.sent)
        for one in (client, stranger):
            one.gone.set()
            await one.over()

    assert not presence.is_here(1)
    run(scene)
    assert presence.is_here(1) and not presence.is_here(2)
