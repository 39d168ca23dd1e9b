"""A player's own place at a table: one row, made when there is something to keep, seen by nobody else."""

from __future__ import annotations

from typing import Any

from django.db.models import F

from accounts.models import User
from games.models import Desk, Game
from games.services.write import writing


def of(game: Game, user: User | None) -> Desk | None:
    """What is kept for this player at this table."""
    return None if user is None else Desk.objects.filter(game=game, user=user).first()


def keep(*, game: Game, user: User, **values: Any) -> None:
    """Writes these columns of the player's row."""
    with writing():
        row = Desk.objects.filter(game=game, user=user)
        if not row.update(**values, changes=F("changes") + 1):
            Desk.objects.update_or_create(game=game, user=user, defaults={**values, "changes": 1})


def keep_on(known: Desk | None, *, game: Game, user: User, **values: Any) -> bool:
    """The same, unless anything was kept since the row was read as `known`. Whether it was written."""
    with writing():
        if known is None:
            first = {**values, "changes": 1}
            return Desk.objects.get_or_create(game=game, user=user, defaults=first)[1]
        row = Desk.objects.filter(pk=known.pk, changes=known.changes)
        return row.update(**values, changes=F("changes") + 1) == 1
