"""The lists of the lobby: which games stand on which shelf, in which order, and what a row shows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import F, OuterRef, Prefetch, QuerySet, Subquery
from django.utils import timezone

from accounts.models import User, Vacation
from games import selectors
from games.engine import codec
from games.models import Game, Outbox, Seat
from games.notify import of_game
from games.services import snoozes

ROWS = 12  # of a shelf in the lobby
PAGE = 24  # of a shelf on its own
_OVER = (Game.Status.FINISHED, Game.Status.CANCELLED)


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody at a table, as a row shows them."""

    name: str
    kind: str
    owner: str
    you: bool
    score: int
    to_act: bool
    winner: bool
    away_until: datetime | None  # of the vacation that they are on


@dataclass(frozen=True, slots=True)
class Row:
    """A game in a list: no table, no hand."""

    code: str
    status: str
    private: bool
    players: tuple[Player, ...]
    places: int
    terms: tuple[tuple[str, str], ...]
    deadline: datetime | None
    created: datetime
    ended: datetime | None
    invitation: str = ""
    put_off: datetime | None = None

    @property
    def free(self) -> int:
        return self.places - len(self.players)

    @property
    def others(self) -> list[Player]:
        return [player for player in self.players if not player.you]

    @property
    def away(self) -> list[Player]:
        return [player for player in self.players if player.away_until]

    @property
    def seated(self) -> bool:
        return any(player.you for player in self.players)


@dataclass(frozen=True, slots=True)
class Shelf:
    """Some rows of one kind. `more` says that there are others after them."""

    name: str
    rows: list[Row]
    more: bool
    page: int = 1


def _waiting(user: User) -> QuerySet[Game]:
    return snoozes.waiting(user, timezone.now())


def _put_off(user: User) -> QuerySet[Game]:
    return snoozes.waiting(user, timezone.now(), snoozed=True)


def _mine(user: User, *statuses: str) -> QuerySet[Game]:
    return Game.objects.filter(pk__in=selectors.mine(user), status__in=statuses)


def _running(user: User) -> QuerySet[Game]:
    mine = _mine(user, Game.Status.ACTIVE).exclude(to_act=user)
    return mine.order_by(F("deadline").asc(nulls_last=True), "pk")


def _tables(user: User) -> QuerySet[Game]:
    return _mine(user, Game.Status.OPEN).order_by("-created_at", "-pk")


def _invited(user: User) -> QuerySet[Game]:
    open_ones = Game.objects.filter(pk__in=_asked(user), status=Game.Status.OPEN)
    return open_ones.exclude(pk__in=selectors.mine(user)).order_by("-created_at", "-pk")


def _asked(user: User) -> QuerySet[Outbox, int | None]:
    mails = Outbox.objects.filter(user=user, kind=Outbox.Kind.INVITATION, game__isnull=False)
    return mails.values_list("game_id", flat=True)


def _open(user: User | None) -> QuerySet[Game]:
    games = Game.objects.filter(status=Game.Status.OPEN, visibility=Game.Visibility.PUBLIC)
    if user is not None:
        games = games.exclude(pk__in=selectors.mine(user)).exclude(pk__in=_asked(user))
    return games.order_by("-created_at", "-pk")


def _over(user: User) -> QuerySet[Game]:
    return _mine(user, *_OVER).order_by(F("ended_at").desc(nulls_last=True), "-pk")


OWN: dict[str, Callable[[User], QuerySet[Game]]] = {
    "waiting": _waiting,
    "put-off": _put_off,
    "invited": _invited,
    "running": _running,
    "tables": _tables,
    "over": _over,
}
NAMES = (*OWN, "open")


def lobby(user: User | None) -> dict[str, Shelf]:
    """Every shelf with its first rows. The number of queries does not grow with the games."""
    names = NAMES if user is not None else ("open",)
    return {name: shelf(name, user, rows=ROWS) for name in names}


def shelf(name: str, user: User | None, *, page: int = 1, rows: int = PAGE) -> Shelf:
    """One page of a shelf; empty where the visitor has none of that name."""
    games = _open(user) if name == "open" else OWN[name](user) if user is not None else Game.objects.none()
    first = (page - 1) * rows
    found = list(games.prefetch_related(Prefetch("seats", _seats()))[first : first + rows + 1])
    return Shelf(name, [row(game, user, name) for game in found[:rows]], len(found) > rows, page)


def _seats() -> QuerySet[Seat]:
    """Seats with their players, and until when those are on vacation who are now."""
    now = timezone.now()
    away = Vacation.objects.filter(user=OuterRef("user"), starts_at__lte=now, ends_at__gt=now)
    until = Subquery(away.order_by("-ends_at").values("ends_at")[:1])
    return Seat.objects.select_related("user__owner").annotate(back_at=until)


def waiting_count(user: User) -> int:
    """In how many games it is this user's turn, those left out that they put off."""
    return snoozes.waiting(user, timezone.now()).count()


def row(game: Game, user: User | None, name: str = "") -> Row:
    """The row of a game whose seats are prefetched."""
    seats = selectors.seats_in_order(game)
    scores = codec.scores(game.state) if game.state else [0] * len(seats)
    result: dict[str, Any] = game.result or {}
    winners = result.get("winners", [])
    if len(result.get("final", [])) == len(seats):
        scores = result["final"]
    return Row(
        code=game.code,
        status=game.status,
        private=game.visibility == Game.Visibility.PRIVATE,
        players=tuple(
            _player(game, seat, score, user, winners) for seat, score in zip(seats, scores, strict=True)
        ),
        places=game.options["players"],
        terms=tuple(of_game.terms(game.options)),
        deadline=game.deadline,
        created=game.created_at,
        ended=game.ended_at,
        invitation=game.invitation if name == "invited" else "",
        put_off=getattr(game, "put_off", None) if name == "put-off" else None,
    )


def _player(game: Game, seat: Seat, score: int, user: User | None, winners: list[int]) -> Player:
    return Player(
        name=seat.user.username,
        kind=seat.user.kind,
        owner=seat.user.program_of,
        you=user is not None and user.pk in (seat.user_id, seat.left_by_id),
        score=score,
        to_act=game.to_act_id == seat.user_id,
        winner=seat.number is not None and seat.number in winners,
        away_until=None if game.status in _OVER else getattr(seat, "back_at", None),
    )
