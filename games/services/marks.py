"""How far a player has looked: the number of the newest line of the log that they saw."""

from __future__ import annotations

from accounts.models import User
from games.engine import codec
from games.models import Game
from games.selectors import own_seat, seats_of
from games.services import desks, hand_order
from games.services.seats import unlocked


def saw(*, code: str, user: User, number: int) -> int:
    """The player has seen the log up to line `number`, and the hand as it lies then. Returns what is kept.

    It never goes back: of two windows the one that saw more counts.
    """
    game = unlocked(code)
    seat = own_seat(game, seats_of(game), user)
    desk = desks.of(game, user)
    number = min(number, game.log_length)
    known = desk.seen if desk else 0
    if number <= known or game.state is None:
        return known
    values: dict[str, object] = {"seen": number}
    state = codec.decode_state(game.state)
    if seat.number is not None and game.status == Game.Status.ACTIVE and number == game.log_length:
        # What lies before them now is no longer new; and from now on its order is theirs alone to change.
        values |= hand_order.kept_as(state, hand_order.laid_out(state, seat.number, desk).cards)
    if not desks.keep_on(
        desk, game=game, user=user, **values
    ):  # the hand was sorted meanwhile: that is to stay
        return saw(code=code, user=user, number=number)
    return number
