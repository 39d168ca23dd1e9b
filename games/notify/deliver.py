"""Sends what the outbox owes: claim, look whether it still holds, write, send, mark. At least once.

Nothing here holds a transaction while a server is waited for. A process that dies between sending and marking
leads to a second mail with the same Message-ID, once its lease has run out.
"""

from __future__ import annotations

import logging
import traceback
from collections import Counter
from collections.abc import Callable
from datetime import datetime, timedelta

from django.utils import timezone

from games.models import Outbox
from games.notify.holds import why_moot
from games.notify.reader import BadAddress
from games.notify.render import render
from games.notify.sending import Failure, Line, Outcome
from games.services import outbox

log = logging.getLogger(__name__)

BATCH = 20
# The longest that one mail may take to be sent; a lease that has less left is not begun.
ENOUGH_TIME = timedelta(minutes=2)


def deliver_due(now: datetime | None = None, limit: int = 500) -> dict[str, int]:
    """Sends up to `limit` mails that are due. Returns how many were sent, moot, retried, refused.

    `now` stands still for the whole run where it is given.
    """

    def clock() -> datetime:
        return now or timezone.now()

    counts: Counter[str] = Counter()
    with Line() as line:
        while (taken := counts.total()) < limit:
            rows = outbox.claim(now=clock(), limit=min(BATCH, limit - taken))
            if not rows:
                break
            for row in rows:
                counts[_deliver(row, line, clock)] += 1
            if line.down:
                break
    return dict(counts)


def _deliver(row: Outbox, line: Line, clock: Callable[[], datetime]) -> str:
    """One claimed mail. Whatever happens to it, the next one is tried."""
    if line.down:
        outbox.retry(row=row, error=line.down, now=clock(), outage=True)
        return "retried"
    if row.lease_until is None or row.lease_until - clock() < ENOUGH_TIME:
        outbox.release(row=row)
        return "released"
    try:
        return _send(row, line, clock())
    except Exception as error:  # noqa: BLE001  # whatever fault one mail has, it holds up no other
        # Where, but not the fault's own words: they may hold a card, a key or an address.
        where = "".join(traceback.format_tb(error.__traceback__))
        log.error("mail %s of kind %s: %s\n%s", row.pk, row.kind, type(error).__name__, where)
        outbox.retry(row=row, error=f"could not be written: {type(error).__name__}", now=clock())
        return "retried"


def _send(claimed: Outbox, line: Line, now: datetime) -> str:
    # Fresh from the database: since the claim, other mails were sent and moves made.
    row = Outbox.objects.select_related("user", "game__creator").get(pk=claimed.pk)
    if row.state != Outbox.State.QUEUED or row.attempts != claimed.attempts:
        return "released"
    why = why_moot(row)
    if why:
        outbox.mark_moot(row=row, why=why)
        return "moot"
    try:
        message = render(row, now=now)
    except BadAddress as error:
        outbox.refuse(row=row, error=str(error))
        return "refused"
    failure = line.send(message)
    return _mark(row, failure, now)


def _mark(row: Outbox, failure: Failure | None, now: datetime) -> str:
    if failure is None:
        outbox.mark_sent(row=row, now=now)
        return "sent"
    log.warning("mail %s of kind %s was not sent: %s", row.pk, row.kind, failure.error)
    if failure.outcome is Outcome.REFUSED:
        outbox.refuse(row=row, error=failure.error)
        return "refused"
    outbox.retry(row=row, error=failure.error, now=now, outage=failure.outcome is Outcome.OUTAGE)
    return "retried"
