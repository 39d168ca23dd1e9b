"""What the pages of a game say of its clock: why a deadline is late, who is away, who moved for whom."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client

from accounts.services import vacations
from games.models import Game
from games.services import abandoned, house, lobby, sweep
from games.services.terms import read_terms
from tests.people import mover, others, person, table

pytestmark = pytest.mark.django_db
START = datetime(2026, 11, 30, 12, tzinfo=UTC)
DAY = timedelta(days=1)


@pytest.fixture(autouse=True)
def frozen() -> Iterator[Any]:
    with time_machine.travel(START, tick=False) as clock:
        yield clock


def page(game: Game, more: str = "") -> str:
    return Client().get(f"/games/{game.code}/{more}").content.decode()


def test_who_is_on_vacation_and_until_when() -> None:
    game = table(2)
    vacations.take(user=others(game)[0], until=START + 2 * DAY)
    assert page(game).count("on vacation until") == 1
    with time_machine.travel(START + 2 * DAY, tick=False):
        assert "on vacation until" not in page(game)


def test_why_the_deadline_is_late() -> None:
    game = table(2)
    assert "vacation" not in page(game)
    vacations.take(user=mover(game), until=START + 2 * DAY)
    assert "5 days left" in page(game) and "· vacation" in page(game)


def test_the_log_tells_of_it_where_it_happened(frozen: Any) -> None:
    game = table(2)
    frozen.shift(DAY)
    vacations.take(user=mover(game), until=START + 2 * DAY)
    frozen.move_to(START + 4 * DAY)
    assert sweep.sweep(now=START + 4 * DAY) == 1
    log = page(game, "log/")
    told = log.index("A vacation of")
    assert log.index("drew a card") < told < log.rindex("drew a card")


def test_a_move_of_who_stands_in_is_marked() -> None:
    game = table(2, vacation_bot="beginner")
    vacations.take(user=mover(game), until=START + 2 * DAY)
    assert house.play_due(now=START + timedelta(seconds=2)) == 1
    assert page(game, "log/").count("a house player, for who is on vacation") >= 1


def test_all_terms_are_shown_before_joining() -> None:
    terms = {"players": 3, "weekends": True, "vacation_bot": "beginner"}
    shown = page(lobby.create(creator=person(), terms=read_terms(terms)))
    assert "Saturdays and Sundays do not count" in shown
    assert "A house player plays for who is on vacation." in shown
    plain = page(lobby.create(creator=person(), terms=read_terms({"players": 3, "vacation_allowed": False})))
    assert "Saturdays" not in plain and "They do not stop the clock." in plain


def test_a_game_that_was_abandoned_keeps_its_pages(frozen: Any) -> None:
    game = table(2, timeouts_to_leave=10, clock={"kind": "per_turn", "hours": 96})
    for turn in range(1, 9):
        frozen.shift(4 * DAY)
        assert sweep.sweep(now=START + 4 * DAY * turn) == 1
    assert abandoned.end_all(now=START + 32 * DAY) == 1
    for name in ("ana", "ben", "carla"):
        client = Client()
        client.force_login(person(name))
        for more in ("", "log/", "course/"):
            answer = client.get(f"/games/{game.code}/{more}")
            assert answer.status_code == 200, more
    assert "The game is over." in page(game, "log/")
    assert "Nobody is left at the table." in page(game)
