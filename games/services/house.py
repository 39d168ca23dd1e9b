"""House players: their turns are played through the same services as everybody's."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from datetime import datetime

from games.bots import LEVELS
from games.engine import rules
from games.engine.codec import decode_state
from games.engine.errors import RuleError
from games.engine.moves import Draw, Move, Pass
from games.engine.view import view_for
from games.models import Game
from games.services import turns
from games.errors import Refused

log = logging.getLogger(__name__)


def play_due(*, now: datetime, limit: int = 50) -> int:
    """One move for each house player whose moment has come. Returns how many moved."""
    due = Game.objects.filter(bot_due__lte=now).order_by("bot_due").values_list("pk", flat=True)[:limit]
    return sum(play_one(game_id=pk, now=now) for pk in list(due))


def play_one(*, game_id: int, now: datetime) -> bool:
    """The house player's move in this game, if it still is its turn. False when somebody else was faster."""
    game = Game.objects.select_related("to_act").get(pk=game_id)
    player = game.to_act
    if player is None or player.kind != "bot" or game.status != Game.Status.ACTIVE:
        return False
    state = decode_state(game.state)
    assert state.round is not None and state.round.turn is not None, "somebody is to act"
    view = view_for(state, state.round.turn.seat)
    try:
        move = LEVELS[player.bot_level](view)
        rules.apply(state, state.round.turn.seat, move)
    except Exception:  # a fault in a player's head must not hold up the table: it plays the plain move instead
        log.exception("house player %s failed in game %s", player.bot_level, game.code)
        move = _plain(view["you"]["can"])
    try:
        turns.play(code=game.code, user=player, version=game.version, move=move, now=now)
    except (Refused, RuleError) as refusal:
        log.info("house player's move in game %s came to nothing: %s", game.code, refusal)
        return False
    return True


def _plain(can: Sequence[str]) -> Move:
    return Draw() if "draw" in can else Pass()
