"""The README's commands and its program, run as they stand (with this run's ports, folders and servers)."""

from __future__ import annotations

import os
import shlex
import smtplib
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import psycopg
import pytest

from tests import environment, servers
from tests.service import Service
from tests.whole import readme
from tests.whole.client import Player

pytestmark = pytest.mark.server
ROOT = Path(__file__).parents[2]
BINARIES = Path(sys.executable).parent
# How each command of the README is tested; a command that is not here fails the test.
TESTED = {
    "make run": "below",
    "make test": "this is what runs this test",
    "make lint format": "below: the targets exist",
    "make soak": "below: the targets exist",
    "make .venv/.run": "below: the targets exist",
    "EMAIL_URL=smtp+tls://user:password@mail.example.org:587": "below: by mail",
    "SITE_URL=https://rummy.example.org": "below: for a club",
    "export": "below: for many",
    ".venv/bin/python manage.py migrate": "below: for many",
    ".venv/bin/python manage.py collectstatic": "below: for many",
    ".venv/bin/python manage.py messages --compile": "below: for many",
    ".venv/bin/python manage.py messages mt": "tests/languages: a new language begins empty",
    "make messages": "below: the targets exist",
    ".venv/bin/granian": "below: for many",
    ".venv/bin/uvicorn": "below: for many",
    ".venv/bin/python manage.py listen": "below: for many",
    ".venv/bin/python manage.py reply": "tests/incoming/test_reply.py: a reply by the command",
    "nice .venv/bin/celery -A config worker": "below: for many",
    "nice .venv/bin/celery -A config beat": "below: for many",
    ".venv/bin/python manage.py replay_games": "below: for many",
    ".venv/bin/python manage.py createsuperuser": "below: staff are made",
    "grep -rn D16a games/engine": "below: the rule is found",
    "pip install ./clients/python": "tests/clients/test_wheel.py: built, installed, used",
    "rummy login": "tests/clients/test_cli.py: the command line",
    "rummy new": "tests/clients/test_cli.py: the command line",
}


def run(command: str, variables: dict[str, str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        shlex.split(command.replace(".venv/bin/", f"{BINARIES}/")),
        cwd=ROOT,
        env=variables,
        capture_output=True,
        text=True,
        check=False,
    )


def test_every_command_is_tested() -> None:
    for command in (*readme.commands(), *readme.inline_commands()):
        assert command.startswith(tuple(TESTED)), f"the README says {command!r}: test it here"


def test_the_targets_exist() -> None:
    for target in ("run", "test", "soak", "lint", "format", "messages"):
        done = subprocess.run(["make", "-n", target], cwd=ROOT, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr


def test_a_rule_is_found_where_it_is_enforced() -> None:
    assert run("grep -rn D16a games/engine", dict(os.environ)).stdout


def test_staff_are_made(tmp_path: Path) -> None:
    """Asked at a terminal; here its questions are answered by the environment."""
    given = environment.clean(DATA_DIR=str(tmp_path), DJANGO_SUPERUSER_PASSWORD="a long enough secret")
    assert run(".venv/bin/python manage.py migrate --verbosity 0", given).returncode == 0
    command = ".venv/bin/python manage.py createsuperuser"
    assert command in readme.inline_commands()
    done = run(f"{command} --noinput --username host --email host@example.org", given)
    assert done.returncode == 0, done.stderr


def test_the_program_plays_as_it_stands(service: Service) -> None:
    (program,) = readme.blocks("python")
    assert len(program.strip().splitlines()) <= 10
    program = program.replace("http://127.0.0.1:8000", service.url)
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=900, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "'hand'" in done.stdout and "'drawn'" in done.stdout


def settings_of(beginning: str) -> dict[str, str]:
    """The variables that the README's command with this beginning sets."""
    (command,) = (one for one in readme.commands() if one.startswith(beginning) and one.endswith("make run"))
    pairs = shlex.split(command.replace('"$(cat /etc/rummy/secret)"', "a-secret-" + "x7" * 30))[:-2]
    return dict(pair.split("=", 1) for pair in pairs)


def test_mail_goes_to_the_server_that_is_named(tmp_path: Path) -> None:
    given = settings_of("EMAIL_URL=smtp+tls")
    done = run(
        ".venv/bin/python manage.py shell --no-imports -c 'from django.conf import settings as s;"
        " print(s.EMAIL_HOST, s.EMAIL_PORT, s.EMAIL_USE_TLS, s.EMAIL_BACKEND, s.DEFAULT_FROM_EMAIL)'",
        environment.clean(DATA_DIR=str(tmp_path), **given),
    )
    said = "mail.example.org 587 True django.core.mail.backends.smtp.EmailBackend Rummy <rummy@example.org>"
    assert done.stdout.strip() == said, done.stderr


def test_for_a_club(tmp_path: Path) -> None:
    """Behind a proxy with TLS: the same process, with a public address."""
    given = settings_of("SITE_URL=https://rummy.example.org")
    assert given.pop("DATA_DIR")
    club = Service(tmp_path, **given)
    club.start(wait=False)
    try:
        asked = {"Host": "rummy.example.org", "X-Forwarded-Proto": "https"}
        request = urllib.request.Request(f"{club.url}/healthz", headers=asked)
        end = time.monotonic() + 600
        while True:
            try:
                with urllib.request.urlopen(request, timeout=120) as answer:
                    assert answer.headers["Strict-Transport-Security"]
                    break
            except OSError:
                assert time.monotonic() < end, club.said()
                time.sleep(0.2)
    finally:
        assert club.stop() == 0


class Many:
    """The processes that *Run it for many* starts."""

    def __init__(self, data: Path) -> None:
        self.port, self.live_port, self.mail_port = (servers.free_port() for _ in range(3))
        self.url = f"http://127.0.0.1:{self.port}"
        rates = {f"THROTTLE_{each}": "100000/min" for each in ("ANON", "USER", "LOGIN")}
        server, name = servers.database_url(), f"readme{os.getpid()}"
        self.held = ExitStack()
        database = self.held.enter_context(psycopg.connect(server, autocommit=True))
        database.execute(f"CREATE DATABASE {name}".encode())
        self.held.callback(database.execute, f"DROP DATABASE {name} WITH (FORCE)".encode())
        self.variables = environment.clean(
            DATABASE_URL=f"{server.rpartition('/')[0]}/{name}",
            REDIS_URL=servers.spare_redis_url(),
            SECRET_KEY="of this test",
            DATA_DIR=str(data),
            BOT_DELAY="0",
            MAIL_IN_PORT=str(self.mail_port),
            **rates,
        )
        self.processes: list[subprocess.Popen[bytes]] = []

    def start(self) -> Many:
        ports = {"8000": self.port, "8001": self.live_port}
        for command in readme.commands():
            if command.startswith(".venv/bin/python manage.py reply"):
                continue  # for one machine
            if command.startswith(".venv/bin/python manage.py") and not command.endswith(" listen"):
                done = run(command, self.variables)
                assert done.returncode == 0, done.stderr
            elif command.startswith((".venv/bin/", "nice .venv/bin/")):
                words = shlex.split(command.replace(".venv/bin/", f"{BINARIES}/"))
                words = [str(ports.get(word, word)) for word in words]
                self.processes.append(subprocess.Popen(words, cwd=ROOT, env=self.variables))
        end = time.monotonic() + 600
        while self.health() != 200 or not all(map(servers.answers, (self.live_port, self.mail_port))):
            assert time.monotonic() < end, "web, worker and beat did not come to life"
            time.sleep(0.2)
        return self

    def health(self) -> int:
        try:
            with urllib.request.urlopen(f"{self.url}/healthz", timeout=120) as answer:
                return int(answer.status)
        except OSError:
            return 0

    def stop(self) -> None:
        with self.held:
            for process in self.processes:
                process.terminate()
            for process in self.processes:
                process.wait(300)


@pytest.fixture
def many(tmp_path: Path) -> Iterator[Many]:
    service = Many(tmp_path)
    try:
        yield service.start()
    finally:
        service.stop()


def test_for_many(many: Many) -> None:
    """PostgreSQL, Redis, web, worker and beat as processes of their own: a game against a house player ends.

    The process beside them tells of its moves, and the listener for mail greets.
    """
    player = Player(many.url, "ana")
    code = player.call("POST", "/games/", {"players": 2, "rounds": 1, "bots": ["beginner"]})["id"]
    with smtplib.SMTP("127.0.0.1", many.mail_port, timeout=240) as listener:
        assert listener.ehlo()[0] == 250
    events = urllib.request.Request(
        f"http://127.0.0.1:{many.live_port}/api/v1/events/",
        headers={"Authorization": f"Bearer {player.token}"},
    )
    with ThreadPoolExecutor(1) as pool, urllib.request.urlopen(events, timeout=240) as stream:
        told = pool.submit(next, (line for line in stream if code.encode() in line))
        play_it_out(player, code, many)
        assert b"version" in told.result(300)


def play_it_out(player: Player, code: str, many: Many) -> None:
    end: dict[str, Any] = player.play_to_the_end(code)
    assert end["result"]["reason"] == "single_round"
    done = run(".venv/bin/python manage.py replay_games", many.variables)
    assert (done.returncode, done.stdout.strip()) == (0, "1 games replay"), done.stderr
