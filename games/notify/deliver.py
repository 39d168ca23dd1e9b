"""Sends what the outbox owes: claim, look whether it still holds, write, send, mark. At least once.

Nothing here holds a transaction while a server is waited for. A process that dies between sending and marking
leads to a second mail with the same Message-ID, once its lease has run out.
"""

from __future__ import annotations

import logging
import traceback
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from django.utils import timezone

from games.models import Outbox
from games.notify.holds import passed, why_moot
from games.notify.reader import BadAddress
from games.notify.render import render
from games.notify.sending import Failure, Line, Outcome
from games.notify.when import not_before
from games.services import bounces, outbox

log = logging.getLogger(__name__)

BATCH = 20
# The longest that one mail may take to be sent; a lease that has less left is not begun.
ENOUGH_TIME = timedelta(minutes=2)
# A server that refuses so many addresses, and takes none, is wrong about them.
TOO_MANY = 3


def deliver_due(now: datetime | None = None, limit: int = 500) -> dict[str, int]:
    """Sends up to `limit` mails that are due. Returns how many were sent, moot, postponed, retried, refused.

    `now` stands still for the whole run where it is given.
    """

    def clock() -> datetime:
        return now or timezone.now()

    with Line() as line:
        run = _Run(line, clock)
        while (taken := run.counts.total()) < limit:
            rows = outbox.claim(now=clock(), limit=min(BATCH, limit - taken))
            if not rows:
                break
            run.batch(rows)
            if line.down:
                break
    return dict(run.counts)


@dataclass(slots=True)
class _Run:
    """One worker's way through what is due."""

    line: Line
    clock: Callable[[], datetime]
    counts: Counter[str] = field(default_factory=Counter)
    doubtful: list[tuple[Outbox, str, Failure]] = field(default_factory=list)

    def batch(self, rows: list[Outbox]) -> None:
        """Whatever happens to a mail, the next one is tried."""
        for row in self._open(rows):
            outcome = self._deliver(row)
            if outcome:
                self.counts[outcome] += 1
        self._settle()

    def _open(self, rows: list[Outbox]) -> list[Outbox]:
        """Those whose turn is not over. Where games go fast most are: marked together, not one by one."""
        try:
            over: dict[str, list[Outbox]] = {}
            for row in rows:
                over.setdefault(passed(row), []).append(row)
            still = over.pop("", [])
            for why, gone in over.items():
                self.counts["moot"] += outbox.mark_all_moot(rows=gone, why=why)
        except Exception as error:  # noqa: BLE001  # one by one, what has no fault is not held up by what has
            log.warning("mails of turns that are over: %s", type(error).__name__)
            return rows
        return still

    def _deliver(self, row: Outbox) -> str:
        """What became of one claimed mail; empty while it is in doubt."""
        if self.line.down:
            outbox.retry(row=row, error=self.line.down, now=self.clock(), outage=True)
            return "retried"
        if row.lease_until is None or row.lease_until - self.clock() < ENOUGH_TIME:
            outbox.release(row=row)
            return "released"
        try:
            return self._send(row)
        except Exception as error:  # noqa: BLE001  # whatever fault one mail has, it holds up no other
            # Where, but not the fault's own words: they may hold a card, a key or an address.
            where = "".join(traceback.format_tb(error.__traceback__))
            log.error("mail %s of kind %s: %s\n%s", row.pk, row.kind, type(error).__name__, where)
            outbox.retry(row=row, error=f"could not be written: {type(error).__name__}", now=self.clock())
            return "retried"

    def _send(self, claimed: Outbox) -> str:
        now = self.clock()
        # Fresh from the database: since the claim, other mails were sent and moves made.
        row = Outbox.objects.select_related("user", "game__creator").get(pk=claimed.pk)
        if row.state != Outbox.State.QUEUED or row.attempts != claimed.attempts:
            return "released"
        why = why_moot(row, now)
        if why:
            outbox.mark_moot(row=row, why=why)
            return "moot"
        later = not_before(row, now)
        if later is not None:
            outbox.postpone(row=row, until=later)
            return "postponed"
        try:
            message = render(row, now=now)
        except BadAddress as error:
            outbox.refuse(row=row, error=str(error))
            return "refused"
        return self._mark(row, message.to[0], self.line.send(message))

    def _mark(self, row: Outbox, address: str, failure: Failure | None) -> str:
        if failure is None:
            outbox.mark_sent(row=row, now=self.clock(), to=address)
            return "sent"
        log.warning("mail %s of kind %s was not sent: %s", row.pk, row.kind, failure.error)
        if failure.of_address:
            self.doubtful.append((row, address, failure))
            return ""
        if failure.outcome is Outcome.REFUSED:
            outbox.refuse(row=row, error=failure.error)
            return "refused"
        outbox.retry(row=row, error=failure.error, now=self.clock(), outage=failure.outcome is Outcome.OUTAGE)
        return "retried"

    def _settle(self) -> None:
        """Believes the server about addresses, unless it refuses whoever is written to."""
        doubtful, self.doubtful = self.doubtful, []
        if not doubtful:
            return
        several = len({address for _row, address, _failure in doubtful})
        wrong = not self.counts["sent"] and several + outbox.refused_since_sent() >= TOO_MANY
        for row, address, failure in doubtful:
            if wrong:
                outbox.retry(row=row, error=failure.error, now=self.clock(), outage=True)
            else:
                bounces.refuse_address(row=row, address=address, error=failure.error, now=self.clock())
            self.counts["retried" if wrong else "refused"] += 1
