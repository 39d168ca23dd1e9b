"""Who sits at a table: the game and its seats as a writer reads them, and who may play."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import connection

from accounts.services import house_player
from config.shapes import Shape
from games.engine.rules import Step
from games.engine.state import State
from games.errors import GameOver, NotFound, NotStarted
from games.models import Game, Seat

_GAME = Shape(Game)
_BY_CODE, _BY_ID = (
    f"SELECT {_GAME.columns('g')} FROM games_game g WHERE g.{column} = %s "  # noqa: S608  # names of our own
    for column in ("code", "id")
)


def locked(*, code: str | None = None, pk: int | None = None) -> Game:
    """The game of that code or key, its row locked where the database can; raises NotFound."""
    statement, value = (_BY_CODE, code) if pk is None else (_BY_ID, pk)
    lock = "FOR UPDATE" if connection.features.has_select_for_update else ""
    with connection.cursor() as cursor:
        cursor.execute(statement + lock, [value])
        row = cursor.fetchone()
    if row is None:
        raise NotFound
    return _GAME.of(row)


def unlocked(code: str) -> Game:
    """The game, to read only; raises NotFound."""
    try:
        return Game.objects.get(code=code)
    except Game.DoesNotExist:
        raise NotFound from None


def refuse_unless_active(game: Game) -> None:
    """Raises NotStarted or GameOver."""
    if game.status == Game.Status.OPEN:
        raise NotStarted
    if game.status != Game.Status.ACTIVE:
        raise GameOver


def replace_leavers(game: Game, seats: list[Seat], before: State, steps: Sequence[Step]) -> list[Seat]:
    """RULES D29a: seats that changed from a person to a house player in these steps get one."""
    after = steps[-1].state
    for seat in seats:
        assert seat.number is not None
        if (
            before.seats[seat.number].human
            and not after.seats[seat.number].human
            and not after.seats[seat.number].left
        ):
            _seat_house_player(seat=seat, seats=seats, level=str(game.options["replace_left"]))
    return seats


def _seat_house_player(*, seat: Seat, seats: Sequence[Seat], level: str) -> None:
    """Gives `seat` to a house player of `level` who does not sit at this table yet."""
    taken = {other.user_id for other in seats}
    number = 1
    while (player := house_player(level, number)).pk in taken:
        number += 1
    seat.left_by, seat.user = seat.user, player
    seat.save(update_fields=["user", "left_by"])
