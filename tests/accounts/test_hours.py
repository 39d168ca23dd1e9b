"""Local hours: of the day's list and of quiet, over both changes of the clocks."""

from __future__ import annotations

import itertools
from datetime import UTC, datetime, timedelta

import pytest

from accounts import hours

MALTA = hours.zone("Europe/Malta")
NIGHT = (22, 8)


def utc(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


@pytest.mark.parametrize(
    ("hour", "now", "last", "following"),
    [
        (8, "2026-11-30 06:59", "2026-11-29 07:00", "2026-11-30 07:00"),
        (8, "2026-11-30 07:00", "2026-11-30 07:00", "2026-12-01 07:00"),
        # Summer time begins on 29 March at 01:00 UTC, and ends on 25 October at 01:00 UTC.
        (8, "2026-03-28 12:00", "2026-03-28 07:00", "2026-03-29 06:00"),
        (8, "2026-10-24 12:00", "2026-10-24 06:00", "2026-10-25 07:00"),
        # 02:30 local is skipped in March: two o'clock comes as three; in October two o'clock comes twice.
        (2, "2026-03-29 00:30", "2026-03-28 01:00", "2026-03-29 01:00"),
        (2, "2026-10-24 23:30", "2026-10-24 00:00", "2026-10-25 00:00"),
        (2, "2026-10-25 01:30", "2026-10-25 00:00", "2026-10-26 01:00"),
        (0, "2026-11-30 23:00", "2026-11-30 23:00", "2026-12-01 23:00"),
    ],
)
def test_a_daily_hour(hour: int, now: str, last: str, following: str) -> None:
    assert hours.last_at(hour, MALTA, utc(now)) == utc(last)
    assert hours.next_at(hour, MALTA, utc(now)) == utc(following)


@pytest.mark.parametrize(
    "zone", ["Europe/Malta", "America/St_Johns", "Asia/Kathmandu", "Pacific/Apia", "UTC"]
)
@pytest.mark.parametrize("hour", [0, 2, 3, 8, 23])
def test_it_comes_once_a_local_date_all_year(zone: str, hour: int) -> None:
    tz = hours.zone(zone)
    at, dates = utc("2026-01-01 00:00"), []
    while (at := hours.next_at(hour, tz, at)) < utc("2027-01-01 00:00"):
        dates.append(at.astimezone(tz).date())
        assert hours.last_at(hour, tz, at) == at
    assert len(set(dates)) == len(dates) >= 364
    assert all(after - before == timedelta(days=1) for before, after in itertools.pairwise(dates))


@pytest.mark.parametrize(
    ("quiet", "moment", "since", "until"),
    [
        (NIGHT, "2026-11-30 20:59", None, None),
        (NIGHT, "2026-11-30 21:00", "2026-11-30 21:00", "2026-12-01 07:00"),
        (NIGHT, "2026-12-01 06:59", "2026-11-30 21:00", "2026-12-01 07:00"),
        (NIGHT, "2026-12-01 07:00", None, None),
        (NIGHT, "2026-03-29 00:00", "2026-03-28 21:00", "2026-03-29 06:00"),  # an hour shorter
        (NIGHT, "2026-10-25 00:00", "2026-10-24 20:00", "2026-10-25 07:00"),  # an hour longer
        ((9, 17), "2026-11-30 12:00", "2026-11-30 08:00", "2026-11-30 16:00"),
        ((9, 17), "2026-11-30 16:00", None, None),
        ((8, 8), "2026-11-30 12:00", None, None),
        (None, "2026-11-30 23:00", None, None),
    ],
)
def test_quiet_hours(
    quiet: tuple[int, int] | None, moment: str, since: str | None, until: str | None
) -> None:
    assert hours.quiet_since(quiet, MALTA, utc(moment)) == (utc(since) if since else None)
    assert hours.quiet_until(quiet, MALTA, utc(moment)) == (utc(until) if until else None)


def test_a_zone_that_is_no_more_is_utc() -> None:
    assert hours.zone("Mars/Olympus").key == "UTC"
