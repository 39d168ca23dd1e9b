"""What people may fill in: each field normalised, or refused with a sentence that says what would do."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from functools import cache
from typing import Any
from zoneinfo import available_timezones

from django.conf import settings
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.names import is_reserved, look_alikes, name_key, normal_name


def fields(**given: Any) -> dict[str, Any]:
    """The given ones of username, email, password, language and timezone, normalised.

    Raises ValidationError with a dict that names each bad one.
    """
    checked = dict(given)
    errors: dict[str, list[str]] = {}
    for name, check in _CHECKS.items():
        if name in given:
            try:
                checked[name] = check(given[name])
            except ValidationError as error:
                errors[name] = error.messages
    if "password" in given:
        try:
            # Against the name and address as they were given: a bad name is no reason to be silent here.
            validate_password(
                given["password"], User(username=given.get("username", ""), email=given.get("email", ""))
            )
        except ValidationError as error:
            errors["password"] = error.messages
    if errors:
        raise ValidationError(errors)
    return checked


def name_taken() -> ValidationError:
    """What registering a name that somebody has raises."""
    return ValidationError({"username": [_("This name is taken; choose another.")]})


def _username(name: str) -> str:
    name = normal_name(name)
    key = name_key(name)
    if is_reserved(name) or User.objects.filter(username_key__in={key, *look_alikes(key)}).exists():
        raise ValidationError(name_taken().messages)
    return name


def _email(address: str) -> str:
    address = address.strip()
    # What the validator lets pass in domains: direction overrides, blanks of other scripts, unassigned ones.
    odd = len(address) > 254 or any(unicodedata.category(char)[0] in "CZ" for char in address)
    try:
        validate_email(address)
    except ValidationError:
        odd = True
    if odd:
        raise ValidationError(_("Enter a mail address that can be written to, such as ana@example.org."))
    return address


def _language(code: str) -> str:
    codes = list(dict(settings.LANGUAGES))
    if code not in codes:
        raise ValidationError(_("Give one of: %(choices)s.") % {"choices": ", ".join(codes)})
    return code


def is_zone(name: str) -> bool:
    """Whether there is such a time zone."""
    return name in _timezones()


def _timezone(name: str) -> str:
    if not is_zone(name):
        raise ValidationError(_("Give the name of a time zone, such as Europe/Malta."))
    return name


LONGEST_NIGHT = 12  # hours


def _night(hours: tuple[int, int] | None) -> tuple[int, int] | None:
    """Whoever named most of the day their night would be waited for that long with every turn."""
    if hours is None:
        return None
    begins, ends = hours
    if not (0 <= begins < 24 and 0 <= ends < 24) or (ends - begins) % 24 > LONGEST_NIGHT:
        raise ValidationError(
            _("Give two hours of the day, at most %(most)d hours apart.") % {"most": LONGEST_NIGHT}
        )
    return (begins, ends)


@cache
def _timezones() -> frozenset[str]:
    return frozenset(available_timezones())  # reads hundreds of files


_CHECKS: dict[str, Callable[[Any], Any]] = {
    "username": _username,
    "email": _email,
    "language": _language,
    "timezone": _timezone,
    "night": _night,
}
