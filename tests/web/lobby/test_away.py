"""Who is on vacation, and until when, stands beside the name in the lists of games as at the table itself."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.services import vacations
from games.services import lobby, turns
from games.services.terms import read_terms
from tests.people import mover, person, table

pytestmark = pytest.mark.django_db


def lists(name: str, address: str = "/games/") -> str:
    client = Client()
    client.force_login(person(name))
    return client.get(address).content.decode()


def away(page: str) -> list[str]:
    """The rows of players who are away, as text."""
    rows = (re.sub(r"<[^>]+>", "", row) for row in re.findall(r'<li(?: class="to-act")?>.*?</li>', page))
    told = (" ".join(row.split()).removeprefix("▸To move: ") for row in rows)
    return [row for row in told if "on vacation until" in row]


def test_at_a_game_and_at_an_open_table() -> None:
    table(2)
    lobby.create(creator=person("ben"), terms=read_terms({"players": 3}))
    assert away(lists("ana")) == []
    vacations.take(user=person("ben"), until=timezone.now() + timedelta(days=9, hours=1))
    shown = lists("ana")
    assert len(away(shown)) == 2 and all(row.startswith("ben") for row in away(shown))
    assert [row[:3] for row in away(lists("ben"))] == ["You", "You"]
    assert len(away(lists("ana", "/games/?show=open"))) == 1
    [taken] = vacations.of(person("ben"))
    vacations.end(user=person("ben"), vacation_id=taken.pk)
    assert away(lists("ana")) == []


def test_at_the_page_of_an_open_table() -> None:
    """For who sits there, who could join, and a visitor; the page's script takes it over with the places."""
    game = lobby.create(creator=person("ben"), terms=read_terms({"players": 3}))
    at = f"/games/{game.code}/"
    vacations.take(user=person("ana"), since=timezone.now() + timedelta(days=1))
    lobby.join(code=game.code, user=person("ana"))
    assert "on vacation until" not in lists("ben", at)
    vacations.take(user=person("ben"), until=timezone.now() + timedelta(days=9))
    for page in (lists("ben", at), lists("carla", at), Client().get(at).content.decode()):
        places = page.partition('data-live="places"')[2].partition("</ol>")[0]
        said = [" ".join(re.sub(r"<[^>]+>", " ", place).split()) for place in places.split("<li")[1:]]
        assert ["on vacation until" in each for each in said] == [True, False, False], said


def test_of_a_vacation_to_come_and_of_a_game_that_is_over_nothing_is_said() -> None:
    game, now = table(2), timezone.now()
    vacations.take(user=person("ben"), since=now + timedelta(days=2), until=now + timedelta(days=4))
    assert away(lists("ana")) == []
    vacations.take(user=person("ana"), until=now + timedelta(days=9))
    assert len(away(lists("ben"))) == 1
    turns.resign(code=game.code, user=mover(game))
    assert "Over" in lists("ben") and away(lists("ben")) == []


def test_it_is_read_with_the_seats() -> None:
    """However many games and vacations there are, nothing is asked more often."""

    def cost() -> int:
        with CaptureQueriesContext(connection) as queries:
            lists("carla")
        return len(queries)

    def opened(name: str) -> None:
        lobby.create(creator=person(name), terms=read_terms({"players": 3}))

    opened("ana")
    lists("carla")
    before = cost()
    for name in ("ana", "ben", "dino", "emma"):
        opened(name)
        vacations.take(user=person(name), until=timezone.now() + timedelta(days=3))
    assert len(away(lists("carla"))) == 5
    assert cost() == before
