"""When an owed mail may go: not inside quiet hours, not before its reader wants to hear, not while they look."""

from __future__ import annotations

from datetime import datetime

from accounts.models import Wishes
from config.live import presence
from games import wanted
from games.models import Outbox
from games.notify.holds import Kind

# What the reader has asked for just now, or at this very hour: it comes at any hour.
ASKED_FOR = frozenset(
    {
        Kind.CONFIRM,
        Kind.ADDRESS_KNOWN,
        Kind.RESET,
        Kind.DIGEST,
        Kind.PLAYED,
        Kind.NOT_PLAYED,
        Kind.HELP,
        Kind.CONFIRM_MOVE,
    }
)


def not_before(row: Outbox, now: datetime) -> datetime | None:
    """When to look at the mail again, if it is to wait; None where it may go. It was checked that it holds."""
    if row.user is None or row.kind in ASKED_FOR or row.payload.get("again"):
        return None
    wishes = wanted.by(row.user, row.game)
    if row.kind == Kind.TURN and wishes.turn == Wishes.Turn.LATER:
        wait = row.created_at + wishes.turn_after
        if wait > now:
            return wait
    if row.kind == Kind.TURN and not wishes.while_open and presence.is_here(row.user.pk):
        return now + presence.STAYS
    until = wishes.quiet_until(now)
    if until is None or (row.kind == Kind.REMINDER and _cannot_wait(row, until, asked=wishes.asked)):
        return None
    return until


def _cannot_wait(row: Outbox, until: datetime, *, asked: bool) -> bool:
    """A reminder at an hour that the reader chose, or one that would come when it is too late."""
    return asked or datetime.fromisoformat(row.payload["deadline"]) <= until
