"""The secrets of webhooks: made anew from a stored seed and the host's own key, so that they are stored nowhere."""

from __future__ import annotations

import base64
import secrets
from datetime import datetime, timedelta

from django.utils.crypto import salted_hmac

from games.models import Webhook

PREFIX = "whsec_"
# A receiver has this long to learn the new secret; meanwhile the one before signs as well.
OVERLAP = timedelta(days=1)
_SALT = "games.webhooks.secret"


def new_seed() -> str:
    return secrets.token_urlsafe(32)


def secret_of(webhook: Webhook) -> str:
    """The secret as its owner gives it to the receiver."""
    return PREFIX + base64.b64encode(_key(webhook.seed)).decode()


def keys_of(webhook: Webhook, now: datetime) -> list[bytes]:
    """What signs a request made now, the newest first."""
    seeds = [webhook.seed]
    if webhook.old_until is not None and now < webhook.old_until:
        seeds.append(webhook.old_seed)
    return [_key(seed) for seed in seeds]


def _key(seed: str) -> bytes:
    return salted_hmac(_SALT, seed, algorithm="sha256").digest()
