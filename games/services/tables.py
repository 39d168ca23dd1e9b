"""Tables that one click makes: to play now, and to play again with the same people."""

from __future__ import annotations

from datetime import datetime

from accounts.models import User
from games import codes, selectors
from games.errors import AlreadyJoined, GameFull, GameOver, NotYourSeat, Refused
from games.models import Game
from games.services import lobby
from games.services.terms import DEFAULT_CLOCK, Terms

# One round against two: the whole game in a quarter of an hour.
QUICK = Terms(
    players=3,
    visibility="private",
    target=150,
    rounds=1,
    clock=DEFAULT_CLOCK,
    timeouts_to_leave=2,
    replace_left=None,
    hints=True,  # nobody else is at a disadvantage
    bots=("beginner", "beginner"),
    invite=(),
)
REMATCHES = 50  # of one game; enough for every evening, and an end for the search


def play_now(*, user: User, key: str, now: datetime | None = None) -> Game:
    """A round against house players, which begins at once; with the same `key` the same one."""
    return lobby.create(creator=user, terms=QUICK, code=codes.derived(f"now:{user.pk}:{key}"), now=now)


def rematch(*, code: str, user: User, now: datetime | None = None) -> Game:
    """The next game of the same people on the same terms: who asks first opens it, the others join it.

    Raises NotFound or NotYourSeat for who was not in the game, GameOver for a game that has not been played.
    """
    game, seats = selectors.find(code=code, user=user)
    if not selectors.is_member(seats, user):
        raise NotYourSeat
    if game.status != Game.Status.FINISHED:
        raise Refused
    terms = _same_terms(game, user)
    for number in range(1, REMATCHES + 1):
        again = lobby.create(creator=user, terms=terms, code=codes.rematch(game.code, number), now=now)
        if again.creator_id == user.pk and again.status in (Game.Status.OPEN, Game.Status.ACTIVE):
            return again
        try:
            return lobby.join(code=again.code, user=user, invitation=again.invitation, now=now)
        except AlreadyJoined:
            return again
        except (GameFull, GameOver):  # it is over, or others play it: the next one
            continue
    raise GameFull


def _same_terms(game: Game, user: User) -> Terms:
    """The game's terms, with its house players, and everybody else invited."""
    bots, people = [], []
    for seat in game.seats.select_related("user", "left_by").order_by("number"):
        player = seat.left_by or seat.user
        if player.is_house:
            bots.append(player.bot_level)
        elif player.pk != user.pk and player.is_active:
            people.append(player.username)
    return Terms(**game.options, bots=tuple(bots), invite=tuple(people))
