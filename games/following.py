"""What can be followed by a program: all that happens in one's own games, or the log of one game."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from accounts.models import User
from config.live import passes
from config.live.told import Batch, Event, NoLonger, event
from games import feeds
from games.engine import codec
from games.models import Feed, Game, Move, Seat
from games.selectors import entry_of, invited, is_member, seat_of, seats_of

MOVE, CHANGED = "move", "changed"


class OwnGames:
    """A user's feed; the numbers are the feed's."""

    def __init__(self, user: User) -> None:
        self.user = user

    @property
    def key(self) -> Hashable:
        return self.user.pk

    @property
    def topics(self) -> list[str]:
        return [passes.of_user(self.user.pk)]

    def read(self, after: int, limit: int) -> Batch:
        entries = feeds.entries(user=self.user, after=after, limit=limit)
        events = [event(each.number, each.kind, each.data) for each in entries]
        return Batch(events, entries[-1].number if entries else after, full=len(entries) == limit)

    def told(self, found: Batch) -> Batch:
        return found

    def hint(self, message: Mapping[str, Any]) -> Event | None:
        return _hint(message) if message.get("what") == "clock" else None

    @classmethod
    def newest(cls, keys: Iterable[Hashable]) -> dict[Hashable, int]:
        known: dict[Hashable, int] = dict.fromkeys(keys, 0)  # whoever has no feed yet is not gone
        return known | dict(Feed.objects.filter(pk__in=list(known)).values_list("pk", "last"))


@dataclass(frozen=True, slots=True)
class _Lines:
    """Lines of a game's log as they are stored, with what decides who may see what; how each seat is told them."""

    game: Game
    seats: Sequence[Seat]
    rows: Sequence[Move]
    after: int
    limit: int
    batch_of_seat: dict[int | None, Batch] = field(default_factory=dict)


class OneGame:
    """The log of a game, as one reader may see it; the numbers are the log's."""

    def __init__(self, game: Game, user: User | None, invitation: str) -> None:
        self.code = game.code
        self.user, self.invitation = user, invitation

    @property
    def key(self) -> Hashable:
        return self.code

    @property
    def topics(self) -> list[str]:
        return [passes.of_game(self.code)]

    def read(self, after: int, limit: int) -> _Lines | None:
        game = Game.objects.filter(code=self.code).first()
        if game is None:
            return None
        rows = Move.objects.filter(game_id=game.pk, number__gt=after).order_by("number")
        return _Lines(game, seats_of(game), list(rows[:limit]), after, limit)

    def told(self, found: _Lines | None) -> Batch:
        if found is None or not self._may_see(found):
            raise NoLonger
        seat = seat_of(found.seats, self.user)
        number = None if seat is None else seat.number
        if number not in found.batch_of_seat:
            found.batch_of_seat[number] = _batch(found, number)
        return found.batch_of_seat[number]

    def hint(self, message: Mapping[str, Any]) -> Event | None:
        return _hint(message) if message.get("what") in ("clock", "table") else None

    @classmethod
    def newest(cls, keys: Iterable[Hashable]) -> dict[Hashable, int]:
        return dict(Game.objects.filter(code__in=list(keys)).values_list("code", "log_length"))

    def _may_see(self, found: _Lines) -> bool:
        public = found.game.visibility == Game.Visibility.PUBLIC
        return public or is_member(found.seats, self.user) or invited(found.game, self.invitation)


def _batch(found: _Lines, seat: int | None) -> Batch:
    game, rows = found.game, found.rows
    scored = codec.rounds_scored(game.state) if game.state else 0
    events = []
    for row in rows:
        line = entry_of(row, seat, revealed=row.round <= scored)
        events.append(event(row.number, MOVE, {"game": game.code, "you": seat, **line}))
    return Batch(events, rows[-1].number if rows else found.after, full=len(rows) == found.limit)


def _hint(message: Mapping[str, Any]) -> Event:
    """Read the game: something is shown now that no number tells of."""
    return event(None, CHANGED, {name: message.get(name) for name in ("game", "version", "revision")})
