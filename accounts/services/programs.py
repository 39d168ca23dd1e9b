"""Programs: accounts that a person makes for them. They play by tokens only, and are theirs to end."""

from __future__ import annotations

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.selectors import programs_of
from accounts.services import checks, leaving

MOST = 10


def make(*, owner: User, username: str) -> User:
    """A new program of `owner`: no password, no address, no night in which its clock would rest.

    Raises ValidationError with a dict of fields.
    """
    checked = checks.fields(username=username)
    program = User(
        username=checked["username"],
        kind=User.Kind.BOT,
        owner=owner,
        language=owner.language,
        night_from=0,
        night_until=0,
    )
    program.set_unusable_password()
    try:
        with transaction.atomic():
            # Whoever makes another of the same owner's at this moment comes after us, or before; and an account
            # that ends.
            if not User.objects.select_for_update(no_key=True).filter(pk=owner.pk, is_active=True).first():
                raise ValidationError({"username": [_("The account is closed.")]})
            if len(programs_of(owner)) >= MOST:
                said = _("You can have %(most)d programs at most: end one of them first.")
                raise ValidationError({"username": [said % {"most": MOST}]})
            program.save()
    except IntegrityError:  # somebody else took the name between the check and here
        raise checks.name_taken() from None
    return program


def end(*, program: User) -> None:
    """Ends the program's account as a person ends theirs: its games are resigned, its tokens are gone."""
    leaving.delete_account(user=program)
