"""A running service with games in every situation, and who may come in: for the crawl and the screenshots."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.service import ROOT, Service

STILL = {"BOT_DELAY": "1000000"}  # no house player moves while one looks


@dataclass(frozen=True)
class Site:
    """`games` and `invitations` by what a game is, `sessions` and `users` by who comes."""

    url: str
    games: dict[str, str]
    invitations: dict[str, str]
    sessions: dict[str, str]
    users: dict[str, int]

    def cookies(self, visitor: str) -> list[dict[str, str]]:
        """What the browser of that visitor sends; nothing for nobody."""
        session = self.sessions[visitor]
        return [{"name": "sessionid", "value": session, "url": self.url}] if session else []


@contextmanager
def furnished(data: Path) -> Iterator[Site]:
    """Serves the furnished site from this data folder."""
    service = Service(data, **STILL)
    data.mkdir(parents=True, exist_ok=True)
    said = subprocess.run(
        [sys.executable, "-m", "tests.browser.furnish"],
        cwd=ROOT,
        env=service.environment | {"ALLOWED_HOSTS": "testserver,127.0.0.1,localhost"},
        stdout=subprocess.PIPE,
        check=True,
    )
    with service:
        yield Site(url=service.url, **json.loads(said.stdout))
