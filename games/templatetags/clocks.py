"""Why a deadline is what it is, and who is away, in words for pages."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime

from django import template
from django.utils import timezone

from games.notify import delays, times

register = template.Library()


@register.filter
def held_up(reasons: Iterable[str]) -> str:
    """`weekend, night`."""
    return delays.listed(reasons)


@register.filter
def away_until(vacations: Iterable[Mapping[str, str]]) -> datetime | None:
    """Until when somebody is on vacation who is now."""
    now = timezone.now()
    for vacation in vacations or ():
        start, end = times.parsed(vacation["from"]), times.parsed(vacation["until"])
        if start is not None and end is not None and start <= now < end:
            return end
    return None
