"""The daily list: every game that waits for its reader, soonest deadline first."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db.models import F
from django.utils.translation import ngettext

from games.models import Game, Outbox
from games.notify import times, ways
from games.notify.cards import named
from games.notify.of_reminder import left
from games.notify.of_round import listed
from games.notify.reader import Reader
from games.selectors import seats_in_order

# Mail programs cut off what is above 100 kB: the HTML part of a longer list leaves out who else plays.
MANY = 100


def context(row: Outbox, reader: Reader, now: datetime) -> dict[str, Any]:
    """What the templates of mail/digest show: the games as they are now, however many."""
    games = list(
        Game.objects.filter(to_act=row.user_id, status=Game.Status.ACTIVE)
        .order_by(F("deadline").asc(nulls_last=True), "pk")
        .defer("state", "options", "result")
        .prefetch_related("seats__user")
    )
    count = len(games)
    return {
        "headline": ngettext("%(count)d game waits for you.", "%(count)d games wait for you.", count)
        % {"count": count},
        "brief": count > MANY,
        "rows": [_shown(row, game, reader, now) for game in games],
    }


def _shown(row: Outbox, game: Game, reader: Reader, now: datetime) -> dict[str, Any]:
    others = [named(seat.user.username) for seat in seats_in_order(game) if seat.user_id != row.user_id]
    deadline = game.deadline
    return {
        "code": game.code,
        "others": listed(others),
        "until": times.short(deadline, reader.tz, now) if deadline else "",
        "left": left(deadline - now) if deadline and deadline > now else "",
        "late": deadline is not None and deadline <= now,
        "link": ways.play(row, game.code),
    }
