"""Who is on vacation: their clock stands still, or a house player stands in; everybody sees it."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import Vacation
from accounts.services import vacations
from games.engine.moves import Draw
from games.models import ClockChange, Game, Move
from games.selectors import find, stamp, view_of
from games.services import house, lobby, sweep, turns
from games.services.replays import faults_of
from games.services.terms import read_terms
from tests.people import mover, others, people, person, table
from tests.services.clockwork import DAY, HOUR, START, deadline_of, now_of, reasons_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("frozen")]
BANK = {"kind": "bank", "start_hours": 100, "turn_hours": 10, "cap_hours": 200}


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
            made = vacations.take(user=mover(game), until=timezone.now() + 2 * HOUR)
            frozen.shift(HOUR)
            vacations.end(user=mover(game), vacation_id=made.pk)
        assert deadline_of(game) == START + 72 * HOUR + 20 * HOUR

    def test_it_ends_by_itself(self, frozen: Any) -> None:
        game = table(2)
        vacations.take(user=mover(game), until=START + 5 * DAY)
        frozen.move_to(START + 8 * DAY - timedelta(seconds=1))
        assert sweep.sweep(now=timezone.now()) == 0
        frozen.shift(timedelta(seconds=1))
        assert sweep.sweep(now=timezone.now()) == 1

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

    def test_a_game_that_is_over_shows_none(self) -> None:
        game = table(2)
        turns.resign(code=game.code, user=person("ben"))
        seen = stamp(code=game.code, user=None)
        vacations.take(user=person("ana"), until=START + DAY)
        assert stamp(code=game.code, user=None) == seen
        view = view_of(*find(code=game.code, user=None), None)
        assert [seat["vacations"] for seat in view["seats"]] == [[], []]

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
        game = table(2, vacation_bot="beginner")
        away = mover(game)
        vacations.take(user=away, until=START + 5 * DAY)
        frozen.shift(timedelta(seconds=5))
        moves = 0
        while mover(game) == away and now_of(game).status == "active":
            assert house.play_due(now=timezone.now()) == 1
            moves += 1
            assert moves < 5
        rows = list(Move.objects.filter(game=game, stand_in=True))
        assert len(rows) == moves and {row.timed_out for row in rows} == {False}
        assert {seat.user for seat in game.seats.all()} == set(people(2))
        assert list(faults_of(now_of(game))) == []
        assert now_of(game).moved_at == START, "nobody moved by their own hand"

    def test_never_before_it_begins_nor_after_it_ends(self, frozen: Any) -> None:
        game = table(2, vacation_bot="beginner")
        made = vacations.take(user=mover(game), since=START + DAY, until=START + 2 * DAY)
        assert now_of(game).bot_due == START + DAY
        assert house.play_due(now=START + DAY - HOUR) == 0
        frozen.shift(HOUR)
        vacations.end(user=mover(game), vacation_id=made.pk)
        assert now_of(game).bot_due is None
        assert house.play_due(now=START + DAY) == 0

    def test_one_that_has_nothing_to_do_is_not_looked_for_again(self) -> None:
        game = table(2, vacation_bot="beginner")
        Game.objects.update(bot_due=START)
        assert house.play_due(now=START) == 0
        assert now_of(game).bot_due is None

    def test_nobody_stands_in_where_the_table_waits(self) -> None:
        game = table(2)
        vacations.take(user=mover(game), until=START + 5 * DAY)
        assert now_of(game).bot_due is None
