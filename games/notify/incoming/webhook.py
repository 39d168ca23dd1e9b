"""Mail that a provider posts: stored as the other doors store it, before the provider is told that all is well."""

from __future__ import annotations

from typing import Any

from anymail.signals import inbound

from games.models import IncomingMail
from games.notify.incoming.doors import take_in


def take_posted(raw: bytes) -> bool:
    """A mail as it came over the wire, of a provider or a script that posts such; False where it is not for us."""
    return take_in(raw, door=IncomingMail.Door.WEBHOOK)


def take_event(sender: object, *, event: Any, **_: object) -> None:
    """A mail in the provider's own form, which anymail has read. What this raises makes the provider come again."""
    mail = event.message
    try:
        raw = mail.as_bytes()
    except (UnicodeError, LookupError):  # put together from parts with a charset that is none
        raw = mail.as_string().encode("utf-8", "surrogateescape")
    recipients = [mail.envelope_recipient] if mail.envelope_recipient else []
    take_in(raw, door=IncomingMail.Door.WEBHOOK, recipients=recipients, sender=mail.envelope_sender or "")


inbound.connect(take_event, dispatch_uid="games.notify.incoming.webhook")
