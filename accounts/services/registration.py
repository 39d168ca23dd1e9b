"""Registration and the confirmation of an address: one service behind the form and the API."""

from __future__ import annotations

import hashlib
from typing import Any
from zoneinfo import available_timezones

from django.conf import settings
from django.contrib.auth.password_validation import validate_password
from django.core import signing
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import outbox
from accounts.models import User
from accounts.names import address_key, is_reserved, name_key, normal_name
from accounts.selectors import user_by_confirmed_address

CONFIRM_WITHIN = 3 * 24 * 3600  # seconds
_SALT = "accounts.confirm"


def register(*, username: str, email: str, password: str, language: str = "en", timezone_name: str = "UTC") -> User:
    """A new account; a mail to confirm the address is owed.

    Raises ValidationError with a dict of fields. Whether the address is known already shows only in the mail.
    """
    fields = {"username": username, "email": email, "password": password, "language": language, "timezone": timezone_name}
    checked = _checked(fields)
    user = User(
        username=checked["username"], email=checked["email"], language=language, timezone=timezone_name
    )
    user.set_password(password)
    try:
        with transaction.atomic():
            user.save()
            owe_confirmation(user)
    except IntegrityError:
        raise ValidationError({"username": [_name_taken()]}) from None
    return user


def update_profile(*, user: User, **changes: str) -> User:
    """Changes `email`, `language` or `timezone`. A new address counts once it is confirmed."""
    checked = _checked(changes)
    moved = "email" in checked and address_key(checked["email"]) != user.email_key
    with transaction.atomic():
        for name in ("email", "language", "timezone"):
            if name in checked:
                setattr(user, name, checked[name])
        if moved:
            user.email_confirmed_at = None
        user.save()
        if moved:
            owe_confirmation(user)
    return user


def owe_confirmation(user: User) -> None:
    """Owes the mail that asks to confirm the user's address, or that tells of the account it has already."""
    known = user_by_confirmed_address(user.email)
    kind = "address_known" if known is not None and known.pk != user.pk else "confirm"
    stamp = hashlib.sha256(f"{user.email_key}:{timezone.now():%Y-%m-%dT%H:%M}".encode()).hexdigest()[:16]
    outbox.owe(kind=kind, key=f"{kind}:{user.pk}:{stamp}", user_id=user.pk, address=user.email)


def confirmation_key(*, user_id: int, address: str) -> str:
    """The key that confirms `address` for that user; good for three days. Made when the mail is written, never stored."""
    return signing.dumps([user_id, address_key(address)], salt=_SALT, compress=True)


def confirm(*, key: str) -> User:
    """Confirms the address that `key` was sent to. Raises ValidationError for a key that is not, or no longer, good."""
    try:
        user_id, address = signing.loads(key, salt=_SALT, max_age=CONFIRM_WITHIN)
    except (signing.BadSignature, ValueError, TypeError):
        raise ValidationError({"key": [_("This key is unknown or too old: ask for a new mail.")]}) from None
    user = User.objects.filter(pk=user_id, is_active=True).first()
    if user is None or user.email_key != address:
        raise ValidationError({"key": [_("This key was sent to an address that is no longer yours.")]})
    if user.email_confirmed_at is None:
        try:
            with transaction.atomic():
                user.email_confirmed_at = timezone.now()
                user.save(update_fields=["email_confirmed_at"])
        except IntegrityError:
            raise ValidationError({"key": [_("This address belongs to another account.")]}) from None
    return user


def _checked(fields: dict[str, str]) -> dict[str, str]:
    """The fields, normalised. Raises ValidationError that names each bad one."""
    errors: dict[str, Any] = {}
    checked = dict(fields)
    if "username" in fields:
        try:
            checked["username"] = normal_name(fields["username"])
            if is_reserved(checked["username"]) or User.objects.filter(username_key=name_key(checked["username"])).exists():
                errors["username"] = [_name_taken()]
        except ValidationError as error:
            errors["username"] = error.messages
    if "email" in fields:
        checked["email"] = fields["email"].strip()
        try:
            validate_email(checked["email"])
            if len(checked["email"]) > 254:
                raise ValidationError(_("This address is too long."))
        except ValidationError as error:
            errors["email"] = error.messages
    if "language" in fields and fields["language"] not in dict(settings.LANGUAGES):
        errors["language"] = [_("Give one of: %(choices)s.") % {"choices": ", ".join(dict(settings.LANGUAGES))}]
    if "timezone" in fields and fields["timezone"] not in available_timezones():
        errors["timezone"] = [_("Give the name of a time zone, such as Europe/Malta.")]
    if "password" in fields and "username" not in errors:
        try:
            validate_password(fields["password"], User(username=checked["username"], email=checked.get("email", "")))
        except ValidationError as error:
            errors["password"] = error.messages
    if errors:
        raise ValidationError(errors)
    return checked


def _name_taken() -> str:
    return _("This name is taken; choose another.")
