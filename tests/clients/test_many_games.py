"""Many games by sample bots, while the web process is restarted: all end, all replay, each event is heard once."""

from __future__ import annotations

import os
import signal
import time
from collections import defaultdict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from bot import run

from rummy import Client, Event, Patience
from tests.clients.web import Web

pytestmark = pytest.mark.server
GAMES, BOTS, RESTARTS = (500, 40, 10) if os.environ.get("SOAK") else (20, 6, 2)
PATIENCE = 15.0 * GAMES + 900  # seconds, on a machine that has much else to do
FEWEST_LINES = 12  # that any single round has
AGAIN = Patience(seconds=600, first=0.1, longest=1)


class Bot:
    """A sample bot that keeps what it heard, until all games in which it sits are over."""

    def __init__(self, url: str, number: int) -> None:
        self.name = f"bot{number}"
        self.client = Client(url, patience=AGAIN)
        secret = f"the secret of {self.name} is long"
        self.client.accounts.register(self.name, f"{self.name}@example.org", secret)
        self.client.token = self.client.tokens.create(self.name, secret)["token"]
        self.heard: list[Event] = []
        self.games: set[str] = set()

    def live(self) -> None:
        left = set(self.games)
        for event in run(self.client, after=0):
            self.heard.append(event)
            if event.kind == "ended" and event.game:
                left.discard(event.game)
            if not left:
                break


def test_every_game_ends_and_every_event_is_heard_once(tmp_path: Path) -> None:
    with Web(tmp_path) as web:
        bots = [Bot(web.url, number) for number in range(BOTS)]
        for number in range(GAMES):
            seat(bots, number)
        with ThreadPoolExecutor(BOTS) as pool:
            lives = [pool.submit(bot.live) for bot in bots]
            try:
                restart_again_and_again(web, lambda: sum(len(bot.heard) for bot in bots))
                for life in lives:
                    life.result(PATIENCE)
            finally:
                for bot in bots:
                    bot.client.close()  # whoever still listens hears nothing more
        assert web.manage("replay_games") == f"{GAMES} games replay"
        logs = stored(web)
        assert len(logs) == GAMES
        for bot in bots:
            heard_once(bot, logs)


def seat(bots: list[Bot], number: int) -> None:
    """A single round of two or three of them, each in its turn."""
    players = [
        bots[(number + step * (1 + number // BOTS % 2)) % BOTS] for step in range(3 if number % 4 == 3 else 2)
    ]
    game = players[0].client.games.create(players=len(players), rounds=1)
    for bot in players[1:]:
        bot.client.games.join(game.id)
    for bot in players:
        bot.games.add(game.id)


def restart_again_and_again(web: Web, heard: Callable[[], int]) -> None:
    """At even distances while games are played; in order and as by a power cut, in turn."""
    end = time.monotonic() + PATIENCE
    for number in range(1, RESTARTS + 1):
        while heard() < 2 * GAMES * FEWEST_LINES * number / (RESTARTS + 1):
            assert time.monotonic() < end, "the bots do not play"
            time.sleep(0.05)
        unfinished = web.rows("SELECT count(*) FROM games_game WHERE status = 'active'")[0][0]
        assert unfinished, "all was over before the web process was restarted"
        web.end(signal.SIGKILL if number % 2 else signal.SIGTERM)
        web.start()


def stored(web: Web) -> dict[str, list[int]]:
    """The numbers of each game's log; all games are over."""
    assert web.rows("SELECT count(*) FROM games_game WHERE status <> 'finished'") == [(0,)]
    statement = """SELECT g.code, array_agg(m.number ORDER BY m.number)
                   FROM games_game g JOIN games_move m ON m.game_id = g.id GROUP BY g.code"""
    return {str(code): list(numbers) for code, numbers in web.rows(statement)}  # type: ignore[call-overload]


def heard_once(bot: Bot, logs: dict[str, list[int]]) -> None:
    """What the bot heard is what is stored: each line of each of its games, in order, once; no number is left out."""
    heard: dict[str, list[int]] = defaultdict(list)
    for event in bot.heard:
        if event.entry and event.game:
            heard[event.game].append(event.entry.number)
    assert dict(heard) == {code: logs[code] for code in bot.games}
    numbers = [event.id for event in bot.heard if event.id is not None]
    assert numbers == list(range(1, len(numbers) + 1))
