"""Clocks and absences at the same instant as moves, sweeps and each other."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import Vacation
from accounts.services import vacations
from accounts.services.registration import update_profile
from games.engine.moves import Draw
from games.models import ClockChange, Game, Heartbeat, Move, Outage
from games.services import house, outages, pauses, sweep, turns
from games.services.replays import faults_of
from tests.faults.test_races import at_once
from tests.people import mover, people, person, table

pytestmark = pytest.mark.django_db(transaction=True)
HOUR = timedelta(hours=1)


def no_faults(results: list[Any], *allowed: str) -> None:
    faults = [each for each in results if isinstance(each, Exception)]
    assert [each for each in faults if getattr(each, "code", "") not in allowed] == []


def late(game: Game) -> None:
    """The open turn's time is over, and so it has been since it opened long ago."""
    long_ago = timezone.now() - 80 * HOUR
    Game.objects.filter(pk=game.pk).update(turn_since=long_ago, deadline=long_ago + 72 * HOUR)


class TestVacationAgainstTheClock:
    @pytest.mark.parametrize("part", range(2))
    def test_two_sweepers_and_a_vacation_at_the_same_instant(self, part: int) -> None:
        """Either the clock was first, or the vacation was too late to stop it: never half of both."""
        for _ in range(25):
            game = table(2, timeouts_to_leave=10)
            user, now = mover(game), timezone.now()
            late(game)
            results = at_once(
                [
                    partial(sweep.sweep, now=now),
                    partial(sweep.sweep, now=now),
                    partial(vacations.take, user=user, until=now + 2 * HOUR),
                ]
            )
            no_faults(results)
            assert results[0] + results[1] == 1, "a vacation that begins now gives no time back"
            stored = Game.objects.get(pk=game.pk)
            assert list(faults_of(stored)) == [] and stored.version == game.version + 1
            Game.objects.update(deadline=None)
            Vacation.objects.all().delete()

    def test_a_vacation_and_a_move_at_the_same_instant(self) -> None:
        for _ in range(25):
            game = table(2, timeouts_to_leave=10)
            user, now = mover(game), timezone.now()
            play = partial(turns.play, code=game.code, user=user, version=game.version, move=Draw(), now=now)
            no_faults(at_once([play, partial(vacations.take, user=user, until=now + 20 * HOUR)]))
            stored = Game.objects.get(pk=game.pk)
            assert stored.version == game.version + 1 and stored.deadline is not None
            assert stored.deadline - now > 91 * HOUR and stored.deadline_reasons == ["vacation"]
            assert list(faults_of(stored)) == []
            Game.objects.update(deadline=None)
            Vacation.objects.all().delete()


class TestStandIn:
    def test_two_workers_and_the_player_at_the_same_instant_make_one_move(self) -> None:
        for _ in range(25):
            game = table(2, vacation_bot="beginner", timeouts_to_leave=10)
            user = mover(game)
            vacations.take(user=user, until=timezone.now() + 2 * HOUR)
            now = timezone.now()
            results = at_once(
                [
                    partial(house.play_one, game_id=game.pk, now=now),
                    partial(house.play_one, game_id=game.pk, now=now),
                    partial(turns.play, code=game.code, user=user, version=game.version, move=Draw()),
                ]
            )
            no_faults(results, "stale_version")
            log = Move.objects.filter(game=game, version=game.version + 1).exclude(seat=None)
            own = [row for row in log if row.seat == game.seats.get(user=user).number]
            assert len(own) == 1
            assert list(faults_of(Game.objects.get(pk=game.pk))) == []
            Game.objects.update(bot_due=None)
            Vacation.objects.all().delete()


class TestOutage:
    def test_two_sweeps_after_an_outage_give_one_grace(self) -> None:
        from games import tasks

        for _ in range(25):
            game, now = table(2, timeouts_to_leave=10), timezone.now()
            late(game)
            Heartbeat.objects.update_or_create(name=outages.PULSE, defaults={"at": now - 10 * HOUR})
            no_faults(at_once([tasks.sweep] * 4))
            stored = Game.objects.get(pk=game.pk)
            assert stored.version == game.version, "nobody was played for who could not move"
            assert stored.deadline is not None and stored.deadline - now > 9.9 * HOUR
            assert Outage.objects.count() == 1
            assert ClockChange.objects.filter(game=game).count() == 1
            Outage.objects.all().delete()
            Game.objects.update(deadline=None)


class TestWaitingCrosswise:
    """A service of accounts that tells games of something has the database's lock; games have one of their own."""

    def test_settings_and_moves_of_many_at_once_wait_for_no_time_out(self) -> None:
        """Whoever waits for the database's lock in vain has a fault."""
        games = [table(2) for _ in range(4)]
        ana, ben = people(2)
        changes: list[Callable[[], Any]] = [
            lambda zone=zone, user=user: update_profile(user=user, timezone=zone)
            for zone in ("Asia/Tokyo", "Europe/Malta", "America/New_York", "Africa/Cairo")
            for user in (person(ana.username), person(ben.username))
        ]
        stops: list[Callable[[], Any]] = [
            partial(pauses.stop, code=game.code, staff=ana, until=timezone.now() + HOUR) for game in games
        ]
        no_faults(at_once([*changes, *stops, *stops]))
        for game in Game.objects.all():
            assert list(faults_of(game)) == []
