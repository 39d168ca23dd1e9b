"""How long what was sent to webhooks is kept."""

from __future__ import annotations

from datetime import datetime, timedelta

from games.models import WebhookDelivery

KEPT = timedelta(days=30)
PURGED_AT_ONCE = 5000


def purge(*, now: datetime) -> int:
    """Forgets requests that are done with and older than KEPT; how many."""
    gone = 0
    while True:
        count = _purge_some(now)
        gone += count
        if count < PURGED_AT_ONCE:
            return gone


def _purge_some(now: datetime) -> int:
    # They stand in the order in which they were made: the first new ones end the search.
    oldest = WebhookDelivery.objects.order_by("pk").values_list("pk", "created_at", "state")[:PURGED_AT_ONCE]
    queued = WebhookDelivery.State.QUEUED
    done = [pk for pk, at, state in oldest if at < now - KEPT and state != queued]
    return WebhookDelivery.objects.filter(pk__in=done).exclude(state=queued).delete()[0]
