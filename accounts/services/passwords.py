"""Passwords: forgotten ones are chosen anew by a mailed key, known ones are changed."""

from __future__ import annotations

import hashlib

from django.contrib.auth.password_validation import validate_password
from django.core import signing
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.translation import gettext as _

from accounts import outbox
from accounts.models import Token, User
from accounts.names import address_key
from accounts.services import checks

RESET_WITHIN = 2 * 3600  # seconds
_SALT = "accounts.reset"


def owe_reset(*, email: str) -> None:
    """Owes the mail by which whoever confirmed that address chooses a new password.

    Whether anybody did is looked up when the mail is to be sent, so that neither the answer nor the time that
    it takes tells who has an account. One such mail a minute and address. Raises ValidationError.
    """
    address = checks.fields(email=email)["email"]
    stamp = f"{address_key(address)}:{timezone.now():%Y-%m-%dT%H:%M}"
    digest = hashlib.sha256(stamp.encode()).hexdigest()[:24]
    with transaction.atomic():
        outbox.owe(kind="reset", key=f"reset:{digest}", user_id=None, address=address)


def reset_key(*, user: User) -> str:
    """The key that lets its holder choose the user's password; good for two hours, and only once.

    It is made when the mail is written and stored nowhere: who reads the database cannot use it.
    """
    return signing.dumps([user.pk, _print(user)], salt=_SALT, compress=True)


def user_of_key(*, key: str) -> User:
    """Whose password `key` lets one choose. Raises ValidationError for one that is not good."""
    try:
        user_id, seen = signing.loads(key, salt=_SALT, max_age=RESET_WITHIN)
        user = User.objects.filter(pk=user_id, is_active=True).first()
    except (signing.BadSignature, ValueError, TypeError):
        user, seen = None, ""
    if user is None or not constant_time_compare(_print(user), str(seen)):
        raise ValidationError({"key": [_("This link was used already, or is too old: ask for a new mail.")]})
    return user


def reset(*, key: str, password: str) -> User:
    """Sets the password of whom `key` was sent to. Ends every session and every token: somebody else's too,
    and those of their programs.

    Raises ValidationError with a dict of fields.
    """
    user = user_of_key(key=key)
    before = user.password
    _set(user, password, field="password")
    with transaction.atomic():
        # Of two who come with one key at once, one wins.
        if not User.objects.filter(pk=user.pk, password=before).update(password=user.password):
            raise ValidationError({"key": [_("This link was used already: ask for a new mail.")]})
        Token.objects.filter(Q(user=user) | Q(user__owner=user)).delete()
    return user


def change(*, user: User, old: str, new: str) -> User:
    """Changes the password of who knows the old one; every other session ends.

    Raises ValidationError with a dict of fields.
    """
    if not user.check_password(old):
        raise wrong_password("old")
    before = user.password
    _set(user, new, field="new")
    if not User.objects.filter(pk=user.pk, password=before).update(password=user.password):
        raise wrong_password("old")
    return user


def wrong_password(field: str) -> ValidationError:
    """What a password that is not the account's raises."""
    return ValidationError({field: [_("This is not your password; try again, or have a new one mailed.")]})


def _set(user: User, password: str, *, field: str) -> None:
    try:
        validate_password(password, user)
    except ValidationError as error:
        raise ValidationError({field: error.messages}) from None
    user.set_password(password)


def _print(user: User) -> str:
    """Changes with the password and the address: then older keys are worth nothing."""
    text = f"{user.pk}:{user.password}:{user.email_key}:{bool(user.email_confirmed_at)}"
    return salted_hmac(_SALT, text, algorithm="sha256").hexdigest()[:32]
