"""Webhooks of the running service: in one process on SQLite; with workers of their own on PostgreSQL and Redis."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.faults.test_kill import Installation, OneProcess, Parts, until
from tests.service import ROOT
from tests.settings import ON_SERVERS
from tests.webhooks.receivers import holding, receiving

pytestmark = pytest.mark.server
PLAY = """
from games.engine.moves import Draw
from games.models import Webhook
from games.services import turns
from games.services.webhooks import targets
from tests.people import mover, person, table
targets.create(user=person("ana"), url={url!r}, kinds=["move", "your_turn", "game"])
game = table(2)
turns.play(code=game.code, user=mover(game), version=game.version, move=Draw())
"""


@pytest.fixture
def installation(tmp_path: Path) -> Iterator[Installation]:
    made = (Parts if ON_SERVERS else OneProcess)(tmp_path, 0)
    made.variables |= {"WEBHOOK_ALLOW": "127.0.0.0/8", "EMAIL_URL": "consolemail://"}
    made.prepare()
    made.start()
    try:
        yield made
    finally:
        assert made.dies is not None
        if made.dies.poll() is None:
            made.kill()
        made.processes.close()


def play(installation: Installation, url: str) -> None:
    """A game of ana's begins, who is told there; whoever is to move draws a card."""
    subprocess.run(
        [sys.executable, "manage.py", "shell", "--no-imports", "-c", PLAY.format(url=url)],
        cwd=ROOT,
        env=installation.environment(),
        check=True,
    )


def test_it_tells_and_ends_though_somebody_does_not_answer(installation: Installation) -> None:
    with receiving() as receiver, receiving(holding) as silent:
        play(installation, receiver.url)
        until(lambda: len([each for each in receiver.requests if b'"type":"draw"' in each.body]) > 0)
        play(installation, silent.url)
        until(lambda: silent.connections)
        assert installation.dies is not None
        installation.dies.send_signal(signal.SIGTERM)
        installation.dies.wait(300)  # nobody waits for a receiver, which would hang up after ten minutes
    ids = Counter(each.headers["webhook-id"] for each in receiver.requests)
    assert set(ids.values()) == {1}, "each once"
