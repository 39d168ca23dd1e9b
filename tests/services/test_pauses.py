"""What holds up a clock changes: the deadline follows, the log says why, and no move is lost over it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine

from accounts.models import User, Vacation
from accounts.services import vacations
from accounts.services.registration import update_profile
from games.engine.moves import Draw
from games.errors import GameOver, Invalid, NotStarted
from games.models import ClockChange, Game, Heartbeat, Move, Outage
from games.selectors import clock_of, find, stamp, view_of
from games.services import lobby, outages, pauses, sweep, turns
from games.services.replays import faults_of
from games.services.terms import read_terms
from tests.people import mover, others, people, person, table

pytestmark = pytest.mark.django_db
START = datetime(2026, 11, 30, 12, tzinfo=UTC)  # a Monday
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
BANK = {"kind": "bank", "start_hours": 100, "turn_hours": 10, "cap_hours": 200}


@pytest.fixture(autouse=True)
def frozen() -> Iterator[Any]:
    with time_machine.travel(START, tick=False) as clock:
        yield clock


def now_of(game: Game) -> Game:
    return Game.objects.get(pk=game.pk)


def deadline_of(game: Game) -> datetime:
    deadline = now_of(game).deadline
    assert deadline is not None
    return deadline


def reasons_of(game: Game) -> list[str]:
    return list(now_of(game).deadline_reasons)


class TestVacation:
    def test_the_clock_of_who_is_to_move_stands_still(self, frozen: Any) -> None:
        game = table(2)
        frozen.shift(10 * HOUR)
        vacations.take(user=mover(game), until=START + 5 * DAY)
        assert deadline_of(game) == START + 72 * HOUR + 5 * DAY - 10 * HOUR
        assert reasons_of(game) == ["vacation"]

    def test_that_of_the_others_goes_on(self) -> None:
        game = table(2)
        vacations.take(user=others(game)[0], until=START + 5 * DAY)
        assert deadline_of(game) == START + 72 * HOUR

    def test_a_planned_one_counts_at_once_and_one_that_is_dropped_no_more(self) -> None:
        game = table(2)
        planned = vacations.take(user=mover(game), since=START + DAY, until=START + 3 * DAY)
        assert deadline_of(game) == START + 5 * DAY
        vacations.end(user=mover(game), vacation_id=planned.pk)
        assert (deadline_of(game), reasons_of(game)) == (START + 3 * DAY, [])

    def test_ended_early_it_leaves_what_was_left_and_no_more(self, frozen: Any) -> None:
        game = table(2)
        frozen.shift(70 * HOUR)
        for _ in range(20):
            made = vacations.take(user=mover(game), until=vacations.timezone.now() + 2 * HOUR)
            frozen.shift(HOUR)
            vacations.end(user=mover(game), vacation_id=made.pk)
        assert deadline_of(game) == START + 72 * HOUR + 20 * HOUR

    def test_it_ends_by_itself(self, frozen: Any) -> None:
        game = table(2)
        vacations.take(user=mover(game), until=START + 5 * DAY)
        frozen.move_to(START + 8 * DAY - timedelta(seconds=1))
        assert sweep.sweep(now=vacations.timezone.now()) == 0
        frozen.shift(timedelta(seconds=1))
        assert sweep.sweep(now=vacations.timezone.now()) == 1

    def test_a_turn_that_opens_amid_one_waits(self) -> None:
        game = table(2)
        other = others(game)[0]
        vacations.take(user=other, until=START + 5 * DAY)
        turns.time_out(game_id=game.pk, version=game.version, now=START + 72 * HOUR)
        assert mover(game) == other
        assert deadline_of(game) == START + 5 * DAY + 72 * HOUR
        change = ClockChange.objects.get()
        assert (change.why, change.before, change.reasons) == ("opened", None, ["vacation"])

    def test_the_bank_pays_only_for_what_ran(self, frozen: Any) -> None:
        game = table(2, clock=BANK)
        first = mover(game)
        seat = game.seats.get(user=first).number or 0
        assert now_of(game).banks[seat] == 110 * 3600
        frozen.shift(4 * HOUR)
        vacations.take(user=first, until=START + 6 * DAY)
        frozen.move_to(START + 6 * DAY + HOUR)
        for _ in range(2):
            turns.play(code=game.code, user=first, version=now_of(game).version, move=Draw())
        assert now_of(game).banks[seat] == 105 * 3600

    def test_the_one_on_vacation_may_still_move(self, frozen: Any) -> None:
        game = table(2)
        vacations.take(user=mover(game), until=START + 5 * DAY)
        turns.play(code=game.code, user=mover(game), version=game.version, move=Draw())
        assert now_of(game).version == game.version + 1

    def test_where_the_table_does_not_allow_it_nothing_stops(self) -> None:
        game = table(2, vacation_allowed=False)
        vacations.take(user=mover(game), until=START + 5 * DAY)
        assert deadline_of(game) == START + 72 * HOUR
        assert not ClockChange.objects.exists()

    def test_everybody_at_their_tables_sees_it(self, frozen: Any) -> None:
        game = table(3)
        away, reader = others(game)
        seen = stamp(code=game.code, user=reader)
        vacations.take(user=away, since=START + DAY, until=START + 2 * DAY)
        assert stamp(code=game.code, user=reader) != seen
        for user in (reader, None):
            view = view_of(*find(code=game.code, user=user), user)
            shown = {seat["player"]["username"]: seat["vacations"] for seat in view["seats"]}
            assert shown.pop(away.username) == [
                {"from": "2026-12-01T12:00:00Z", "until": "2026-12-02T12:00:00Z"}
            ]
            assert all(times == [] for times in shown.values())
        assert now_of(game).version == game.version

    def test_several_are_all_shown_and_all_counted(self) -> None:
        game = table(2)
        for day in (1, 2, 8):
            vacations.take(user=mover(game), since=START + day * DAY, until=START + day * DAY + 12 * HOUR)
        assert deadline_of(game) == START + 3 * DAY + 24 * HOUR
        view = view_of(*find(code=game.code, user=None), None)
        assert sorted(len(seat["vacations"]) for seat in view["seats"]) == [0, 3]

    def test_open_tables_show_it_too(self) -> None:
        game = lobby.create(creator=person(), terms=read_terms({"players": 3}))
        seen = stamp(code=game.code, user=None)
        vacations.take(user=person(), until=START + DAY)
        assert stamp(code=game.code, user=None) != seen
        assert view_of(*find(code=game.code, user=None), None)["seats"][0]["vacations"]

    def test_one_stored_as_the_turn_opened_is_found_before_anybody_is_out_of_time(self) -> None:
        """Between the turn's reading of vacations and its storing another transaction stored this one."""
        game = table(2)
        Vacation.objects.create(user=mover(game), starts_at=START, ends_at=START + 5 * DAY)
        assert sweep.sweep(now=START + 72 * HOUR) == 0
        assert deadline_of(game) == START + 8 * DAY
        assert ClockChange.objects.get().why == "looked"
        assert sweep.sweep(now=START + 8 * DAY) == 1


class TestStandIn:
    def test_plays_for_who_is_away_and_the_seat_stays_theirs(self, frozen: Any) -> None:
        from games.services import house

        game = table(2, vacation_bot="beginner")
        away = mover(game)
        vacations.take(user=away, until=START + 5 * DAY)
        frozen.shift(timedelta(seconds=5))
        moves = 0
        while mover(game) == away and now_of(game).status == "active":
            assert house.play_due(now=vacations.timezone.now()) == 1
            moves += 1
            assert moves < 5
        rows = list(Move.objects.filter(game=game, stand_in=True))
        assert len(rows) == moves and {row.timed_out for row in rows} == {False}
        assert {seat.user for seat in game.seats.all()} == set(people(2))
        assert list(faults_of(now_of(game))) == []
        assert now_of(game).moved_at == START, "nobody moved by their own hand"

    def test_never_before_it_begins_nor_after_it_ends(self, frozen: Any) -> None:
        from games.services import house

        game = table(2, vacation_bot="beginner")
        made = vacations.take(user=mover(game), since=START + DAY, until=START + 2 * DAY)
        assert now_of(game).bot_due == START + DAY
        assert house.play_due(now=START + DAY - HOUR) == 0
        frozen.shift(HOUR)
        vacations.end(user=mover(game), vacation_id=made.pk)
        assert now_of(game).bot_due is None
        assert house.play_due(now=START + DAY) == 0

    def test_one_that_has_nothing_to_do_is_not_looked_for_again(self) -> None:
        from games.services import house

        game = table(2, vacation_bot="beginner")
        Game.objects.update(bot_due=START)
        assert house.play_due(now=START) == 0
        assert now_of(game).bot_due is None

    def test_nobody_stands_in_where_the_table_waits(self) -> None:
        game = table(2)
        vacations.take(user=mover(game), until=START + 5 * DAY)
        assert now_of(game).bot_due is None


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


class TestOutage:
    def look(self, moment: datetime) -> None:
        outages.look(now=moment)

    def test_who_could_not_move_gets_as_long_as_it_was(self) -> None:
        game = table(2, clock={"kind": "per_turn", "hours": 3})
        self.look(START)
        self.look(START + 10 * HOUR)
        assert (deadline_of(game), reasons_of(game)) == (START + 20 * HOUR, ["outage"])
        assert sweep.sweep(now=START + 10 * HOUR) == 0
        assert sweep.sweep(now=START + 20 * HOUR) == 1
        assert ClockChange.objects.get().why == "outage"

    def test_but_at_most_a_day(self, settings: Any) -> None:
        game = table(2, clock={"kind": "per_turn", "hours": 3})
        self.look(START)
        self.look(START + 10 * DAY)
        assert deadline_of(game) == START + 11 * DAY

    def test_or_what_the_host_says(self, settings: Any) -> None:
        settings.OUTAGE_GRACE = timedelta(0)
        game = table(2, clock={"kind": "per_turn", "hours": 3})
        self.look(START)
        self.look(START + 10 * DAY)
        assert not Outage.objects.exists() and deadline_of(game) == START + 3 * HOUR

    def test_who_had_little_time_left_gets_no_less(self) -> None:
        game = table(2, clock={"kind": "per_turn", "hours": 11})
        later = table(2, clock={"kind": "per_turn", "hours": 30})
        self.look(START)
        self.look(START + 10 * HOUR)
        assert deadline_of(game) == START + 20 * HOUR
        assert deadline_of(later) == START + 30 * HOUR

    def test_a_restart_is_none(self) -> None:
        game = table(2, clock={"kind": "per_turn", "hours": 1})
        self.look(START + 58 * timedelta(minutes=1))
        self.look(START + 62 * timedelta(minutes=1))
        assert not Outage.objects.exists()
        assert sweep.sweep(now=START + 62 * timedelta(minutes=1)) == 1
        assert now_of(game).version == game.version + 1

    def test_two_that_wake_up_at_once_notice_one(self) -> None:
        table(2, clock={"kind": "per_turn", "hours": 3})
        self.look(START)
        seen = Heartbeat.objects.get(name=outages.PULSE).at
        self.look(START + 10 * HOUR)
        outages._note(seen, START + 10 * HOUR)
        assert Outage.objects.count() == 1 and ClockChange.objects.count() == 1

    def test_one_who_died_amid_it_is_followed_by_another(self, monkeypatch: pytest.MonkeyPatch) -> None:
        games = [table(2, clock={"kind": "per_turn", "hours": 3}) for _ in range(3)]
        self.look(START)
        with monkeypatch.context() as patch:
            patch.setattr(outages, "_settle", lambda *_: None)
            self.look(START + 10 * HOUR)
        # A sweep that comes between plays nobody's time out who is still to get a grace.
        assert sweep.sweep(now=START + 10 * HOUR) == 0
        self.look(START + 10 * HOUR)
        assert {deadline_of(game) for game in games} == {START + 20 * HOUR}
        assert Outage.objects.get().settled

    def test_a_grace_that_ends_at_night_ends_in_the_morning(self, settings: Any) -> None:
        settings.NIGHT_HOURS = (22, 8)
        game = table(2, clock={"kind": "per_turn", "hours": 1})
        self.look(START)
        self.look(START + 6 * HOUR)
        assert (deadline_of(game), reasons_of(game)) == (START + 20 * HOUR, ["outage", "night"])

    def test_the_task_looks_before_it_sweeps(self, frozen: Any) -> None:
        from games import tasks

        game = table(2, clock={"kind": "per_turn", "hours": 3})
        tasks.sweep()
        frozen.shift(2 * DAY)
        tasks.sweep()
        assert now_of(game).version == game.version
        frozen.shift(DAY)
        Heartbeat.objects.update(at=START + 3 * DAY)
        tasks.sweep()
        assert now_of(game).version == game.version + 1


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
