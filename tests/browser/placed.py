"""Games with a given table and hand in a service in which nobody else moves, and their pages."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page

from tests.browser.wait import PATIENCE, equals
from tests.service import ROOT, Service

STILL = {"BOT_DELAY": "1000000"}  # no house player moves while one arranges
SHOTS = ROOT / "var" / "shots" / "table"


@dataclass(frozen=True)
class Placed:
    """The service, and the session of who is to move in each of its games."""

    service: Service
    session: str
    placer: subprocess.Popen[str]  # makes the games

    def game(self, hand: str, *table: str, **more: Any) -> str:
        """The address of a new game in which ana holds this hand before this table."""
        return self.games([{"hand": hand, "table": list(table), **more}])[0]

    def games(self, positions: list[dict[str, Any]]) -> list[str]:
        return [f"/games/{code}/" for code in _place(self.placer, positions)["games"]]

    def context(self, browser: Browser, **more: Any) -> BrowserContext:
        """A browser of hers."""
        more.setdefault("viewport", {"width": 1280, "height": 900})
        context = browser.new_context(base_url=self.service.url, locale="en", **more)
        cookie: Any = {"name": "sessionid", "value": self.session, "url": self.service.url}
        context.add_cookies([cookie])
        return context

    def busy(self) -> AbstractContextManager[None]:
        return busy(self.service)


@contextmanager
def busy(service: Service) -> Iterator[None]:
    """Meanwhile the service reads, but whatever it is to write has to wait."""
    path = service.data / "rummy.sqlite3"
    with closing(sqlite3.connect(path, isolation_level=None, timeout=PATIENCE)) as database:
        database.execute("BEGIN IMMEDIATE")
        yield
        database.execute("ROLLBACK")


@contextmanager
def placing(data: Path) -> Iterator[Placed]:
    """A service of its own."""
    command = [sys.executable, "-m", "tests.browser.place"]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with (
        Service(data, **STILL) as service,
        subprocess.Popen(command, cwd=ROOT, env=service.environment, text=True, **pipes) as placer,
    ):
        yield Placed(service, _place(placer, [])["session"], placer)


def _place(placer: subprocess.Popen[str], positions: list[dict[str, Any]]) -> dict[str, Any]:
    """Asks for games. Where it fails it has said why, and there is no answer."""
    assert placer.stdin and placer.stdout
    print(json.dumps(positions), file=placer.stdin, flush=True)
    found: dict[str, Any] = json.loads(placer.stdout.readline())
    return found


def told(page: Page) -> dict[str, Any]:
    """What the server has of the table now, asked as the page's script asks it.

    What a page does reaches the server later: to see it there, wait (`Way.settled`, `wait.equals`).
    """
    code = page.url.split("/games/")[1].split("/")[0]
    answer = page.request.get(f"/api/v1/games/{code}/table/")
    assert answer.ok, answer.status
    found: dict[str, Any] = answer.json()
    return found


def arranged(page: Page) -> list[str]:
    """The melds of the draft as the server has it now, label first, empty ones left out. See `told`."""
    return [
        f"{each['label']} {' '.join(each['cards'])}" for each in told(page)["draft"]["melds"] if each["cards"]
    ]


def unchanged(page: Page, melds: list[str]) -> None:
    """Nothing was ever arranged: the melds lie as they lay, drawn and stored, and no step was sent."""
    assert page.evaluate(MELDS) == melds
    now = told(page)
    assert (now["step"], now["undo"]) == (0, 0)


def sent(page: Page) -> None:
    """Waits until the page has nothing more to send."""
    equals(page, lambda: page.evaluate(UNSENT), 0)


# How much waits: asked of the page's own module.
UNSENT = """async () => {
    const {href} = document.querySelector('link[rel=modulepreload][href*="/table/queue"]');
    return (await import(href)).unsent();
}"""
# The melds as the page draws them, with its script or without.
MELDS = """() => [...document.querySelectorAll('li.meld[id]')].map(meld => [meld.id,
    ...[...meld.querySelectorAll('.pick')].map(each =>
        (each.dataset.key ?? each.querySelector('input').value).split(' ')[1])].join(' '))"""


def shot(page: Page, name: str) -> None:
    """A picture to be looked at."""
    SHOTS.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=SHOTS / f"{name}.png")
