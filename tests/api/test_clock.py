"""The clock of a game over HTTP: why a deadline is what it is, to whoever may see the game."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine

from accounts.services import vacations
from games.models import Game
from tests.api.api import Api
from tests.people import mover, others, person, table

pytestmark = pytest.mark.django_db
START = datetime(2026, 11, 30, 12, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _frozen() -> Iterator[None]:
    with time_machine.travel(START, tick=False):
        yield


def away(game: Game) -> None:
    vacations.take(user=mover(game), until=START + timedelta(days=2))


def test_a_moved_deadline_is_shown_with_its_reasons() -> None:
    game = table(2)
    away(game)
    view = Api().ok("GET", f"/games/{game.code}/")
    seat = view["round"]["turn"]["seat"]
    assert view["seats"][seat]["clock"] == {
        "deadline": "2026-12-05T12:00:00Z",
        "bank_hours": None,
        "reasons": ["vacation"],
    }
    assert view["seats"][1 - seat]["clock"]["reasons"] == []
    assert view["seats"][seat]["vacations"] == [
        {"from": "2026-11-30T12:00:00Z", "until": "2026-12-02T12:00:00Z"}
    ]
    assert view["version"] == game.version


def test_what_is_shown_is_news_and_a_move_that_was_on_its_way_is_played() -> None:
    game = table(2)
    first, other = Api(mover(game)), Api(others(game)[0])
    other.get(f"/games/{game.code}/")
    etag = other.headers["ETag"]
    away(game)
    assert other.get(f"/games/{game.code}/", **{"If-None-Match": etag})[0] == 200
    etag = other.headers["ETag"]
    with time_machine.travel(START + timedelta(days=3)):  # it is over: nothing that was shown is another now
        assert other.get(f"/games/{game.code}/", **{"If-None-Match": etag})[0] == 304
    assert first.post(f"/games/{game.code}/moves/", {"type": "draw", "version": game.version})[0] == 200


def test_the_changes_are_listed_for_whoever_may_see_the_game() -> None:
    game = table(2)
    away(game)
    private = table(2, visibility="private")
    assert [line["why"] for line in Api().ok("GET", f"/games/{game.code}/clock/")] == ["vacation"]
    assert Api().get(f"/games/{private.code}/clock/")[0] == 404
    assert Api().get(f"/games/{private.code}/clock/?invitation={private.invitation}")[0] == 200
    assert Api(person("carla")).get(f"/games/{private.code}/clock/")[0] == 404


def test_a_line_of_the_log_says_whether_somebody_stood_in(settings: Any) -> None:
    from games.services import house

    game = table(2, vacation_bot="beginner")
    away(game)
    assert house.play_due(now=START + timedelta(seconds=2)) == 1
    log = Api().ok("GET", f"/games/{game.code}/moves/")["results"]
    assert [row["stand_in"] for row in log[:3]] == [False, False, True]
    assert all(row.get("card") is None for row in log), "nobody sees what was drawn for them either"


def test_a_turn_whose_deadline_is_held_up_costs_one_query_more() -> None:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    counts = []
    for held_up in (False, True):
        game = table(2, target=50)
        if held_up:
            vacations.take(user=others(game)[0], until=START + timedelta(days=2))
        api = Api(mover(game))
        api.get("/me/")  # notes once an hour that the token was used
        for version in (game.version, game.version + 1):
            with CaptureQueriesContext(connection) as queries:
                body = {"type": "draw", "version": version}
                assert api.post(f"/games/{game.code}/moves/", body)[0] == 200
        counts.append(len(queries))
    assert counts[1] == counts[0] + 1
