"""What was sent to webhooks, in templates."""

from __future__ import annotations

from django import template

from games.models import WebhookDelivery
from games.services.webhooks import bodies

register = template.Library()


@register.filter
def sent_body(delivery: WebhookDelivery) -> str:
    """What the request says."""
    return bodies.body_of(delivery)
