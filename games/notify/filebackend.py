"""Mail where there is no mail server: one .eml file a mail in settings.MAIL_DIR, oldest first by name."""

from __future__ import annotations

import os
import secrets
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from django.conf import settings
from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend


class EmailBackend(BaseEmailBackend):
    """Writes each mail beside its place and renames it there, so that a reader never sees half of one."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        directory = Path(settings.MAIL_DIR)
        directory.mkdir(parents=True, exist_ok=True)
        for message in email_messages:
            name = f"{datetime.now(UTC):%Y%m%dT%H%M%S.%fZ}-{secrets.token_hex(3)}"
            half = directory / f".{name}.part"
            # A mail may hold a key or a hand: it is for the owner of the data directory alone.
            with open(half, "xb", opener=_private) as file:
                file.write(message.message().as_bytes())
            half.rename(directory / f"{name}.eml")
        return len(email_messages)


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)
