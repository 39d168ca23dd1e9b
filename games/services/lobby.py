"""Before the start: create a table, join, leave; the game starts by itself when the last place is taken."""

from __future__ import annotations

from datetime import datetime

from django.db import IntegrityError
from django.utils import timezone

from accounts.models import User
from accounts.services import house_player, locks
from games.engine import rules, shuffle
from games.engine.state import Options
from games.errors import (
    AlreadyJoined,
    AlreadyStarted,
    GameFull,
    GameOver,
    NotFound,
    NotJoined,
    Refused,
)
from games.models import Game, Seat
from games.selectors import invited, is_member, seats_of
from games.services import clocks, feeds, invitations, ledger, live, notices, outbox, shuffles
from games.services.seats import locked
from games.services.terms import RULES_VERSION, Terms
from games.services.write import writing


def create(*, creator: User, terms: Terms, code: str = "", now: datetime | None = None) -> Game:
    """A new table with its creator in the first place, house players in the next, and invitations owed.

    With a `code` that a game has already, that game: who derives it from a form makes one table of it,
    however often it is sent. Raises Invalid for an invited name that nobody has.
    """
    if not code:
        return _create(creator, terms, shuffles.game_code(), now or timezone.now())
    try:
        return _known(code) or _create(creator, terms, code, now or timezone.now())
    except IntegrityError:  # its twin was faster
        if (game := _known(code)) is None:
            raise
        return game


def _known(code: str) -> Game | None:
    return Game.objects.filter(code=code).first()


def _create(creator: User, terms: Terms, code: str, now: datetime) -> Game:
    secret = shuffles.new_secret()
    commitment = shuffle.commitment(secret).hex()  # a thousand hashes, which nobody is to wait for
    with writing():
        _refuse_if_gone(creator)
        game = Game.objects.create(
            code=code,
            visibility=terms.visibility,
            creator=creator,
            options=terms.as_options(),
            invitation=shuffles.invitation_token(),
            commitment=commitment,
            version=1,
            revision=1,
            rules_version=RULES_VERSION,
            created_at=now,
            updated_at=now,
        )
        numbers: dict[str, int] = {}
        players = [creator]
        for level in terms.bots:
            numbers[level] = numbers.get(level, 0) + 1
            players.append(house_player(level, numbers[level]))
        shuffles.keep(game=game, secret=secret)
        seats = Seat.objects.bulk_create(
            Seat(game=game, user=player, place=place) for place, player in enumerate(players)
        )
        shuffles.contribute(game=game, seat=seats[0], text=terms.contribution)
        feeds.joined(game=game, seats=seats, user=creator, version=1, now=now)
        live.changed(game=game, seats=seats, what=live.TABLE)
        rows = invitations.owed(game, creator, terms.invite)
        invitations.send(game=game, inviter=creator, rows=rows, now=now)
        if len(players) == terms.players:
            _start(game, seats_of(game), now)
        return game


def join(
    *, code: str, user: User, invitation: str = "", contribution: str = "", now: datetime | None = None
) -> Game:
    """Takes the next free place. A private game is unknown to whoever does not hold its invitation.

    `contribution`: the words that the player gives to the shuffle.
    """
    now = now or timezone.now()
    with writing():
        _refuse_if_gone(user)
        game = locked(code=code)
        seats = seats_of(game)
        member = is_member(seats, user)
        if game.visibility == Game.Visibility.PRIVATE and not member and not invited(game, invitation):
            raise NotFound
        if game.status in (Game.Status.FINISHED, Game.Status.CANCELLED):
            raise GameOver
        if member:
            raise AlreadyJoined
        if game.status == Game.Status.ACTIVE or len(seats) >= game.options["players"]:
            raise GameFull
        seat = Seat.objects.create(game=game, user=user, place=seats[-1].place + 1)
        shuffles.contribute(game=game, seat=seat, text=contribution)
        seats = seats_of(game)
        feeds.joined(game=game, seats=seats, user=user, version=game.version + 1, now=now)
        if len(seats) == game.options["players"]:
            _start(game, seats, now, joins=1)
        else:
            _changed(game, now, seats)
        return game


def leave(*, code: str, user: User, now: datetime | None = None) -> Game:
    """Gives the place back before the start. The creator's leaving cancels the game."""
    now = now or timezone.now()
    with writing():
        game = locked(code=code)
        seats = seats_of(game)
        own = next((seat for seat in seats if seat.user_id == user.pk), None)
        if game.visibility == Game.Visibility.PRIVATE and not is_member(seats, user):
            raise NotFound
        if game.status == Game.Status.ACTIVE:
            raise AlreadyStarted
        if game.status != Game.Status.OPEN:
            raise GameOver
        if own is None:
            raise NotJoined
        if game.creator_id == user.pk:
            game.status, game.ended_at = Game.Status.CANCELLED, now
            game.result = {"final": [], "winners": [], "reason": "creator_left"}
            outbox.owe(notices.cancelled(game=game, seats=seats, reason="creator_left", except_user=user.pk))
        else:
            own.delete()
        _changed(game, now, seats)
        if game.status == Game.Status.OPEN:
            feeds.left(game=game, seats=seats, user=user, now=now)
        return game


def close(*, pk: int, reason: str, now: datetime) -> bool:
    """Ends an open table that will not begin: who has joined, and who was asked to, is told. False where it began."""
    with writing():
        game = locked(pk=pk)
        if game.status != Game.Status.OPEN:
            return False
        game.status, game.ended_at = Game.Status.CANCELLED, now
        game.result = {"final": [], "winners": [], "reason": reason}
        seats = seats_of(game)
        outbox.owe(notices.cancelled(game=game, seats=seats, reason=reason))
        outbox.owe(notices.called_off(game=game, users=invitations.waiting(game, seats), reason=reason))
        _changed(game, now, seats)
        return True


def _refuse_if_gone(user: User) -> None:
    """Nobody takes a place whose account ends at this moment: it would be nobody's. Raises Refused."""
    if not locks.hold(user):
        raise Refused


def engine_options(game: Game) -> Options:
    """The part of the terms that the rules know."""
    options = game.options
    return Options(
        players=options["players"],
        target=options["target"],
        rounds=options["rounds"],
        timeouts_to_leave=options["timeouts_to_leave"],
        replace_left=options["replace_left"],
    )


def _start(game: Game, seats: list[Seat], now: datetime, joins: int = 0) -> None:
    """Draws the seats (RULES D3b), sets the clocks and deals the first round.

    The version counts the start, and beside it the `joins` (0 or 1) that caused it.
    """
    seats, dealer = shuffles.seating(game, seats)
    for number, seat in enumerate(seats):
        seat.number = number
    Seat.objects.bulk_update(seats, ["number"])
    state = rules.start(engine_options(game), tuple(not seat.user.is_house for seat in seats))
    feeds.started(game=game, seats=seats, version=game.version + joins + 1, now=now)
    game.banks = list(clocks.start(game.options["clock"], len(seats)).banks)
    steps = ledger.deal(game, state, dealer)
    ledger.commit(game=game, seats=seats, before=state, steps=steps, now=now, counts=1 + joins)


def _changed(game: Game, now: datetime, seats: list[Seat]) -> None:
    """Saves an open table whose seats or status changed; its row is locked, or its version compared."""
    seen = game.version
    game.version, game.revision, game.updated_at = seen + 1, game.revision + 1, now
    fields = {
        name: getattr(game, name)
        for name in ("version", "revision", "updated_at", "status", "ended_at", "result")
    }
    if not Game.objects.filter(pk=game.pk, version=seen).update(**fields):
        raise GameFull
    if game.status != Game.Status.OPEN:
        feeds.ended(game=game, seats=seats, now=now)
    live.changed(game=game, seats=seats, what=live.TABLE)
