"""Registration, the confirmation of an address, the profile: one service behind the form and the API."""

from __future__ import annotations

import hashlib
from typing import Any
from urllib.parse import unquote

from django.conf import settings
from django.core import signing
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.module_loading import import_string
from django.utils.translation import gettext as _

from accounts import outbox
from accounts.models import User
from accounts.names import address_key
from accounts.selectors import user_by_confirmed_address
from accounts.services import checks, wishes
from accounts.services.locks import one_at_a_time

CONFIRM_WITHIN = 3 * 24 * 3600  # seconds
_SALT = "accounts.confirm"
_OF_ADDRESS = ("email_confirmed_at", "mail_stopped_at", "mail_stopped_why")


def register(
    *, username: str, email: str, password: str, language: str = "en", timezone_name: str = "UTC"
) -> User:
    """A new account; a mail to confirm the address is owed.

    Raises ValidationError with a dict of fields. Whether the address is known already shows only in the mail.
    """
    checked = checks.fields(
        username=username, email=email, password=password, language=language, timezone=timezone_name
    )
    user = User(
        username=checked["username"], email=checked["email"], language=language, timezone=timezone_name
    )
    user.set_password(password)  # before the transaction: it takes its time, and nobody is to wait for it
    try:
        with transaction.atomic():
            user.save()
            owe_confirmation(user)
    except IntegrityError:  # somebody else took the name between the check and here
        raise checks.name_taken() from None
    return user


def update_profile(*, user: User, **changes: Any) -> User:
    """Changes `email`, `language` or `timezone`. A new address counts once it is confirmed.

    An address that is still unconfirmed may be given again: then the mail is owed again. `night` is the local
    hours from and until, None for no night.
    """
    if user.kind == User.Kind.BOT and changes.keys() & {"email", "night"}:
        refused = changes.keys() & {"email", "night"}
        raise ValidationError({name: [_("A program has none.")] for name in refused})
    checked = checks.fields(**changes)
    if "night" in checked:
        checked["night_from"], checked["night_until"] = checked.pop("night") or (0, 0)
    moved = "email" in checked and address_key(checked["email"]) != user.email_key
    for name in checked:
        setattr(user, name, checked[name])
    if moved:
        user.email_confirmed_at = user.mail_stopped_at = None
        user.mail_stopped_why = ""
    with transaction.atomic():
        one_at_a_time(user)
        # Only what was changed: the rest of this user may have changed since it was read.
        written = [*checked, *(("email_key",) if "email" in checked else ())]
        user.save(update_fields=[*written, *(_OF_ADDRESS if moved else ())])
        if "timezone" in checked:
            wishes.moved(user=user)
        if "email" in checked and user.email_confirmed_at is None:
            owe_confirmation(user)
        if checked.keys() & {"timezone", "night_from"}:
            import_string(settings.ACCOUNT_CLOCK)(user=user)
    return user


def owe_confirmation(user: User) -> None:
    """Owes the mail that asks to confirm the user's address, or that tells of the account it has already.

    One such mail a minute and address, however often it is asked for.
    """
    known = user_by_confirmed_address(user.email)
    kind = "address_known" if known is not None and known.pk != user.pk else "confirm"
    stamp = hashlib.sha256(f"{user.email_key}:{timezone.now():%Y-%m-%dT%H:%M}".encode()).hexdigest()[:16]
    outbox.owe(kind=kind, key=f"{kind}:{user.pk}:{stamp}", user_id=user.pk, address=user.email)


def confirmation_key(*, user_id: int, address: str) -> str:
    """The key that confirms `address` for that user; good for three days.

    It is made when the mail is written and stored nowhere: who reads the database cannot confirm an address.
    """
    return signing.dumps([user_id, address_key(address)], salt=_SALT, compress=True)


def confirm(*, key: str) -> User:
    """Confirms the address that `key` was sent to; again does no harm (mail programs follow links).

    A key that was copied out of the link, where its colons are written otherwise, is as good.

    Raises ValidationError for a key that is not, or no longer, good.
    """
    try:
        user_id, address = signing.loads(unquote(key), salt=_SALT, max_age=CONFIRM_WITHIN)
    except (signing.BadSignature, ValueError, TypeError):
        raise _bad_key(_("This key is unknown or too old: ask for a new mail.")) from None
    # Compared where it is written, so that an address that is changed at this moment is not confirmed.
    owner = User.objects.filter(pk=user_id, email_key=address, is_active=True)
    try:
        with transaction.atomic():
            owner.filter(email_confirmed_at__isnull=True).update(email_confirmed_at=timezone.now())
            owner.update(mail_stopped_at=None, mail_stopped_why="")  # the key came by mail
    except IntegrityError:
        raise _bad_key(_("This address belongs to another account: give this one another.")) from None
    user = owner.first()
    if user is None:
        raise _bad_key(
            _("This key was sent to an address that the account has no longer: use the newest mail.")
        )
    return user


def _bad_key(sentence: str) -> ValidationError:
    return ValidationError({"key": [sentence]})
