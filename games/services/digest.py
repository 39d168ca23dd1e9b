"""The daily list of the games that wait: owed once a user and local date, at their hour or as soon as we live again."""

from __future__ import annotations

import logging
from datetime import datetime

from accounts import hours
from accounts.models import Wishes
from accounts.services import wishes as own_wishes
from games.models import Game, Outbox
from games.services import outbox
from games.services.faults import told
from games.services.outbox import Owed
from games.services.write import writing

log = logging.getLogger(__name__)

BATCH = 200


def sweep(*, now: datetime, limit: int = 5000) -> int:
    """Owes the lists that are due at `now`; how many. Run twice, or by two at once, it owes each once."""
    owed = seen = 0
    while seen < limit:
        due = Wishes.objects.filter(digest_due__lte=now).order_by("digest_due", "pk")
        rows = list(due.select_related("user").defer("user__password")[:BATCH])
        for row in rows:
            owed += _look(row, now)
        seen += len(rows)
        if len(rows) < BATCH:
            break
    return owed


def _look(row: Wishes, now: datetime) -> bool:
    """Owes one user's list, if anything waits for them, and plans the next."""
    try:
        with writing():
            if not own_wishes.digest_told(wishes=row, zone=row.user.timezone, now=now):
                return False
            if row.digest_hour is None or not row.user.confirmed_email or not row.user.is_active:
                return False
            if not Game.objects.filter(to_act=row.user, status=Game.Status.ACTIVE).exists():
                return False
            tz = hours.zone(row.user.timezone)
            # Of the hour that has come, not of now: a list that is late at night is still yesterday's.
            date = hours.last_at(row.digest_hour, tz, now).astimezone(tz).date().isoformat()
            key = f"digest:{row.user_id}:{date}"
            if Outbox.objects.filter(key=key).exists():
                return False  # the hour was changed since today's
            outbox.owe([Owed(kind=Outbox.Kind.DIGEST, key=key, user_id=row.user_id, payload={"date": date})])
            return True
    except Exception as error:  # noqa: BLE001  # one user's fault must not keep every other's list
        log.error("the list of user %s could not be owed: %s", row.user_id, told(error))
        return False
