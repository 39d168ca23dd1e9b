"""What a request to a webhook says: as it is stored, with the player as they are called by now."""

from __future__ import annotations

import orjson

from games.models import WebhookDelivery
from games.selectors import player_of


def body_of(delivery: WebhookDelivery) -> str:
    """The body as it is sent, and shown to the webhook's owner."""
    if delivery.player is None:
        return delivery.body
    said = orjson.loads(delivery.body)
    said["data"]["player"] = player_of(delivery.player)
    return orjson.dumps(said).decode()
