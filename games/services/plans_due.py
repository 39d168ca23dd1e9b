"""Planned turns are played when they open, through the same services as every turn, one move at a time.

A plan that is not to be played, by its owner's own word or because it cannot be, is set aside: then the owner is
told of their turn as if there had been none.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.conf import settings
from django.db.models import F
from django.utils import timezone

from accounts.models import User
from games.engine import rules
from games.engine.codec import decode_state
from games.engine.errors import RuleError
from games.engine.moves import Move
from games.engine.state import State, Status
from games.engine.view import view_for
from games.errors import Refused, StaleVersion
from games.models import Game, Plan
from games.selectors import seats_of
from games.services import live, notices, outbox, plan_orders, timing, turns, wake
from games.services.faults import told
from games.services.plans_kept import SET_ASIDE, WAITING, wait_again
from games.services.seats import locked
from games.services.turns_held import while_held
from games.services.write import writing

log = logging.getLogger(__name__)


def play_due(*, now: datetime, limit: int = 50) -> int:
    """One move of each plan whose moment has come. Returns how many moved."""
    due = Game.objects.filter(plan_due__lte=now).order_by("plan_due").values_list("pk", flat=True)[:limit]
    return sum(_play(pk, now) for pk in list(due))


def _play(pk: int, now: datetime) -> bool:
    return while_held(pk=pk, due="plan_due", now=now, play=lambda: play_one(game_id=pk, now=now))


def play_one(*, game_id: int, now: datetime) -> bool:
    """The next move of the plan whose turn it is. False when somebody else was faster, or it was set aside."""
    game = Game.objects.select_related("to_act").get(pk=game_id)
    player = game.to_act
    if player is None or game.status != Game.Status.ACTIVE:
        return False
    plan = Plan.objects.filter(game=game, user=player, status=WAITING).first()
    if plan is None:
        _nothing_planned(game, player, now)
        return False
    state = decode_state(game.state)
    assert state.round is not None and state.round.turn is not None, "somebody is to act"
    seat = state.round.turn.seat
    why, move, after = _next(plan, game, state, view_for(state, seat))
    try:
        if move is None or after is None:
            _set_aside(plan, game, player, why, now)
            return False
        _move(plan=plan, game=game, player=player, move=move, before=state, after=after, now=now)
    except (Refused, RuleError) as refusal:
        log.info("the plan's move in game %s came to nothing: %s", game.code, refusal)
        return False
    return True


def _next(
    plan: Plan, game: Game, state: State, view: Mapping[str, Any]
) -> tuple[str, Move | None, State | None]:
    """The next move and what it leads to; or, without one, why the plan is to be set aside."""
    begun = plan.turn == state.turns
    try:
        orders = plan_orders.decode(plan.orders)
        if not begun and (why := plan_orders.to_tell(orders, plan.table, plan.round, view)):
            return why, None, None
        as_it_lay = not begun and not plan_orders.changed(plan.table, plan.round, view)
        move = plan_orders.move(orders, view, as_it_lay=as_it_lay)
        return "", move, rules.play(state, view["you"]["seat"], move)[-1].state
    except Exception as error:  # noqa: BLE001  # whatever is wrong with a plan, its owner can still move
        log.error("a plan failed in game %s: %s", game.code, told(error))
        return plan_orders.FAULT, None, None


def _move(
    *, plan: Plan, game: Game, player: User, move: Move, before: State, after: State, now: datetime
) -> None:
    """The move and what becomes of the plan, together or not at all."""
    seen = Plan.objects.filter(pk=plan.pk, changes=plan.changes, status=WAITING)
    over = after.turns != before.turns or after.status is not Status.ACTIVE or after.turn is None
    with writing():
        locked(pk=game.pk)
        if over and not plan.repeat:
            hit = seen.delete()[0]  # before the move: the turn that it opens may be its own player's again
        elif over:
            hit = wait_again(seen, before=before, after=after, now=now)
        else:
            hit = seen.update(turn=before.turns, changes=F("changes") + 1)
        if not hit:  # its owner has changed it, or it was played already
            raise StaleVersion(game.version)
        turns.play(code=game.code, user=player, version=game.version, move=move, now=now, planned=True)


def _set_aside(plan: Plan, game: Game, player: User, why: str, now: datetime) -> None:
    """The plan is not played: its owner is told of their turn."""
    with writing():
        game = locked(pk=game.pk)
        seen = Plan.objects.filter(pk=plan.pk, changes=plan.changes, status=WAITING)
        if game.to_act_id != player.pk or not seen.update(
            status=SET_ASIDE, why=why, changes=F("changes") + 1, updated_at=now
        ):
            raise StaleVersion(game.version)
        hand_over(game=game, user=player, now=now)


def _nothing_planned(game: Game, player: User, now: datetime) -> None:
    """What was due is gone, whoever took it away: the turn is not left without a word."""
    with writing():
        game = locked(pk=game.pk)
        planned = Plan.objects.filter(game=game, user=player, status=WAITING).exists()
        if game.plan_due is not None and game.to_act_id == player.pk and not planned:
            hand_over(game=game, user=player, now=now)


def hand_over(*, game: Game, user: User, now: datetime | None = None) -> None:
    """The open turn is the player's own, or of who stands in for them, as without a plan. `game` is locked."""
    now = now or timezone.now()
    seats = seats_of(game)
    seat = next(seat for seat in seats if seat.user_id == user.pk)
    game.plan_due, game.bot_due = None, timing.house_due(game, seat, now)
    Game.objects.filter(pk=game.pk, version=game.version).update(plan_due=None, bot_due=game.bot_due)
    outbox.owe(notices.turn(game=game, seat=seat, state=decode_state(game.state)))
    live.to_one(game=game, user=user)
    if game.bot_due:
        wake.bots(settings.BOT_DELAY)
