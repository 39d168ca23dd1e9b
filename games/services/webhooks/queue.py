"""What is owed to webhooks: claimed by one worker at a time for each address, marked when it was tried.

At least once: a worker that dies between sending and marking leads to a second request with the same id, once its
lease has run out. `claims` is what every mark compares with, so that whoever came too late overrules nobody.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import connection
from django.db.models import Min, Q, QuerySet

from games.models import Outbox, Webhook, WebhookDelivery
from games.services import outbox
from games.services.write import writing

State, Error = WebhookDelivery.State, WebhookDelivery.Error
# Longer than one request can take (games.notify.webhooks.calling): afterwards the worker counts as dead.
LEASE = timedelta(seconds=60)
# After each try that failed; after the last of them, a day later, it is given up.
DELAYS = (
    timedelta(seconds=5),
    timedelta(seconds=30),
    timedelta(minutes=2),
    timedelta(minutes=10),
    timedelta(hours=1),
    timedelta(hours=3),
    timedelta(hours=8),
    timedelta(hours=12),
)
JITTER = 0.2  # of a delay: what failed at once does not come again at once
LONGEST_ASKED_DELAY = timedelta(hours=12)  # that an answer's Retry-After is followed
# An address that fails is left alone for a little, whatever else is owed to it: twice as long each time.
FIRST_REST, LONGEST_REST = timedelta(seconds=5), timedelta(minutes=10)
# After these it is switched off. An outage of a day never does that.
FAILED_FOR, FAILED_OFTEN, NEVER_BEFORE = timedelta(days=5), 100, timedelta(days=1)
GONE = 410


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a request ended: with an answer's status, or with an error before there was one."""

    status: int | None = None
    error: str = ""
    answer: str = ""
    took: int = 0  # milliseconds
    retry_after: timedelta | None = None

    @property
    def well(self) -> bool:
        return not self.error


def anything_due(*, now: datetime) -> bool:
    """Whether some request is to be sent; most looks find none."""
    return due(now=now).exists()


def claim(*, now: datetime, limit: int, failing: int | None = None) -> list[WebhookDelivery]:
    """For up to `limit` addresses the oldest request that is due, the address held for LEASE by the caller alone.

    Those that do not fail come first; of those that do, at most `failing`.
    """
    rows = due(now=now).values_list("webhook_id", "webhook__claims", "webhook__failures")
    rows = rows.annotate(first=Min("due_at")).order_by("webhook__failures", "first", "webhook_id")[:limit]
    held: list[WebhookDelivery] = []
    for row in list(rows):
        pk, claims, failures = row[:3]
        if failures:
            if failing == 0:
                break
            failing = None if failing is None else failing - 1
        found = _hold(pk, claims, now)
        if found is not None:
            held.append(found)
    return held


def finish(*, delivery: WebhookDelivery, outcome: Outcome, now: datetime) -> bool:
    """Writes down how the request ended. False where another worker holds the address by now, or it is gone."""
    with writing():
        webhook = _still_held(delivery)
        if webhook is None:
            return False
        webhook.lease_until = None
        delivery.tries += 1
        delivery.tried_at, delivery.took = now, outcome.took
        delivery.status, delivery.answer, delivery.error = outcome.status, outcome.answer, outcome.error
        if outcome.well:
            delivery.state, delivery.by_hand = State.DELIVERED, False
            webhook.failures, webhook.failing_since, webhook.rest_until = 0, None, None
        else:
            _failed(delivery, webhook, outcome, now)
        delivery.save()
        webhook.save(
            update_fields=["lease_until", "failures", "failing_since", "rest_until", "off_at", "off_why"]
        )
        if webhook.off_at is not None:
            drop(webhook)
        return True


def release(*, delivery: WebhookDelivery) -> None:
    """Not tried after all: free for the next worker."""
    Webhook.objects.filter(pk=delivery.webhook_id, claims=delivery.webhook.claims).update(lease_until=None)


def still_off(*, row: Outbox) -> Webhook | None:
    """The webhook whose end this mail tells, if it is off since then."""
    found = Webhook.objects.select_related("user").filter(pk=row.payload.get("webhook")).first()
    if found is None or found.off_at is None or found.off_at.isoformat() != row.payload.get("off_at"):
        return None
    return found


def drop(webhook: Webhook) -> None:
    """What was still owed to an address that is switched off."""
    WebhookDelivery.objects.filter(webhook=webhook, state=State.QUEUED).update(state=State.DROPPED)


def _failed(delivery: WebhookDelivery, webhook: Webhook, outcome: Outcome, now: datetime) -> None:
    delay = _delay(delivery.tries, outcome)
    if delivery.by_hand or delay is None:
        delivery.state, delivery.by_hand = State.FAILED, False
    else:
        delivery.due_at = now + delay
    webhook.failures += 1
    webhook.failing_since = webhook.failing_since or now
    webhook.rest_until = now + max(
        min(FIRST_REST * 2 ** min(webhook.failures - 1, 10), LONGEST_REST),
        min(outcome.retry_after or timedelta(), LONGEST_REST),
    )
    failing = now - webhook.failing_since
    if outcome.status == GONE:
        _switch_off(webhook, Webhook.Off.GONE, now)
    elif failing >= FAILED_FOR or (webhook.failures >= FAILED_OFTEN and failing >= NEVER_BEFORE):
        _switch_off(webhook, Webhook.Off.FAILING, now)


def _delay(tries: int, outcome: Outcome) -> timedelta | None:
    """How long to wait after so many tries; None: it is given up."""
    if tries > len(DELAYS):
        return None
    usual = DELAYS[tries - 1] * (1 + JITTER * random.random())  # noqa: S311  # spreads, guards nothing
    return max(usual, min(outcome.retry_after or usual, LONGEST_ASKED_DELAY))


def _switch_off(webhook: Webhook, why: str, now: datetime) -> None:
    """It is told of nothing more, and its owner of that: of a program's, whose program it is. In the caller's
    transaction."""
    if webhook.off_at is not None:  # by its owner, meanwhile
        return
    webhook.off_at, webhook.off_why = now, why
    key = f"{Outbox.Kind.WEBHOOK_OFF}:{webhook.pk}:{now.isoformat()}"
    payload = {"webhook": webhook.pk, "off_at": now.isoformat()}
    reader = webhook.user.owner_id or webhook.user_id  # no program has an address
    outbox.owe_mail(kind=Outbox.Kind.WEBHOOK_OFF, key=key, user_id=reader, payload=payload)


def due(*, now: datetime) -> QuerySet[WebhookDelivery]:
    """What is to be sent, to addresses that nobody sends to at this moment."""
    free = Q(webhook__lease_until__isnull=True) | Q(webhook__lease_until__lte=now)
    rested = Q(webhook__rest_until__isnull=True) | Q(webhook__rest_until__lte=now)
    return WebhookDelivery.objects.filter(
        free, rested, state=State.QUEUED, due_at__lte=now, webhook__off_at__isnull=True
    )


def _hold(pk: int, claims: int, now: datetime) -> WebhookDelivery | None:
    """The oldest due request of the address, which nobody else sends to until the lease is over."""
    free = Q(lease_until__isnull=True) | Q(lease_until__lte=now)
    with writing():
        address = Webhook.objects.filter(free, pk=pk, claims=claims, off_at__isnull=True)
        if not address.update(claims=claims + 1, lease_until=now + LEASE):
            return None
        due = WebhookDelivery.objects.filter(webhook_id=pk, state=State.QUEUED, due_at__lte=now)
        found = due.select_related("webhook", "player__owner").order_by("due_at", "pk").first()
        if found is None:
            Webhook.objects.filter(pk=pk).update(lease_until=None)
        return found


def _still_held(delivery: WebhookDelivery) -> Webhook | None:
    """The address as it is now, its row locked where the database can, if the claim still holds."""
    rows: QuerySet[Webhook, Any] = Webhook.objects.filter(
        pk=delivery.webhook_id, claims=delivery.webhook.claims
    )
    if connection.features.has_select_for_update:
        rows = rows.select_for_update(no_key=True)  # what is owed to it meanwhile does not wait
    return rows.first()
