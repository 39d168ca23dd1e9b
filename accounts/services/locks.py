"""The lock of an account: whoever changes what is theirs takes it first of all, and an account that ends as well.

So tables, mails and settings are locked after it, each in one order, and nobody waits for who waits for them.
"""

from __future__ import annotations

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from accounts.models import User


def hold(user: User) -> bool:
    """Whoever changes this account at this moment comes after us, or before; whether it is still there.

    Not whoever owes them a mail: that would be to wait crosswise, since their games are locked next.
    """
    row = User.objects.select_for_update(no_key=True).filter(pk=user.pk)
    return row.values_list("is_active", flat=True).first() or False


def one_at_a_time(user: User) -> None:
    """The same. Raises ValidationError where the account has ended meanwhile."""
    if not hold(user):
        raise ValidationError({"__all__": [_("The account is closed.")]})
