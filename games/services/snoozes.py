"""Games that wait for a player, soonest first; and those that the player put off for a while."""

from __future__ import annotations

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from django.db.models import F, OuterRef, Q, QuerySet, Subquery

from accounts.models import User
from games.models import Desk, Game
from games.selectors import own_seat, seats_of
from games.services import desks
from games.services.seats import refuse_unless_active, unlocked

HOUR = timedelta(hours=1)
MORNING = 7  # o'clock
UNTIL = ("hour", "morning")


def waiting(user: User, now: datetime, *, snoozed: bool = False) -> QuerySet[Game]:
    """The games that wait for this player, soonest deadline first: those that were not put off, or those that were.

    Each has `put_off`: until when.
    """
    until = Desk.objects.filter(game=OuterRef("pk"), user=user).values("snoozed_until")
    games = Game.objects.filter(to_act=user, status=Game.Status.ACTIVE).annotate(put_off=Subquery(until))
    # What is not known is neither true nor false to a database: a game without a desk was not put off.
    games = (
        games.filter(put_off__gt=now)
        if snoozed
        else games.filter(Q(put_off__isnull=True) | Q(put_off__lte=now))
    )
    return games.order_by(F("deadline").asc(nulls_last=True), "pk")


def following(user: User, now: datetime, *, after: str = "") -> str:
    """The code of the game that waits next, but for the one where the player is; empty where none does.

    A player who leaves that one as it is comes to each of the others in turn, and then to the soonest again.
    """
    codes = list(waiting(user, now).values_list("code", flat=True))
    here = codes.index(after) if after in codes else -1
    return next((code for code in (*codes[here + 1 :], *codes) if code != after), "")


def put_off(desk: Desk | None, now: datetime) -> datetime | None:
    """Until when the player has put off the game of this desk; None where they have not."""
    until = desk.snoozed_until if desk else None
    return until if until and until > now else None


def snooze(*, code: str, user: User, until: datetime | None) -> None:
    """Puts this game off, or with None takes it up again. Its clock runs on: that is said beside the button."""
    game = unlocked(code)
    own_seat(game, seats_of(game), user)
    if until is not None:
        refuse_unless_active(game)
    desks.keep(game=game, user=user, snoozed_until=until)


def end_of(until: str, now: datetime, zone: ZoneInfo) -> datetime | None:
    """When a snooze of this kind ends: `hour`, or `morning`: the next one in the player's zone. None for no snooze."""
    if until == "hour":
        return now + HOUR
    if until == "morning":
        local = now.astimezone(zone)
        at = local.replace(hour=MORNING, minute=0, second=0, microsecond=0)
        return at if at > local else at + timedelta(days=1)
    return None
