"""Webhooks with all that can have become of what they were sent, for pages that are looked at."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from django.utils import timezone

from accounts.models import User
from games.models import Webhook, WebhookDelivery
from games.services.webhooks import following, targets
from tests.webhooks.hooks import ALL, State

URL = "https://bot.example.org/rummy"


def make(users: Sequence[User]) -> None:
    """One of each user's that hears of everything, and one that is off."""
    for user in users:
        targets.create(user=user, url=f"{URL}/{user.username}", kinds=ALL, name="My bot")
        old = targets.create(
            user=user, url=f"{URL}/old/with/a/long/path?key=0123456789abcdef0123456789abcdef"
        )
        hour = timedelta(hours=1)
        Webhook.objects.filter(pk=old.pk).update(
            off_at=timezone.now() - hour, off_why=Webhook.Off.FAILING, failures=31
        )


def tell() -> None:
    """What has happened was told: most of it arrived. From here on they hear of invitations only."""
    now = timezone.now()
    while behind := following.behind():
        for webhook in behind:
            following.follow(webhook=webhook, now=now)
    rows = WebhookDelivery.objects.all()
    rows.update(state=State.DELIVERED, tries=1, tried_at=now, took=84, status=204)
    for webhook in Webhook.objects.filter(off_at__isnull=True):
        newest = list(rows.filter(webhook=webhook).order_by("-pk").values_list("pk", flat=True)[:3])
        rows.filter(pk__in=newest[:1]).update(
            state=State.QUEUED,
            status=None,
            error="timeout",
            took=10_000,
            tries=4,
            due_at=now + timedelta(days=1),
        )
        rows.filter(pk__in=newest[1:2]).update(
            state=State.FAILED, status=500, error="status", tries=9, answer="<h1>Something is wrong</h1>"
        )
    Webhook.objects.update(kinds=["invitation"])
