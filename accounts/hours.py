"""Hours of the day where somebody lives: when a daily hour is, and whether a moment is quiet. Pure."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

ONE_DAY = timedelta(days=1)


def zone(name: str) -> ZoneInfo:
    """The time zone of that name; UTC where the system no longer knows it."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return ZoneInfo("UTC")


def at_hour(day: date, hour: int, tz: ZoneInfo) -> datetime:
    """When it is that hour on that day. One that clocks skip is an hour later, one that comes twice its first."""
    return datetime(day.year, day.month, day.day, hour, tzinfo=tz).astimezone(UTC)


def last_at(hour: int, tz: ZoneInfo, now: datetime) -> datetime:
    """The newest moment, not after `now`, at which it was that hour."""
    today = now.astimezone(tz).date()
    return max(at for day in (-1, 0) if (at := at_hour(today + day * ONE_DAY, hour, tz)) <= now)


def next_at(hour: int, tz: ZoneInfo, now: datetime) -> datetime:
    """The first moment after `now` at which it is that hour."""
    today = now.astimezone(tz).date()
    return min(at for day in (0, 1) if (at := at_hour(today + day * ONE_DAY, hour, tz)) > now)


def quiet_since(hours: tuple[int, int] | None, tz: ZoneInfo, moment: datetime) -> datetime | None:
    """When the quiet hours began in which `moment` lies; None where it lies in none. The end is not quiet."""
    if hours is None or hours[0] == hours[1]:
        return None
    began, ended = last_at(hours[0], tz, moment), last_at(hours[1], tz, moment)
    return began if began > ended else None


def quiet_until(hours: tuple[int, int] | None, tz: ZoneInfo, moment: datetime) -> datetime | None:
    """When the quiet hours end in which `moment` lies; None where it lies in none."""
    if hours is None or quiet_since(hours, tz, moment) is None:
        return None
    return next_at(hours[1], tz, moment)
