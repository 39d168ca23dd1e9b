"""Tells open pages and programs that a game has changed, after the commit; what changed they ask for themselves."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django.db import transaction

from config.live import passes
from config.live.hub import hub
from games.models import Game, Seat

MOVE, TABLE, CLOCK = "move", "table", "clock"  # the log and feeds tell of it; feeds alone; nothing but this


def changed(*, game: Game, seats: Sequence[Seat], what: str) -> None:
    """Everybody at the table hears of it, wherever they are, and whoever watches. Never a card."""
    topics = [passes.of_game(game.code), *(passes.of_user(pk) for pk in _readers(seats))]
    message = {"game": game.code, "version": game.version, "revision": game.revision, "what": what}
    transaction.on_commit(lambda: hub.publish(topics, message))


def _readers(seats: Iterable[Seat]) -> list[int]:
    return [pk for seat in seats for pk in (seat.user_id, seat.left_by_id) if pk is not None]
