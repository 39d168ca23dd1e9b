"""The stream as ASGI has it: who may open it, what is said, who is let go, that nothing stays behind."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any
from urllib.parse import quote

import pytest
import time_machine
from django.utils import timezone

from accounts.services.tokens import create_token
from config.live import passes, presence, stream
from config.live.hub import DEEPEST, hub
from tests.people import person

U1, G1 = "u1", "gk7f3q9wz"


class Client:
    """One who opens the stream: `sent` is what came; `gone` closes the connection; `reads` lets it take more."""

    def __init__(
        self, token: str = "", *, method: str = "GET", address: str = "10.0.0.1", **heads: str
    ) -> None:
        self.scope = {
            "type": "http",
            "method": method,
            "path": stream.PATH,
            "query_string": f"token={quote(token)}".encode(),
            "headers": [(name.replace("_", "-").encode(), value.encode()) for name, value in heads.items()],
            "client": (address, 1),
        }
        self.sent: list[dict[str, Any]] = []
        self.gone = asyncio.Event()
        self.reads = asyncio.Event()
        self.reads.set()
        self.task: asyncio.Task[None] | None = None

    async def receive(self) -> dict[str, Any]:
        await self.gone.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: dict[str, Any]) -> None:
        await self.reads.wait()
        self.sent.append(message)

    def open(self) -> Client:
        self.task = asyncio.ensure_future(stream.application(self.scope, self.receive, self.send))
        return self

    @property
    def status(self) -> int:
        return int(self.sent[0]["status"])

    @property
    def text(self) -> str:
        return b"".join(message.get("body", b"") for message in self.sent).decode()

    @property
    def events(self) -> list[Any]:
        return [json.loads(line[6:]) for line in self.text.splitlines() if line.startswith("data: ")]

    async def until(self, what: Callable[[], Any]) -> None:
        async with asyncio.timeout(10):
            while not what():
                await asyncio.sleep(0.005)

    async def over(self) -> None:
        assert self.task
        async with asyncio.timeout(10):
            await self.task


def run(scene: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """On a thread of its own: a browser that other tests use leaves its loop running on this one."""
    with ThreadPoolExecutor(1) as pool:
        pool.submit(asyncio.run, scene()).result()
    assert hub.count() == 0 and not hub._by_topic and not hub._by_visitor


@pytest.fixture(autouse=True)
def _here(settings: Any) -> None:
    settings.REDIS_URL = ""  # between processes: test_served.py


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
        token = passes.issue("1", [U1])
        assert passes.read(token) == passes.Pass("1", (U1,))
        with time_machine.travel(timezone.now() + timedelta(seconds=passes.GOOD_FOR - 1)):
            assert passes.read(token)
        with time_machine.travel(timezone.now() + timedelta(seconds=passes.GOOD_FOR + passes.MINUTE + 1)):
            assert passes.read(token) is None

    def test_a_pass_cannot_be_widened(self) -> None:
        token = passes.issue("1", [U1])
        assert passes.read(token.replace("u1", "u2")) is None
        assert passes.read(token.replace("~1~", "~2~")) is None

    def test_other_methods(self) -> None:
        async def scene() -> None:
            client = Client(passes.issue("1", [U1]), method="POST").open()
            await client.over()
            assert client.status == 405 and (b"allow", b"GET") in client.sent[0]["headers"]

        run(scene)

    @pytest.mark.django_db(transaction=True)
    def test_by_a_bearer_token_in_one_look(self) -> None:
        user = person("ana")
        row, token = create_token(user=user, name="test")

        async def scene() -> None:
            client = Client(authorization=f"Bearer {token}").open()
            await client.until(lambda: hub.count() == 1)
            hub.publish([passes.of_user(user.pk)], {"game": "a", "version": 1})
            await client.until(lambda: client.events)
            client.gone.set()
            await client.over()

        run(scene)
        row.delete()

        async def refused() -> None:
            client = Client(authorization=f"Bearer {token}", accept_language="ar").open()
            await client.over()
            assert client.status == 401

        run(refused)


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

    def test_signs_of_life_and_an_end(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(stream, "BEAT", 0.02)
        monkeypatch.setattr(stream, "LIFE", 0.3)

        async def scene() -> None:
            client = Client(passes.issue("1", [U1])).open()
            await client.over()
            assert client.text.count(": here\n\n") >= 3
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
        monkeypatch.setattr(stream, "READ_WITHIN", 0.05)

        async def few() -> None:
            client = Client(passes.issue("1", [U1])).open()
            await client.until(lambda: hub.count() == 1)
            client.reads.clear()
            hub.publish([U1], {"game": "a", "version": 1})
            await client.over()

        run(few)

    def test_too_many_of_one(self) -> None:
        async def scene() -> None:
            clients = [Client(passes.issue("1", [U1])).open() for _each in range(stream.MOST_OF_USER)]
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
        monkeypatch.setattr(stream, "MOST_OF_ADDRESS", 1)

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
        monkeypatch.setattr(stream, "MOST", 1)

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
