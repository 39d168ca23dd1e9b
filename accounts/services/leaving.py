"""An account's end: the row stays, for the games that it played, under a name that is nobody's."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import cache
from typing import cast

from django.conf import settings
from django.utils.module_loading import import_string

from accounts.models import Token, User, Vacation, Wishes
from accounts.selectors import programs_of

_LETTERS = "23456789bcdfghjkmnpqrstvwxz"


def delete_account(*, user: User) -> None:
    """Ends the account: open games are resigned, open tables left, name, address and password are gone.

    Its programs end in the same way. Whoever else needs to know takes part in the one transaction
    (settings.ACCOUNT_LEAVING).
    """
    if not user.is_active or user.is_house:
        return
    _end_programs(user)
    name = f"Deleted player {''.join(secrets.choice(_LETTERS) for _letter in range(8))}"
    with _leaving()(user=user, new_name=name):
        gone = User.objects.get(pk=user.pk)
        gone.username, gone.email, gone.email_confirmed_at = name, "", None
        gone.language, gone.timezone, gone.night_from, gone.night_until = "en", "UTC", None, None
        gone.is_active = gone.is_staff = gone.is_superuser = False
        gone.last_login = gone.mail_stopped_at = None
        gone.mail_stopped_why = ""
        gone.set_unusable_password()
        gone.save()
        gone.groups.clear()
        gone.user_permissions.clear()
        Token.objects.filter(user=gone).delete()
        Vacation.objects.filter(user=gone).delete()
        Wishes.objects.filter(user=gone).delete()
    _end_programs(user)  # made at this very moment: from now on it has no more


def _end_programs(user: User) -> None:
    """Each on its own: what is locked of one's tables is locked in one order."""
    for program in programs_of(user):
        delete_account(user=program)


@cache
def _leaving() -> Callable[..., AbstractContextManager[None]]:
    return cast(Callable[..., AbstractContextManager[None]], import_string(settings.ACCOUNT_LEAVING))
