"""What tests of webhooks share: webhooks, requests that are owed, and what a receiver makes of what came."""

from __future__ import annotations

import ipaddress
import json
from collections.abc import Sequence
from datetime import datetime
from typing import Any

import standardwebhooks

from accounts.models import User
from games.models import Webhook, WebhookDelivery
from games.notify.webhooks.deliver import deliver_due
from games.services.webhooks import keys, targets
from tests.people import person
from tests.webhooks.receivers import Receiver, Request

HERE = (ipaddress.ip_network("127.0.0.0/8"),)
ALL = tuple(Webhook.Kind.values)
TYPES = [*ALL, "test"]
State = WebhookDelivery.State


def hook(to: Receiver, user: User | None = None, kinds: Sequence[str] = ALL) -> Webhook:
    """A webhook of that user's (ana's) that leads to the receiver. This machine is to be allowed."""
    return targets.create(user=user or person("ana"), url=to.url, kinds=kinds)


def owed(webhook: Webhook, count: int = 1) -> list[WebhookDelivery]:
    """So many requests that are owed to it, as events' are: tried for a day."""
    rows = [targets.test(user=webhook.user, pk=webhook.pk) for _ in range(count)]
    WebhookDelivery.objects.filter(pk__in=[row.pk for row in rows]).update(by_hand=False)
    return rows


def delivered(now: datetime | None = None) -> dict[str, int]:
    return deliver_due(now)


def read(request: Request, webhook: Webhook) -> dict[str, Any]:
    """What it says, verified by the specification's own library with the secret as its owner has it."""
    verifier = standardwebhooks.Webhook(keys.secret_of(webhook))
    said: dict[str, Any] = verifier.verify(request.body, request.headers)
    assert said == json.loads(request.body)
    return said


def only(webhook: Webhook) -> WebhookDelivery:
    """The one request that it was, or is, owed."""
    return WebhookDelivery.objects.get(webhook=webhook)
