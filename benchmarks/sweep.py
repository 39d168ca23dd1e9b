"""The sweep of the clock among many games: time and queries grow with those that are due, not with all.

Copies of one real game of two, with its whole state; some of them are late. On SQLite as a file, and on PostgreSQL.

    .venv/bin/python -m benchmarks.sweep [--games 100000] [--due 1000]
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from datetime import timedelta
from typing import Any

from tests import servers

RUN = "RUMMY_SWEEP_OF"  # says to the process that does the work what it is to do
_COPY = """
INSERT INTO games_game ({columns}) SELECT {values} FROM games_game g, ({numbers}) AS n WHERE g.code = 'first'
"""
_SEATS = """
INSERT INTO games_seat (game_id, user_id, place, number) SELECT g.id, s.user_id, s.place, s.number
FROM games_game g, games_seat s JOIN games_game f ON f.id = s.game_id WHERE f.code = 'first' AND g.code <> 'first'
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--due", type=int, default=1000)
    chosen = parser.parse_args()
    if RUN in os.environ:
        measure(os.environ[RUN], chosen.games, chosen.due)
        return
    postgres = servers.start_postgres(next(servers.postgres_programs()), options=())
    try:
        with tempfile.TemporaryDirectory() as data:
            for name, url in (("SQLite", f"sqlite:///{data}/sweep.sqlite3"), ("PostgreSQL", postgres.url)):
                environment = {
                    **os.environ,
                    RUN: name,
                    "DATABASE_URL": url,
                    "DATA_DIR": data,
                    "SECRET_KEY": "benchmark",
                    "DJANGO_SETTINGS_MODULE": "config.settings",
                }
                subprocess.run(
                    [sys.executable, "-m", "benchmarks.sweep", *sys.argv[1:]], env=environment, check=True
                )
    finally:
        postgres.stop()


def measure(name: str, games: int, due: int) -> None:
    import django

    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    made = 1
    _first()
    print(f"\n{name}\n{'active':>8} {'due':>6} {'played':>7} {'queries':>8} {'seconds':>8} {'ms a game':>10}")
    for total, late in ((games // 10, due), (games, due // 10), (games, due), (games, 0)):
        if total > made:
            _copy(made, total)
            made = total
        _make_late(late)
        played, queries, seconds = _timed()
        each = f"{1000 * seconds / played:10.1f}" if played else f"{'-':>10}"
        print(f"{total:8} {late:6} {played:7} {queries:8} {seconds:8.2f} {each}", flush=True)


def _first() -> None:
    """The game that the others are copies of."""
    from accounts.models import User
    from games.models import Game
    from games.services import lobby
    from games.services.terms import read_terms

    ana, ben = (User.objects.create_user(name, f"{name}@example.org") for name in ("ana", "ben"))
    terms = read_terms({"players": 2, "weekends": True, "timeouts_to_leave": 10})
    lobby.join(code=lobby.create(creator=ana, terms=terms, code="first").code, user=ben)
    Game.objects.update(deadline=None)


def _copy(made: int, total: int) -> None:
    """Copies made by the database itself; what tells one game from another is its number."""
    from django.db import connection
    from django.utils import timezone

    from games.models import Game

    columns = [field.column for field in Game._meta.concrete_fields if field.column != "id"]
    own = {"code": "'g' || n.i"}
    numbers = (
        f"WITH RECURSIVE c(i) AS (SELECT {made} UNION ALL SELECT i + 1 FROM c WHERE i < {total - 1})"
        " SELECT i FROM c"
    )
    with connection.cursor() as cursor:
        cursor.execute(
            "DELETE FROM games_seat WHERE game_id IN (SELECT id FROM games_game WHERE code <> 'first')"
        )
        cursor.execute(
            _COPY.format(
                columns=", ".join(columns),
                values=", ".join(own.get(column, f"g.{column}") for column in columns),
                numbers=numbers,
            )
        )
        cursor.execute(_SEATS)
    now = timezone.now()
    fresh = Game.objects.exclude(code="first")
    fresh.update(deadline=now + timedelta(days=1), turn_since=now - timedelta(days=9))
    _settle()


def _make_late(count: int) -> None:
    """So many games are late, spread over all; every other one has a day left or more."""
    from django.db.models import F
    from django.utils import timezone

    from games.models import Game

    if not count:
        return
    others = Game.objects.exclude(code="first")
    late = others.annotate(place=F("pk") % (others.count() // count)).filter(place=0).order_by("pk")
    chosen = list(late.values_list("pk", flat=True)[:count])
    Game.objects.filter(pk__in=chosen).update(deadline=timezone.now() - timedelta(hours=1))


def _settle() -> None:
    """What a database does by itself over time: otherwise the making of the copies is measured."""
    from django.db import connection

    with connection.cursor() as cursor:
        for statement in (
            ("VACUUM ANALYZE", "CHECKPOINT") if connection.vendor == "postgresql" else ("ANALYZE",)
        ):
            cursor.execute(statement)


def _timed() -> tuple[int, int, float]:
    from django.db import connection
    from django.utils import timezone

    from games.services import sweep

    queries = 0

    def counted(execute: Callable[..., Any], *args: Any) -> Any:
        nonlocal queries
        queries += 1
        return execute(*args)

    began = time.perf_counter()
    with connection.execute_wrapper(counted):
        played = sweep.sweep(now=timezone.now(), limit=10**9)
    return played, queries, time.perf_counter() - began


if __name__ == "__main__":
    main()
