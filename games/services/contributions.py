"""The words that a player gives to the shuffle: read by themselves, and changed until the game begins."""

from __future__ import annotations

from accounts.models import User
from games.errors import AlreadyStarted, GameOver
from games.models import Contribution, Game
from games.selectors import find, own_seat, seats_of
from games.services import shuffles
from games.services.seats import locked
from games.services.write import writing


def own(*, code: str, user: User) -> str:
    """The player's own words; empty where they gave none. Raises NotFound, NotYourSeat."""
    game, seats = find(code=code, user=user)
    seat = own_seat(game, seats, user)
    return Contribution.objects.filter(seat=seat).values_list("text", flat=True).first() or ""


def put(*, code: str, user: User, text: str) -> str:
    """Other words instead, or none: so who opened the table can give theirs after its shuffle was fixed.

    As they were stored. Raises NotFound, NotYourSeat, AlreadyStarted, GameOver, Invalid.
    """
    with writing():
        game = locked(code=code)
        seat = own_seat(game, seats_of(game), user)
        if game.status == Game.Status.ACTIVE:
            raise AlreadyStarted
        if game.status != Game.Status.OPEN:
            raise GameOver
        Contribution.objects.filter(seat=seat).delete()
        return shuffles.contribute(game=game, seat=seat, text=text)
