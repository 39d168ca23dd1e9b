"""Deadlines by counting minutes one by one: slow, and written without a look at how the service does it."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from functools import cache
from zoneinfo import ZoneInfo

MINUTE = timedelta(minutes=1)
BEGIN = datetime(2025, 12, 28, tzinfo=UTC)
# Both hemispheres, half hours, a zone that changes at midnight, one that has no summer time.
ZONES = ("Europe/Malta", "America/New_York", "Australia/Lord_Howe", "Africa/Cairo", "Asia/Kolkata")


@cache
def calendar(zone: str) -> list[tuple[str, int]]:
    """The weekday and the hour there, of every minute from BEGIN on for fifteen months."""
    tz = ZoneInfo(zone)
    minutes = (BEGIN + number * MINUTE for number in range(455 * 24 * 60))
    return [(there.strftime("%a"), there.hour) for there in (minute.astimezone(tz) for minute in minutes)]


@cache
def weekend(zone: str) -> bytes:
    """For each of these minutes whether it is Saturday or Sunday there."""
    return bytes(day in ("Sat", "Sun") for day, _hour in calendar(zone))


class Minutes:
    """The same question asked of every single minute: does it count, is it night?"""

    def __init__(self, zone: str, *, weekends: bool, away: Iterable[tuple[datetime, datetime]]) -> None:
        self.calendar = calendar(zone)
        self.rest = bytearray(weekend(zone) if weekends else len(self.calendar))
        for start, end in away:
            for number in range(number_of(start), min(len(self.rest), number_of(end))):
                self.rest[number] = 1

    def deadline(self, opened: datetime, minutes: int, night: tuple[int, int] | None) -> datetime:
        at = number_of(opened)
        while minutes:
            minutes -= not self.rest[at]
            at += 1
        begins, ends = night or (0, 0)
        dark = set(range(begins, ends) if begins < ends else [*range(begins, 24), *range(ends)])
        if night is not None and self.calendar[at][1] in dark:
            while self.calendar[at][1] in dark or self.rest[at]:
                at += 1
        return BEGIN + at * MINUTE

    def ran(self, opened: datetime, until: datetime) -> int:
        return sum(not self.rest[number] for number in range(number_of(opened), number_of(until)))


def number_of(minute: datetime) -> int:
    return int((minute - BEGIN) / MINUTE)
