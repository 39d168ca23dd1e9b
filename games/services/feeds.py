"""Writes what happened into the feed of everybody at the table, in the transaction in which it happens."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from django.db import connection

from accounts.models import User
from games.models import Feed, FeedEntry, Game, Seat
from games.services import rows as rows_of
from games.services import wake
from games.services.write import at_the_end

Kind = FeedEntry.Kind

KEPT = timedelta(days=30)  # whoever comes again after longer than that reads their games anew
PURGED_AT_ONCE = 5000

# Each feed's number grows by what is added, in the order of the users, so that no two who add to the same feeds wait
# for each other. Until the commit the rows are locked: numbers follow each other as commits do.
_GROW = """
INSERT INTO games_feed (user_id, last) VALUES {rows}
ON CONFLICT (user_id) DO UPDATE SET last = games_feed.last + excluded.last
"""


@dataclass(frozen=True, slots=True)
class Happened:
    """Something that is to be told to these users: `count` events of one kind in one game."""

    users: tuple[int, ...]
    game_id: int
    kind: str
    at: datetime
    count: int = 1
    log_first: int | None = None
    data: dict[str, Any] = field(default_factory=dict)


def moved(*, game: Game, seats: Iterable[Seat], log_first: int, count: int, now: datetime) -> None:
    """Lines were added to the game's log; after them, that it is over where it is."""
    users = _readers(seats)
    at_the_end(_write, Happened(users, game.pk, Kind.MOVE, now, count=count, log_first=log_first))
    if game.status != Game.Status.ACTIVE:
        ended(game=game, seats=seats, now=now)


def ended(*, game: Game, seats: Iterable[Seat], now: datetime) -> None:
    """The game is over, or will not begin."""
    data = {"version": game.version, "status": game.status, "result": game.result}
    at_the_end(_write, Happened(_readers(seats), game.pk, Kind.ENDED, now, data=data))


def started(*, game: Game, seats: Iterable[Seat], version: int, now: datetime) -> None:
    """All places are taken: the game begins, as this version."""
    at_the_end(_write, Happened(_readers(seats), game.pk, Kind.STARTED, now, data={"version": version}))


def joined(*, game: Game, seats: Iterable[Seat], user: User, version: int, now: datetime) -> None:
    """`user` has taken a place; `seats` holds it already."""
    data = {"version": version, "user": user.pk}
    at_the_end(_write, Happened(_readers(seats), game.pk, Kind.JOINED, now, data=data))


def left(*, game: Game, seats: Iterable[Seat], user: User, now: datetime) -> None:
    """`user` has given the place back before the start; `seats` holds it still."""
    data = {"version": game.version, "user": user.pk}
    at_the_end(_write, Happened(_readers(seats), game.pk, Kind.LEFT, now, data=data))


def invited(*, game: Game, users: Sequence[int], by: User, now: datetime) -> None:
    """`by` has asked these users to the table."""
    if users:
        data = {"version": game.version, "user": by.pk}
        at_the_end(_write, Happened(tuple(users), game.pk, Kind.INVITED, now, data=data))


def purge(*, now: datetime) -> int:
    """Forgets what happened longer ago than it is kept; returns how much."""
    gone = 0
    while True:
        old = FeedEntry.objects.filter(at__lt=now - KEPT).values_list("pk", flat=True)[:PURGED_AT_ONCE]
        count = FeedEntry.objects.filter(pk__in=list(old)).delete()[0]
        gone += count
        if count < PURGED_AT_ONCE:
            return gone


def _readers(seats: Iterable[Seat]) -> tuple[int, ...]:
    """Everybody at the table, and whose seat was taken over; not the house players."""
    seated = [seat.user_id for seat in seats if not seat.user.is_house]
    return (*seated, *(seat.left_by_id for seat in seats if seat.left_by_id is not None))


def _write(happened: Sequence[Happened]) -> None:
    """All that one transaction has to tell, as its last writes: nothing waits for a lock while feeds are locked."""
    counts: Counter[int] = Counter()
    for each in happened:
        counts.update(dict.fromkeys(each.users, each.count))
    if not counts:
        return
    grown = _grown(sorted(counts.items()))
    told = {user: grown[user] - count for user, count in counts.items()}
    entries = []
    for each in happened:
        for user in dict.fromkeys(each.users):
            told[user] += each.count
            entries.append(
                FeedEntry(
                    feed_id=user,
                    last=told[user],
                    count=each.count,
                    game_id=each.game_id,
                    kind=each.kind,
                    log_first=each.log_first,
                    data=each.data,
                    at=each.at,
                )
            )
    rows_of.insert(entries)
    wake.webhooks()


def _grown(counts: Sequence[tuple[int, int]]) -> dict[int, int]:
    """Adds to each user's feed so many numbers; the newest of each."""
    statement = _GROW.format(rows=", ".join(["(%s, %s)"] * len(counts)))
    values = [value for pair in counts for value in pair]
    with connection.cursor() as cursor:
        if connection.features.can_return_columns_from_insert:
            cursor.execute(statement + "RETURNING user_id, last", values)
            return dict(cursor.fetchall())
        cursor.execute(statement, values)
    return dict(Feed.objects.filter(pk__in=[user for user, _count in counts]).values_list("pk", "last"))
