"""Three programs play a whole game against the running service, and what it owes by mail comes once."""

from __future__ import annotations

import email
import re
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from email.message import EmailMessage
from email.policy import default
from pathlib import Path
from typing import Any, cast
from urllib.parse import unquote

import pytest

from tests.service import Service
from tests.whole.client import Player

pytestmark = pytest.mark.server
NAMES = ("ana", "ben", "carla")


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    with Service(tmp_path_factory.mktemp("whole")) as running:
        yield running


def mails(service: Service) -> list[EmailMessage]:
    return [
        cast(EmailMessage, email.message_from_bytes(path.read_bytes(), policy=default))
        for path in sorted((service.data / "mails").glob("*.eml"))
    ]


def until(condition: Any, patience: float = 600) -> Any:
    """What `condition` gives, once it is something."""
    end = time.monotonic() + patience
    while not (found := condition()):
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.1)
    return found


def confirm(service: Service, player: Player) -> None:
    """Confirms the address with the key of the mail that came."""

    def key() -> str | None:
        for mail in mails(service):
            if mail["To"] == f"{player.name}@example.org":
                body = mail.get_body(("plain",))
                found = re.search(r"key=([\w:%.-]+)", body.get_content() if body else "")
                return unquote(found[1]) if found else None
        return None

    player.call("POST", "/accounts/confirm/", {"key": until(key)})
    assert player.call("GET", "/me/")["email_confirmed"] is True


def test_three_programs_play_a_game_to_its_end(own: Service) -> None:
    players = [Player(own.url, name) for name in NAMES]
    for player in players:
        confirm(own, player)
    code = players[0].call("POST", "/games/", {"players": 3, "target": 50})["id"]
    for player in players[1:]:
        view = player.call("POST", f"/games/{code}/join/", {})
    assert view["status"] == "active"

    with ThreadPoolExecutor(len(players)) as pool:
        ends = list(pool.map(lambda player: player.play_to_the_end(code), players))

    result = ends[0]["result"]
    assert all(end["status"] == "finished" and end["result"] == result for end in ends)
    rounds = players[0].call("GET", f"/games/{code}/rounds/")
    assert [one["number"] for one in rounds] == list(range(1, len(rounds) + 1))
    agrees_with_the_rules(rounds, result, target=50)
    owed_is_sent_once_or_moot(own, code, rounds=len(rounds))
    replays(own)


def agrees_with_the_rules(rounds: list[dict[str, Any]], result: dict[str, Any], target: int) -> None:
    """RULES R18, R21 to R28, worked out once more from the hands."""
    totals, won = [0, 0, 0], [0, 0, 0]
    for one in rounds:
        points = [sum(worth(card) for card in hand) for hand in one["hands"]]
        assert points == one["points"]
        lowest = min(points)
        winners = [seat for seat in range(3) if points[seat] == lowest]
        if one["knocker"] in winners and len(winners) > 1:
            winners.remove(one["knocker"])
        assert one["winners"] == winners
        for seat in range(3):
            score = 0
            if seat in winners:
                score = sum(points) - 3 * lowest
                score += 10 if one["knocker"] not in (None, seat) else 0
                score += 25 if not one["hands"][seat] else 0
            assert one["scores"][seat] == score
            totals[seat] += score
            won[seat] += seat in winners
    assert max(totals) >= target
    final = [total + (100 if total >= target else 25 * wins) for total, wins in zip(totals, won, strict=True)]
    best = [seat for seat in range(3) if final[seat] == max(final)]
    assert result == {"final": final, "winners": best, "reason": "target"}


def worth(card: str) -> int:
    """RULES R18."""
    return 25 if card == "*" else {"A": 1, "T": 10, "J": 10, "Q": 10, "K": 10}.get(card[0]) or int(card[0])


def owed_is_sent_once_or_moot(service: Service, code: str, rounds: int) -> None:
    database = sqlite3.connect(f"file:{service.data / 'rummy.sqlite3'}?mode=ro", uri=True)

    def states() -> dict[str, int] | None:
        counted = Counter(dict(database.execute("SELECT state, count(*) FROM games_outbox GROUP BY state")))
        return None if counted["queued"] else dict(counted)

    counted = until(states)
    assert set(counted) <= {"sent", "moot"}, counted
    written = mails(service)
    assert len(written) == counted["sent"]
    ids = [mail["Message-ID"] for mail in written]
    assert len(set(ids)) == len(ids)
    kinds = dict(
        database.execute("SELECT kind, count(*) FROM games_outbox WHERE game_id IS NOT NULL GROUP BY kind")
    )
    turns = database.execute("SELECT count(*) FROM games_move WHERE events LIKE '%turn_opened%'").fetchone()[
        0
    ]
    assert kinds == {"turn": turns, "round": 3 * rounds, "result": 3}
    last = [mail for mail in written if code in mail["Subject"] and mail["To"] == "ana@example.org"][-1]
    assert last.get_body(("plain",)) is not None and last.get_body(("html",)) is not None


def replays(service: Service) -> None:
    done = subprocess.run(
        [sys.executable, "manage.py", "replay_games"],
        cwd=Path(__file__).parents[2],
        env=service.environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout.strip()) == (0, "1 games replay"), done.stderr
