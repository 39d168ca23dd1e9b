"""Mails that were refused for good, at once or by a mail that came back: nothing more goes to such an address."""

from __future__ import annotations

from datetime import datetime

from accounts.models import User
from accounts.names import address_key
from accounts.services import mailboxes
from games.models import Outbox, StoppedAddress
from games.services import outbox
from games.services.write import writing

# Not a reason to stop: what a person asked for a moment ago to set things right.
SETS_RIGHT = frozenset({Outbox.Kind.CONFIRM, Outbox.Kind.RESET})


def refuse_address(*, row: Outbox, address: str, error: str, now: datetime) -> bool:
    """The server will never take mail for `address`; `row` is claimed. Play goes on by web."""
    with writing():
        if not outbox.refuse(row=row, error=error):
            return False
        stop(address=address, why=error, now=now)
        return True


def bounced(*, mail_id: int, said: str, now: datetime) -> bool:
    """The mail came back from its reader's server, for good. False where that is known, or no longer matters."""
    with writing():
        row = Outbox.objects.select_related("user").filter(pk=mail_id, state=Outbox.State.SENT).first()
        if row is None:
            return False
        why = " ".join(said.split())[:300]
        Outbox.objects.filter(pk=row.pk).update(state=Outbox.State.REFUSED, last_error=why)
        for address in _addresses(row):
            if outbox.print_of(address) == row.sent_to:  # not one that the user has taken since
                stop(address=address, why=why, now=now)
        return True


def stop(*, address: str, why: str, now: datetime) -> None:
    """No more mail to this address, whether an account has it or not."""
    if not mailboxes.stop(address=address, why=why, now=now) and not _has_account(address):
        StoppedAddress.objects.get_or_create(
            address_key=address_key(address), defaults={"why": " ".join(why.split())[:300], "at": now}
        )


def is_stopped(*, row: Outbox, address: str) -> bool:
    """Whether the mail may not go to `address`, because others came back or its owner wants none."""
    if row.kind in SETS_RIGHT:
        return False
    user: User | None = row.user
    if user is not None and user.email_key == address_key(address):
        return user.mail_stopped_at is not None
    return StoppedAddress.objects.filter(address_key=address_key(address)).exists()


def _addresses(row: Outbox) -> set[str]:
    return {address for address in (row.address, row.user.email if row.user else "") if address}


def _has_account(address: str) -> bool:
    return User.objects.filter(email_key=address_key(address)).exists()
