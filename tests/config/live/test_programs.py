"""Programs that follow a real service: over its restarts, in crowds, and those that behave badly."""

from __future__ import annotations

import socket
import struct
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack
from http.client import HTTPException
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from tests.config.live.asking import Told
from tests.config.live.reading import Stream
from tests.service import Service
from tests.whole.client import Player, Refused, choose

pytestmark = pytest.mark.server

OWN = "/api/v1/events/"
PATIENCE = 900.0  # seconds, on a machine that has much else to do


class Following(threading.Thread):
    """A program that follows one address, and comes again with the last id whenever its stream breaks."""

    def __init__(self, service: Service, path: str, token: str = "", *, polls: bool = False) -> None:
        super().__init__(daemon=True)
        self.service, self.path, self.polls = service, path, polls
        self.heads = {"Authorization": f"Bearer {token}"} if token else {}
        self.got: list[Told] = []
        self.comings = 0
        self.enough = threading.Event()

    @property
    def last(self) -> str:
        return self.got[-1].id if self.got else "0"

    def run(self) -> None:
        while not self.enough.is_set():
            try:
                self._follow()
            except (OSError, ValueError, LookupError):
                self.enough.wait(0.2)  # the service is away, or went in the midst of an answer

    def _follow(self) -> None:
        path = f"{self.path}?after={self.last}&wait=5" if self.polls else self.path
        with Stream(self.service.port, path=path, Last_Event_ID=self.last, **self.heads) as stream:
            if stream.status != 200:
                raise OSError(stream.status)
            self.comings += 1
            if self.polls:
                self.got += [
                    Told(str(each["id"]), each["event"], each["data"]) for each in stream.body()["results"]
                ]
                return
            for each in stream.told():
                self.got.append(each)

    def wait_for(self, number: int) -> None:
        end = time.monotonic() + PATIENCE
        while int(self.last) < number:
            assert time.monotonic() < end, f"{self.path}: {self.last} of {number}"
            time.sleep(0.05)
        self.enough.set()


def insist(player: Player, method: str, path: str, body: Any = None, **heads: str) -> Any:
    """Asks again where the service is just away; with a key nothing is done twice."""
    end = time.monotonic() + PATIENCE
    while True:
        try:
            return player.call(method, path, body, **heads)
        except (OSError, ValueError, HTTPException, Refused) as error:
            away = not isinstance(error, Refused) or error.code == "unavailable"
            if not away or time.monotonic() > end:
                raise
            time.sleep(0.2)


def played_on(players: list[Player], code: str, moves: int) -> None:
    """So many moves, whatever happens to the service meanwhile."""
    for _ in range(moves):
        for player in players:
            view = insist(player, "GET", f"/games/{code}/")
            if not view["can"]:
                continue
            key = {"Idempotency-Key": f"v{view['version']}"}
            move = {"version": view["version"], **choose(view)}
            insist(player, "POST", f"/games/{code}/moves/", move, **key)


def log_of(player: Player, code: str) -> list[dict[str, Any]]:
    lines: list[dict[str, Any]] = []
    while True:
        after = lines[-1]["number"] if lines else 0
        page = player.call("GET", f"/games/{code}/moves/?after={after}&limit=500")
        lines += page["results"]
        if page["next"] is None:
            return lines


def test_over_restarts_everything_comes_once(tmp_path: Path) -> None:
    """Killed, and stopped in order, in the midst of play: what each got is the stored log, whichever way it came."""
    with Service(tmp_path) as service:
        over_restarts(service)


def over_restarts(service: Service) -> None:
    players = [Player(service.url, name) for name in ("ana", "ben")]
    ana, ben = players
    code = ana.call("POST", "/games/", {"players": 2, "target": 500})["id"]
    game = f"/api/v1/games/{code}/events/"
    programs = [
        Following(service, OWN, ana.token),
        Following(service, OWN, ben.token, polls=True),
        Following(service, game, ben.token),
        Following(service, game),
    ]
    for each in programs:
        each.start()
    ben.call("POST", f"/games/{code}/join/", {})
    playing = threading.Thread(target=played_on, args=(players, code, 30), daemon=True)
    playing.start()
    for comings, how in enumerate((service.kill, service.stop)):
        until(lambda comings=comings: all(each.comings > comings for each in programs))
        seen = len(programs[0].got)
        until(lambda seen=seen: len(programs[0].got) > seen + 5 or not playing.is_alive())
        how()
        service.start()
    until(lambda: all(each.comings > 2 for each in programs))
    playing.join(PATIENCE)
    assert not playing.is_alive()
    lines = log_of(ana, code)
    for program, first in ((programs[0], 4), (programs[1], 3), (programs[2], 1), (programs[3], 1)):
        program.wait_for(first - 1 + len(lines))
        got = program.got
        assert [each.id for each in got] == [str(number + 1) for number in range(len(got))]
        moves = [each for each in got if each.event == "move"]
        assert [each.data["number"] for each in moves] == [line["number"] for line in lines]
    told = {each.data["number"]: each.data for each in programs[2].got}
    own = {line["number"]: line for line in log_of(ben, code) if line["type"] == "meld"}
    assert all({**told[number], **line} == told[number] for number, line in own.items())


def until(what: Any, within: float = PATIENCE) -> None:
    end = time.monotonic() + within
    while not what():
        assert time.monotonic() < end, "it did not come about"
        time.sleep(0.02)


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    with Service(tmp_path_factory.mktemp("crowd")) as service:
        yield service


def test_a_thousand_streams_of_one(running: Service) -> None:
    """A user gets twelve, an address without login sixty; others are served meanwhile, and later so are they."""
    greedy, other = Player(running.url, "greedy"), Player(running.url, "other")
    code = other.call("POST", "/games/", {"players": 2})["id"]
    heads = {"Authorization": f"Bearer {greedy.token}"}
    with ExitStack() as opened:
        statuses = []
        for number in range(1000):
            # Half of them ask for all of their games, half for one game without saying who they are.
            path, given = (OWN, heads) if number % 2 else (f"/api/v1/games/{code}/events/", {})
            stream = opened.enter_context(Stream(running.port, path=path, **given))
            statuses.append(stream.status)
            if stream.status == 429:
                assert int(stream.head["retry-after"]) > 0
                stream.close()
        assert statuses.count(200) == 12 + 60 and statuses.count(429) == 1000 - 72
        with Stream(running.port, path=OWN, Authorization=f"Bearer {other.token}") as stream:
            assert stream.status == 200
            greedy.call("POST", f"/games/{code}/join/", {})
            assert next(stream.told()).event == "joined"
        # All that a client has patience for: two minutes.
        assert other.call("GET", f"/games/{code}/")["status"] == "active"

    def admitted() -> bool:
        with Stream(running.port, path=OWN, **heads) as stream:
            return stream.status == 200

    until(admitted)


def test_those_who_never_read_and_those_who_break_off(running: Service) -> None:
    """They hold nobody up, and nothing of them is left."""
    rude, ana, ben = (Player(running.url, name) for name in ("rude", "ana", "ben"))
    code = ana.call("POST", "/games/", {"players": 2})["id"]
    path = f"/api/v1/games/{code}/events/"
    heads = {"Authorization": f"Bearer {rude.token}"}
    with ExitStack() as opened:
        for _ in range(12):  # opened, and never read
            line = opened.enter_context(socket.create_connection(("127.0.0.1", running.port)))
            line.sendall(
                f"GET {path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {rude.token}\r\n\r\n".encode()
            )
        for wait in ("", "?wait=60"):
            for _ in range(30):  # broken off at once, without a word
                broken = socket.create_connection(("127.0.0.1", running.port))
                broken.sendall(f"GET {path}{wait} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
                broken.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                broken.close()
        ben.call("POST", f"/games/{code}/join/", {})
        played_on([ana, ben], code, 3)
        with Stream(running.port, path=f"{path}?after=0", Authorization=f"Bearer {ana.token}") as stream:
            length = len(log_of(ana, code))
            ids = [each.id for each in islice(stream.told(), length)]
            assert ids == [str(number + 1) for number in range(length)]

    def admitted() -> bool:
        with Stream(running.port, path=path, **heads) as stream:
            return stream.status == 200

    until(admitted)
    assert "Traceback" not in running.said(), running.said()
