"""Makes `rummy` importable for the tests of this folder, built as it is installed; its command line, and players."""

from __future__ import annotations

import atexit
import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.clients.built import CLIENT, importable
from tests.service import Service

if TYPE_CHECKING:
    from rummy import Client

Run = Callable[..., tuple[int, str, str]]

_folder = tempfile.mkdtemp(prefix="rummy-client-")
atexit.register(shutil.rmtree, _folder, ignore_errors=True)
sys.path[:0] = [str(importable(Path(_folder))), str(CLIENT / "examples")]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    for name in ("RUMMY_URL", "RUMMY_TOKEN", "NO_COLOR", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


@pytest.fixture
def run(home: Path, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs a command in this process: exit code, output, complaints."""

    def one(*arguments: str) -> tuple[int, str, str]:
        capsys.readouterr()
        from rummy.cli.main import main  # can be imported by now

        code = main(arguments)
        return (code, *capsys.readouterr())

    return one


@pytest.fixture(scope="module")
def players(service: Service) -> tuple[Client, Client]:
    from tests.clients.players import register

    return register(service.url), register(service.url)


@pytest.fixture
def other(players: tuple[Client, Client]) -> Client:
    return players[1]


@pytest.fixture
def me(service: Service, run: Run, players: tuple[Client, Client]) -> Client:
    """A player who is logged in at the command line too."""
    client = players[0]
    assert client.token
    code, said, _ = run("login", service.url, "--token", client.token)
    assert code == 0 and client.me.get()["username"] in said
    return client
