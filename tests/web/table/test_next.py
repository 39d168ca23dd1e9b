"""From game to game: the next that waits, soonest deadline first, and games that are put off for a while."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games import codes
from games.models import Desk, Game, Seat
from games.services import snoozes
from tests.api.test_playing import ANA, BEN, STOCK
from tests.decks import stack, stacked
from tests.people import mover, person, table
from tests.web.table.tables import client_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def waiting(monkeypatch: pytest.MonkeyPatch) -> list[Game]:
    """Three games that wait for ben, the soonest first."""
    stack(monkeypatch, stacked([BEN, ANA], STOCK))
    games = [table(2) for _each in range(3)]
    ben, now = person("ben"), timezone.now()
    for hours, game in enumerate(games, 1):
        Game.objects.filter(pk=game.pk).update(to_act=ben, deadline=now + timedelta(hours=hours))
    return games


@pytest.fixture
def ben(waiting: list[Game]) -> Client:
    return client_of("ben")


def following(client: Client, after: str = "") -> str:
    answer = client.get(f"/games/next/?after={after}")
    assert answer.status_code == 302
    return str(answer["Location"])


class TestNext:
    def test_soonest_deadline_first(self, waiting: list[Game], ben: Client) -> None:
        first, second, third = (f"/games/{game.code}/" for game in waiting)
        assert following(ben) == first
        assert "no-store" in ben.get("/games/next/")["Cache-Control"]
        assert following(ben, waiting[0].code) == second
        Game.objects.filter(pk=waiting[2].pk).update(deadline=timezone.now())
        assert following(ben) == third

    def test_who_plays_none_comes_to_each_in_turn(self, waiting: list[Game], ben: Client) -> None:
        twin = waiting[0].deadline
        Game.objects.filter(pk__in=[game.pk for game in waiting[:2]]).update(deadline=twin)
        Game.objects.filter(pk=waiting[2].pk).update(deadline=None)
        first, second, third = (game.code for game in waiting)
        gone = [following(ben, code) for code in ("", first, second, third)]
        assert gone == [f"/games/{code}/" for code in (first, second, third, first)]

    def test_each_of_two_hundred_and_fifty_is_there_and_in_the_lists(
        self, waiting: list[Game], ben: Client
    ) -> None:
        model, now = waiting[0], timezone.now()
        same = {
            name: getattr(model, name)
            for name in ("options", "state", "creator", "invitation", "to_act", "status", "rules_version")
        }
        same |= {"to_act": person("ben"), "created_at": now, "updated_at": now}
        seats = list(Seat.objects.filter(game=model).values("user_id", "place", "number"))
        more = Game.objects.bulk_create(
            Game(
                code=codes.derived(str(number)),
                deadline=now + timedelta(hours=4, minutes=number * 37 % 100),
                **same,
            )
            for number in range(247)
        )
        Seat.objects.bulk_create(Seat(game=game, **seat) for game in more for seat in seats)
        wanted = list(Game.objects.order_by("deadline", "pk").values_list("code", flat=True))
        gone, after = [], ""
        for _each in wanted:
            after = following(ben, after).split("/")[2]
            gone.append(after)
        assert gone == wanted

        pages = [ben.get(f"/games/?show=waiting&page={page}").content.decode() for page in range(1, 12)]
        assert [code for page in pages for code in re.findall(r'href="/games/(\w{10})/"', page)] == wanted

        listed, where = [], "/api/v1/games/?my_turn=true&ordering=deadline"
        while where:
            page = ben.get(where).json()
            listed += [game["id"] for game in page["results"]]
            where = page["next"]
        assert listed == wanted

    def test_where_none_waits(self, ben: Client) -> None:
        Game.objects.update(to_act=person("ana"))
        assert following(ben) == "/games/"
        assert "No other game waits for you." in ben.get("/games/").content.decode()

    def test_strangers_are_asked_to_log_in(self) -> None:
        assert following(client_of(None)).startswith("/accounts/login/")
        assert following(client_of("carla"), "x" * 500) == "/games/"


class TestSnooze:
    def put_off(self, client: Client, game: Game, until: str, back: str = "") -> str:
        answer = client.post(f"/games/{game.code}/snooze/", {"until": until, "next": back})
        assert answer.status_code == 302
        return str(answer["Location"])

    def test_it_is_passed_by_for_a_while(self, waiting: list[Game], ben: Client) -> None:
        assert (
            self.put_off(ben, waiting[0], "hour", f"/games/{waiting[0].code}/")
            == f"/games/{waiting[0].code}/"
        )
        assert following(ben) == f"/games/{waiting[1].code}/"
        page = ben.get("/games/").content.decode()
        assert "Put off for a while" in page and "(2) Games" in page and "Take it up again" in page
        assert "Put off until" in page and "icon-turn" in page
        assert "Take it up again" in ben.get(f"/games/{waiting[0].code}/").content.decode()
        with time_machine.travel(timezone.now() + timedelta(minutes=61)):
            assert following(ben) == f"/games/{waiting[0].code}/"
            assert "Put off for a while" not in ben.get("/games/").content.decode()
        self.put_off(ben, waiting[0], "")
        assert following(ben) == f"/games/{waiting[0].code}/"

    def test_it_is_the_players_own_matter(self, waiting: list[Game], ben: Client) -> None:
        self.put_off(ben, waiting[0], "hour")
        game = Game.objects.get(pk=waiting[0].pk)
        assert (game.version, game.deadline) == (waiting[0].version, game.deadline) and mover(game) == person(
            "ben"
        )
        assert "put off" not in client_of("ana").get(f"/games/{game.code}/").content.decode().lower()
        Game.objects.filter(pk=game.pk).update(to_act=person("ana"))
        assert following(client_of("ana")) == f"/games/{game.code}/"

    def test_who_may(self, waiting: list[Game]) -> None:
        game = waiting[0]
        assert client_of("carla").post(f"/games/{game.code}/snooze/", {"until": "hour"}).status_code == 403
        Game.objects.filter(pk=game.pk).update(visibility="private")
        assert client_of("carla").post(f"/games/{game.code}/snooze/", {"until": "hour"}).status_code == 404
        assert client_of(None).post(f"/games/{game.code}/snooze/").status_code == 302
        assert client_of("ben").get(f"/games/{game.code}/snooze/").status_code == 405
        assert not Desk.objects.exists()

    def test_elsewhere_one_is_not_sent(self, waiting: list[Game], ben: Client) -> None:
        assert self.put_off(ben, waiting[0], "hour", "https://elsewhere.example/") == "/games/"

    @pytest.mark.parametrize(
        ("now", "zone", "end"),
        [
            ("2026-11-30T09:00", "UTC", "2026-12-01T07:00"),
            ("2026-11-30T03:00", "UTC", "2026-11-30T07:00"),
            ("2026-11-30T23:30", "Europe/Malta", "2026-12-01T06:00"),
            ("2026-11-30T12:00", "Pacific/Auckland", "2026-11-30T18:00"),
            ("2026-03-28T12:00", "Europe/Malta", "2026-03-29T05:00"),  # the clocks go forward that night
        ],
    )
    def test_tomorrow_morning_is_the_players(self, now: str, zone: str, end: str) -> None:
        moment = datetime.fromisoformat(now).replace(tzinfo=UTC)
        found = snoozes.end_of("morning", moment, ZoneInfo(zone))
        assert found is not None and found.astimezone(UTC) == datetime.fromisoformat(end).replace(tzinfo=UTC)
        assert snoozes.end_of("for ever", moment, ZoneInfo(zone)) is None

    def test_the_lobbys_queries_do_not_grow(
        self, waiting: list[Game], ben: Client, django_assert_max_num_queries: object
    ) -> None:
        for game in waiting[:2]:
            self.put_off(ben, game, "morning")
        ben.get("/games/")
        with django_assert_max_num_queries(20):  # type: ignore[operator]
            ben.get("/games/")

    def test_an_account_that_is_closed_keeps_none(self, waiting: list[Game], ben: Client) -> None:
        from accounts.services.leaving import delete_account

        self.put_off(ben, waiting[0], "hour")
        delete_account(user=User.objects.get(username="ben"))
        assert not Desk.objects.exists()
