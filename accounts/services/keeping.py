"""A guest who stays: keeps their games under a name, an address and a password."""

from __future__ import annotations

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils.module_loading import import_string
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.services import checks, wishes
from accounts.services.registration import owe_confirmation


def keep(*, guest: User, username: str, email: str, password: str, timezone_name: str = "UTC") -> User:
    """Makes a user of the guest: same seats, a name of their own; a mail to confirm the address is owed.

    Raises ValidationError with a dict of fields.
    """
    checked = checks.fields(username=username, email=email, password=password, timezone=timezone_name)
    user = User.objects.get(pk=guest.pk)
    moves = timezone_name != user.timezone
    user.username, user.email, user.timezone = checked["username"], checked["email"], timezone_name
    user.kind = User.Kind.HUMAN
    user.set_password(password)  # before the transaction: it takes its time, and nobody is to wait for it
    written = ["username", "username_key", "email", "email_key", "timezone", "kind", "password"]
    try:
        with transaction.atomic():
            # Claimed by comparison, so that a form sent twice keeps once.
            if not _still(guest).update(kind=User.Kind.HUMAN):
                raise ValidationError({"__all__": [_("This account is kept already: log in with it.")]})
            # Their games are locked before the new name locks the account: whoever moves there, and owes them a mail,
            # does it in this order.
            import_string(settings.ACCOUNT_RENAMED)(user=user)
            user.save(update_fields=written)
            owe_confirmation(user)
            if moves:  # as for everybody who says where they live
                wishes.moved(user=user)
                import_string(settings.ACCOUNT_CLOCK)(user=user)
    except IntegrityError:  # somebody else took the name between the check and here
        raise checks.name_taken() from None
    return user


def _still(guest: User) -> QuerySet[User]:
    return User.objects.filter(pk=guest.pk, kind=User.Kind.GUEST, is_active=True)
