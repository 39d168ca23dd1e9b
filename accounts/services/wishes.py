"""What a user wants to hear by mail: checked, kept, and the next daily list planned."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.module_loading import import_string
from django.utils.translation import gettext as _

from accounts import hours
from accounts.models import User
from accounts.services.locks import one_at_a_time
from accounts.wishes import Wishes

FIRST_DIGEST_HOUR = 8  # where somebody wants the list and says no hour
MOST_LEADS = 5
LONGEST_LEAD = 14 * 24  # hours; no clock gives more for a turn
LONGEST_WAIT = 24 * 60  # minutes
_FLAGS = ("rounds", "results", "invitations", "while_open")


def of(user: User) -> Wishes:
    """The user's wishes; the defaults, not stored, where they have none."""
    return Wishes.objects.filter(user=user).first() or Wishes(user=user)


def change(*, user: User, now: datetime | None = None, **changes: Any) -> Wishes:
    """Changes the given ones of a user's wishes. Raises ValidationError with a dict that names each bad one."""
    checked = checks(changes, _CHECKS)
    with transaction.atomic():
        one_at_a_time(user)
        wishes = of(user)
        for name, value in checked.items():
            setattr(wishes, name, value)
        if wishes.turn == Wishes.Turn.DIGEST and wishes.digest_hour is None:
            # Otherwise nothing would ever tell of a turn.
            wishes.digest_hour = checked["digest_hour"] = FIRST_DIGEST_HOUR
        checked["digest_due"] = _next_digest(wishes, user.timezone, now or timezone.now())
        # Only what was changed: the rest may have changed since it was read.
        wishes, _made = Wishes.objects.update_or_create(user=user, defaults=checked)
        import_string(settings.WISHES_CHANGED)(user=user)
    return wishes


def moved(*, user: User, now: datetime | None = None) -> None:
    """The user lives by another time zone now: the daily list comes at its hour there."""
    wishes = Wishes.objects.filter(user=user, digest_hour__isnull=False).first()
    if wishes is not None:
        due = _next_digest(wishes, user.timezone, now or timezone.now())
        Wishes.objects.filter(pk=wishes.pk).update(digest_due=due)


def digest_told(*, wishes: Wishes, zone: str, now: datetime) -> bool:
    """The list of `wishes.digest_due` is owed: plans the next. False when somebody else did so first."""
    seen = Wishes.objects.filter(pk=wishes.pk, digest_due=wishes.digest_due)
    return bool(seen.update(digest_due=_next_digest(wishes, zone, now)))


def checks(changes: Mapping[str, Any], known: Mapping[str, Any]) -> dict[str, Any]:
    """The values as they are kept. Raises ValidationError with a dict that names each bad one."""
    checked, errors = {}, {}
    for name, value in changes.items():
        try:
            checked[name] = known[name](value)
        except ValidationError as error:
            errors[name] = error.messages
    if errors:
        raise ValidationError(errors)
    return checked


def turn(value: Any) -> str:
    """How to hear of one's turn."""
    return _one_of(value, Wishes.Turn.values)


def turn_minutes(value: Any) -> int:
    """How much later, where one wants to hear later."""
    return _number(value, 1, LONGEST_WAIT)


def leads(value: Any) -> list[int] | None:
    """Hours before a deadline, the longest first; None: what is usual."""
    if value is None:
        return None
    if not isinstance(value, list | tuple) or len(value) > MOST_LEADS:
        raise ValidationError(_("Give a list of at most %(most)d hours.") % {"most": MOST_LEADS})
    return sorted({_number(hour, 1, LONGEST_LEAD) for hour in value}, reverse=True)


def _next_digest(wishes: Wishes, zone: str, now: datetime) -> datetime | None:
    if wishes.digest_hour is None:
        return None
    return hours.next_at(wishes.digest_hour, hours.zone(zone), now)


def _one_of(value: Any, known: list[str]) -> str:
    if not isinstance(value, str) or value not in known:
        raise ValidationError(_("Give one of: %(choices)s.") % {"choices": ", ".join(known)})
    return value


def _number(value: Any, lowest: int, highest: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not lowest <= value <= highest:
        words = {"lowest": lowest, "highest": highest}
        raise ValidationError(_("Give a whole number from %(lowest)d to %(highest)d.") % words)
    return value


def _hour(value: Any) -> int:
    return _number(value, 0, 23)


def _hour_or_none(value: Any) -> int | None:
    return None if value is None else _hour(value)


def _quiet(value: Any) -> str:
    return _one_of(value, Wishes.Quiet.values)


def _flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise ValidationError(_("Send true or false."))
    return value


_CHECKS: dict[str, Any] = {
    "turn": turn,
    "turn_minutes": turn_minutes,
    "leads": leads,
    "digest_hour": _hour_or_none,
    "quiet": _quiet,
    "quiet_from": _hour,
    "quiet_until": _hour,
    **dict.fromkeys(_FLAGS, _flag),
}
NAMES = tuple(_CHECKS)
