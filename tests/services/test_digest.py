"""The daily list: one a user and local date, at their hour or late, with every game that waits."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.core import mail

from accounts.models import User, Wishes
from accounts.services import wishes as own
from accounts.services.registration import update_profile
from games import codes
from games.models import Game, Outbox, Seat
from games.notify.deliver import deliver_due
from games.services import digest, turns
from tests.at_once import at_once
from tests.people import mover, others, person, table

HOUR = timedelta(hours=1)
DAY = timedelta(days=1)
START = datetime(2026, 11, 30, 12, tzinfo=UTC)  # a Monday, 13:00 in Malta


@pytest.fixture(autouse=True)
def clock() -> Any:
    with time_machine.travel(START, tick=False) as moved:
        yield moved


def reader(**more: Any) -> User:
    """Who is to act in a game, lives in Malta, and wants the list at eight."""
    game = table(2)
    user = mover(game)
    User.objects.filter(pk=user.pk).update(timezone="Europe/Malta")
    user.refresh_from_db()
    own.change(user=user, **{"digest_hour": 8, **more})
    return user


def dates() -> list[str]:
    rows = Outbox.objects.filter(kind="digest").order_by("pk")
    return [row.payload["date"] for row in rows]


def sweep(*moments: datetime) -> list[int]:
    return [digest.sweep(now=moment) for moment in moments]


@pytest.mark.django_db
class TestOnceADay:
    def test_at_the_hour_where_one_lives(self) -> None:
        reader()
        eight = START + 19 * HOUR
        assert sweep(START, eight - HOUR / 60, eight, eight + HOUR, eight + DAY) == [0, 0, 1, 0, 1]
        assert dates() == ["2026-12-01", "2026-12-02"]

    def test_late_after_the_service_slept_and_then_on_time(self) -> None:
        reader()
        assert sweep(START + 28 * HOUR, START + 43 * HOUR) == [1, 1]
        assert dates() == ["2026-12-01", "2026-12-02"]

    def test_a_list_that_is_late_at_night_is_the_day_befores(self) -> None:
        reader()
        assert sweep(START + 42 * HOUR, START + 43 * HOUR) == [1, 1]  # seven in the morning, then eight
        assert dates() == ["2026-12-01", "2026-12-02"]

    def test_asleep_for_days_it_owes_one(self) -> None:
        reader()
        assert sweep(START + 5 * DAY, START + 5 * DAY + HOUR) == [1, 0]

    def test_another_hour_on_the_same_day_is_no_second_list(self) -> None:
        user = reader()
        sweep(START + 19 * HOUR)
        own.change(user=user, digest_hour=20, now=START + 20 * HOUR)
        assert sweep(START + 31 * HOUR, START + 55 * HOUR) == [0, 1]
        assert dates() == ["2026-12-01", "2026-12-02"]

    def test_another_zone_moves_the_hour(self) -> None:
        user = reader()
        update_profile(user=user, timezone="Asia/Tokyo")
        assert Wishes.objects.get().digest_due == START + 11 * HOUR

    @pytest.mark.parametrize(
        ("start", "expected"),
        [
            ("2026-03-28 12:00", ["2026-03-29 06:00", "2026-03-30 06:00"]),
            ("2026-10-24 12:00", ["2026-10-25 07:00", "2026-10-26 07:00"]),
        ],
    )
    def test_the_local_hour_stays_when_clocks_change(
        self, start: str, expected: list[str], clock: Any
    ) -> None:
        moment = datetime.fromisoformat(start).replace(tzinfo=UTC)
        clock.move_to(moment)
        reader()
        seen = []
        for _ in range(2 * 24 * 4):
            moment += HOUR / 4
            if digest.sweep(now=moment):
                seen.append(f"{moment:%Y-%m-%d %H:%M}")
        assert seen == expected


@pytest.mark.django_db
class TestWhoIsTold:
    def test_nobody_for_whom_nothing_waits(self) -> None:
        user = reader()
        own.change(user=others(Game.objects.get())[0], digest_hour=8)
        sweep(START + 19 * HOUR)
        assert list(Outbox.objects.filter(kind="digest").values_list("user", flat=True)) == [user.pk]

    def test_nobody_without_a_confirmed_address_or_an_hour(self) -> None:
        user = reader()
        User.objects.filter(pk=user.pk).update(email_confirmed_at=None)
        assert sweep(START + 19 * HOUR) == [0]
        User.objects.filter(pk=user.pk).update(email_confirmed_at=START)
        own.change(user=user, digest_hour=None)
        assert sweep(START + 9 * DAY) == [0]

    def test_who_hears_by_the_list_alone_has_an_hour(self) -> None:
        kept = own.change(user=person("ana"), turn="digest")
        assert (kept.digest_hour, kept.digest_due) == (8, START + 20 * HOUR)

    def test_who_plays_before_it_is_sent_gets_none(self) -> None:
        user, game = reader(), Game.objects.get()
        sweep(START + 19 * HOUR)
        turns.resign(code=game.code, user=user)
        deliver_due(now=START + 19 * HOUR)
        assert Outbox.objects.get(kind="digest").last_error == "no game waits"

    def test_after_an_outage_of_the_mail_server_the_newest_is_sent(self) -> None:
        reader()
        sweep(START + 19 * HOUR, START + 43 * HOUR)
        deliver_due(now=START + 43 * HOUR)
        found = dict(Outbox.objects.filter(kind="digest").values_list("payload__date", "last_error"))
        assert found == {"2026-12-01": "a newer list is owed", "2026-12-02": ""}

    def test_a_fault_of_one_keeps_no_other(self, monkeypatch: pytest.MonkeyPatch) -> None:
        first = reader()
        second = others(Game.objects.get())[0]
        own.change(user=second, digest_hour=8)
        game = table(2, rounds=1)
        Game.objects.filter(pk=game.pk).update(to_act=second)
        User.objects.filter(pk=second.pk).update(timezone="Europe/Malta")
        own.moved(user=User.objects.get(pk=second.pk))
        told = own.digest_told

        def faulty(*, wishes: Wishes, **more: Any) -> bool:
            if wishes.user_id == first.pk:
                raise ValueError
            return told(wishes=wishes, **more)

        monkeypatch.setattr(digest.own_wishes, "digest_told", faulty)
        assert sweep(START + 19 * HOUR) == [1]


@pytest.mark.django_db
def test_two_hundred_and_fifty_games_are_all_in_it(django_assert_max_num_queries: Any) -> None:
    user = reader(turn="never")
    model = Game.objects.get()
    seats = list(Seat.objects.filter(game=model).values("user_id", "place", "number"))
    for number in range(250):
        deadline = START + DAY * 3 + timedelta(minutes=(number * 37) % 250)
        state: dict[str, Any] = {
            **{name: getattr(model, name) for name in ("options", "state", "banks", "creator", "invitation")},
            "status": "active",
            "rules_version": 1,
            "created_at": START,
            "updated_at": START,
        }
        game = Game.objects.create(code=codes.derived(str(number)), to_act=user, deadline=deadline, **state)
        Seat.objects.bulk_create(Seat(game=game, **seat) for seat in seats)
    model.delete()
    for name in ("ana", "ben"):  # as long as names can be, in letters of two bytes
        User.objects.filter(username=name).update(username="ع" * 29 + name[0])
    assert sweep(START + 19 * HOUR) == [1]
    deliver_due(now=START + 19 * HOUR)
    (sent,) = mail.outbox
    html = str(sent.alternatives[0][0])
    assert len(html.encode()) < 100_000
    assert "250 games wait for you." in sent.body
    expected = list(Game.objects.order_by("deadline", "pk").values_list("code", flat=True))
    for part in (sent.body, html):
        places = [part.index(code) for code in expected]
        assert places == sorted(places), "the one whose time runs out first comes first"
    with django_assert_max_num_queries(25):
        Outbox.objects.filter(kind="digest").update(state="queued", due_at=START)
        deliver_due(now=START + 19 * HOUR)


@pytest.mark.django_db(transaction=True)
def test_two_workers_at_once_owe_one_a_user() -> None:
    game = table(5)
    for seat in game.seats.select_related("user"):
        own.change(user=seat.user, digest_hour=8)
    for seat in game.seats.all():  # a game that waits for each
        Game.objects.create(
            code=codes.drawn(),
            to_act_id=seat.user_id,
            status="active",
            creator=game.creator,
            options=game.options,
            invitation="x",
            rules_version=1,
            created_at=START,
            updated_at=START,
        )
    counts = at_once(lambda: digest.sweep(now=START + DAY))
    assert sum(counts) == 5
    keys = list(Outbox.objects.filter(kind="digest").values_list("key", flat=True))
    assert len(keys) == len(set(keys)) == 5
