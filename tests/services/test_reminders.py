"""Reminders: each once for one value of a deadline, at the hours that its reader chose, and only while it is true."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.core import mail

from accounts.models import User
from accounts.services import wishes as own
from games.engine.moves import Draw
from games.models import Game, Outbox
from games.notify.deliver import deliver_due
from games.services import reminders, turns, wishes
from tests.at_once import at_once
from tests.people import mover, others, person, table

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)
START = datetime(2026, 11, 30, 12, tzinfo=UTC)


@pytest.fixture(autouse=True)
def clock() -> Any:
    with time_machine.travel(START, tick=False) as moved:
        yield moved


def due() -> list[tuple[str, int]]:
    """Who is owed reminders, and how many hours before the deadline each is meant."""
    rows = Outbox.objects.filter(kind="reminder").order_by("pk")
    return [(row.user.username, row.payload["lead"]) for row in rows.select_related("user") if row.user]


def sweep_until(end: datetime, step: timedelta = HOUR / 4) -> dict[int, datetime]:
    """Sweeps every quarter of an hour; when each reminder was owed."""
    seen, at = {}, START
    while at <= end:
        reminders.sweep(now=at)
        for _name, lead in due():
            seen.setdefault(lead, at)
        at += step
    return seen


def game_of(hours: int = 72, **more: Any) -> tuple[Game, User]:
    game = table(2, clock={"kind": "per_turn", "hours": hours}, **more)
    return game, mover(game)


class TestOnce:
    def test_who_has_said_nothing_hears_a_day_before(self) -> None:
        _game, user = game_of()
        assert sweep_until(START + 71 * HOUR) == {24: START + 48 * HOUR}
        assert due() == [(user.username, 24)]

    def test_the_hours_that_one_chose(self) -> None:
        _game, user = game_of()
        own.change(user=user, leads=[48, 2, 6])
        assert sweep_until(START + 72 * HOUR) == {n: START + (72 - n) * HOUR for n in (48, 6, 2)}
        assert len(due()) == 3

    def test_two_sweeps_and_a_repeat_owe_one(self) -> None:
        game_of()
        for _ in range(3):
            reminders.sweep(now=START + 50 * HOUR)
            Game.objects.update(remind_at=START)  # as if nobody had looked
        assert len(due()) == 1

    def test_slept_through_several_it_is_the_nearest_alone(self) -> None:
        _game, user = game_of()
        own.change(user=user, leads=[48, 24, 2])
        assert reminders.sweep(now=START + 71 * HOUR) == 1
        assert due() == [(user.username, 2)]

    def test_nothing_when_the_time_is_over(self) -> None:
        game_of()
        assert reminders.sweep(now=START + 73 * HOUR) == 0
        assert Game.objects.filter(remind_at__isnull=False).count() == 0

    def test_each_turn_has_its_own(self) -> None:
        game, first = game_of()
        sweep_until(START + 50 * HOUR)
        second = others(game)[0]
        with time_machine.travel(START + 50 * HOUR, tick=False):
            for _ in range(2):
                turns.play(code=game.code, user=first, version=Game.objects.get().version, move=Draw())
        for hours in range(51, 120):
            reminders.sweep(now=START + hours * HOUR)
        assert due() == [(first.username, 24), (second.username, 24)]

    def test_a_move_within_the_turn_is_no_reason_for_another(self) -> None:
        game, user = game_of()
        reminders.sweep(now=START + 50 * HOUR)
        with time_machine.travel(START + 51 * HOUR, tick=False):
            turns.play(code=game.code, user=user, version=game.version, move=Draw())
        for hours in range(51, 72):
            reminders.sweep(now=START + hours * HOUR)
        assert len(due()) == 1


class TestShortTurns:
    def test_what_the_turns_own_mail_said_needs_no_reminder(self) -> None:
        _game, user = game_of(hours=12)
        own.change(user=user, leads=[24, 2])
        assert list(sweep_until(START + 12 * HOUR)) == [2]

    def test_a_mail_of_the_turn_that_was_not_sent_has_said_nothing(self) -> None:
        game, user = game_of(hours=12)
        wishes.change(user=user, code=game.code, muted=True)
        deliver_due(now=START + HOUR)
        assert Outbox.objects.get(kind="turn", user=user).state == "moot"
        wishes.change(user=user, code=game.code, muted=False)
        assert [reminders.sweep(now=START + n * HOUR) for n in (1, 2)] == [1, 0]

    def test_who_gets_no_mail_of_the_turn_is_told_at_once(self) -> None:
        _game, user = game_of(hours=12)
        own.change(user=user, leads=[24], turn="digest")
        assert reminders.sweep(now=START + HOUR) == 1


class TestAMovedDeadline:
    def move(self, game: Game, deadline: datetime, now: datetime) -> None:
        Game.objects.filter(pk=game.pk).update(deadline=deadline, remind_at=now)

    def test_later_it_is_due_again(self) -> None:
        game, user = game_of()
        reminders.sweep(now=START + 50 * HOUR)
        self.move(game, START + 172 * HOUR, START + 51 * HOUR)
        assert [reminders.sweep(now=START + n * HOUR) for n in (51, 147, 148, 149)] == [0, 0, 1, 0]
        assert due() == [(user.username, 24)] * 2

    def test_nearer_it_is_due_now(self) -> None:
        game, _user = game_of()
        self.move(game, START + 2 * HOUR, START + HOUR)
        assert [reminders.sweep(now=START + n * HOUR) for n in (1, 2)] == [1, 0]

    def test_back_to_where_it_was_nobody_hears_twice(self) -> None:
        game, _user = game_of()
        reminders.sweep(now=START + 50 * HOUR)
        assert game.deadline is not None
        self.move(game, game.deadline + HOUR, START + 51 * HOUR)
        self.move(game, game.deadline, START + 52 * HOUR)
        assert reminders.sweep(now=START + 52 * HOUR) == 0
        assert len(due()) == 1

    def test_back_to_where_it_was_one_that_was_not_sent_is_owed_again(self) -> None:
        game, user = game_of()
        reminders.sweep(now=START + 50 * HOUR)
        assert game.deadline is not None
        self.move(game, game.deadline + HOUR, START + 51 * HOUR)
        deliver_due(now=START + 51 * HOUR)
        assert Outbox.objects.get(kind="reminder").state == "moot"
        self.move(game, game.deadline, START + 52 * HOUR)
        assert [reminders.sweep(now=START + n * HOUR) for n in (52, 53)] == [1, 0]
        deliver_due(now=START + 53 * HOUR)
        assert Outbox.objects.get(kind="reminder").state == "sent"
        assert due() == [(user.username, 24)]

    def test_an_old_one_that_was_not_sent_says_nothing(self) -> None:
        game, _user = game_of()
        reminders.sweep(now=START + 50 * HOUR)
        self.move(game, START + 172 * HOUR, START + 51 * HOUR)
        deliver_due(now=START + 52 * HOUR)
        assert Outbox.objects.get(kind="reminder").last_error == "the deadline has moved"


class TestStillTrue:
    def test_it_is_sent_with_the_table_as_it_is(self) -> None:
        _game, user = game_of()
        deliver_due(now=START + HOUR)
        reminders.sweep(now=START + 49 * HOUR)
        deliver_due(now=START + 49 * HOUR)
        first, second = mail.outbox
        assert second.body.startswith("23 hours left for your turn: it is yours until Thu 12:00 UTC.")
        assert second.subject == first.subject
        assert second.extra_headers["In-Reply-To"] == first.extra_headers["Message-ID"]
        assert second.to == [user.email]

    def test_who_has_played_hears_nothing(self) -> None:
        game, user = game_of()
        reminders.sweep(now=START + 50 * HOUR)
        for _ in range(2):
            turns.play(code=game.code, user=user, version=Game.objects.get().version, move=Draw())
        deliver_due(now=START + 51 * HOUR)
        assert Outbox.objects.get(kind="reminder").last_error == "somebody else is to act"

    def test_too_late_it_is_not_sent(self) -> None:
        game_of()
        reminders.sweep(now=START + 50 * HOUR)
        deliver_due(now=START + 72 * HOUR)
        assert Outbox.objects.get(kind="reminder").last_error == "the time has run out"

    def test_nor_when_it_is_not_wanted_any_more(self) -> None:
        _game, user = game_of()
        reminders.sweep(now=START + 50 * HOUR)
        own.change(user=user, leads=[])
        deliver_due(now=START + 50 * HOUR)
        assert Outbox.objects.get(kind="reminder").last_error == "no such mail is wanted"
        own.change(user=user, leads=[24])
        assert reminders.sweep(now=START + 51 * HOUR) == 1
        assert deliver_due(now=START + 51 * HOUR)["sent"] == 1


class TestWhoHearsNone:
    def test_no_leads_mute_or_no_address(self) -> None:
        game, user = game_of()
        own.change(user=user, leads=[])
        assert sweep_until(START + 72 * HOUR) == {}
        own.change(user=user, leads=[24])
        wishes.change(user=user, code=game.code, muted=True)
        assert sweep_until(START + 72 * HOUR) == {}
        wishes.change(user=user, code=game.code, muted=False, leads=[])
        assert sweep_until(START + 72 * HOUR) == {}
        wishes.change(user=user, code=game.code, leads=None)
        User.objects.filter(pk=user.pk).update(email="", email_confirmed_at=None)
        assert sweep_until(START + 72 * HOUR) == {}

    def test_one_game_may_be_otherwise(self) -> None:
        game, user = game_of()
        own.change(user=user, leads=[])
        wishes.change(user=user, code=game.code, leads=[5])
        assert sweep_until(START + 72 * HOUR) == {5: START + 67 * HOUR}

    def test_a_game_that_is_over_is_never_looked_at(self) -> None:
        game, _user = game_of()
        turns.resign(code=game.code, user=person("ana"))
        assert Game.objects.get().remind_at is None


class TestNights:
    """Night is from 22 to 8 in Malta: 21 to 7 UTC in winter."""

    def test_the_usual_one_is_moved_out_of_the_night(self) -> None:
        _game, user = game_of(hours=60)  # until Thursday 01:00 in Malta: a day before is night
        User.objects.filter(pk=user.pk).update(timezone="Europe/Malta", night_from=22, night_until=8)
        assert sweep_until(START + 60 * HOUR) == {24: START + 43 * HOUR}, "the morning after"

    def test_before_the_night_where_the_morning_is_too_late(self) -> None:
        _game, user = game_of(hours=66)
        User.objects.filter(pk=user.pk).update(timezone="Europe/Malta", night_from=22, night_until=8)
        wished = reminders.moments(START + 42 * HOUR, _wanted(user, leads=None))
        assert wished == {24: START + 19 * HOUR}
        near = reminders.moments(START + 66 * HOUR, _wanted(user, leads=None, usual=(2,)))
        assert near == {2: START + 57 * HOUR}, "when the night begins"

    def test_hours_that_one_chose_come_at_night_too(self) -> None:
        _game, user = game_of(hours=60)
        own.change(user=user, leads=[24])
        User.objects.filter(pk=user.pk).update(timezone="Europe/Malta", night_from=22, night_until=8)
        assert sweep_until(START + 60 * HOUR) == {24: START + 36 * HOUR}
        deliver_due(now=START + 36 * HOUR)
        assert Outbox.objects.get(kind="reminder").state == "sent"


def _wanted(user: User, *, leads: list[int] | None, usual: tuple[int, ...] = (24,)) -> Any:
    from dataclasses import replace

    from games import wanted

    own.change(user=user, leads=leads)
    return replace(wanted.by(User.objects.get(pk=user.pk)), leads=usual)


def test_the_sweep_asks_for_what_is_due_only(django_assert_num_queries: Any) -> None:
    game_of()
    for _ in range(5):
        table(2)
    Game.objects.update(remind_at=START + 48 * HOUR)
    with django_assert_num_queries(1):
        assert reminders.sweep(now=START + 47 * HOUR) == 0


@pytest.mark.django_db(transaction=True)
def test_sweeps_at_once_owe_each_once() -> None:
    users = {game_of()[1].username for _ in range(6)}
    counts = at_once(lambda: reminders.sweep(now=START + 50 * HOUR))
    assert sum(counts) == len(due()) == 6
    assert {name for name, _lead in due()} == users
