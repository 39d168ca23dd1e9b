"""The service on PostgreSQL and Redis, whose web process is restarted again and again."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
import urllib.request
from contextlib import ExitStack
from pathlib import Path

import psycopg

from tests import environment, servers
from tests.service import ROOT


class Web:
    """One process that answers pages, calls and events, on a database of its own."""

    def __init__(self, folder: Path) -> None:
        self.port = servers.free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.log = folder / "log"
        self.held = ExitStack()
        server, name = servers.database_url(), f"clients{os.getpid()}"
        _execute(server, f"CREATE DATABASE {name}")
        self.held.callback(_execute, server, f"DROP DATABASE {name} WITH (FORCE)")
        self.database = f"{server.rpartition('/')[0]}/{name}"
        rates = {f"THROTTLE_{each}": "1000000/min" for each in ("ANON", "USER", "LOGIN")}
        self.variables = environment.clean(
            DATABASE_URL=self.database,
            REDIS_URL=servers.spare_redis_url(),
            SECRET_KEY="of this test",
            DATA_DIR=str(folder),
            NIGHT_HOURS="none",
            **rates,
        )
        self.manage("migrate", "--verbosity", "0")
        self.process: subprocess.Popen[bytes] | None = None

    def manage(self, *command: str) -> str:
        """What the command says."""
        done = subprocess.run(
            [sys.executable, "manage.py", *command],
            cwd=ROOT, env=self.variables, capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    def start(self) -> None:
        options = ["--lifespan", "off", "--no-access-log", "--timeout-graceful-shutdown", "2"]
        command = [
            sys.executable,
            "-m",
            "uvicorn",
            "config.asgi:application",
            "--port",
            str(self.port),
            *options,
        ]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(command, cwd=ROOT, env=self.variables, stdout=log, stderr=log)
        end = time.monotonic() + 600
        while not self._answers():
            assert self.process.poll() is None and time.monotonic() < end, self.log.read_text(
                errors="replace"
            )
            time.sleep(0.1)

    def _answers(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.url}/api/v1/games/", timeout=120) as answer:
                return bool(answer.status == 200)
        except OSError:
            return False

    def end(self, how: signal.Signals) -> None:
        """In order, or as by a power cut."""
        assert self.process is not None
        self.process.send_signal(how)
        self.process.wait(300)

    def rows(self, statement: str) -> list[tuple[object, ...]]:
        """What the database says."""
        with psycopg.connect(self.database) as connection:
            return connection.execute(statement.encode()).fetchall()

    def __enter__(self) -> Web:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.end(signal.SIGKILL)
        self.held.close()


def _execute(url: str, statement: str) -> None:
    with psycopg.connect(url, autocommit=True) as database:
        database.execute(statement.encode())
