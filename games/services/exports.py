"""A game that is over as one document, to be kept, passed on and read back (games.engine.exported)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games import selectors
from games.engine.exported import FORMAT
from games.errors import NotOver, NotStarted
from games.models import Game, Seat
from games.services.replays import humans_at_start

OVER = (Game.Status.FINISHED, Game.Status.CANCELLED)


def document_of(game: Game, seats: Sequence[Seat]) -> dict[str, Any]:
    """What whoever may see the game sees of it: the same for everybody, so that it can be passed on.

    A round that was broken off stays hidden. Raises NotOver, and NotStarted for a table that was never played at.
    """
    if game.status not in OVER:
        raise NotOver
    if game.state is None:
        raise NotStarted
    view = selectors.view_of(game, seats, None)
    people = humans_at_start(game)
    return {
        "format": FORMAT,
        "id": view["id"],
        "status": view["status"],
        "rules_version": game.rules_version,
        "options": view["options"],
        "created": view["created"],
        "updated": view["updated"],
        "seats": [
            {
                "seat": seat["seat"],
                "player": seat["player"],
                "house": not person,
                "score": seat["score"],
                "rounds_won": seat["rounds_won"],
                "status": seat["status"],
            }
            for seat, person in zip(view["seats"], people, strict=True)
        ],
        "result": view["result"],
        "rounds": selectors.rounds_of(game),
        "log": selectors.log_of(game, None),
    }


__all__ = ["document_of"]
