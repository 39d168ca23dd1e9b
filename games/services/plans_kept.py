"""What becomes of a plan through a move of its game; the ledger asks. Nothing here plays one (see plans_due)."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import F, QuerySet

from games.engine.state import State
from games.models import Game, Plan, Seat

WAITING, SET_ASIDE = Plan.Status.WAITING, Plan.Status.SET_ASIDE


def waits(seat: Seat) -> bool:
    """Whether the player has planned the turn that opens for them."""
    return seat.plan == WAITING


def due(seat: Seat, now: datetime) -> datetime | None:
    """When the plan of `seat`, whose turn is open, is to be played; soon, but so that people can follow."""
    return now + timedelta(seconds=settings.BOT_DELAY) if waits(seat) else None


def overtaken(*, game: Game, seat: Seat, before: State, after: State, now: datetime) -> None:
    """The open turn of `seat` went on by another hand than its plan's: their own, the clock's, a house player's.

    A plan for one turn is gone with that; one for every turn waits for the next.
    """
    if not seat.plan or before.turn is None or before.turn.seat != seat.number:
        return
    own = Plan.objects.filter(game_id=game.pk, user_id=seat.user_id)
    own.filter(repeat=False).delete()
    if after.turns != before.turns:
        wait_again(own.filter(repeat=True), before=before, after=after, now=now)


def wait_again(plans: QuerySet[Plan], *, before: State, after: State, now: datetime) -> int:
    """The turn is over: from now on what its player left lying is what they have seen. How many plans those are."""
    return plans.update(
        status=WAITING,
        why="",
        turn=0,
        round=before.round.number if before.round else 0,
        table=melds_left(before, after),
        changes=F("changes") + 1,
        updated_at=now,
    )


def melds_left(before: State, after: State) -> dict[str, list[str]]:
    """The table of this round after the move, by label."""
    if before.round is None or after.round is None or before.round.number != after.round.number:
        return {}
    return {meld.label: [each.text for each in meld.cards] for meld in after.round.table}


def forget(*, game: Game) -> None:
    """The game is over."""
    Plan.objects.filter(game_id=game.pk).delete()
