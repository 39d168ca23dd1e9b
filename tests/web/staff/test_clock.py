"""A moderator stops the clock of a game; its players read why."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.test import Client

from games.models import ClockChange, Game
from games.services import turns
from tests.people import mover, person, table

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("_frozen")]
START = datetime(2026, 11, 30, 12, tzinfo=UTC)
STOP = {"until": "2026-12-02T12:00", "note": "A dispute about <b>time</b>."}


@pytest.fixture
def _frozen() -> Iterator[None]:
    with time_machine.travel(START, tick=False):
        yield


def client_of(name: str, *, staff: bool = False) -> Client:
    client = Client()
    client.force_login(person(name, is_staff=staff))
    return client


def test_nobody_else_can() -> None:
    game = table()
    path = f"/admin/games/{game.code}/clock/"
    assert Client().post(path, STOP).headers["Location"] == "/accounts/login/"
    for name in ("ana", "carla"):
        client = client_of(name)
        assert client.get(path).status_code == client.post(path, STOP).status_code == 403
    assert Game.objects.get().pauses == []


def test_stops_it_and_lets_it_go_on() -> None:
    game = table()
    client, path = client_of("steff", staff=True), f"/admin/games/{game.code}/clock/"
    assert path in client.get(f"/admin/games/{game.code}/").content.decode()
    page = client.post(path, STOP, follow=True).content.decode()
    assert "The clock stands still." in page and "Let it go on" in page
    stopped = Game.objects.get()
    assert stopped.deadline == START + timedelta(days=5)
    log = client_of(mover(game).username).get(f"/games/{game.code}/log/").content.decode()
    assert "A moderator set the clock" in log and "A dispute about &lt;b&gt;time&lt;/b&gt;." in log
    shown = client_of(mover(game).username).get(f"/games/{game.code}/").content.decode()
    assert "stopped by a moderator" in shown
    page = client.post(path, {"go_on": "1"}, follow=True).content.decode()
    assert "Let it go on" not in page
    assert Game.objects.get().deadline == START + timedelta(days=3)
    assert ClockChange.objects.count() == 2


@pytest.mark.parametrize(
    "form",
    [
        {"until": "2026-12-02T12:00"},
        {"note": "x"},
        {**STOP, "until": "2027-12-02T12:00"},
        {**STOP, "until": "soon"},
    ],
)
def test_not_without_an_end_and_a_reason(form: dict[str, str]) -> None:
    game = table()
    page = client_of("steff", staff=True).post(f"/admin/games/{game.code}/clock/", form)
    assert page.status_code == 200 and 'class="errors"' in page.content.decode()
    assert Game.objects.get().pauses == []


def test_a_game_that_is_over_has_no_clock() -> None:
    game = table()
    turns.resign(code=game.code, user=person("ben"))
    client, path = client_of("steff", staff=True), f"/admin/games/{game.code}/clock/"
    assert "No clock runs" in client.get(path).content.decode()
    assert client.post(path, STOP).status_code == 409
    assert client.get("/admin/games/nothing/clock/").status_code == 404
