"""One turn: guard, apply, commit. The doors (API, forms, mail, clock, house players) all lead here."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.utils import timezone

from accounts.models import User
from games.engine import codec, rules
from games.engine.errors import BadCard
from games.engine.moves import MeldMove, Move, Resign
from games.engine.state import State
from games.errors import StaleVersion
from games.models import Game, Seat
from games.selectors import own_seat, seats_of
from games.services import pauses
from games.services.ledger import Committed, commit
from games.services.seats import locked, refuse_unless_active, replace_leavers, unlocked
from games.services.write import writing


def play(
    *,
    code: str,
    user: User,
    version: int,
    move: Move | BadCard,
    now: datetime | None = None,
    stand_in: bool = False,
    planned: bool = False,
    reason: Mapping[str, Any] | None = None,
) -> Committed:
    """The move of `user`, who saw `version`. `move` may be the refusal of a card that could not be read, which
    is raised in its turn: the contract tells first of a game that is not theirs. `stand_in`: a house player makes
    it for a user who is on vacation. `planned`: the user's plan makes it. `reason`: why a house player makes it.

    Raises what games.errors and games.engine.errors name, in the contract's order; then nothing is
    changed.
    """
    with writing():
        game, seats, state, seat = _guarded(code=code, user=user, version=version, move=move)
        assert not isinstance(move, BadCard)
        steps = rules.play(state, seat, move)
        return commit(
            game=game,
            seats=seats,
            before=state,
            steps=steps,
            now=now or timezone.now(),
            stand_in=stand_in,
            planned=planned,
            reason=reason,
        )


def check(*, code: str, user: User, version: int, move: Move | BadCard, plan: bool = False) -> None:
    """Raises what `play` would raise, changes nothing. `plan` leaves turn and phase out of the judgement."""
    _game, _seats, state, seat = _guarded(code=code, user=user, version=version, move=move, lock=False)
    assert not isinstance(move, BadCard)
    if plan and isinstance(move, MeldMove):
        rules.plan(state, seat, move)
    elif not plan:
        rules.apply(state, seat, move)


def resign(*, code: str, user: User, now: datetime | None = None) -> Committed:
    """RULES D29: the player leaves for good, or a house player takes the seat where the table chose so (D29a)."""
    with writing():
        game, seats, state, seat = _guarded(code=code, user=user)
        steps = rules.play(state, seat, Resign())
        seats = replace_leavers(game, seats, state, steps)
        return commit(game=game, seats=seats, before=state, steps=steps, now=now or timezone.now())


def time_out(*, game_id: int, version: int, now: datetime) -> Committed | None:
    """RULES D30: plays the open turn whose time has run out, if it is still the one of `version`; else None.

    Where the clock is held up by more than it was known to be as its deadline was counted, the deadline moves instead.
    """
    with writing():
        game = locked(pk=game_id)
        if game.version != version or game.deadline is None or game.deadline > now:
            return None
        seats = seats_of(game)
        if pauses.put_off(game=game, seats=seats, now=now):
            return None
        state = codec.decode_state(game.state)
        steps = rules.time_out(state)
        seats = replace_leavers(game, seats, state, steps)
        return commit(game=game, seats=seats, before=state, steps=steps, now=now)


def _guarded(
    *,
    code: str,
    user: User,
    version: int | None = None,
    move: Move | BadCard | None = None,
    lock: bool = True,
) -> tuple[Game, list[Seat], State, int]:
    """What comes before the rules, in the contract's order: 404, 403, bad card, status, version."""
    game = locked(code=code) if lock else unlocked(code)
    seats = seats_of(game)
    seat = own_seat(game, seats, user)
    if isinstance(move, BadCard):
        raise move
    refuse_unless_active(game)
    if version is not None and version != game.version:
        raise StaleVersion(game.version)
    assert seat.number is not None, "seats are numbered when the game starts"
    return game, seats, codec.decode_state(game.state), seat.number
