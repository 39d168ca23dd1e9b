"""House players: their turns are played through the same services as everybody's."""

from __future__ import annotations

import logging
import time
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone

from games.bots import SECONDS, THINKERS, Chosen, Why
from games.bots.explain import Reason, explain
from games.engine import rules
from games.engine.codec import decode_state
from games.engine.errors import RuleError
from games.engine.moves import Draw, Move, Pass
from games.engine.state import State
from games.engine.view import view_for
from games.errors import Refused
from games.models import Game
from games.selectors import seats_of
from games.services import timing, turns, wake
from games.services.faults import told
from games.services.turns_held import while_held
from games.services.write import writing

log = logging.getLogger(__name__)

PART = 4.0  # seconds of work before others have their turn in the worker


def play_on(*, seconds: float = PART) -> int:
    """Plays until no house player is due, or the time is over. Returns how many moves that were.

    Where nobody waits for people to follow (BOT_DELAY 0), who has moved is followed by the next one at once.
    """
    until = time.monotonic() + seconds
    moves = 0
    while (pk := _due(now := timezone.now()).first()) is not None:
        moves += _play(pk, now)
        if time.monotonic() > until:
            wake.bots()
            break
    return moves


def play_due(*, now: datetime, limit: int = 50) -> int:
    """One move for each house player whose moment has come. Returns how many moved."""
    return sum(_play(pk, now) for pk in list(_due(now)[:limit]))


def _due(now: datetime) -> QuerySet[Game, int]:
    return Game.objects.filter(bot_due__lte=now).order_by("bot_due").values_list("pk", flat=True)


def _play(pk: int, now: datetime) -> bool:
    return while_held(pk=pk, due="bot_due", now=now, play=lambda: play_one(game_id=pk, now=now))


def play_one(*, game_id: int, now: datetime) -> bool:
    """The house player's move in this game, if it still is its turn. False when somebody else was faster."""
    game = Game.objects.select_related("to_act").get(pk=game_id)
    player = game.to_act
    if player is None or game.status != Game.Status.ACTIVE:
        return False
    level, stand_in = player.bot_level, not player.is_house
    if stand_in:
        level = _level_for_who_is_away(game, now)
        if not level:
            return False
    state = decode_state(game.state)
    assert state.round is not None and state.round.turn is not None, "somebody is to act"
    seat = state.round.turn.seat
    move, reason = _thought(game, state, seat, level)
    try:
        turns.play(
            code=game.code,
            user=player,
            version=game.version,
            move=move,
            now=now,
            stand_in=stand_in,
            reason=reason.encode(),
        )
    except (Refused, RuleError) as refusal:
        log.info("house player's move in game %s came to nothing: %s", game.code, refusal)
        return False
    return True


def _thought(game: Game, state: State, seat: int, level: str) -> tuple[Move, Reason]:
    """What the house player of this level does, and why. It sees what the seat sees."""
    view = view_for(state, seat)
    try:
        chosen = THINKERS[level](view, SECONDS)
        rules.apply(state, seat, chosen.move)
        return chosen.move, explain(view, chosen)
    except Exception as error:  # noqa: BLE001  # a fault in a player's head must not hold up the table
        log.error("house player %s failed in game %s: %s", level, game.code, told(error))
        chosen = _plain(view)
        return chosen.move, explain(view, chosen)


def _level_for_who_is_away(game: Game, now: datetime) -> str:
    """Which house player stands in now for the person to move; empty, and looked at when it is time, where none."""
    seat = next(seat for seat in seats_of(game) if seat.user_id == game.to_act_id)
    due = timing.house_due(game, seat, now)
    if due is not None and any(start <= now < end for start, end in seat.vacations):
        return timing.stand_in_of(game)
    with writing():
        Game.objects.filter(pk=game.pk, version=game.version, bot_due=game.bot_due).update(bot_due=due)
    return ""


def _plain(view: Mapping[str, Any]) -> Chosen:
    return Chosen(Draw() if "draw" in view["you"]["can"] else Pass(), Why.AT_A_LOSS)
