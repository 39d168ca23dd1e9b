"""Whoever closes their account leaves every game, and what games keep of them is erased."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from django.db.models import F, QuerySet

from accounts.models import User
from accounts.services import locks
from games.engine.codec import decode_state
from games.models import (
    Desk,
    Draft,
    Game,
    GameWishes,
    IdempotencyKey,
    IncomingMail,
    Outbox,
    Plan,
    Seat,
)
from games.selectors import own_seat, seats_of
from games.services import live, lobby, shuffles, turns
from games.services.seats import locked
from games.services.webhooks import targets
from games.services.write import writing


@contextmanager
def leaving(*, user: User, new_name: str) -> Iterator[None]:
    """Leaves and erases, and runs the caller's part in the same transaction (settings.ACCOUNT_LEAVING).

    The account is locked first, then its webhooks, tables and mails, each of them in one order: as by everybody.
    """
    with writing():
        locks.hold(user)
        targets.forget(user=user)
        # Those that are over as well: what is over for us may have gone on for who looked a moment ago.
        games = _locked(user)
        going_on = Seat.objects.filter(user=user, game__status__in=(Game.Status.OPEN, Game.Status.ACTIVE))
        for pk in list(going_on.order_by("game_id").values_list("game_id", flat=True)):
            _leave(locked(pk=pk), user)
        _erase(user, new_name)
        _outdated(games, user)
        yield


def renamed(*, user: User) -> None:
    """Their games show another name now: what readers have seen of them is outdated (settings.ACCOUNT_RENAMED)."""
    _outdated(_locked(user), user)


def _locked(user: User) -> list[int]:
    """Their games, locked in one order: an update alone takes them as they come."""
    theirs = Game.objects.filter(seats__user=user).order_by("pk")
    return [game.pk for game in theirs.only("pk").select_for_update(of=("self",))]


def _outdated(games: Sequence[int], user: User) -> None:
    Game.objects.filter(pk__in=games).update(revision=F("revision") + 1)
    live.shown_anew(user=user)


def _leave(game: Game, user: User) -> None:
    """Leaves the open table, resigns the game; `game` is locked."""
    if game.status == Game.Status.OPEN:
        lobby.leave(code=game.code, user=user)
    elif game.status == Game.Status.ACTIVE:
        number = own_seat(game, seats_of(game), user).number
        if number is not None and not decode_state(game.state).seats[number].left:  # left before: all is done
            turns.resign(code=game.code, user=user)


def _erase(user: User, new_name: str) -> None:
    """Drafts, desks, plans, kept answers, the replies that they mailed, the words that they gave to shuffles, and in
    mails every address and name of theirs."""
    Draft.objects.filter(user=user).delete()
    Desk.objects.filter(user=user).delete()
    Plan.objects.filter(user=user).delete()
    GameWishes.objects.filter(user=user).delete()
    IdempotencyKey.objects.filter(user=user).delete()
    IncomingMail.objects.filter(user=user).delete()
    shuffles.erase(user=user)
    mails, invited = Outbox.objects.filter(user=user), _invited_by(user)
    to_them = Outbox.objects.filter(address__iexact=user.email) if user.email else Outbox.objects.none()
    # Locked in one order: two who invited each other may leave at the same moment.
    rows = Outbox.objects.filter(
        pk__in=[row.pk for row in (*mails.only("pk"), *invited.only("pk"), *to_them)]
    )
    list(rows.order_by("pk").select_for_update().values_list("pk"))
    to_them.update(address="")
    mails.exclude(address="", sent_to="").update(address="", sent_to="")
    queued = mails.filter(state=Outbox.State.QUEUED)
    queued.update(state=Outbox.State.MOOT, last_error="the account is closed", lease_until=None)
    for row in invited:
        row.payload = row.payload | {"inviter": new_name}
        row.save(update_fields=["payload"])


def _invited_by(user: User) -> QuerySet[Outbox]:
    return Outbox.objects.filter(kind=Outbox.Kind.INVITATION, payload__inviter=user.username).order_by("pk")
