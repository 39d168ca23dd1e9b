"""Addresses that take no mail: what was refused for good is not sent to again, until its owner says so."""

from __future__ import annotations

from datetime import datetime

from accounts.models import User
from accounts.names import address_key

LONGEST_REASON = 300


def stop(*, address: str, why: str, now: datetime) -> int:
    """No more mail to whoever has this address, confirmed or not; how many those are."""
    theirs = User.objects.filter(email_key=address_key(address), mail_stopped_at__isnull=True)
    return theirs.update(mail_stopped_at=now, mail_stopped_why=" ".join(why.split())[:LONGEST_REASON])


def resume(*, user: User) -> None:
    """The user says that their address takes mail again."""
    User.objects.filter(pk=user.pk).update(mail_stopped_at=None, mail_stopped_why="")
    user.mail_stopped_at, user.mail_stopped_why = None, ""
