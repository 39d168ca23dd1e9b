"""Reads a user's feed: what happened in their games, in the order in which it was committed, as they may know it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import Any

from django.db.models import Q

from accounts.models import User
from games.engine import codec
from games.models import Feed, FeedEntry, Game, Move, Seat
from games.selectors import entry_of, player_of

Kind = FeedEntry.Kind


@dataclass(frozen=True, slots=True)
class Entry:
    """One event of a feed. `data` is what its reader may know of it now; `player_id` whose player it names."""

    number: int
    kind: str
    game_code: str
    data: dict[str, Any]
    player_id: int | None = None


def newest(user: User) -> int:
    """The number of the newest event; 0 where nothing happened yet."""
    return Feed.objects.filter(pk=user.pk).values_list("last", flat=True).first() or 0


def can_go_on(user: User, after: int, newest: int) -> bool:
    """Whether all events after that number are still kept, so that nothing is missed from there on.

    `newest` is the newest event's number; what lies beyond it is of another time, as after a restored backup.
    """
    if after >= newest:
        return after == newest
    oldest = FeedEntry.objects.filter(feed_id=user.pk).order_by("last").values_list("last", "count").first()
    return oldest is not None and after >= oldest[0] - oldest[1]


def entries(*, user: User, after: int, limit: int = 100, own_cards: bool = True) -> list[Entry]:
    """The events after number `after`, ascending, at most `limit`.

    A line of the log is told as `/moves/` tells it; without `own_cards` as it does to who has no seat.
    """
    rows = list(FeedEntry.objects.filter(feed_id=user.pk, last__gt=after).order_by("last")[:limit])
    if not rows:
        return []
    told = _Told(user, rows, own_cards=own_cards)
    found: list[Entry] = []
    for row in rows:
        if row.game_id not in told.games:  # deleted just now
            continue
        first = row.last - row.count + 1
        for number in range(max(first, after + 1), row.last + 1):
            found.append(told.entry(row, number, number - first))
            if len(found) == limit:
                return found
    return found


class _Told:
    """What a batch of entries needs of games, seats, logs and players, each read in one query."""

    def __init__(self, user: User, rows: Sequence[FeedEntry], *, own_cards: bool) -> None:
        games = {row.game_id for row in rows}
        self.games = Game.objects.only("code", "state", "invitation").in_bulk(games)
        self.scored = {
            pk: codec.rounds_scored(game.state) if game.state else 0 for pk, game in self.games.items()
        }
        held = Seat.objects.filter(user=user, game_id__in=games).values_list("game_id", "number")
        self.seats = dict(held)
        self.own_cards = own_cards
        self.lines = {(line.game_id, line.number): line for line in _lines(rows)}
        users = {row.data["user"] for row in rows if "user" in row.data}
        named = User.objects.select_related("owner").only("username", "kind", "bot_level", "owner__username")
        self.players = named.in_bulk(users) if users else {}

    def entry(self, row: FeedEntry, number: int, place: int) -> Entry:
        code = self.games[row.game_id].code
        data = self._move(row, place) if row.log_first is not None else self._other(row)
        player = row.data["user"] if "player" in data else None
        return Entry(number, row.kind, code, {"game": code, **data}, player)

    def _move(self, row: FeedEntry, place: int) -> dict[str, Any]:
        assert row.log_first is not None
        line, seat = self.lines[row.game_id, row.log_first + place], self.seats.get(row.game_id)
        revealed = line.round <= self.scored[row.game_id]
        return {"you": seat, **entry_of(line, seat if self.own_cards else None, revealed=revealed)}

    def _other(self, row: FeedEntry) -> dict[str, Any]:
        data = {name: value for name, value in row.data.items() if name != "user"}
        if (player := self.players.get(row.data.get("user"))) is not None:
            data["player"] = player_of(player)
        if row.kind == Kind.INVITED:
            data["invitation"] = self.games[row.game_id].invitation
        return data


def _lines(rows: Iterable[FeedEntry]) -> Iterator[Move]:
    """The lines of the logs that these entries are about."""
    spans: dict[int, tuple[int, int]] = {}
    for row in rows:
        if row.log_first is not None:
            first, last = spans.get(row.game_id, (row.log_first, 0))
            spans[row.game_id] = (min(first, row.log_first), max(last, row.log_first + row.count - 1))
    if spans:
        wanted = (Q(game_id=pk, number__range=span) for pk, span in spans.items())
        yield from Move.objects.filter(reduce(or_, wanted))
