"""Moves over HTTP on PostgreSQL: requests a second and median, against the bare SQL transaction, in one run.

The floor is pgbench (simple protocol, floor.sql: token, lock, state of 4 kB, move, outbox row, commit) on the same
server with the same settings: fsync on. The service is what the README's *Run it for many* starts: granian, with
Redis, throttles, idempotency keys, worker and beat. Requests are those of recorded games.

    .venv/bin/python -m benchmarks.submit [--games 60] [--seconds 8]
"""

from __future__ import annotations

import argparse
import json
import os
import queue
import re
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from pathlib import Path
from typing import Any

import psycopg

from tests import servers

HERE = Path(__file__).parent
CLIENTS = (1, 8, 32)
# What a table has that the floor says nothing of, columns of later days as well, is empty.
_WITHOUT_DEFAULT = """SELECT column_name, data_type FROM information_schema.columns WHERE table_name = %s
    AND is_nullable = 'NO' AND column_default IS NULL AND is_identity = 'NO'"""
_EMPTY = {
    **dict.fromkeys(("character varying", "text"), "''"),
    **dict.fromkeys(("smallint", "integer", "bigint"), "0"),
    "boolean": "false",
    "bytea": "''",
    "jsonb": "'[]'",
    "timestamp with time zone": "now()",
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--games", type=int, default=60, help="recorded games for each number of clients")
    parser.add_argument("--seconds", type=int, default=8, help="of each run of the floor")
    parser.add_argument("--idle-worker", action="store_true", help="leave worker and beat out")
    chosen = parser.parse_args()
    postgres = servers.start_postgres(next(servers.postgres_programs()), options=())
    redis = servers.start_redis(next(servers.redis_programs()))
    processes: list[subprocess.Popen[Any]] = []
    try:
        with tempfile.TemporaryDirectory() as data:
            environment = _environment(postgres.url, redis.url, data)
            manage = [sys.executable, "manage.py"]
            subprocess.run([*manage, "migrate", "--verbosity", "0"], env=environment, check=True)
            _make_floor(postgres.url)
            games = _recorded(environment, chosen.games * len(CLIENTS))
            port = servers.free_port()
            processes += _service(environment, port, worker=not chosen.idle_worker)
            _await(port)
            _play(port, games[:2], 1)  # warm
            _report(postgres, port, games[2:], chosen.seconds)
    finally:
        for process in processes:
            process.send_signal(signal.SIGTERM)
        for process in processes:
            process.wait(20)
        redis.stop()
        postgres.stop()


def _make_floor(url: str) -> None:
    """Tables of the floor's own, like the service's, with 200 games."""
    with psycopg.connect(url, autocommit=True) as connection:
        for name in ("game", "move", "outbox"):
            connection.execute(f"CREATE TABLE floor_{name} (LIKE games_{name} INCLUDING ALL)")
            for column, kind in connection.execute(_WITHOUT_DEFAULT, [f"floor_{name}"]).fetchall():
                connection.execute(f"ALTER TABLE floor_{name} ALTER {column} SET DEFAULT {_EMPTY[kind]}")
        connection.execute(
            "INSERT INTO floor_game (code, status, visibility, options, invitation, version, log_length, state)"
            " SELECT n::text, 'active', 'public', '{}', '', 1, 2, '{}' FROM generate_series(1, 200) AS n"
        )


def _environment(database: str, redis: str, data: str) -> dict[str, str]:
    rates = {f"THROTTLE_{name}": "10000000/min" for name in ("ANON", "USER", "LOGIN")}
    return {
        **os.environ,
        "DATABASE_URL": database,
        "REDIS_URL": redis,
        "DATA_DIR": data,
        "SECRET_KEY": "benchmark",
        "EMAIL_URL": "dummymail://",
        **rates,
    }


def _recorded(environment: dict[str, str], count: int) -> list[list[Any]]:
    made = subprocess.run(
        [sys.executable, "-m", "benchmarks.recorded", str(count + 2)],
        env=environment,
        check=True,
        stdout=subprocess.PIPE,
    )
    games: list[list[Any]] = json.loads(made.stdout)["games"]
    return games


def _service(environment: dict[str, str], port: int, *, worker: bool) -> list[subprocess.Popen[Any]]:
    binaries = Path(sys.executable).parent
    web = [binaries / "granian", "--interface", "wsgi", "config.wsgi:application", "--port", str(port)]
    commands: list[list[Any]] = [
        [*web, "--workers", "2", "--blocking-threads", "2", "--no-access-log", "--log-level", "warning"]
    ]
    if worker:
        celery = ["nice", binaries / "celery", "-A", "config"]
        commands.append([*celery, "--quiet", "worker", "--concurrency", "1", "--loglevel", "ERROR"])
        commands.append([*celery, "beat", "--loglevel", "ERROR"])
    return [subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL) for command in commands]


def _await(port: int) -> None:
    for _ in range(200):
        if servers.answers(port):
            return
        time.sleep(0.1)
    raise SystemExit("the service did not start")


def _report(postgres: servers.Running, port: int, games: list[list[Any]], seconds: int) -> None:
    types = Counter(request[2]["type"] for game in games for request in game)
    print("move mix:", ", ".join(f"{name} {count}" for name, count in types.most_common()))
    print(f"{'clients':>7} {'floor/s':>8} {'moves/s':>8} {'median ms':>9} {'ratio':>6}")
    share = len(games) // len(CLIENTS)
    for place, clients in enumerate(CLIENTS):
        before = _floor(postgres, clients, seconds)
        rate, median = _play(port, games[place * share : (place + 1) * share], clients)
        after = _floor(postgres, clients, seconds)
        floor = (before + after) / 2
        print(
            f"{clients:>7} {floor:>8.0f} {rate:>8.0f} {median * 1000:>9.1f} {rate / floor:>6.2f}", flush=True
        )


def _floor(postgres: servers.Running, clients: int, seconds: int) -> float:
    assert postgres.programs is not None
    ran = subprocess.run(
        [
            *(postgres.programs / "pgbench", "--no-vacuum", "--protocol", "simple", "--client", str(clients)),
            *("--time", str(seconds), "--file", HERE / "floor.sql", postgres.url),
        ],
        check=False,
        capture_output=True,
        text=True,
    )
    if ran.returncode:
        raise SystemExit(ran.stderr)
    found = re.search(r"tps = ([\d.]+)", ran.stdout)
    assert found, ran.stdout
    return float(found[1])


def _play(port: int, games: list[list[Any]], clients: int) -> tuple[float, float]:
    """Plays the games with so many clients, each a game at a time; moves a second, and the median in seconds."""
    todo: queue.SimpleQueue[list[bytes]] = queue.SimpleQueue()
    for game in games:
        todo.put([_bytes(number, *request) for number, request in enumerate(game)])
    times: list[float] = []
    wrong: list[bytes] = []

    def client() -> None:
        with socket.create_connection(("127.0.0.1", port)) as connection:
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            while True:
                try:
                    requests = todo.get_nowait()
                except queue.Empty:
                    return
                for request in requests:
                    started = time.perf_counter()
                    connection.sendall(request)
                    answer = _answer(connection)
                    times.append(time.perf_counter() - started)
                    if not answer.startswith(b"HTTP/1.1 200"):
                        wrong.append(answer)

    threads = [threading.Thread(target=client) for _ in range(clients)]
    started = time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    took = time.perf_counter() - started
    if wrong:
        raise SystemExit(f"{len(wrong)} of {len(times)} moves were refused: {wrong[0].decode()[:500]}")
    return len(times) / took, statistics.median(times)


def _bytes(number: int, token: str, path: str, body: dict[str, Any]) -> bytes:
    data = json.dumps(body).encode()
    head = (
        f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {token}\r\n"
        f"Idempotency-Key: move-{number}\r\nContent-Type: application/json\r\nContent-Length: {len(data)}\r\n\r\n"
    )
    return head.encode() + data


def _answer(connection: socket.socket) -> bytes:
    data = b""
    while b"\r\n\r\n" not in data:
        data += connection.recv(65536)
    head, _blank, body = data.partition(b"\r\n\r\n")
    length = re.search(rb"content-length: (\d+)", head, re.IGNORECASE)
    assert length, head
    missing = int(length[1]) - len(body)
    while missing > 0:
        more = connection.recv(65536)
        body, missing = body + more, missing - len(more)
    return head + b"\r\n\r\n" + body


if __name__ == "__main__":
    main()
