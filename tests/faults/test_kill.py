"""kill -9 at random moments while games produce mail and replies come in: nothing is lost, little comes twice.

The whole process on SQLite; on PostgreSQL with Redis the worker alone, which is a process of its own there.
"""

from __future__ import annotations

import json
import os
import random
import signal
import smtplib
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from email import message_from_bytes
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.conf import settings

from tests import environment, servers
from tests.incoming.doors import reply
from tests.notify.smtp import Server, running
from tests.servers import free_port
from tests.service import ROOT, Service
from tests.settings import ON_SERVERS

pytestmark = pytest.mark.server
KILLS = 100 if os.environ.get("SOAK") else 5
GAMES = 200
PATIENCE = 1200.0  # seconds, on a machine that has much else to do
LEASES = (sys.executable, "-m", "tests.faults.short_leases")


class Installation:
    """What runs, of which `kill` ends the part that is to die, and `start` brings it back."""

    def __init__(self, folder: Path, mail: int) -> None:
        self.mail_port = free_port()
        self.variables = {
            "EMAIL_URL": f"smtp://127.0.0.1:{mail}",
            "REPLY_DOMAIN": "localhost",
            "TRUST_LOCAL_MAIL": "1",
            "MAIL_IN_PORT": str(self.mail_port),
        }
        self.folder = folder
        self.processes = ExitStack()
        self.dies: subprocess.Popen[bytes] | None = None

    def run(self, *command: str) -> subprocess.Popen[bytes]:
        """A process in a group of its own, so that its children die with it."""
        with (self.folder / "log").open("ab") as log:
            return subprocess.Popen(
                command, cwd=ROOT, env=self.environment(), stdout=log, stderr=log, start_new_session=True
            )

    def environment(self) -> dict[str, str]:
        return environment.clean(DATA_DIR=str(self.folder), **self.variables)

    def kill(self) -> None:
        """As by a power cut."""
        assert self.dies is not None
        os.killpg(self.dies.pid, signal.SIGKILL)
        self.dies.wait()

    def manage(self, *command: str) -> None:
        subprocess.run(
            [sys.executable, "manage.py", *command],
            cwd=ROOT,
            env=self.environment(),
            check=True,
            capture_output=True,
        )

    def prepare(self) -> None:
        raise NotImplementedError

    def start(self) -> None:
        raise NotImplementedError

    def end(self) -> None:
        self.kill()
        self.processes.close()


class OneProcess(Installation):
    """SQLite: all in one, and all of it dies."""

    def prepare(self) -> None:
        self.service = Service(self.folder, **self.variables)
        self.variables |= {"PORT": str(self.service.port)}
        self.manage("migrate")

    def start(self) -> None:
        self.dies = self.run(*LEASES, "manage", "serve")
        until(lambda: self.service.health()[0] == 200)


class Parts(Installation):
    """PostgreSQL and Redis: listener and beat stay, the worker dies."""

    def prepare(self) -> None:
        url, name = servers.database_url(), f"kill{os.getpid()}"
        self.execute(url, f"CREATE DATABASE {name}")
        self.processes.callback(self.execute, url, f"DROP DATABASE {name} WITH (FORCE)")
        # A queue of its own: the other tests' tasks are none of this worker's.
        redis = servers.spare_redis_url()
        self.variables |= {"DATABASE_URL": f"{url.rpartition('/')[0]}/{name}", "REDIS_URL": redis}
        self.manage("migrate")
        for command in (("manage", "listen"), ("celery", "-A", "config", "beat")):
            process = self.run(*LEASES, *command)
            self.processes.callback(process.wait)
            self.processes.callback(process.terminate)

    @staticmethod
    def execute(url: str, statement: str) -> None:
        with psycopg.connect(url, autocommit=True) as database:
            database.execute(statement.encode())

    def start(self) -> None:
        self.dies = self.run(*LEASES, "celery", "-A", "config", "worker", "--concurrency", "2")


@contextmanager
def producing(installation: Installation) -> Iterator[Callable[[str], Any]]:
    """The process that plays; a command, and what it answers."""
    with subprocess.Popen(
        [sys.executable, "-m", "tests.faults.producer"],
        cwd=ROOT,
        env=installation.environment(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdin and process.stdout

        def tell(command: str) -> Any:
            assert process.stdin and process.stdout
            process.stdin.write(command + "\n")
            process.stdin.flush()
            return json.loads(process.stdout.readline())

        try:
            yield tell
        finally:
            process.stdin.close()


def until(condition: Callable[[], Any], patience: float = PATIENCE) -> Any:
    """What `condition` gives, once it is something."""
    end = time.monotonic() + patience
    while not (found := condition()):
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.05)
    return found


def hand_in(port: int, made: dict[str, str]) -> None:
    """The reply, until somebody has taken it: as a mail server does, which keeps it until then."""
    mail = reply("draw", Message_ID=f"<{made['game']}@example.org>", From=made["from"])
    end = time.monotonic() + PATIENCE
    while True:
        try:
            with smtplib.SMTP("127.0.0.1", port, timeout=60) as line:
                line.sendmail(made["from"], [made["to"]], mail.as_bytes())
        except (OSError, smtplib.SMTPException):
            assert time.monotonic() < end, "nobody took the reply"
            time.sleep(0.3)
        else:
            return


def test_nothing_is_lost_and_little_comes_twice(tmp_path: Path) -> None:
    with running() as outside, ThreadPoolExecutor(4) as pool:
        installation = (Parts if ON_SERVERS else OneProcess)(tmp_path, settings.EMAIL_PORT)
        installation.prepare()
        with producing(installation) as tell:
            installation.start()
            try:
                replies = kill_again_and_again(installation, tell, outside, pool)
                said = until(lambda: settled(tell("report")))
            finally:
                installation.end()
    every_owed_mail_came(said, outside, (tmp_path / "log").read_text(errors="replace"))
    every_reply_was_played_once(said, replies)


def kill_again_and_again(
    installation: Installation, tell: Callable[[str], Any], outside: Server, pool: ThreadPoolExecutor
) -> list[dict[str, str]]:
    """Games are made and answered all the while; each time mails have begun to come, the axe falls."""
    replies: list[dict[str, str]] = []
    waiting: list[Future[None]] = []
    for _ in range(KILLS):
        before = len(outside.taken)
        making = pool.submit(tell, f"games {max(8, GAMES // KILLS)}")
        until(lambda seen=before: len(outside.taken) > seen)
        time.sleep(random.uniform(0, 0.5))  # the moment is chance, on purpose
        installation.kill()
        installation.start()
        made = making.result(PATIENCE)
        replies += made
        waiting += [pool.submit(hand_in, installation.mail_port, one) for one in made]
    for one in waiting:
        one.result(PATIENCE)
    return replies


def settled(said: dict[str, Any]) -> dict[str, Any] | None:
    """The report, once nothing waits any more."""
    time.sleep(0.5)  # each look reads everything
    owed = any(state == "queued" for _id, state, _kind in said["mails"])
    return None if owed or said["waiting"] else said


def every_owed_mail_came(said: dict[str, Any], outside: Server, log: str) -> None:
    came = Counter(str(message_from_bytes(raw)["Message-ID"]) for _to, raw in outside.taken)
    owed = {message_id: state for message_id, state, _kind in said["mails"]}
    assert len(owed) >= GAMES
    assert set(owed.values()) <= {"sent", "moot"}
    lost = [message_id for message_id, state in owed.items() if state == "sent" and not came[message_id]]
    assert not lost, log[-3000:]
    # Whatever comes has the id of what is owed: a repeat has its first one's, and can be known by it.
    assert set(came) <= set(owed)
    # Each of the two at work may have had one in hand when it was killed; and a machine that stands still for longer
    # than a lease of seconds makes one more.
    assert came.total() - len(came) <= 2 * KILLS + len(owed) // 50


def every_reply_was_played_once(said: dict[str, Any], replies: list[dict[str, str]]) -> None:
    assert said["faults"] == []
    assert Counter(said["replies"]) == {"played": len(replies)}
    drawn = {one["game"]: said["draws"][one["game"]] for one in replies}
    assert set(drawn.values()) == {2}, "the opening draw, and the one that was mailed"
    kinds = Counter(kind for _id, _state, kind in said["mails"])
    assert kinds["played"] == len(replies)
