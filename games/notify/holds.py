"""Whether what an owed mail says still holds at the moment of sending, and where it goes."""

from __future__ import annotations

from datetime import datetime

from django.db.models import Q
from django.utils import timezone

from accounts.models import User
from accounts.names import address_key
from accounts.selectors import user_by_confirmed_address
from games import wanted
from games.engine.codec import decode_state
from games.models import Game, IncomingMail, Outbox, ScoredRound, Seat
from games.services import bounces, timing
from games.services.webhooks import queue

Kind = Outbox.Kind
# What answers a mail of the reader's own.
ANSWERS = frozenset({Kind.PLAYED, Kind.NOT_PLAYED, Kind.HELP, Kind.CONFIRM_MOVE})


def address_of(row: Outbox) -> str:
    """Where the mail goes: its own address, or the confirmed one of its user; empty where there is none."""
    if row.kind == Kind.RESET:
        # To the address as its owner wrote it, never as somebody else did: letters may look alike.
        owner = user_by_confirmed_address(row.address)
        return owner.confirmed_email if owner and owner.is_active else ""
    if row.address:
        return row.address
    return row.user.confirmed_email if row.user else ""


def why_moot(row: Outbox, now: datetime | None = None) -> str:
    """Why the mail is not to be sent any more, for the log of the outbox; empty while it holds."""
    return passed(row) or _nowhere(row) or _of_what_it_says(row, now or timezone.now())


def passed(row: Outbox) -> str:
    """Why the turn that it tells of is over, which it stays; empty for all else. It asks the database nothing."""
    if row.game is None or row.kind != Kind.TURN:
        return ""
    why = _waits_not(row, row.game)
    if why:
        return why
    round_ = decode_state(row.game.state).round
    turn = round_.turn if round_ else None
    return "that turn is over" if turn is None or turn.number != row.payload.get("turn") else ""


def _waits_not(row: Outbox, game: Game) -> str:
    """Why the game does not wait for its reader."""
    if game.status != Game.Status.ACTIVE:
        return f"the game is {game.status}"
    return "" if game.to_act_id == row.user_id else "somebody else is to act"


def _nowhere(row: Outbox) -> str:
    """Why it can go to nobody."""
    if row.user is not None and not row.user.is_active:
        return "the account is closed"
    address = address_of(row)
    if not address:
        return "no confirmed address"
    return "the address takes no mail" if bounces.is_stopped(row=row, address=address) else ""


def _of_what_it_says(row: Outbox, now: datetime) -> str:
    if row.kind == Kind.RESET:
        return ""  # that somebody has confirmed the address was all there is to hold
    if row.kind in (Kind.CONFIRM, Kind.ADDRESS_KNOWN, Kind.WEBHOOK_OFF):
        return _webhook(row) if row.kind == Kind.WEBHOOK_OFF else _of_account(row)
    if row.kind in ANSWERS:
        return _answer(row)
    if row.user is not None and not _wanted(row, row.user):
        return "no such mail is wanted"
    if row.kind == Kind.DIGEST:
        return _digest(row)
    return _of_game(row, row.game, now) if row.game else "the game is gone"


def _of_game(row: Outbox, game: Game, now: datetime) -> str:
    if row.kind == Kind.INVITATION:
        return _invitation(row, game)
    if not _is_member(row, game) and not row.payload.get("invited"):
        return "has no seat in the game"
    if row.kind == Kind.TURN:
        return _turn(game, now)
    if row.kind == Kind.REMINDER:
        return _reminder(row, game, now)
    if row.kind == Kind.ROUND:
        return _round(row, game)
    return "" if row.kind == Kind.LEFT else _ended(row, game)  # who is out is so for good


def _ended(row: Outbox, game: Game) -> str:
    ended = Game.Status.FINISHED if row.kind == Kind.RESULT else Game.Status.CANCELLED
    return "" if game.status == ended else f"the game is {game.status}"


def _wanted(row: Outbox, user: User) -> bool:
    """By the wishes as they are now, not as they were when the mail was owed."""
    if row.payload.get("again") or row.kind in ANSWERS:
        return True  # asked for by hand
    wishes = wanted.by(user, row.game)
    if row.kind == Kind.TURN:
        return wishes.turn_mails
    if wishes.muted:
        return False
    return {
        Kind.REMINDER: row.payload.get("lead") in wishes.leads,
        Kind.DIGEST: wishes.digest_hour is not None,
        Kind.INVITATION: wishes.invitations,
        Kind.ROUND: wishes.rounds,
    }.get(Kind(row.kind), wishes.results)


def _answer(row: Outbox) -> str:
    """Whoever asked is answered, whatever became of their seat since."""
    kept = IncomingMail.objects.filter(pk=row.payload.get("mail")).exists()
    return "" if kept else "the mail that it answers is kept no longer"


def _digest(row: Outbox) -> str:
    if Outbox.objects.filter(kind=Kind.DIGEST, user=row.user_id, pk__gt=row.pk).exists():
        return "a newer list is owed"
    waiting = Game.objects.filter(to_act=row.user_id, status=Game.Status.ACTIVE).exists()
    return "" if waiting else "no game waits"


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


def _webhook(row: Outbox) -> str:
    return "" if queue.still_off(row=row) else "the webhook is on again, or gone"


def _invitation(row: Outbox, game: Game) -> str:
    if game.status != Game.Status.OPEN:
        return f"the game is {game.status}"
    invited: User | None = row.user or user_by_confirmed_address(row.address)
    if invited is not None and game.seats.filter(user=invited).exists():
        return "has joined already"
    return ""


def _turn(game: Game, now: datetime) -> str:
    """What else is to hold while the turn is open (see `passed`)."""
    return "a house player stands in" if timing.stands_in(game, now) else ""


def _reminder(row: Outbox, game: Game, now: datetime) -> str:
    why = _waits_not(row, game)
    if why:
        return why
    if game.deadline is None or game.deadline.isoformat() != row.payload.get("deadline"):
        return "the deadline has moved"
    return _turn(game, now) or ("" if game.deadline > now else "the time has run out")


def _round(row: Outbox, game: Game) -> str:
    """Who has left since gets no more of the game's mail, but for the one that tells of the leaving."""
    seat = Seat.objects.filter(game=game, user=row.user).first()
    if seat is None or seat.number is None or decode_state(game.state).seats[seat.number].left:
        return "has left the game"
    scored = ScoredRound.objects.filter(game=game, number=row.payload.get("round"))
    return "" if scored.exists() else "the round is not scored"


def _is_member(row: Outbox, game: Game) -> bool:
    """Also who had a seat until a house player took it over: they hear how they lost it."""
    return Seat.objects.filter(Q(user_id=row.user_id) | Q(left_by_id=row.user_id), game=game).exists()
