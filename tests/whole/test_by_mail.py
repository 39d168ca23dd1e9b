"""A whole round by mail alone: two players, one of whom reads and writes Arabic, and nobody opens a page."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

from tests.service import Service
from tests.whole.client import Player
from tests.whole.correspondent import Correspondent
from tests.whole.test_whole_game import confirm

pytestmark = pytest.mark.server
PATIENCE = 1800.0  # seconds, on a machine that has much else to do


def test_two_players_play_a_round_by_mail(tmp_path: Path) -> None:
    with Service(tmp_path) as service:
        players = [Player(service.url, name) for name in ("ana", "basma")]
        for player in players:
            confirm(service, player)
        players[1].call("PATCH", "/me/", {"language": "ar"})
        code = players[0].call("POST", "/games/", {"players": 2, "rounds": 1})["id"]
        players[1].call("POST", f"/games/{code}/join/", {})

        folder = service.data / "mails"
        writers = [
            Correspondent("ana", "en", folder, service.mail_port),
            Correspondent("basma", "ar", folder, service.mail_port),
        ]
        said = correspond(writers)

        view = players[0].call("GET", f"/games/{code}/")
        assert view["status"] == "finished" and view["result"]["reason"] == "single_round"
        assert len(players[0].call("GET", f"/games/{code}/rounds/")) == 1
        assert service.stop() == 0
        replays(service)
    assert all(said.values())
    assert outcomes(service) == {"played": sum(writer.sent for writer in writers)}


def correspond(writers: list[Correspondent]) -> dict[str, list[str]]:
    """Each answers what comes, until both have read how the game ended; what each wrote."""
    said: dict[str, list[str]] = {writer.name: [] for writer in writers}
    ended: set[str] = set()
    end = time.monotonic() + PATIENCE
    while len(ended) < len(writers):
        assert time.monotonic() < end, [mail["Message-ID"] for mail in writers[0].read[-5:]]
        quiet = True
        for writer in writers:
            for mail in writer.look():
                quiet = False
                kind = mail["Message-ID"][1:].partition(".")[0]
                assert kind not in ("not_played", "help", "confirm_move"), mail.get_body(("plain",))
                if kind == "result":
                    ended.add(writer.name)
                said[writer.name] += writer.answer(mail)
        if quiet:
            time.sleep(0.1)
    return said


def outcomes(service: Service) -> dict[str, int]:
    """What became of the mails that came in."""
    with closing(sqlite3.connect(f"file:{service.data / 'rummy.sqlite3'}?mode=ro", uri=True)) as database:
        return dict(database.execute("SELECT outcome, count(*) FROM games_incomingmail GROUP BY outcome"))


def replays(service: Service) -> None:
    """The log of what was played by mail is whole."""
    done = subprocess.run(
        [sys.executable, "manage.py", "replay_games"],
        cwd=Path(__file__).parents[2],
        env=service.environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout.strip()) == (0, "1 games replay"), done.stderr
