"""What holds up a clock changes: the deadline follows, the log says why, and no move is lost over it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from accounts.services import vacations
from accounts.services.registration import update_profile
from games.engine.moves import Draw
from games.errors import GameOver, Invalid, NotStarted
from games.models import ClockChange, Game
from games.selectors import clock_of
from games.services import lobby, outages, pauses, sweep, turns
from games.services.terms import read_terms
from tests.people import mover, people, person, table
from tests.services.clockwork import DAY, HOUR, START, deadline_of, now_of, reasons_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("frozen")]


class TestWeekendsAndNights:
    def test_a_silent_weekend_ends_exactly_the_paused_hours_later(self, frozen: Any) -> None:
        for name in ("ana", "ben"):
            person(name, timezone="Pacific/Auckland")
        frozen.move_to(datetime(2026, 12, 4, 9, tzinfo=UTC))  # Friday, 22:00 there
        game = table(2, weekends=True, clock={"kind": "per_turn", "hours": 3})
        assert deadline_of(game) == datetime(2026, 12, 4, 9, tzinfo=UTC) + 3 * HOUR + 2 * DAY
        assert reasons_of(game) == ["weekend"]
        # However long the scheduler slept.
        assert sweep.sweep(now=deadline_of(game) - timedelta(seconds=1)) == 0
        assert sweep.sweep(now=deadline_of(game)) == 1

    def test_the_host_names_the_night_of_who_has_said_nothing(self, settings: Any) -> None:
        settings.NIGHT_HOURS = (22, 8)
        game = table(2, clock={"kind": "per_turn", "hours": 11})
        assert (deadline_of(game), reasons_of(game)) == (START + 20 * HOUR, ["night"])

    def test_who_wants_none_has_none(self, settings: Any) -> None:
        settings.NIGHT_HOURS = (22, 8)
        for user in people(2):
            update_profile(user=user, night=None)
        game = table(2, clock={"kind": "per_turn", "hours": 11})
        assert (deadline_of(game), reasons_of(game)) == (START + 11 * HOUR, [])

    def test_house_players_have_neither(self, settings: Any) -> None:
        settings.NIGHT_HOURS = (22, 8)
        terms = {
            "players": 2,
            "bots": ["beginner"],
            "weekends": True,
            "clock": {"kind": "per_turn", "hours": 11},
        }
        for _ in range(20):
            game = lobby.create(creator=person(), terms=read_terms(terms))
            if mover(game).kind == "bot":
                break
        assert mover(game).kind == "bot" and deadline_of(game) == START + 11 * HOUR


class TestSettings:
    def test_another_zone_moves_the_deadline_and_the_log_says_so(self) -> None:
        game = table(2, clock={"kind": "per_turn", "hours": 11})
        first = mover(game)
        update_profile(user=first, night=(22, 8))
        assert deadline_of(game) == START + 20 * HOUR
        update_profile(user=User.objects.get(pk=first.pk), timezone="America/New_York")  # 18:00 there
        assert deadline_of(game) == START + 11 * HOUR
        seat = game.seats.get(user=first).number
        assert clock_of(now_of(game)) == [
            {
                "at": "2026-11-30T12:00:00Z",
                "seat": seat,
                "turn": 1,
                "why": "settings",
                "before": "2026-11-30T23:00:00Z",
                "deadline": "2026-12-01T08:00:00Z",
                "reasons": ["night"],
                "note": "",
            },
            {
                "at": "2026-11-30T12:00:00Z",
                "seat": seat,
                "turn": 1,
                "why": "settings",
                "before": "2026-12-01T08:00:00Z",
                "deadline": "2026-11-30T23:00:00Z",
                "reasons": [],
                "note": "",
            },
        ]

    def test_nobody_is_out_of_time_through_a_setting(self, frozen: Any) -> None:
        game = table(2, clock={"kind": "per_turn", "hours": 11})
        update_profile(user=mover(game), night=(22, 8))
        frozen.shift(15 * HOUR)  # three at night
        update_profile(user=mover(game), night=None)
        assert deadline_of(game) == START + 16 * HOUR
        assert reasons_of(game) == ["change"]
        assert sweep.sweep(now=START + 15 * HOUR) == 0
        # It is given once: what was set once more is counted as before.
        frozen.shift(HOUR / 2)
        update_profile(user=mover(game), night=(3, 5))
        update_profile(user=mover(game), night=None)
        assert deadline_of(game) <= START + 16.5 * HOUR

    def test_nobody_is_waited_for_without_end(self, frozen: Any) -> None:
        """Whoever sets the night anew around each deadline wins one night, not one after the other."""
        game = table(2, clock={"kind": "per_turn", "hours": 11})
        latest = START + 11 * HOUR + 12 * HOUR
        while (due := deadline_of(game)) > timezone.now() and timezone.now() < START + 5 * DAY:
            frozen.move_to(due - timedelta(minutes=1))
            hour = due.hour
            update_profile(user=mover(game), night=(hour, (hour + 12) % 24))
            if deadline_of(game) == due:
                break
        assert deadline_of(game) <= latest

    def test_it_is_of_that_turn_only(self, frozen: Any) -> None:
        game = table(2, clock={"kind": "per_turn", "hours": 11})
        update_profile(user=mover(game), night=(22, 8))
        frozen.shift(15 * HOUR)
        update_profile(user=mover(game), night=None)
        assert now_of(game).pauses
        sweep.sweep(now=START + 16 * HOUR)
        assert now_of(game).pauses == []

    def test_a_deadline_moved_from_three_days_to_one_hour_expires_after_one_hour(self, frozen: Any) -> None:
        """And the three days that it had before wake nobody up."""
        game = table(2)
        made = vacations.take(user=mover(game), since=START + 71 * HOUR, until=START + 6 * DAY)
        before = deadline_of(game)
        assert before == START + 6 * DAY + HOUR
        frozen.move_to(START + 71 * HOUR)
        vacations.end(user=mover(game), vacation_id=made.pk)
        assert deadline_of(game) == START + 72 * HOUR
        assert sweep.sweep(now=START + 72 * HOUR) == 1
        version = now_of(game).version
        assert turns.time_out(game_id=game.pk, version=game.version, now=before) is None
        assert now_of(game).version == version

    def test_a_moved_deadline_is_looked_at_for_reminders_again(self, frozen: Any) -> None:
        game = table(2)
        Game.objects.update(remind_at=None)
        frozen.shift(HOUR)
        vacations.take(user=mover(game), until=START + 2 * DAY)
        assert now_of(game).remind_at == START + HOUR


class TestModerator:
    def test_stops_the_clock_with_a_reason(self, frozen: Any) -> None:
        game = table(2)
        staff = person("emma", is_staff=True)
        frozen.shift(HOUR)
        pauses.stop(code=game.code, staff=staff, until=START + 2 * DAY, note="A dispute.")
        assert deadline_of(game) == START + 72 * HOUR + 47 * HOUR
        line = ClockChange.objects.get()
        assert (line.why, line.note, line.reasons) == ("moderator", "A dispute.", ["moderator"])

    def test_goes_on_earlier_than_said(self, frozen: Any) -> None:
        game = table(2)
        pauses.stop(code=game.code, staff=person("emma"), until=START + 2 * DAY)
        frozen.shift(DAY)
        pauses.go_on(code=game.code)
        assert deadline_of(game) == START + 4 * DAY
        assert pauses.stopped_until(now_of(game), START + DAY) is None
        pauses.go_on(code=game.code)
        assert ClockChange.objects.count() == 2

    def test_also_for_the_turns_that_follow(self, frozen: Any) -> None:
        game = table(2)
        pauses.stop(code=game.code, staff=person("emma"), until=START + 2 * DAY)
        for _ in range(2):
            turns.play(code=game.code, user=mover(game), version=now_of(game).version, move=Draw())
        assert deadline_of(game) == START + 5 * DAY
        assert pauses.stopped_until(now_of(game), START + DAY) == START + 2 * DAY

    def test_once_more_is_another_end(self) -> None:
        game = table(2)
        pauses.stop(code=game.code, staff=person("emma"), until=START + 2 * DAY)
        pauses.stop(code=game.code, staff=person("emma"), until=START + DAY)
        assert deadline_of(game) == START + 4 * DAY

    @pytest.mark.parametrize("days", [0, -1, 91])
    def test_not_for_ever_nor_for_no_time(self, days: int) -> None:
        game = table(2)
        with pytest.raises(Invalid):
            pauses.stop(code=game.code, staff=person("emma"), until=START + days * DAY)

    def test_only_where_a_clock_runs(self) -> None:
        opened = lobby.create(creator=person(), terms=read_terms({"players": 3}))
        with pytest.raises(NotStarted):
            pauses.stop(code=opened.code, staff=person("emma"), until=START + DAY)
        game = table(2)
        turns.resign(code=game.code, user=person("ben"))
        with pytest.raises(GameOver):
            pauses.stop(code=game.code, staff=person("emma"), until=START + DAY)


class TestStandsStill:
    def test_the_clocks_of_a_finished_game(self) -> None:
        game = table(2)
        turns.resign(code=game.code, user=person("ben"))
        ana = person("ana")
        for user in people(2):
            vacations.take(user=user, until=START + DAY)
            update_profile(user=user, timezone="Asia/Tokyo")
        over = now_of(game)
        assert (over.deadline, over.turn_since, over.to_act) == (None, None, None)
        assert not ClockChange.objects.exists()
        outages.look(now=START)
        outages.look(now=START + 10 * DAY)
        assert now_of(game).deadline is None and ana.is_active
