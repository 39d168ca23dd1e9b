"""Who follows one game until it is over follows no longer where it is cancelled: no line of the log tells that."""

from __future__ import annotations

import asyncio
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from rummy import AsyncClient, Game
from rummy.cli.main import main
from tests import loops
from tests.clients.players import QUICK, register
from tests.clients.proxy import Line
from tests.service import Service

pytestmark = pytest.mark.server
Said = pytest.CaptureFixture[str]
WHY = "before it began: who opened the table left it"


@pytest.fixture(autouse=True)
def _nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The command line of whoever looks on without login."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.delenv("RUMMY_TOKEN", raising=False)


def test_between_the_look_and_the_stream(
    service: Service, monkeypatch: pytest.MonkeyPatch, capsys: Said
) -> None:
    left: list[Game] = []

    def fate(_method: str, path: str) -> str:
        if path.endswith("/events/") and not left:
            left.append(other.games.leave(code))
        return "pass"

    with register(service.url) as other, Line(service.url, fate) as line:
        code = other.games.create(players=2).id
        monkeypatch.setenv("RUMMY_URL", line.url)
        assert main(["watch", code]) == 0
        assert left and capsys.readouterr().out == f"{code} · cancelled · {WHY}\n"


def test_while_it_is_followed(service: Service, monkeypatch: pytest.MonkeyPatch, capsys: Said) -> None:
    with (
        register(service.url) as other,
        Line(service.url, lambda _method, _path: "pass") as line,
        ThreadPoolExecutor(1) as pool,
    ):
        code = other.games.create(players=2).id
        monkeypatch.setenv("RUMMY_URL", line.url)
        watching = pool.submit(main, ["watch", code])
        _until_followed(line, code)
        other.games.leave(code)
        assert watching.result(600) == 0
        assert capsys.readouterr().out == f"{code} · cancelled · {WHY}\n"


def test_by_many_at_once(service: Service) -> None:
    async def follow(code: str) -> list[str]:
        async with AsyncClient(service.url, patience=QUICK) as client:
            return [each.kind async for each in client.events.of(code, until_over=True)]

    with register(service.url) as other:
        code = other.games.create(players=2).id
        other.games.leave(code)
        assert loops.run(asyncio.wait_for(follow(code), 600)) == []


def _until_followed(line: Line, code: str) -> None:
    """Until it was looked at the game twice: before, and when the stream was open."""
    looks, end = ("GET", f"/api/v1/games/{code}/", None), time.monotonic() + 600
    while line.passed.count(looks) < 2:
        assert time.monotonic() < end, "it was not looked at the game"
        time.sleep(0.02)
