"""Who is to hear of what: the outbox rows that a batch of steps owes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from accounts.models import User
from games.engine import events
from games.engine.rules import Step
from games.engine.state import State
from games.models import Game, Outbox, Plan, Seat
from games.services.outbox import Owed


def owed(*, game: Game, seats: Sequence[Seat], before: State, steps: Sequence[Step]) -> list[Owed]:
    """One row for each who is to hear of it: turns, scored rounds, the end. House players and guests read no mail."""
    rows: list[Owed] = []
    by_number = {seat.number: seat for seat in seats}
    # Who had left before hears no more of this game; who leaves now still hears how it ended.
    seats = [seat for seat in seats if seat.number is not None and not before.seats[seat.number].left]
    for step in steps:
        for event in step.events:
            if isinstance(event, events.TurnOpened):
                rows += turn(game=game, seat=by_number[event.seat], state=step.state, number=event.turn)
            elif isinstance(event, events.RoundScored):
                number = event.record.number
                rows += _to(game, seats, Outbox.Kind.ROUND, str(number), {"round": number})
            elif isinstance(event, events.Left) and event.by == "timeout":
                payload = {"round": _round_number(step.state)}
                rows += [
                    _row(game, user, Outbox.Kind.LEFT, "", payload) for user in _left(by_number[event.seat])
                ]
            elif isinstance(event, events.GameEnded):
                kind = Outbox.Kind.RESULT if event.status.value == "finished" else Outbox.Kind.CANCELLED
                rows += _to(game, seats, kind, "", {"reason": event.result.reason})
    return _only_the_open_turn(rows)


def turn(*, game: Game, seat: Seat, state: State, number: int | None = None) -> list[Owed]:
    """The turn of `seat` is open. Whoever has planned it hears of it only where the plan is set aside."""
    if seat.plan == Plan.Status.WAITING:
        return []
    number = state.turns if number is None else number
    payload = {
        "turn": number,
        "round": _round_number(state),
        "version": game.version,
        "deadline": game.deadline.isoformat() if game.deadline else None,
    }
    return _to(game, [seat], Outbox.Kind.TURN, str(number), payload)


def cancelled(
    *, game: Game, seats: Sequence[Seat], reason: str, except_user: int | None = None
) -> list[Owed]:
    """An open table is gone: everybody who had joined hears of it, but for the one who closed it."""
    others = [seat for seat in seats if seat.user_id != except_user]
    return _to(game, others, Outbox.Kind.CANCELLED, "", {"reason": reason})


def called_off(*, game: Game, users: Sequence[User], reason: str) -> list[Owed]:
    """An open table is gone: who had been asked to it and had not joined hears of it too."""
    payload = {"reason": reason, "invited": True}
    return [_row(game, user, Outbox.Kind.CANCELLED, "", payload) for user in users if user.email]


def _to(game: Game, seats: Sequence[Seat], kind: str, what: str, payload: Mapping[str, object]) -> list[Owed]:
    return [_row(game, seat.user, kind, what, payload) for seat in seats if seat.user.email]


def _row(game: Game, user: User, kind: str, what: str, payload: Mapping[str, object]) -> Owed:
    return Owed(
        kind=kind,
        key=f"{kind}:{game.code}:{what}:{user.pk}",
        user_id=user.pk,
        game_id=game.pk,
        payload=dict(payload),
    )


def _left(seat: Seat) -> list[User]:
    """Who is out of the game, where mail finds them."""
    user = seat.left_by or seat.user
    return [user] if user.email else []


def _only_the_open_turn(rows: list[Owed]) -> list[Owed]:
    """Of several turns in one batch only the last is open."""
    turns = [row for row in rows if row.kind == Outbox.Kind.TURN]
    return [row for row in rows if row not in turns[:-1]]


def _round_number(state: State) -> int:
    assert state.round is not None, "a turn is open"
    return state.round.number
