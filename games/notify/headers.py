"""A mail's headers and its envelope: which thread it belongs to, how to answer it, how to be rid of its kind."""

from __future__ import annotations

from dataclasses import dataclass

from django.conf import settings

from config.context import html_tag
from games.engine.codec import decode_state
from games.models import Outbox
from games.notify import reply_address, threads, ways
from games.notify.holds import ANSWERS, Kind
from games.notify.reader import Reader

# What a player can answer with a move.
ANSWERED = frozenset({Kind.TURN, Kind.REMINDER, Kind.ROUND, *ANSWERS})
# Whoever asked for these a moment ago has nothing to unsubscribe from; nor who set up what has failed since.
OF_ACCOUNT = frozenset({Kind.CONFIRM, Kind.ADDRESS_KNOWN, Kind.RESET, Kind.WEBHOOK_OFF})


@dataclass(frozen=True, slots=True)
class Headers:
    """`sender` is the envelope's: where the mail comes back to if it cannot be delivered."""

    named: dict[str, str]
    sender: str


def of(row: Outbox, reader: Reader, round_number: int | None) -> Headers:
    """All that stands in the head of the mail beside subject and addresses."""
    named = {
        "From": settings.DEFAULT_FROM_EMAIL,
        **threads.headers(row, round_number),
        "Auto-Submitted": "auto-replied" if row.kind in ANSWERS else "auto-generated",
        "Content-Language": html_tag(reader.language),
    }
    if row.kind not in OF_ACCOUNT:
        named["List-Unsubscribe"] = f"<{ways.stop(row)}>"
        named["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    if to := reply_to(row):
        named["Reply-To"] = to
    return Headers(named, _sender(row))


def reply_to(row: Outbox) -> str:
    """The address that a move can be sent to; empty where none can be."""
    if not settings.REPLY_DOMAIN or row.kind not in ANSWERED or row.game is None or row.user is None:
        return ""
    return f"{reply_address.make(row.game.code, _turn(row), row.user.pk)}@{settings.REPLY_DOMAIN}"


def _turn(row: Outbox) -> int:
    """The turn that the mail is about; 0 where it is about none.

    An answer shows the game as it is now: where that is the reader's turn, what they write back is for that one,
    whichever turn the mail was of that is answered.
    """
    if row.kind == Kind.REMINDER or (row.kind in ANSWERS and row.game and row.game.to_act_id == row.user_id):
        return _open_turn(row)
    return int(row.payload.get("turn", 0))


def _open_turn(row: Outbox) -> int:
    round_ = decode_state(row.game.state).round if row.game is not None and row.game.state else None
    return round_.turn.number if round_ and round_.turn else 0


def _sender(row: Outbox) -> str:
    """An address of this mail alone, so that what comes back says by itself which it was."""
    if not settings.REPLY_DOMAIN:
        return str(settings.DEFAULT_FROM_EMAIL)
    return f"{reply_address.bounce(row.pk)}@{settings.REPLY_DOMAIN}"
