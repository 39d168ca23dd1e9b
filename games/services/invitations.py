"""Invitations: who is asked to a table, when it is made and afterwards."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.selectors import user_by_name
from games.errors import AlreadyStarted, GameOver, Invalid
from games.models import Game, Outbox, Seat
from games.selectors import own_seat, seats_of
from games.services import feeds, live, outbox
from games.services.outbox import Owed
from games.services.seats import locked
from games.services.terms import MAX_INVITED
from games.services.write import writing


def invite(*, code: str, user: User, names: Sequence[str]) -> int:
    """Owes an invitation to each of `names` (user names or addresses) who has none yet; how many those are.

    Whoever has a place may invite, all together MAX_INVITED. Raises Invalid for a name that nobody has.
    """
    with writing():
        game = locked(code=code)
        seats = seats_of(game)
        own_seat(game, seats, user)
        if game.status == Game.Status.ACTIVE:
            raise AlreadyStarted
        if game.status != Game.Status.OPEN:
            raise GameOver
        known = set(
            Outbox.objects.filter(game=game, kind=Outbox.Kind.INVITATION).values_list("key", flat=True)
        )
        seated = {seat.user_id for seat in seats}
        rows = [row for row in owed(game, user, names) if row.key not in known and row.user_id not in seated]
        if len(known) + len(rows) > MAX_INVITED:
            raise Invalid(
                {"invite": [_("At most %(most)d can be invited to a table.") % {"most": MAX_INVITED}]}
            )
        send(game=game, inviter=user, rows=rows, now=timezone.now())
        return len(rows)


def send(*, game: Game, inviter: User, rows: Sequence[Owed], now: datetime) -> None:
    """Owes the mails of `owed`, and tells the feeds of the users among them."""
    outbox.owe(rows)
    users = [row.user_id for row in rows if row.user_id is not None]
    feeds.invited(game=game, users=users, by=inviter, now=now)
    live.invited(game=game, users=users)


def waiting(game: Game, seats: Sequence[Seat]) -> list[User]:
    """The users who were asked to this table by mail and have no place."""
    asked = User.objects.filter(
        mails__game=game, mails__kind=Outbox.Kind.INVITATION, mails__state=Outbox.State.SENT, is_active=True
    )
    return list(asked.exclude(pk__in=[seat.user_id for seat in seats]).order_by("pk"))


def owed(game: Game, inviter: User, names: Sequence[str]) -> list[Owed]:
    """The mails that invite `names`. Raises Invalid for a name that nobody has."""
    rows, unknown = [], []
    for name in names:
        user = None if "@" in name else user_by_name(name)
        if "@" not in name and user is None:
            unknown.append(name)
            continue
        if user is not None and (user.pk == inviter.pk or user.is_house):
            continue  # neither needs an invitation
        whom = f"user {user.pk}" if user else name.casefold()
        rows.append(
            Owed(
                kind=Outbox.Kind.INVITATION,
                key=f"invitation:{game.code}:{hashlib.sha256(whom.encode()).hexdigest()[:32]}",
                user_id=user.pk if user else None,
                game_id=game.pk,
                address="" if user else name,
                payload={"inviter": inviter.username},
            )
        )
    if unknown:
        raise Invalid({"invite": [_("Nobody here is called %(name)s.") % {"name": name} for name in unknown]})
    return rows
