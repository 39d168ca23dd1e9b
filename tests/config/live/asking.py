"""A client of the open connections as ASGI has it, for tests: what it was sent, when it goes, whether it reads."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Any

from config.live import stream
from config.live.hub import hub
from tests import loops

PATIENCE = 240.0  # seconds, on a machine that has much else to do


@dataclass(frozen=True)
class Told:
    """One event that came: its id (empty where it has none), its kind, its data."""

    id: str
    event: str
    data: Any


class Asking:
    """One who asks: `sent` is what came; `gone` closes the connection; `reads` lets it take more."""

    def __init__(self, path: str, *, method: str = "GET", address: str = "10.0.0.1", **heads: str) -> None:
        path, _mark, query = path.partition("?")
        self.scope = {
            "type": "http",
            "method": method,
            "path": path,
            "query_string": query.encode(),
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

    def open(self) -> Any:
        self.task = asyncio.ensure_future(stream.application(self.scope, self.receive, self.send))
        return self

    @property
    def status(self) -> int:
        return int(self.sent[0]["status"])

    @property
    def head(self) -> dict[str, str]:
        return {name.decode(): value.decode() for name, value in self.sent[0]["headers"]}

    @property
    def text(self) -> str:
        return b"".join(message.get("body", b"") for message in self.sent).decode()

    @property
    def events(self) -> list[Any]:
        """The data of all events."""
        return [json.loads(line[6:]) for line in self.text.splitlines() if line.startswith("data: ")]

    @property
    def told(self) -> list[Told]:
        """All events whole."""
        return told(self.text)

    @property
    def answer(self) -> Any:
        """The JSON of an answer that is no stream."""
        return json.loads(self.text)

    async def until(self, what: Callable[[], Any]) -> None:
        async with asyncio.timeout(PATIENCE):
            while not what():
                await asyncio.sleep(0.005)

    async def over(self) -> None:
        assert self.task
        async with asyncio.timeout(PATIENCE):
            await self.task

    async def goes(self) -> None:
        """The client closes its connection."""
        self.gone.set()
        await self.over()


def told(text: str) -> list[Told]:
    """The events of a stream's text."""
    found = []
    for block in text.split("\n\n"):
        fields = dict(line.split(": ", 1) for line in block.splitlines() if not line.startswith(":"))
        if "data" in fields:
            found.append(Told(fields.get("id", ""), fields.get("event", ""), json.loads(fields["data"])))
    return found


def run(scene: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """The scene, after which nobody listens any more."""
    loops.run(scene())
    assert hub.count() == 0 and not hub._by_topic and not hub._by_visitor
