"""When a turn's time is over, against an independent calculation that counts the minutes one by one."""

from __future__ import annotations

import random
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from games.services.deadlines import Floor, Reason, Rests, Span, deadline, ran
from tests.services.minutes import MINUTE, ZONES, Minutes


def utc(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def local(text: str, zone: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).astimezone(UTC)


class TestAYear:
    """A year of a game: players in five zones, weekends, nights, vacations, both changes of the hour."""

    @pytest.mark.parametrize("zone", ZONES)
    @pytest.mark.parametrize("weekends", [True, False])
    def test_every_deadline_is_the_one_that_counting_minutes_gives(self, zone: str, weekends: bool) -> None:
        chance = random.Random(f"{zone} {weekends}")
        end, now = utc("2027-01-04T00:00"), utc("2025-12-28T09:17")
        away = list(vacations(chance, now, end))
        slow = Minutes(zone, weekends=weekends, away=[(span.start, span.end) for span in away])
        turns = crossed = 0
        while now < end:
            night = chance.choice([None, (22, 8), (22, 8), (0, 6), (23, 5), (13, 15)])
            allowance = timedelta(minutes=chance.choice([60, 90, 24 * 60, 36 * 60, 72 * 60, 336 * 60]))
            rests = Rests(spans=tuple(away), zone=ZoneInfo(zone), weekends=weekends, night=night)
            found = deadline(opened=now, allowance=allowance, rests=rests)
            assert found.at == slow.deadline(now, int(allowance / MINUTE), night), (now, allowance, night)
            played = now + chance.randrange(1, 60 * 24 * 5) * MINUTE
            assert ran(opened=now, until=played, rests=rests) == slow.ran(now, played) * MINUTE
            crossed += offset(now, zone) != offset(found.at, zone)
            turns += 1
            now = played
        assert turns > 100
        assert crossed >= (0 if zone == "Asia/Kolkata" else 2), "no turn went over a change of the hour"


def vacations(chance: random.Random, start: datetime, end: datetime) -> Iterator[Span]:
    """Of the player, and of the moderators; some of them overlap."""
    at = start
    while at < end:
        at += timedelta(days=chance.randrange(20, 50), minutes=chance.randrange(24 * 60))
        length = timedelta(days=chance.randrange(1, 9), minutes=chance.randrange(600))
        yield Span(chance.choice([Reason.VACATION, Reason.MODERATOR]), at, at + length)
        if chance.random() < 0.3:
            yield Span(Reason.MODERATOR, at + length / 2, at + 2 * length)


def offset(moment: datetime, zone: str) -> timedelta | None:
    return moment.astimezone(ZoneInfo(zone)).utcoffset()


class TestWeekends:
    def test_a_silent_weekend_ends_exactly_the_paused_hours_later(self) -> None:
        rests = Rests(zone=ZoneInfo("Europe/Malta"), weekends=True)
        opened = local("2026-11-27T18:00", "Europe/Malta")  # a Friday
        found = deadline(opened=opened, allowance=timedelta(hours=24), rests=rests)
        assert found.at == opened + timedelta(hours=24 + 48)
        assert found.reasons == (Reason.WEEKEND,)

    def test_opened_amid_one_it_begins_to_run_on_monday(self) -> None:
        rests = Rests(zone=ZoneInfo("Asia/Tokyo"), weekends=True)
        opened = local("2026-11-29T12:00", "Asia/Tokyo")
        found = deadline(opened=opened, allowance=timedelta(hours=1), rests=rests)
        assert found.at == local("2026-11-30T01:00", "Asia/Tokyo")

    def test_of_where_the_player_lives(self) -> None:
        opened = utc("2026-11-27T12:00")
        ends = {
            zone: deadline(
                opened=opened,
                allowance=timedelta(hours=12),
                rests=Rests(zone=ZoneInfo(zone), weekends=True),
            ).at
            for zone in ("Pacific/Auckland", "Pacific/Honolulu")
        }
        assert ends == {
            "Pacific/Auckland": utc("2026-11-29T23:00"),  # Saturday began there an hour ago
            "Pacific/Honolulu": utc("2026-11-28T00:00"),
        }

    def test_where_clocks_skip_midnight(self) -> None:
        """In Cairo Friday 24 April 2026 begins at one o'clock; nothing is lost around it, nor on the weekend."""
        rests = Rests(zone=ZoneInfo("Africa/Cairo"), weekends=True, night=(22, 0))
        opened = local("2026-04-23T20:00", "Africa/Cairo")
        found = deadline(opened=opened, allowance=timedelta(hours=3), rests=rests)
        assert found.at == local("2026-04-24T01:00", "Africa/Cairo")


class TestNights:
    @pytest.mark.parametrize(
        ("due", "moved"),
        [
            ("2026-11-30T21:59", "2026-11-30T21:59"),
            ("2026-11-30T22:00", "2026-12-01T08:00"),
            ("2026-12-01T03:00", "2026-12-01T08:00"),
            ("2026-12-01T08:00", "2026-12-01T08:00"),
            # The hour changes at night, and eight o'clock is eight o'clock.
            ("2026-03-28T23:00", "2026-03-29T08:00"),
            ("2026-10-24T23:00", "2026-10-25T08:00"),
        ],
    )
    def test_a_deadline_inside_moves_to_the_end(self, due: str, moved: str) -> None:
        rests = Rests(zone=ZoneInfo("Europe/Malta"), night=(22, 8))
        allowance = timedelta(hours=5)
        found = deadline(opened=local(due, "Europe/Malta") - allowance, allowance=allowance, rests=rests)
        assert found.at == local(moved, "Europe/Malta")
        assert found.reasons == ((Reason.NIGHT,) if due != moved else ())

    def test_the_end_of_fridays_night_is_mondays_where_weekends_do_not_count(self) -> None:
        rests = Rests(zone=ZoneInfo("Europe/Malta"), night=(22, 8), weekends=True)
        opened = local("2026-11-27T22:30", "Europe/Malta") - timedelta(hours=5)
        found = deadline(opened=opened, allowance=timedelta(hours=5), rests=rests)
        assert found.at == local("2026-11-30T08:00", "Europe/Malta")
        assert found.reasons == (Reason.NIGHT, Reason.WEEKEND)


class TestFloors:
    def test_a_grace_moves_what_would_fall_before_its_end_and_nothing_else(self) -> None:
        opened, until = utc("2026-11-30T00:00"), utc("2026-11-30T12:00")
        rests = Rests(floors=(Floor(Reason.OUTAGE, until),))
        early = deadline(opened=opened, allowance=timedelta(hours=3), rests=rests)
        late = deadline(opened=opened, allowance=timedelta(hours=13), rests=rests)
        assert (early.at, early.reasons) == (until, (Reason.OUTAGE,))
        assert (late.at, late.reasons) == (utc("2026-11-30T13:00"), ())


class TestRests:
    def test_those_that_overlap_count_once(self) -> None:
        opened = utc("2026-11-30T00:00")
        spans = (
            Span(Reason.VACATION, utc("2026-11-30T06:00"), utc("2026-12-02T06:00")),
            Span(Reason.MODERATOR, utc("2026-12-01T00:00"), utc("2026-12-03T00:00")),
            Span(Reason.MODERATOR, utc("2026-11-20T00:00"), utc("2026-11-30T01:00")),
        )
        found = deadline(opened=opened, allowance=timedelta(hours=24), rests=Rests(spans=spans))
        assert found.at == utc("2026-12-03T19:00")  # five hours before, nineteen after
        assert set(found.reasons) == {Reason.VACATION, Reason.MODERATOR}

    def test_one_that_begins_as_time_is_over_comes_too_late(self) -> None:
        opened = utc("2026-11-30T00:00")
        span = Span(Reason.VACATION, utc("2026-11-30T06:00"), utc("2026-12-02T06:00"))
        found = deadline(opened=opened, allowance=timedelta(hours=6), rests=Rests(spans=(span,)))
        assert (found.at, found.reasons) == (span.start, ())

    def test_none_of_them_fills_an_allowance_again(self) -> None:
        """However a turn is cut by rests, the time that ran until its deadline is the allowance."""
        opened, allowance = utc("2026-11-30T00:00"), timedelta(hours=24)
        for days in range(1, 40):
            spans = tuple(
                Span(Reason.VACATION, opened + timedelta(hours=5 * n), opened + timedelta(hours=5 * n + 3))
                for n in range(days)
            )
            rests = Rests(spans=spans, weekends=True, zone=ZoneInfo("Asia/Kolkata"))
            found = deadline(opened=opened, allowance=allowance, rests=rests)
            assert ran(opened=opened, until=found.at, rests=rests) == allowance
