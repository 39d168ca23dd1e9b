"""Tells open pages and programs that a game has changed, after the commit; what changed they ask for themselves."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django.db import transaction

from accounts.models import User
from config.live import passes
from config.live.hub import hub
from games.models import Game, Seat

# The log and feeds tell of it; feeds alone; nothing but this: a clock, or what is shown of a player.
MOVE, TABLE, CLOCK = "move", "table", "clock"


def changed(*, game: Game, seats: Sequence[Seat], what: str) -> None:
    """Everybody at the table hears of it, wherever they are, and whoever watches. Never a card."""
    _tell([passes.of_game(game.code), *map(passes.of_user, _readers(seats))], game, what)


def invited(*, game: Game, users: Iterable[int]) -> None:
    """These users hear that they were asked to the table."""
    if topics := [passes.of_user(pk) for pk in users]:
        _tell(topics, game, TABLE)


def to_one(*, game: Game, user: User) -> None:
    """Their own pages of the game show something else; nobody else hears of it."""
    _tell([passes.of_user(user.pk)], game, CLOCK)


def shown_anew(*, user: User) -> None:
    """The tables at which `user` sits show something else of them: a name, a vacation."""
    going_on = Game.objects.filter(
        seats__user=user, status__in=(Game.Status.OPEN, Game.Status.ACTIVE)
    ).prefetch_related("seats")
    for game in going_on.only("code", "version", "revision"):
        changed(game=game, seats=list(game.seats.all()), what=CLOCK)


def _tell(topics: list[str], game: Game, what: str) -> None:
    message = {"game": game.code, "version": game.version, "revision": game.revision, "what": what}
    transaction.on_commit(lambda: hub.publish(topics, message))


def _readers(seats: Iterable[Seat]) -> list[int]:
    return [pk for seat in seats for pk in (seat.user_id, seat.left_by_id) if pk is not None]
