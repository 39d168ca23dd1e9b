"""Moments, lengths of time and the way to a rematch, for pages."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django import template
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from games import codes, selectors
from games.models import Game
from games.notify import times
from games.services.tables import REMATCHES

register = template.Library()
MINUTE, HOUR, DAY = 60, 3600, 86_400


@register.filter
def moment(at: datetime | str | None) -> SafeString | str:
    """`Thu 18:30 CET` in the reader's zone; the whole date in its title."""
    when = times.parsed(at) if isinstance(at, str) else at
    if when is None:
        return ""
    zone = timezone.get_current_timezone()
    tz = zone if isinstance(zone, ZoneInfo) else ZoneInfo("UTC")
    return format_html(
        '<time datetime="{}" title="{}">{}</time>',
        when.strftime("%Y-%m-%dT%H:%M:%SZ"),
        times.long(when, tz),
        times.short(when, tz, timezone.now()),
    )


@register.filter
def until(at: datetime | str | None) -> str:
    """`2 days left`."""
    when = times.parsed(at) if isinstance(at, str) else at
    if when is None:
        return ""
    left = int((when - timezone.now()).total_seconds())
    if left <= 0:
        return _("time is up")
    if left >= 2 * DAY:
        return ngettext("%(count)d day left", "%(count)d days left", left // DAY) % {"count": left // DAY}
    if left >= HOUR:
        return ngettext("%(count)d hour left", "%(count)d hours left", left // HOUR) % {"count": left // HOUR}
    minutes = max(1, left // MINUTE)
    return ngettext("%(count)d minute left", "%(count)d minutes left", minutes) % {"count": minutes}


@register.inclusion_tag("games/rematch.html", takes_context=True)
def rematch_button(context: dict[str, Any], game: Game) -> dict[str, Any]:
    """For who was in a finished game: the button, or the way to the rematch that somebody has opened."""
    user = context["request"].user
    seats = selectors.seats_of(game)
    if (
        game.status != Game.Status.FINISHED
        or not isinstance(user, User)
        or not selectors.is_member(seats, user)
    ):
        return {"shown": False}
    addresses = [codes.rematch(game.code, number) for number in range(1, REMATCHES + 1)]
    going_on = Game.objects.filter(code__in=addresses, status__in=(Game.Status.OPEN, Game.Status.ACTIVE))
    again = going_on.order_by("-created_at").select_related("creator").prefetch_related("seats").first()
    member = again is not None and selectors.is_member(list(again.seats.all()), user)
    joinable = again is not None and not member and again.status == Game.Status.OPEN
    return {
        "shown": True,
        "game": game,
        "again": again,
        "member": member,
        "joinable": joinable,
        "csrf_token": context.get("csrf_token"),
    }


@register.filter
def cards_of(text: str) -> list[str]:
    """`"7C 7D 7H"` as the list that `{% cards %}` shows."""
    return text.split()
