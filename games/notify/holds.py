"""Whether what an owed mail says still holds at the moment of sending, and where it goes."""

from __future__ import annotations

from django.db.models import Q

from accounts.models import User
from accounts.names import address_key
from accounts.selectors import user_by_confirmed_address
from games.engine.codec import decode_state
from games.models import Game, Outbox, ScoredRound, Seat

Kind = Outbox.Kind


def address_of(row: Outbox) -> str:
    """Where the mail goes: its own address, or the confirmed one of its user; empty where there is none."""
    if row.kind == Kind.RESET:
        # To the address as its owner wrote it, never as somebody else did: letters may look alike.
        owner = user_by_confirmed_address(row.address)
        return owner.confirmed_email if owner and owner.is_active else ""
    if row.address:
        return row.address
    return row.user.confirmed_email if row.user else ""


def why_moot(row: Outbox) -> str:
    """Why the mail is not to be sent any more, for the log of the outbox; empty while it holds."""
    if row.user is not None and not row.user.is_active:
        return "the account is closed"
    if not address_of(row):
        return "no confirmed address"
    if row.kind == Kind.RESET:
        return ""  # that somebody has confirmed the address was all there is to hold
    if row.kind in (Kind.CONFIRM, Kind.ADDRESS_KNOWN):
        return _of_account(row)
    if row.user is not None and not _wanted(row.kind, row.user):
        return "no such mail is wanted"
    return _of_game(row, row.game) if row.game else "the game is gone"


def _of_game(row: Outbox, game: Game) -> str:
    if row.kind == Kind.INVITATION:
        return _invitation(row, game)
    if not _is_member(row, game):
        return "has no seat in the game"
    if row.kind == Kind.TURN:
        return _turn(row, game)
    if row.kind == Kind.ROUND:
        scored = ScoredRound.objects.filter(game=game, number=row.payload.get("round"))
        return "" if scored.exists() else "the round is not scored"
    ended = Game.Status.FINISHED if row.kind == Kind.RESULT else Game.Status.CANCELLED
    return "" if game.status == ended else f"the game is {game.status}"


def _wanted(kind: str, user: User) -> bool:
    return user.mailing == User.Mailing.ALL or (user.mailing == User.Mailing.TURNS and kind == Kind.TURN)


def _of_account(row: Outbox) -> str:
    if row.user is None:
        return "the account is gone"
    if row.user.email_key != address_key(row.address):
        return "the account has another address now"
    if row.user.email_confirmed_at is not None:
        return "the address is confirmed already"
    if row.kind == Kind.ADDRESS_KNOWN and user_by_confirmed_address(row.address) is None:
        return "no account has this address any more"
    return ""


def _invitation(row: Outbox, game: Game) -> str:
    if game.status != Game.Status.OPEN:
        return f"the game is {game.status}"
    invited: User | None = row.user or user_by_confirmed_address(row.address)
    if invited is not None and game.seats.filter(user=invited).exists():
        return "has joined already"
    return ""


def _turn(row: Outbox, game: Game) -> str:
    if game.status != Game.Status.ACTIVE:
        return f"the game is {game.status}"
    if game.to_act_id != row.user_id:
        return "somebody else is to act"
    round_ = decode_state(game.state).round
    turn = round_.turn if round_ else None
    if turn is None or turn.number != row.payload.get("turn"):
        return "that turn is over"
    return ""


def _is_member(row: Outbox, game: Game) -> bool:
    """Who had a seat until a house player took it over still hears what was owed before."""
    return Seat.objects.filter(Q(user_id=row.user_id) | Q(left_by_id=row.user_id), game=game).exists()
