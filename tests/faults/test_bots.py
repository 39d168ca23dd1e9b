"""kill -9 while an expert thinks: after the restart it plays on, and nothing of its turn is lost or played twice.

The whole process on SQLite; on PostgreSQL with Redis the worker alone.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings

from tests.faults.deep_thought import FOREVER, THINKING
from tests.faults.test_kill import Installation, OneProcess, Parts, until
from tests.notify.smtp import running
from tests.service import ROOT
from tests.settings import ON_SERVERS

pytestmark = pytest.mark.server
HEADS = (sys.executable, "-m", "tests.faults.deep_thought")


class ThinkingProcess(OneProcess):
    def start(self) -> None:
        self.dies = self.run(*HEADS, "manage", "serve")
        until(lambda: self.service.health()[0] == 200)


class ThinkingWorker(Parts):
    def start(self) -> None:
        self.dies = self.run(*HEADS, "celery", "-A", "config", "worker", "--concurrency", "2")


def told(installation: Installation, *command: str) -> str:
    done = subprocess.run(
        [*HEADS, *command],
        cwd=ROOT,
        env=installation.environment(),
        check=True,
        capture_output=True,
        text=True,
    )
    return done.stdout


def moved(installation: Installation, code: str, before: int) -> dict[str, Any] | None:
    """The report, once the expert has had its turn."""
    said: dict[str, Any] = json.loads(told(installation, "report", code))
    return said if said["lines"] > before and said["anas"] else None


def test_a_house_player_killed_in_thought_plays_on(tmp_path: Path) -> None:
    with running() as _outside:
        installation = (ThinkingWorker if ON_SERVERS else ThinkingProcess)(tmp_path, settings.EMAIL_PORT)
        installation.prepare()
        code = told(installation, "game")
        before = json.loads(told(installation, "report", code))
        assert before["reasons"] == 0 and not before["anas"]
        (tmp_path / FOREVER).touch()
        try:
            installation.start()
            until((tmp_path / THINKING).exists)
            installation.kill()
            assert json.loads(told(installation, "report", code)) == before, "it had not moved yet"
            (tmp_path / FOREVER).unlink()
            installation.start()
            after = until(lambda: moved(installation, code, before["lines"]))
        finally:
            installation.end()
    assert after["faults"] == []
    assert after["reasons"] >= 1
