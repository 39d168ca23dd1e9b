"""Why a deadline is what it is, and who is away, in words for pages."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime

from django import template
from django.utils import timezone

from games.models import Seat
from games.notify import delays, times

register = template.Library()


@register.filter
def held_up(reasons: Iterable[str]) -> str:
    """`weekend, night`."""
    return delays.listed(reasons)


@register.filter
def away_until(vacations: Iterable[Mapping[str, str]]) -> datetime | None:
    """Until when somebody is on vacation who is now."""
    return _end((times.parsed(each["from"]), times.parsed(each["until"])) for each in vacations or ())


@register.filter
def back_at(seat: Seat) -> datetime | None:
    """The same of who has a seat; only of seats that are read with their vacations."""
    return _end(seat.vacations)


def _end(vacations: Iterable[tuple[datetime | None, datetime | None]]) -> datetime | None:
    now = timezone.now()
    return next((end for start, end in vacations if start and end and start <= now < end), None)
