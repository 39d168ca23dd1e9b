"""The command line: who logs in, and where; games by the address of their page."""

from __future__ import annotations

import io
import json
import re
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import rummy
from rummy import Client
from rummy.cli import kept
from tests import environment
from tests.clients.players import QUICK
from tests.service import Service

pytestmark = pytest.mark.server
LIBRARY = Path(rummy.__file__).parents[1]
SECRET = "the secret of {} is long"
Run = Callable[..., tuple[int, str, str]]


def name_of(client: Client) -> str:
    return str(client.me.get()["username"])


class TestAddresses:
    """A game can be named by its page, as a friend sends it."""

    def test_by_its_page_with_the_invitation(
        self, run: Run, service: Service, me: Client, other: Client
    ) -> None:
        made = other.games.create(players=3, visibility="private")
        page = made.data["you"]["invitation"]["url"]
        assert page.startswith(f"{service.url}/games/{made.id}/?invitation=")
        assert run("show", f"{service.url}/games/{made.id}/")[0] == 1, "nobody was asked"
        for command in ("show", "join"):
            code, said, complaint = run(command, page)
            assert (code, complaint) == (0, "") and made.id in said
        for place in ("", "/", "/log/?round=1#end"):
            assert run("show", f"{service.url}/games/{made.id}{place}")[0] == 0
        assert run("leave", page)[0] == 0

    def test_of_another_service_or_none(self, run: Run, service: Service, me: Client) -> None:
        code, said, complaint = run("show", "https://rummy.example.org/games/k7f3q9wz/")
        assert (code, said) == (3, "")
        assert f"is at https://rummy.example.org, and you are at {service.url}" in complaint
        code, said, complaint = run("show", f"{service.url}/rules/")
        assert (code, said) == (2, "") and "is no address of a game" in complaint


class TestLogin:
    def test_with_name_and_password(self, service: Service, home: Path, other: Client) -> None:
        name = name_of(other)
        variables = environment.clean(PYTHONPATH=str(LIBRARY), XDG_CONFIG_HOME=str(home))
        command = [sys.executable, "-m", "rummy", "login", service.url, "--name", name]
        said = subprocess.run(
            command, input=SECRET.format(name), env=variables, capture_output=True, text=True, check=False
        )
        assert said.returncode == 0, said.stderr
        file = home / "rummy" / "login.json"
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700
        assert SECRET.format(name) not in file.read_text()
        token = json.loads(file.read_text())["token"]
        assert token not in said.stdout
        client = Client(service.url, token=token, patience=QUICK)
        assert name_of(client) == name
        assert subprocess.run([*command[:3], "logout"], env=variables, check=False).returncode == 0
        assert not file.exists()
        with pytest.raises(rummy.NotLoggedIn):
            client.me.get()

    def test_what_is_wrong_is_one_sentence_and_keeps_nothing(
        self, service: Service, run: Run, home: Path
    ) -> None:
        code, said, complaint = run("login", service.url, "--token", "nonsense")
        assert (code, said) == (3, "")
        assert re.fullmatch(r"rummy: [^\n]+\.\n", complaint)
        assert not (home / "rummy").exists()

    def test_a_wrong_password_is_said_with_where_it_was_asked(
        self, service: Service, run: Run, home: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("sys.stdin", io.StringIO("no such secret\n"))
        code, said, complaint = run("login", service.url, "--name", "nobody here")
        assert (code, said) == (3, "")
        assert "do not belong together" in complaint and service.url in complaint
        assert "(rummy login)" not in complaint, "that was it"
        assert not (home / "rummy").exists()

    @pytest.mark.parametrize("command", ["draw", "meld", "knock", "plan", "hint"])
    def test_who_is_not_logged_in_is_told(self, run: Run, command: str) -> None:
        more = ["new 7C 7D 7H"] if command == "meld" else []
        assert run(command, "k7f3q9wz", *more) == (3, "", "rummy: You are not logged in: rummy login.\n")

    def test_a_service_that_is_away(self, run: Run, monkeypatch: pytest.MonkeyPatch, me: Client) -> None:
        monkeypatch.setenv("RUMMY_URL", "http://127.0.0.1:9")
        monkeypatch.setenv("RUMMY_TOKEN", "any")
        monkeypatch.setattr("rummy.cli.main.PATIENCE", rummy.Patience(0.1))
        code, _said, complaint = run("list")
        assert code == 4 and "http://127.0.0.1:9 does not answer" in complaint

    def test_who_is_not_logged_in_where_no_service_is_hears_both(
        self, run: Run, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("RUMMY_URL", "http://127.0.0.1:9")
        monkeypatch.setattr("rummy.cli.main.PATIENCE", rummy.Patience(0.1))
        code, _said, complaint = run("list")
        assert code == 4 and "http://127.0.0.1:9 does not answer" in complaint
        assert complaint.endswith("You are not logged in: rummy login URL.\n")

    def test_a_login_is_for_its_own_service(
        self, run: Run, service: Service, monkeypatch: pytest.MonkeyPatch, me: Client
    ) -> None:
        monkeypatch.setenv("RUMMY_URL", service.url + "/")
        assert run("list")[0] == 0
        monkeypatch.setenv("RUMMY_URL", "http://127.0.0.1:9")
        assert run("draw", "k7f3q9wz") == (3, "", "rummy: You are not logged in: rummy login.\n")
        assert kept.stored() is not None

    @pytest.mark.parametrize("configured", ["", "relative/folder"])
    def test_it_is_kept_where_configurations_are(
        self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, configured: str
    ) -> None:
        monkeypatch.setenv("HOME", str(tmp_path))
        monkeypatch.setenv("XDG_CONFIG_HOME", configured)
        assert kept.place() == tmp_path / ".config" / "rummy" / "login.json"
        kept.store(kept.Login("http://127.0.0.1:9", "a token", "ana", 7))
        assert kept.load() == kept.Login("http://127.0.0.1:9", "a token", "ana", 7)
        kept.forget()
        kept.forget()
        assert kept.load() is None and list(kept.place().parent.iterdir()) == []

    def test_a_damaged_file_is_named(self, run: Run, home: Path) -> None:
        (home / "rummy").mkdir()
        (home / "rummy" / "login.json").write_text("{")
        code, _said, complaint = run("list")
        assert code == 1 and str(home / "rummy" / "login.json") in complaint
