"""The clock's hand: finds the turns whose time has run out by their deadline, and plays them."""

from __future__ import annotations

import logging
from datetime import datetime

from django.db.models import Q

from games.errors import StaleVersion
from games.models import Game
from games.services import house, turns
from games.services.faults import told

log = logging.getLogger(__name__)

BATCH = 100


def sweep(*, now: datetime, limit: int = 1000) -> int:
    """Plays what is due at `now`, oldest first, each game in its own transaction. Returns how many it played.

    Several sweeps may run at once: a turn that somebody else played in the meantime is left alone. A game that
    fails is logged and passed over, so that it never holds up the others.
    """
    played = seen = 0
    after: tuple[datetime, int] | None = None
    while seen < limit:
        batch = _due(now, after)
        for pk, version, deadline, level in batch:
            after = (deadline, pk)
            played += _play(pk, version, level, now)
        seen += len(batch)
        if len(batch) < BATCH:
            break
    return played


def _due(now: datetime, after: tuple[datetime, int] | None) -> list[tuple[int, int, datetime, str]]:
    games = Game.objects.filter(deadline__lte=now).order_by("deadline", "pk")
    if after is not None:
        games = games.filter(Q(deadline__gt=after[0]) | Q(deadline=after[0], pk__gt=after[1]))
    return list(games.values_list("pk", "version", "deadline", "to_act__bot_level")[:BATCH])  # type: ignore[arg-type]  # deadline__lte excludes null


def _play(pk: int, version: int, level: str, now: datetime) -> bool:
    try:
        if level:  # the house was down, not the player: its turn is played, never counted as missed
            return house.play_one(game_id=pk, now=now)
        return turns.time_out(game_id=pk, version=version, now=now) is not None
    except StaleVersion:
        return False
    except Exception as error:  # noqa: BLE001  # one broken game must not stop every other game's clock
        log.error("the clock could not play game %s: %s", pk, told(error))
        return False
