"""The mail that says: your time is running out. It shows what the mail of the turn shows, as it is now."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import Game
from games.notify import of_turn, times
from games.notify.reader import Reader

HOUR = timedelta(hours=1)
DAY = timedelta(days=1)


def context(game: Game, reader: Reader, now: datetime) -> dict[str, Any]:
    """What the templates of mail/reminder show. It was checked that the deadline is still the one it is of."""
    if game.deadline is None:
        raise ValueError("a reminder is of a deadline")
    words = {"left": left(game.deadline - now), "time": times.short(game.deadline, reader.tz, now)}
    return of_turn.context(game, reader, now) | {
        "headline": _("%(left)s for your turn: it is yours until %(time)s.") % words
    }


def left(time: timedelta) -> str:
    """`3 hours left`."""
    if time >= 2 * DAY:
        return ngettext("%(count)d day left", "%(count)d days left", time // DAY) % {"count": time // DAY}
    if time >= HOUR:
        count = (time + HOUR / 2) // HOUR
        return ngettext("%(count)d hour left", "%(count)d hours left", count) % {"count": count}
    count = max(1, time // timedelta(minutes=1))
    return ngettext("%(count)d minute left", "%(count)d minutes left", count) % {"count": count}
