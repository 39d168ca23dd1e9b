"""The service on PostgreSQL and Redis: in one process, and as the separate processes of an installation."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from tests import servers
from tests.service import ROOT, Service

pytestmark = pytest.mark.server


@pytest.fixture(scope="module")
def addresses() -> Iterator[dict[str, str]]:
    """A database of its own, and a Redis."""
    postgres, name = servers.database_url(), f"serve{os.getpid()}"
    with psycopg.connect(postgres, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}".encode())
        yield {
            "DATABASE_URL": f"{postgres.rpartition('/')[0]}/{name}",
            "REDIS_URL": servers.spare_redis_url(),
            "SECRET_KEY": "k" * 50,
        }
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)".encode())


def test_in_one_process(addresses: dict[str, str], tmp_path: Path) -> None:
    service = Service(tmp_path, **addresses).start()
    assert service.health()[1] == {"ok": True, "database": True, "worker": True, "beat": True}
    assert service.stop() == 0
    assert not (tmp_path / "rummy.sqlite3").exists()


def test_as_separate_processes(addresses: dict[str, str], tmp_path: Path) -> None:
    service = Service(tmp_path, **addresses)
    celery = [sys.executable, "-m", "celery", "-A", "config"]
    commands = [
        [
            sys.executable,
            "-m",
            "granian",
            "--interface",
            "wsgi",
            "--port",
            str(service.port),
            "config.wsgi:application",
        ],
        [*celery, "worker", "--concurrency", "1"],
        [*celery, "beat"],
    ]
    subprocess.run(
        [sys.executable, "manage.py", "migrate", "-v0"], cwd=ROOT, env=service.environment, check=True
    )
    with psycopg.connect(addresses["DATABASE_URL"], autocommit=True) as connection:
        connection.execute("DELETE FROM games_heartbeat")
    with service.log.open("ab") as log:
        started = [
            subprocess.Popen(command, cwd=ROOT, env=service.environment, stdout=log, stderr=log)
            for command in commands
        ]
    try:
        end = time.monotonic() + 600
        while service.health()[0] != 200 and time.monotonic() < end:
            time.sleep(0.2)
        assert service.health() == (200, {"ok": True, "database": True, "worker": True, "beat": True}), (
            service.said()
        )
    finally:
        for process in started:
            process.terminate()
        codes = [process.wait(300) for process in started]
    assert codes == [0, 0, 0], service.said()
