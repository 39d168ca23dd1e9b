"""Sessions that have run out: nobody comes back to them, and what lay in them is not kept any longer."""

from __future__ import annotations

from datetime import datetime

from django.contrib.sessions.models import Session

PURGED_AT_ONCE = 500


def purge(*, now: datetime) -> int:
    """Forgets them, a few in one statement, so that nobody waits long for it; how many."""
    gone = 0
    while keys := _some(now):
        gone += Session.objects.filter(pk__in=keys, expire_date__lt=now).delete()[0]
        if len(keys) < PURGED_AT_ONCE:
            break
    return gone


def _some(now: datetime) -> list[str]:
    over = Session.objects.filter(expire_date__lt=now).order_by("expire_date")
    return list(over.values_list("pk", flat=True)[:PURGED_AT_ONCE])
