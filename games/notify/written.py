"""The mails that were written as files (games.notify.filebackend), read again."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime
from email.message import EmailMessage
from email.parser import BytesParser
from email.policy import default
from pathlib import Path

from django.conf import settings

BACKEND = "games.notify.filebackend.EmailBackend"
NAME = re.compile(r"\d{8}T\d{6}\.\d{6}Z-[0-9a-f]{6}", re.ASCII)
_TIME = "%Y%m%dT%H%M%S.%fZ"


@dataclass(frozen=True, slots=True)
class Written:
    """One mail, as a list shows it."""

    name: str
    at: datetime
    subject: str
    to: str


def as_files() -> bool:
    """Whether mails are written as files here, which is what they are without a mail server."""
    return bool(settings.EMAIL_BACKEND == BACKEND)


def names() -> list[str]:
    """The newest first."""
    folder = Path(settings.MAIL_DIR)
    if not folder.is_dir():
        return []
    return sorted((file.stem for file in folder.glob("*.eml") if NAME.fullmatch(file.stem)), reverse=True)


def listed(some: list[str]) -> list[Written]:
    """Those of `some` that are still there."""
    return [_listed(name, message) for name in some if (message := read(name, head=True)) is not None]


def read(name: str, *, head: bool = False) -> EmailMessage | None:
    """The mail of that name; None where there is none. `head`: without what it says."""
    if not NAME.fullmatch(name):
        return None
    try:
        with (Path(settings.MAIL_DIR) / f"{name}.eml").open("rb") as file:
            message = BytesParser(policy=default).parse(file, headersonly=head)
    except FileNotFoundError:
        return None
    assert isinstance(message, EmailMessage)
    return message


def part(message: EmailMessage, kind: str) -> str:
    """Its text as `plain` or as `html`; empty where it has none."""
    body = message.get_body((kind,))
    return "" if body is None else str(body.get_content())


def _listed(name: str, message: EmailMessage) -> Written:
    return Written(
        name=name,
        at=datetime.strptime(name.partition("-")[0], _TIME).replace(tzinfo=UTC),
        subject=str(message.get("Subject", "")),
        to=str(message.get("To", "")),
    )


def of(name: str) -> Written | None:
    """One, as the list shows it."""
    found = listed([name])
    return found[0] if found else None
