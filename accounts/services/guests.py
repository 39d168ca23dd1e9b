"""Guests: people who play at once, without a name or an address; they are forgotten when they stay away."""

from __future__ import annotations

import hashlib
import logging
import secrets
from datetime import datetime, timedelta

from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.models import User
from accounts.names import name_key
from accounts.services import checks, leaving

log = logging.getLogger(__name__)

IDLE = timedelta(days=30)
# A form that is sent twice comes twice within this time; later the same form means another guest.
AGAIN = timedelta(minutes=10)
_LETTERS = "23456789bcdfghjkmnpqrstvwxz"  # as in the ids of games: no word, no look-alike
_TRIES = 20


def make_guest(*, seed: str = "", language: str = "en", zone: str = "") -> User:
    """A new guest; soon afterwards the same one for the same `seed`, so that a form sent twice makes one.

    A seed is a secret of one browser: whoever knows it becomes its guest for ten minutes. A zone that is none
    holds nobody up: then it is UTC.
    """
    seed = seed or secrets.token_urlsafe(24)
    # Never a password: the first character says that there is none.
    mark = "!" + hashlib.sha256(f"guest:{seed}".encode()).hexdigest()
    known = _of(mark)
    if known is not None:
        return known
    zone = zone if checks.is_zone(zone) else "UTC"
    for number in range(_TRIES):
        name = _name(mark if number == 0 else secrets.token_urlsafe(24))
        try:
            with transaction.atomic():
                guest = User(username=name, kind=User.Kind.GUEST, language=language, timezone=zone)
                guest.password, guest.last_login = mark, timezone.now()
                guest.save()
                return guest
        except IntegrityError:  # the name is somebody's: our own twin's, or a stranger's
            if (known := _of(mark)) is not None:
                return known
    raise RuntimeError("no free name for a guest was found")


def seen(*, guest: User, now: datetime) -> None:
    """Notes that the guest is here; asked for once a day."""
    User.objects.filter(pk=guest.pk, kind=User.Kind.GUEST).update(last_login=now)


def remove_idle(*, now: datetime, limit: int = 200) -> int:
    """Ends the accounts of guests who have not been here for a month, longest first; how many."""
    idle = User.objects.filter(kind=User.Kind.GUEST, is_active=True, last_login__lt=now - IDLE)
    gone = 0
    for guest in list(idle.order_by("last_login", "pk")[:limit]):
        try:
            leaving.delete_account(user=guest)
            gone += 1
        except Exception as error:  # noqa: BLE001  # one broken game must not keep every guest
            log.error("guest %s could not be removed: %s", guest.pk, type(error).__name__)
    return gone


def _of(mark: str) -> User | None:
    fresh = timezone.now() - AGAIN
    return User.objects.filter(
        username_key=name_key(_name(mark)), password=mark, kind=User.Kind.GUEST, date_joined__gte=fresh
    ).first()


def _name(text: str) -> str:
    number = int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")
    letters = ""
    for _place in range(5):
        number, letter = divmod(number, len(_LETTERS))
        letters += _LETTERS[letter]
    return f"Guest {letters}"
