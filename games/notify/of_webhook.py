"""The mail that says that a webhook was switched off, why, and how to switch it on again."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import Outbox, Webhook, WebhookDelivery
from games.notify.cards import named
from games.services.webhooks import addresses, queue


def context(row: Outbox) -> dict[str, Any]:
    """What the templates of mail/webhook_off show. Of its address the host: the rest may be a secret."""
    webhook = queue.still_off(row=row)
    if webhook is None:
        raise ValueError("it was looked whether it is off")
    program = named(webhook.user.username) if webhook.user.owner_id else ""
    off = _("A webhook of your program %(program)s is switched off.") % {"program": program}
    # A program has no page of its own: it is its token that switches the webhook on.
    page = "settings/programs/" if program else f"settings/webhooks/{webhook.pk}/"
    return {
        "headline": off if program else _("A webhook of yours is switched off."),
        "program": program,
        "why": _why(webhook),
        "said": _said(webhook),
        "link": f"{settings.SITE_URL}/{page}",
        "api": f"PATCH {settings.SITE_URL}/api/v1/webhooks/{webhook.pk}/",
        "active": '{"active": true}',
    }


def _why(webhook: Webhook) -> str:
    host = named(addresses.parse(webhook.url).host)
    if webhook.off_why == Webhook.Off.GONE:
        return _("%(host)s answered that there is nothing any more (410 Gone).") % {"host": host}
    assert webhook.off_at is not None
    days = (webhook.off_at - (webhook.failing_since or webhook.off_at)).days
    said = ngettext(
        "Every request to %(host)s has failed for %(count)d day.",
        "Every request to %(host)s has failed for %(count)d days.",
        days,
    )
    return said % {"host": host, "count": days}


def _said(webhook: Webhook) -> str:
    """How the last request ended."""
    tried = WebhookDelivery.objects.filter(webhook=webhook, tried_at__isnull=False)
    last = tried.order_by("-tried_at").first()
    if last is None:
        return ""
    if last.status is not None:
        return _("Its last answer had the status %(status)d.") % {"status": last.status}
    return str(last.get_error_display())
