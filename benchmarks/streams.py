"""A thousand open streams on one process: what each costs, and how long a move takes to be told.

The process is uvicorn with PostgreSQL; once it tells its own streams, once by Redis. Each stream is one user's, of all
their games; then as many watch one game. Moves are sent to the same process.

    .venv/bin/python -m benchmarks.streams [--streams 1000] [--moves 200]
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psycopg

from tests import servers

HOST = "127.0.0.1"
SETTLED = 6.0  # seconds, after which nothing is under way any more
PATIENCE = 60.0  # seconds for a move to be told
GENEROUS = {f"THROTTLE_{of}": "1000000/min" for of in ("ANON", "USER", "LOGIN", "HINT")}


@dataclass
class Player:
    """Who plays where."""

    token: str
    game: str


@dataclass
class Heard:
    """When a line of a game came, for each stream that it came by."""

    at: dict[tuple[str, int], list[float]] = field(default_factory=dict)

    def put(self, data: dict[str, Any]) -> None:
        if "number" in data:
            self.at.setdefault((data["game"], data["number"]), []).append(time.perf_counter())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--streams", type=int, default=1000)
    parser.add_argument("--moves", type=int, default=200)
    chosen = parser.parse_args()
    postgres = servers.start_postgres(next(servers.postgres_programs()), options=())
    broker = servers.start_redis(next(servers.redis_programs()))
    try:
        with tempfile.TemporaryDirectory() as data:
            common = {
                **os.environ,
                **GENEROUS,
                "DATABASE_URL": postgres.url,
                "DATA_DIR": data,
                "SECRET_KEY": "benchmark",
                "DJANGO_SETTINGS_MODULE": "config.settings",
                "TRUSTED_PROXIES": "1",  # so that watchers can come from many addresses
                "NIGHT_HOURS": "none",
            }
            os.environ.update(common)
            players = furnish(chosen.streams)
            for name, url in (("in process", ""), ("by Redis", broker.url)):
                with server({**common, "REDIS_URL": url}, Path(data)) as (port, pid):
                    print(f"told {name}:")
                    asyncio.run(measure(players, port, pid, postgres.url, chosen.moves))
    finally:
        postgres.stop()
        broker.stop()


def furnish(streams: int) -> list[Player]:
    """So many users with a token each, two and two in a game that goes on."""
    import django

    django.setup()
    from django.core.management import call_command
    from django.db import connection

    from accounts.models import User
    from accounts.services.tokens import create_token
    from games.services import lobby
    from games.services.terms import read_terms

    call_command("migrate", verbosity=0)
    users = [User(username=f"u{n}", username_key=f"u{n}", password="!") for n in range(streams)]
    users = User.objects.bulk_create(users)
    players = []
    for first, second in zip(users[::2], users[1::2], strict=True):
        game = lobby.create(creator=first, terms=read_terms({"players": 2}))
        lobby.join(code=game.code, user=second)
        players += [Player(create_token(user=user)[1], game.code) for user in (first, second)]
    connection.close()
    return players


@contextmanager
def server(environment: dict[str, str], data: Path) -> Iterator[tuple[int, int]]:
    """One uvicorn; its port and process."""
    port = servers.free_port()
    command = [
        sys.executable,
        "-m",
        "uvicorn",
        "config.asgi:application",
        "--port",
        str(port),
        "--lifespan",
        "off",
    ]
    with (data / "log").open("ab") as log:
        process = subprocess.Popen([*command, "--no-access-log"], env=environment, stdout=log, stderr=log)
    try:
        while not servers.answers(port):
            assert process.poll() is None, (data / "log").read_text()
            time.sleep(0.1)
        yield port, process.pid
    finally:
        process.terminate()
        process.wait(20)


async def measure(players: list[Player], port: int, pid: int, database: str, moves: int) -> None:
    await ask(port, players[0], "GET", f"/games/{players[0].game}/")  # everything is loaded
    await asyncio.sleep(SETTLED)
    before, connections = memory(pid), count(database)
    heard = Heard()
    own = [await opened(port, "/api/v1/events/", heard, player.token) for player in players]
    await asyncio.sleep(SETTLED)
    each = (memory(pid) - before) / len(own)
    more = count(database) - connections
    print(f"  {len(own)} streams, {each:.0f} kB each, {more} more connections to the database")
    took, answered = await play(port, players, heard, moves)
    print(f"  a move to its event: {told(took)} ms; to its answer: {told(answered)} ms")
    for task in own:
        task.cancel()
    await asyncio.gather(*own, return_exceptions=True)
    await asyncio.sleep(1)
    path = f"/api/v1/games/{players[0].game}/events/"
    watching = [
        await opened(port, path, heard, address=f"10.{n // 250}.{n % 250}.1") for n in range(len(players))
    ]
    took, _answered = await play(port, players[:2], heard, 20, streams=len(watching))
    print(f"  a move to the last of {len(watching)} who watch one game: {told(took)} ms")
    for task in watching:
        task.cancel()
    await asyncio.gather(*watching, return_exceptions=True)


async def play(
    port: int, players: list[Player], heard: Heard, moves: int, *, streams: int = 2
) -> tuple[list[float], list[float]]:
    """Moves, one after the other; milliseconds from sending each to the last stream that tells of it, and to its
    answer."""
    took, answered = [], []
    while len(took) < moves:
        for first, second in zip(players[::2], players[1::2], strict=True):
            view = await ask(port, first, "GET", f"/games/{first.game}/")
            mover = first if view["can"] else second
            if mover is second:
                view = await ask(port, second, "GET", f"/games/{first.game}/")
            kind = next((one for one in ("draw", "pass") if one in view["can"]), None)
            if kind is None:
                continue
            before = len(heard.at)
            begun = time.perf_counter()
            body = {"version": view["version"], "type": kind}
            after = await ask(port, mover, "POST", f"/games/{first.game}/moves/", body)
            assert "version" in after, after
            answered.append(1000 * (time.perf_counter() - begun))
            end = begun + PATIENCE
            while not any(len(each) >= streams for each in list(heard.at.values())[before:]):
                assert time.perf_counter() < end, "not all were told"
                await asyncio.sleep(0.01)
            took.append(1000 * (max(list(heard.at.values())[before]) - begun))
            if len(took) == moves:
                break
    return took, answered


async def opened(
    port: int, path: str, heard: Heard, token: str = "", address: str = "10.9.9.9"
) -> asyncio.Task[None]:
    """A stream that is open, and what reads it."""
    reader, writer = await asyncio.open_connection(HOST, port)
    heads = [f"GET {path} HTTP/1.1", "Host: 127.0.0.1", f"X-Forwarded-For: {address}"]
    heads += [f"Authorization: Bearer {token}"] if token else []
    writer.write("\r\n".join([*heads, "", ""]).encode())
    status = await reader.readline()
    assert b" 200 " in status, status + await reader.read(1000)

    async def read() -> None:
        try:
            while line := await reader.readline():
                if line.startswith(b"data: "):
                    heard.put(json.loads(line[6:]))
        finally:
            writer.close()

    return asyncio.create_task(read())


async def ask(port: int, player: Player, method: str, path: str, body: Any = None) -> dict[str, Any]:
    data = b"" if body is None else json.dumps(body).encode()
    reader, writer = await asyncio.open_connection(HOST, port)
    heads = [f"{method} /api/v1{path} HTTP/1.1", "Host: 127.0.0.1", f"Authorization: Bearer {player.token}"]
    heads += ["Content-Type: application/json", f"Content-Length: {len(data)}", "Connection: close", "", ""]
    writer.write("\r\n".join(heads).encode() + data)
    answer = await reader.read()
    writer.close()
    found: dict[str, Any] = json.loads(answer.partition(b"\r\n\r\n")[2])
    return found


def memory(pid: int) -> int:
    """Kilobytes that the process holds."""
    return int(subprocess.check_output(["ps", "-o", "rss=", "-p", str(pid)]))


def count(database: str) -> int:
    """Connections to the database but our own."""
    with psycopg.connect(database) as connection:
        others = "datname = current_database() AND pid <> pg_backend_pid()"
        row = connection.execute(f"SELECT count(*) FROM pg_stat_activity WHERE {others}").fetchone()  # ours
    assert row is not None
    return int(row[0])


def told(values: list[float]) -> str:
    values = sorted(values)
    return f"median {statistics.median(values):.0f}, p99 {values[int(len(values) * 0.99)]:.0f}"


if __name__ == "__main__":
    main()
