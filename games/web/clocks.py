"""What pages say of clocks: why a deadline is what it is, and each time that it was moved."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.translation import gettext as _

from games import selectors
from games.models import Game, Move
from games.notify import delays, times
from games.notify.cards import END, OF_ITS_OWN


def of_round(game: Game, number: int, names: Mapping[int, str]) -> Iterator[tuple[str, str]]:
    """When and how deadlines of this round were moved, or were not the plain allowance: moment and sentence."""
    changes = selectors.clock_of(game)
    if not changes:
        return
    firsts = Move.objects.filter(game_id=game.pk, round__gte=number).order_by("number")
    began = firsts.filter(round=number).values_list("at", flat=True).first()
    ended = firsts.filter(round=number + 1).values_list("at", flat=True).first()
    for change in changes:
        at = times.parsed(change["at"])
        # The log of moves is to the microsecond, what is shown of clocks to the second.
        if at and began and at >= began.replace(microsecond=0) and (ended is None or at < ended):
            yield change["at"], told(change, names)


def told(change: Mapping[str, Any], names: Mapping[int, str]) -> str:
    words = {
        "name": names[change["seat"]],
        "moment": _moment(change["deadline"]),
        "before": _moment(change["before"]),
        "reasons": delays.listed(change["reasons"]),
    }
    if change["why"] == "opened":
        return _("%(name)s has time until %(moment)s: %(reasons)s.") % words
    sentence = {
        "vacation": _(
            "A vacation of %(name)s was begun, planned or ended: time until %(moment)s, not %(before)s."
        ),
        "settings": _("%(name)s changed time zone or night hours: time until %(moment)s, not %(before)s."),
        "moderator": _("A moderator set the clock: %(name)s has time until %(moment)s, not %(before)s."),
        "outage": _("The service was down: %(name)s has time until %(moment)s, not %(before)s."),
        "looked": _("%(name)s has time until %(moment)s, not %(before)s: %(reasons)s."),
    }[change["why"]] % words
    return f"{sentence} “{OF_ITS_OWN}{change['note']}{END}”" if change["note"] else sentence


def _moment(text: str | None) -> str:
    moment: datetime | None = times.parsed(text)
    zone = timezone.get_current_timezone()
    tz = zone if isinstance(zone, ZoneInfo) else ZoneInfo("UTC")
    return times.short(moment, tz, timezone.now()) if moment else ""
