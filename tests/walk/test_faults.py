"""Faults of ours on the way: the answer and the log say that there was one, and nothing of what it knew."""

from __future__ import annotations

import logging
from typing import Any

import pytest
from django.conf import settings
from django.db import OperationalError

from accounts.models import Token
from games import selectors, tasks
from games.api import playing
from games.engine import rules
from games.models import Game, Outbox
from games.notify import deliver
from games.selectors import codec
from games.services import house, ledger, notices, outbox
from tests.snapshot import contents
from tests.walk import prying, world
from tests.walk.routes import Group, address, of
from tests.walk.world import Visitor, World

pytestmark = pytest.mark.django_db
Target = tuple[Any, str]


@pytest.fixture
def built(monkeypatch: pytest.MonkeyPatch) -> World:
    return world.build(monkeypatch)


def blabbing() -> Exception:
    """A fault whose own words hold all that they should not."""
    digest = Token.objects.values_list("digest", flat=True)[0]
    game = Game.objects.exclude(visibility="public")[0]
    return KeyError(
        f"7D TS * ana@example.org ben@example.org {digest} {settings.SECRET_KEY} {game.invitation}"
    )


def broken(monkeypatch: pytest.MonkeyPatch, target: Target, fault: Exception) -> None:
    def fails(*_: Any, **__: Any) -> Any:
        raise fault

    monkeypatch.setattr(*target, fails)


def nothing_told(text: str) -> None:
    assert prying.cards_of(text) == set()
    found = prying.Secrets().hidden_from(None).search(text)
    assert found is None, found and found.group()
    for secret in ("7D", "ana@example.org", settings.SECRET_KEY):
        assert secret not in text


def ask(visitor: Visitor, method: str, path: str, body: Any = None) -> Any:
    return visitor.client(False).generic(
        method, path, body or "{}", content_type="application/json", headers=visitor.headers()
    )


READ: dict[str, Target] = {
    "view": (selectors, "view_of"),
    "state": (codec, "decode_state"),
    "log": (selectors, "entry_of"),
    "rounds": (selectors, "rounds_of"),
    "draft": (selectors, "own_seat"),
    "list": (selectors, "summary_of"),
}
WRITE: dict[str, Target] = {
    "rules": (rules, "play"),
    "state": (codec, "encode_state"),
    "log": (ledger, "_log_rows"),
    "mail": (outbox, "owe"),
    "notices": (notices, "owed"),
    "answer": (playing, "happened"),
}


def test_in_reading(built: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    for name, target in READ.items():
        with monkeypatch.context() as patch:
            caplog.clear()
            broken(patch, target, blabbing())
            answers = [
                ask(visitor, "GET", address(route, code=game.code))
                for visitor in built.visitors.values()
                for game in (built.games["active"], built.games["private"])
                for route in (*of(Group.GAME), *of(Group.LIST))
            ]
        faults = [answer for answer in answers if answer.status_code >= 500]
        assert faults, f"nothing came by {name}"
        for answer in faults:
            assert answer.status_code == 500 and answer.json()["code"] == "fault"
            nothing_told(answer.content.decode() + str(answer.headers))
        assert "KeyError" in caplog.text
        nothing_told(caplog.text)


def test_in_writing(built: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    game = built.games["active"]
    path = address("api/v1/games/<str:code>/moves/", code=game.code)
    body = f'{{"type": "draw", "version": {game.version}}}'
    before = contents()
    caplog.set_level(logging.DEBUG)
    for target in WRITE.values():
        with monkeypatch.context() as patch:
            caplog.clear()
            broken(patch, target, blabbing())
            answer = ask(built.visitors["second seat"], "POST", path, body)
        assert answer.status_code == 500 and answer.json()["code"] == "fault", target
        assert contents() == before
        nothing_told(answer.content.decode())
        assert "KeyError" in caplog.text
        nothing_told(caplog.text)


def test_of_the_database(
    built: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    broken(monkeypatch, (selectors, "stamp"), OperationalError(str(blabbing())))
    answer = ask(built.visitors["nobody"], "GET", f"/api/v1/games/{built.games['active'].code}/")
    assert answer.status_code == 503 and answer.json()["code"] == "unavailable"
    nothing_told(answer.content.decode())
    nothing_told(caplog.text)


def test_in_the_worker(
    built: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    moment = Game.objects.get(pk=built.games["active"].pk).updated_at
    caplog.set_level(logging.DEBUG)
    for target in ((house, "play_one"), (rules, "time_out"), (deliver, "render")):
        Game.objects.filter(status="active").update(deadline=moment)
        Game.objects.filter(bot_due__isnull=False).update(bot_due=moment)
        with monkeypatch.context() as patch:
            caplog.clear()
            broken(patch, target, blabbing())
            for task in (tasks.sweep, tasks.bots, tasks.deliver):
                task()
        assert "KeyError" in caplog.text, target
        nothing_told(caplog.text)
    for told in Outbox.objects.values_list("last_error", flat=True):
        nothing_told(told)
