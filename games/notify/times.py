"""Moments and lengths of time in the reader's language and time zone; the zone is always named."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from babel.dates import format_date, format_datetime, format_skeleton, get_datetime_format
from django.utils.translation import get_language, ngettext

# What Babel calls a language of ours; English says the day before the month, and the hours up to 24.
_LOCALES = {"en": "en_GB", "sr-latn": "sr_Latn"}
_CLOCK, _DAY_AND_CLOCK, _DAY_OF_MONTH = "HH:mm", "EEE HH:mm", "MMMEd"
HOURS_A_DAY = 24
DAYS_OF_A_WEEKDAY = 6  # further away a weekday alone could be this week's or the next's


def zone(name: str) -> ZoneInfo:
    """The time zone of that name; UTC where the system no longer knows it."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return ZoneInfo("UTC")


def parsed(text: str | None) -> datetime | None:
    """A moment of the contract (`2026-11-30T08:15:00Z`)."""
    return datetime.fromisoformat(text).astimezone(UTC) if text else None


def short(moment: datetime, tz: ZoneInfo, now: datetime) -> str:
    """`Thu 18:30 CET`, with the date where the weekday does not say which day."""
    local, locale = moment.astimezone(tz), _locale()
    if abs(moment - now) < timedelta(days=DAYS_OF_A_WEEKDAY):
        text = format_datetime(local, _DAY_AND_CLOCK, locale=locale)
    else:
        day = format_skeleton(_DAY_OF_MONTH, local, locale=locale)
        text = f"{day} {format_datetime(local, _CLOCK, locale=locale)}"
    return f"{text} {_abbreviation(local)}"


def long(moment: datetime, tz: ZoneInfo) -> str:
    """`Thursday, 3 December 2026, 18:30 CET (Europe/Malta)`."""
    local, locale = moment.astimezone(tz), _locale()
    day, clock = format_date(local, "full", locale=locale), format_datetime(local, _CLOCK, locale=locale)
    joined = str(get_datetime_format("full", locale=locale)).format(clock, day)
    text = f"{joined} {_abbreviation(local)}"
    return text if tz.key in ("UTC", "Etc/UTC") else f"{text} ({tz.key})"


def hours(count: int) -> str:
    """`3 days`, `36 hours`."""
    days, rest = divmod(count, HOURS_A_DAY)
    if days and not rest:
        return ngettext("%(count)d day", "%(count)d days", days) % {"count": days}
    return ngettext("%(count)d hour", "%(count)d hours", count) % {"count": count}


def _locale() -> str:
    language = get_language() or "en"
    return _LOCALES.get(language, language)


def _abbreviation(local: datetime) -> str:
    """`CET`; a zone that has none is named by its distance from UTC."""
    name = local.tzname() or "UTC"
    return name if name.isalpha() else f"UTC{name[:3]}" + (f":{name[3:]}" if name[3:] else "")
