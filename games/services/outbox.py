"""Mail that is owed: written with what it tells, claimed by one worker at a time, marked when it is done.

Delivery is at least once. A row is claimed with a lease; `attempts` counts the claims and is what every mark
compares with, so a worker whose lease ran out cannot overrule the one that took the row after it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from django.db import connection
from django.db.models import F, Q, QuerySet
from django.utils import timezone
from django.utils.crypto import salted_hmac

from accounts.models import User
from accounts.names import address_key
from games.models import Game, Outbox
from games.services import rows as rows_of
from games.services import wake
from games.services.write import writing

# Longer than sending one batch can take: afterwards the worker counts as dead, and the row is free again.
LEASE = timedelta(minutes=5)
# Greylisting wants minutes, an overfull mailbox hours. What still fails after days is given up.
DELAYS = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 15, 30, 60, 120, 240, 360))
# A mail server that is down says nothing about the mail: look again soon, and never give up for it.
LONGEST_OUTAGE_DELAY = timedelta(minutes=15)
GIVE_UP_AFTER = timedelta(days=7)
# Users see what was sent to them in the last thirty days, hosts what failed some time ago.
KEPT = timedelta(days=90)
PURGED_AT_ONCE = 5000


@dataclass(frozen=True, slots=True)
class Owed:
    """A mail to be owed. `key` says what is owed only once; `address` only where it is not the user's own."""

    kind: str
    key: str
    user_id: int | None = None
    game_id: int | None = None
    address: str = ""
    payload: dict[str, Any] = field(default_factory=dict)


def owe(rows: Sequence[Owed]) -> None:
    """Owes the mails in the caller's transaction; what has a known key is owed already. Wakes the worker."""
    if not rows:
        return
    now = timezone.now()
    rows_of.insert(
        [
            Outbox(
                kind=row.kind,
                key=row.key,
                user_id=row.user_id,
                game_id=row.game_id,
                address=row.address,
                payload=row.payload,
                created_at=now,
                due_at=now,
            )
            for row in rows
        ],
        unless_there=True,
    )
    wake.deliver()


def holds_again(*, key: str, now: datetime) -> bool:
    """What was no longer true when it was to be sent is true once more: it is owed anew. False for all else."""
    moot = Outbox.objects.filter(key=key, state=Outbox.State.MOOT)
    if not moot.update(state=Outbox.State.QUEUED, created_at=now, due_at=now, last_error=""):
        return False
    wake.deliver()
    return True


def owe_mail(
    *,
    kind: str,
    key: str,
    user_id: int | None = None,
    address: str = "",
    payload: dict[str, Any] | None = None,
) -> None:
    """Owes one mail that belongs to no game: the way in for accounts (settings.OUTBOX)."""
    owe([Owed(kind=kind, key=key, user_id=user_id, address=address, payload=payload or {})])


def owe_again(*, row: Outbox) -> None:
    """Owes a mail that was sent once more, asked for by its reader: at once, and however often it is asked for."""
    payload = row.payload | {"again": True}
    owe([Owed(row.kind, f"again:{row.pk}", row.user_id, row.game_id, row.address, payload)])


def claim(*, now: datetime, limit: int) -> list[Outbox]:
    """Up to `limit` mails that are due, oldest first, held for LEASE by the caller alone."""
    if not _due(now).exists():  # most looks find nothing, and need no writer's lock to see it
        return []
    until = now + LEASE
    with writing():
        # Locked by what finds them: PostgreSQL locks these rows, SQLite lets nobody else write meanwhile.
        held = list(_unlocked(_due(now).order_by("due_at", "pk")).values_list("pk", flat=True)[:limit])
        _due(now).filter(pk__in=held).update(attempts=F("attempts") + 1, lease_until=until)
    rows = Outbox.objects.filter(pk__in=held).select_related("user", "game").order_by("due_at", "pk")
    return list(rows)


def mark_sent(*, row: Outbox, now: datetime, to: str = "") -> bool:
    """The server has taken the mail, for the address `to`."""
    return _mark(row, state=Outbox.State.SENT, sent_at=now, sent_to=print_of(to) if to else "", last_error="")


def print_of(address: str) -> str:
    """By which the address that a mail went to is known again, and which tells it to nobody."""
    return salted_hmac("games.outbox.sent_to", address_key(address), algorithm="sha256").hexdigest()


def mark_moot(*, row: Outbox, why: str) -> bool:
    """What the mail says is no longer true, or nobody is there to read it."""
    return _mark(row, state=Outbox.State.MOOT, last_error=why)


def mark_all_moot(*, rows: Sequence[Outbox], why: str) -> int:
    """The same of several at once; of how many this worker still held the claim."""
    claims = {row.pk: row.attempts for row in rows}
    with writing():
        # Locked in the order of their numbers, as by whoever else takes several of them.
        found = Outbox.objects.filter(pk__in=claims, state=Outbox.State.QUEUED).order_by("pk")
        if connection.features.has_select_for_update:
            found = found.select_for_update()
        held = [pk for pk, attempts in found.values_list("pk", "attempts") if claims[pk] == attempts]
        return Outbox.objects.filter(pk__in=held).update(
            lease_until=None, state=Outbox.State.MOOT, last_error=why
        )


def refuse(*, row: Outbox, error: str) -> bool:
    """The server will never take this mail."""
    return _mark(row, state=Outbox.State.REFUSED, last_error=error)


def refused_since_sent() -> int:
    """To how many readers mails were refused since the server took one."""
    sent = (
        Outbox.objects.filter(state=Outbox.State.SENT).order_by("-sent_at").values_list("sent_at", flat=True)
    )
    last = sent.first()
    refused = Outbox.objects.filter(state=Outbox.State.REFUSED)
    if last is not None:
        refused = refused.filter(due_at__gt=last)
    return refused.values("user_id", "address").distinct().count()


def release(*, row: Outbox) -> bool:
    """Not tried after all: free for the next worker."""
    return _mark(row, due_at=row.due_at)


def postpone(*, row: Outbox, until: datetime) -> bool:
    """Its reader does not want it yet."""
    return _mark(row, due_at=until, last_error="")


def look_again(*, user: User, game: Game | None = None) -> None:
    """What its reader did not want yet may go now, by other wishes of theirs. What failed keeps its time."""
    now = timezone.now()
    held = Outbox.objects.filter(user=user, state=Outbox.State.QUEUED, last_error="", due_at__gt=now)
    if game is not None:
        held = held.filter(game=game)
    if held.update(due_at=now):
        wake.deliver()


def retry(*, row: Outbox, error: str, now: datetime, outage: bool = False) -> bool:
    """Sending failed for now: due again after growing delays. Given up after days, but not for an outage."""
    if not outage and now - row.created_at > GIVE_UP_AFTER:
        return refuse(row=row, error=error)
    delay = DELAYS[min(max(row.attempts, 1), len(DELAYS)) - 1]
    if outage:
        delay = min(delay, LONGEST_OUTAGE_DELAY)
    return _mark(row, due_at=now + delay, last_error=error)


def purge(*, now: datetime) -> int:
    """Forgets mails that are done with and older than KEPT, a few at a time; how many."""
    # The rows stand in the order in which they were owed: the first new one ends the search.
    oldest = Outbox.objects.order_by("pk").values_list("pk", "created_at", "state")[:PURGED_AT_ONCE]
    done = [pk for pk, at, state in oldest if at < now - KEPT and state != Outbox.State.QUEUED]
    return Outbox.objects.filter(pk__in=done).exclude(state=Outbox.State.QUEUED).delete()[0]


def _due(now: datetime) -> QuerySet[Outbox]:
    free = Q(lease_until__isnull=True) | Q(lease_until__lte=now)
    return Outbox.objects.filter(free, state=Outbox.State.QUEUED, due_at__lte=now)


def _unlocked(rows: QuerySet[Outbox]) -> QuerySet[Outbox]:
    """Rows that no other worker is claiming at this moment, held for the caller's transaction."""
    if connection.features.has_select_for_update_skip_locked:
        return rows.select_for_update(skip_locked=True)
    return rows


def _mark(row: Outbox, **fields: Any) -> bool:
    """Writes the end of a claim, unless another worker holds the row by now."""
    if "last_error" in fields:
        fields["last_error"] = " ".join(fields["last_error"].split())[:300]
    held = Outbox.objects.filter(pk=row.pk, attempts=row.attempts, state=Outbox.State.QUEUED)
    return bool(held.update(lease_until=None, **fields))
