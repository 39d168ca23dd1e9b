"""An installation whose worker can be held in the midst of a thought, there killed, and started again."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from django.conf import settings

from tests.faults.deep_thought import FOREVER, THINKING
from tests.faults.test_kill import Installation, OneProcess, Parts, until
from tests.notify.smtp import running
from tests.service import ROOT
from tests.settings import ON_SERVERS

Report = dict[str, Any]


def killed_in_thought(
    folder: Path, module: str, *, done: Callable[[Report, Report], bool]
) -> tuple[Report, Report]:
    """What `module` reports of its game before the worker thinks about it, and once all is `done` after a kill.

    On SQLite the whole process is killed, on PostgreSQL with Redis the worker alone.
    """
    head = (sys.executable, "-m", module)
    with running() as _outside:
        installation = _installation(folder, head)
        installation.prepare()
        code = _told(installation, *head, "game")

        def report() -> Report:
            found: Report = json.loads(_told(installation, *head, "report", code))
            return found

        def after_it() -> Report | None:
            found = report()
            return found if done(before, found) else None

        before = report()
        (folder / FOREVER).touch()
        try:
            installation.start()
            until((folder / THINKING).exists)
            installation.kill()
            assert report() == before, "nothing of it was played yet"
            (folder / FOREVER).unlink()
            installation.start()
            return before, until(after_it)
        finally:
            installation.end()


def _installation(folder: Path, head: tuple[str, ...]) -> Installation:
    class ThinkingProcess(OneProcess):
        def start(self) -> None:
            self.dies = self.run(*head, "manage", "serve")
            until(lambda: self.service.health()[0] == 200)

    class ThinkingWorker(Parts):
        def start(self) -> None:
            self.dies = self.run(*head, "celery", "-A", "config", "worker", "--concurrency", "2")

    return (ThinkingWorker if ON_SERVERS else ThinkingProcess)(folder, settings.EMAIL_PORT)


def _told(installation: Installation, *command: str) -> str:
    done = subprocess.run(
        command, cwd=ROOT, env=installation.environment(), check=True, capture_output=True, text=True
    )
    return done.stdout
