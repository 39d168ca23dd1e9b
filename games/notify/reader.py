"""Whom a mail is for: address, language, time zone."""

from __future__ import annotations

from dataclasses import dataclass
from zoneinfo import ZoneInfo

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import validate_email

from accounts.models import User
from accounts.selectors import user_by_confirmed_address
from config import languages
from games.models import Outbox
from games.notify import holds, times


class BadAddress(ValueError):
    """No mail can go there."""


@dataclass(frozen=True, slots=True)
class Reader:
    """The receiver of one mail. `user` is None for an address that belongs to nobody here."""

    address: str
    language: str
    tz: ZoneInfo
    user: User | None


def reader_of(row: Outbox) -> Reader:
    """Who reads the mail. Raises BadAddress for what is not exactly one address."""
    address = holds.address_of(row)
    try:
        validate_email(address)
    except ValidationError:
        raise BadAddress("not a mail address") from None
    user = _whose(row, address)
    # Who is invited by address alone is written to in the language of who invites.
    like = user or (row.game.creator if row.game else None)
    if like is None:
        return Reader(address, settings.LANGUAGE_CODE, times.zone("UTC"), user)
    return Reader(address, languages.shown(like.language), times.zone(like.timezone), user)


def _whose(row: Outbox, address: str) -> User | None:
    if row.kind in (Outbox.Kind.ADDRESS_KNOWN, Outbox.Kind.RESET) or row.user is None:
        return user_by_confirmed_address(address)
    return row.user
