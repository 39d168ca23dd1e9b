"""When an open turn's time is over: an allowance that runs but for the reasons it rests for. Pure, no models.

Nothing is ever switched on and off: every reason has its own start and end, and the deadline follows from all of
them. So a scheduler that slept, or looked twice, changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from enum import StrEnum
from zoneinfo import ZoneInfo

from accounts import hours

NOTHING = timedelta(0)
ANYWHERE = ZoneInfo("UTC")
SATURDAY = 5
_ROUNDS = 20  # of a deadline that is moved from a night into a weekend and on; two or three happen


class Reason(StrEnum):
    """Why a deadline is later than the allowance alone would have it."""

    VACATION = "vacation"  # of the player to move: time rests
    WEEKEND = "weekend"  # where the player to move lives: time rests
    MODERATOR = "moderator"  # of everybody: time rests
    NIGHT = "night"  # a deadline does not fall into it
    OUTAGE = "outage"  # nor before its grace is over
    CHANGE = "change"  # nor at once, because somebody set their clock otherwise


@dataclass(frozen=True, slots=True)
class Span:
    """A time in which the clock stands still."""

    reason: Reason
    start: datetime
    end: datetime


@dataclass(frozen=True, slots=True)
class Floor:
    """A moment before which no deadline falls."""

    reason: Reason
    until: datetime


@dataclass(frozen=True, slots=True)
class Rests:
    """All that holds up the clock of one player in one game."""

    spans: tuple[Span, ...] = ()
    floors: tuple[Floor, ...] = ()
    zone: ZoneInfo = ANYWHERE
    weekends: bool = False
    night: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Deadline:
    at: datetime
    reasons: tuple[Reason, ...]


PLAIN = Rests()


def deadline(*, opened: datetime, allowance: timedelta, rests: Rests = PLAIN) -> Deadline:
    """When an allowance is used up that runs since `opened`, and what it rested for."""
    reasons: dict[Reason, None] = {}
    at, left = opened, allowance
    for start, end, reason in _stretches(opened, rests):
        if start is None or at + left <= start:
            break
        left -= start - at
        at = end
        reasons[reason] = None
    counted = at + left
    return _moved(counted, rests, reasons)


def ran(*, opened: datetime, until: datetime, rests: Rests = PLAIN) -> timedelta:
    """How much of an allowance was used from `opened` to `until`: rests do not count."""
    used, at = NOTHING, opened
    for start, end, _reason in _stretches(opened, rests):
        if start is None or start >= until:
            break
        used += start - at
        at = end
    return used + max(NOTHING, until - at)


def _moved(counted: datetime, rests: Rests, reasons: dict[Reason, None]) -> Deadline:
    """Out of outages and nights. Where that leads into a rest, to its end: time is never over while it rests."""
    at = _not_before(counted, [floor for floor in rests.floors if floor.reason != Reason.CHANGE], reasons)
    for _round in range(_ROUNDS):
        morning = hours.quiet_until(rests.night, rests.zone, at)
        if morning is not None:
            at = morning
            reasons[Reason.NIGHT] = None
        elif at != counted and (span := _resting(at, rests)) is not None:
            at = span.end
            reasons[span.reason] = None
        else:
            break
    # Last, and moved no further: or whoever set their night once and again would be waited for without end.
    at = _not_before(at, [floor for floor in rests.floors if floor.reason == Reason.CHANGE], reasons)
    return Deadline(at, tuple(reasons))


def _not_before(at: datetime, floors: Sequence[Floor], reasons: dict[Reason, None]) -> datetime:
    for floor in floors:
        if at < floor.until:
            at = floor.until
            reasons[floor.reason] = None
    return at


def _stretches(opened: datetime, rests: Rests) -> Iterator[tuple[datetime | None, datetime, Reason]]:
    """The rests from `opened` on, in order, without overlaps; at last one that starts never."""
    at = opened
    while (span := _next(at, rests)) is not None:
        yield max(at, span.start), span.end, span.reason
        at = span.end
    yield None, at, Reason.WEEKEND


def _next(at: datetime, rests: Rests) -> Span | None:
    """The first rest that is not over at `at`; of those that have begun, the longest."""
    coming = [span for span in rests.spans if span.end > max(at, span.start)]
    if rests.weekends:
        coming.append(_weekend(at, rests.zone))
    return min(coming, key=lambda span: (max(at, span.start), -span.end.timestamp()), default=None)


def _resting(at: datetime, rests: Rests) -> Span | None:
    span = _next(at, rests)
    return span if span is not None and span.start <= at else None


def _weekend(at: datetime, tz: ZoneInfo) -> Span:
    """The weekend that `at` lies in, or the next one: from Saturday's first moment to Monday's, local time."""
    today = at.astimezone(tz).date()
    saturday = today + timedelta(days=(SATURDAY - today.weekday()) % 7)
    if today.weekday() > SATURDAY:
        saturday = today - timedelta(days=1)
    monday = saturday + timedelta(days=2)
    return Span(Reason.WEEKEND, _midnight(saturday, tz), _midnight(monday, tz))


def _midnight(day: date, tz: ZoneInfo) -> datetime:
    """The day's first moment: where clocks skip midnight, the one that they skip to."""
    return datetime(day.year, day.month, day.day, tzinfo=tz).astimezone(UTC)
