"""The links of mails: signed, good for a time, each for one game and one purpose, usable without a login.

A link holds the number of its mail, which says whom and what it is for; of a list also the game. It is proven with
what its reader's address and password are now: a new one of either ends all older links.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings

from accounts.models import User
from accounts.names import address_key
from games.models import Game, Outbox
from games.notify.holds import address_of
from games.notify.signed import opened, packed, sealed, unpacked, unproven

PLAY, STOP = "play", "stop"
# Longer than any turn may last, shorter than mails are kept by whoever finds them.
GOOD_FOR = {PLAY: timedelta(days=30), STOP: timedelta(days=90)}
_GREATEST = 2**63


@dataclass(frozen=True, slots=True)
class Way:
    """What a link is for. `game` is None where its mail is of none."""

    row: Outbox
    user: User | None
    game: Game | None


def play(row: Outbox, code: str = "") -> str:
    """The address of the page that lets the mail's reader into its game; of a list, into the game `code`."""
    return f"{settings.SITE_URL}/m/{_token(PLAY, row, code)}/"


def stop(row: Outbox) -> str:
    """The address that ends mails of this kind: by a button there, or by a POST of the mail program (RFC 8058)."""
    return f"{settings.SITE_URL}/m/stop/{_token(STOP, row)}/"


def find(purpose: str, token: str, now: datetime) -> Way | None:
    """What the link is for; None for one that is not ours, or not good any more."""
    body = unproven(token)
    if body is None:
        return None
    mail_id, rest = unpacked(body)
    row = None
    if mail_id < _GREATEST:
        row = Outbox.objects.select_related("user", "game").filter(pk=mail_id).first()
    if row is None or row.created_at + GOOD_FOR[purpose] < now:
        return None
    if opened(purpose, token, _of_reader(row)) is None or (row.user and not row.user.is_active):
        return None
    game = row.game
    if rest:
        game = Game.objects.filter(code=rest.decode("ascii")).first()
    return Way(row, row.user, game)


def proof_of(user: User) -> str:
    """Changes with the address and the password."""
    return f"{user.pk}:{user.email_key}:{user.password}"


def _token(purpose: str, row: Outbox, code: str = "") -> str:
    return sealed(purpose, packed(row.pk) + code.encode("ascii"), _of_reader(row))


def _of_reader(row: Outbox) -> str:
    return proof_of(row.user) if row.user else address_key(address_of(row))
