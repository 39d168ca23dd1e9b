"""Sends what is owed to webhooks: follow the feeds, claim, send many at once, mark. At least once.

Nothing here holds a transaction, or a place in the worker, while somebody is waited for: the task only wakes a thread
of the process. A process that dies between sending and marking leads to a second request with the same id, once its
lease has run out.
"""

from __future__ import annotations

import logging
import threading
from collections import Counter
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, wait
from datetime import datetime

from django.db import DatabaseError, connection
from django.utils import timezone

from games.models import WebhookDelivery
from games.notify.webhooks import signing
from games.notify.webhooks.calling import Call
from games.notify.webhooks.lines import Lines
from games.services.faults import told
from games.services.webhooks import addresses, bodies, following, keys, queue
from games.services.webhooks.queue import Outcome

log = logging.getLogger(__name__)

AT_ONCE = 16  # requests of one process
# Of these, to addresses that failed when they were last tried: they may be slow again.
FAILING_AT_ONCE = 8
LOOK_AGAIN = 1.0  # seconds: what becomes due while others are waited for does not wait for them


def deliver_due(now: datetime | None = None) -> dict[str, int]:
    """Sends all that is due. Returns how many requests were delivered and how many failed.

    `now` stands still for the whole run where it is given.
    """

    def clock() -> datetime:
        return now or timezone.now()

    with Lines() as lines:
        run = _Run(lines, clock)
        while run.follow() | run.begin() | run.end():
            pass
    return dict(run.counts)


class _Run:
    """One process's way through what is due."""

    def __init__(self, lines: Lines, clock: Callable[[], datetime]) -> None:
        self.lines, self.clock = lines, clock
        self.under_way: dict[Future[Outcome], WebhookDelivery] = {}
        self.counts: Counter[str] = Counter()

    def follow(self) -> bool:
        """Owes what happened since; whatever fault one feed has, it holds up no other. Whether something had."""
        moved = False
        for webhook in following.behind():
            try:
                moved |= following.follow(webhook=webhook, now=self.clock())
            except DatabaseError:
                raise
            except Exception as error:  # noqa: BLE001  # as above
                log.error("webhook %s could not follow its feed: %s", webhook.pk, told(error))
        return moved

    def begin(self) -> bool:
        """Fills the lines that are free; whether there was something to send."""
        failing = sum(bool(each.webhook.failures) for each in self.under_way.values())
        taken = queue.claim(
            now=self.clock(),
            limit=AT_ONCE - len(self.under_way),
            failing=max(FAILING_AT_ONCE - failing, 0),
        )
        for delivery in taken:
            try:
                what = self._call(delivery)
            except Exception as error:  # noqa: BLE001  # whatever is wrong with one, the others are sent
                log.error("delivery %s could not be written: %s", delivery.pk, told(error))
                outcome = Outcome(error=WebhookDelivery.Error.BROKEN)
                queue.finish(delivery=delivery, outcome=outcome, now=self.clock())
                self.counts["failed"] += 1
            else:
                self.under_way[self.lines.send(what)] = delivery
        return bool(taken)

    def end(self) -> bool:
        """Waits for some answer, and marks those that came; whether there was something to wait for."""
        if not self.under_way:
            return False
        done, _open = wait(self.under_way, LOOK_AGAIN, FIRST_COMPLETED)
        for future in done:
            delivery, outcome = self.under_way.pop(future), self._outcome(future)
            queue.finish(delivery=delivery, outcome=outcome, now=self.clock())
            self.counts["delivered" if outcome.well else "failed"] += 1
        return True

    def _call(self, delivery: WebhookDelivery) -> Call:
        body, now = bodies.body_of(delivery).encode(), self.clock()
        secrets = keys.keys_of(delivery.webhook, now)
        signed = signing.headers(key=delivery.key, timestamp=int(now.timestamp()), body=body, secrets=secrets)
        return Call(addresses.parse(delivery.webhook.url), signed, body)

    @staticmethod
    def _outcome(future: Future[Outcome]) -> Outcome:
        error = future.exception()
        if error is None:
            return future.result()
        log.error("a webhook could not be called: %s", told(error))
        return Outcome(error=WebhookDelivery.Error.BROKEN)


class Sender:
    """The thread of this process that sends; it ends when nothing is due any more."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self._again = False

    def wake(self) -> None:
        """Sends what is due, in the background. Whoever sends already looks once more."""
        with self._lock:
            self._again = True
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="webhooks", daemon=True)
                self._thread.start()

    def join(self, timeout: float | None = None) -> None:
        """Waits until nothing is due any more."""
        thread = self._thread
        if thread is not None:
            thread.join(timeout)

    def _run(self) -> None:
        while self._to_go_on():
            try:
                deliver_due()
            except Exception as error:  # noqa: BLE001  # the next look finds what is still due
                log.error("webhooks could not be sent: %s", told(error))
            finally:
                connection.close()

    def _to_go_on(self) -> bool:
        with self._lock:
            again, self._again = self._again, False
            if not again:
                self._thread = None
            return again


sender = Sender()


def wake() -> None:
    """The task's way in: most looks find nothing to do."""
    now = timezone.now()
    if following.behind(limit=1) or queue.anything_due(now=now):
        sender.wake()
