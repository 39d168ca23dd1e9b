"""House players in the worker: what a turn takes by level and number of players, and how long a whole game does.

Whole games to 150 points through the services, on SQLite as a file, as the worker plays them with BOT_DELAY 0. All
seats are the house's: the one person of each table is on vacation. A turn is all its moves, with what is stored.

    .venv/bin/python -m benchmarks.bots [--games 2] [--levels expert strong] [--players 5]
"""

from __future__ import annotations

import argparse
import os
import statistics
import tempfile
import time
from collections import defaultdict
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

LEVELS = ("beginner", "casual", "strong", "expert")
MIXED = "mixed"  # each level once, and a second expert
MOST_MOVES = 5000
Turn = tuple[float, float]  # CPU and wall seconds


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--games", type=int, default=2, help="of each kind")
    parser.add_argument("--levels", nargs="+", choices=(*LEVELS, MIXED), default=(*LEVELS, MIXED))
    parser.add_argument("--players", nargs="+", type=int, choices=range(2, 6), default=range(2, 6))
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as data:
        os.environ |= {"DATA_DIR": data, "SECRET_KEY": "benchmark", "BOT_DELAY": "0", "NIGHT_HOURS": "none"}
        os.environ["DATABASE_URL"] = f"sqlite:///{data}/bots.sqlite3"
        os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
        measure(chosen.games, chosen.levels, chosen.players)


def measure(games: int, levels: Sequence[str], players: Sequence[int]) -> None:
    import django

    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    away = _away()
    print(f"{'':20}{'turn, CPU ms':>26}{'turn, ms':>22}{'game, s':>18}")
    heads = (("level", 10), ("players", 10), ("turns", 8), ("median", 9), ("p99", 9))
    print(
        "".join(f"{name:>{width}}" for name, width in heads)
        + f"{'median':>13}{'p99':>9}{'median':>9}{'max':>9}"
    )
    for level in levels:
        for count in players if level != MIXED else [5]:
            seats = [level] * count if level != MIXED else ["expert", *LEVELS]
            played = [_whole_game(away, seats) for _ in range(games)]
            _say(level, count, played)


def _away() -> Any:
    from django.utils import timezone

    from accounts.models import User
    from accounts.services import vacations

    user = User.objects.create_user("ana", "ana@example.org")
    vacations.take(user=user, until=timezone.now() + timedelta(days=20))
    return user


def _whole_game(away: Any, levels: Sequence[str]) -> list[Turn]:
    """What each of its turns took."""
    from django.utils import timezone

    from games.models import Game
    from games.services import house, lobby
    from games.services.terms import read_terms

    terms = {"players": len(levels), "bots": levels[1:], "vacation_bot": levels[0], "vacation_allowed": True}
    game = lobby.create(creator=away, terms=read_terms(terms))
    turns: dict[int, list[float]] = defaultdict(lambda: [0.0, 0.0])
    for _ in range(MOST_MOVES):
        game = Game.objects.get(pk=game.pk)
        if game.status != Game.Status.ACTIVE:
            return [(cpu, wall) for cpu, wall in turns.values()]
        took = turns[game.state["turns"]]
        cpu, wall = time.process_time(), time.perf_counter()
        house.play_due(now=timezone.now(), limit=1)
        took[0] += time.process_time() - cpu
        took[1] += time.perf_counter() - wall
    raise AssertionError("the game does not end")


def _say(level: str, players: int, games: list[list[Turn]]) -> None:
    turns = [turn for game in games for turn in game]
    cells = []
    for each in zip(*turns, strict=True):
        ordered = sorted(each)
        cells += [1000 * statistics.median(ordered), 1000 * ordered[int(len(ordered) * 0.99)]]
    for each in zip(*([sum(took) for took in zip(*game, strict=True)] for game in games), strict=True):
        cells += [statistics.median(each), max(each)]
    print(f"{level:>10}{players:10}{len(turns):8}" + "".join(f"{cell:9.1f}" for cell in cells), flush=True)


if __name__ == "__main__":
    main()
