"""Writes what happened into the feed of everybody at the table, in the transaction in which it happens."""

from __future__ import annotations

import json
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
# Both in one statement, which PostgreSQL can do. `back` numbers come after an entry's own.
_ENTER = """
WITH grown AS ({grow} RETURNING user_id, last)
INSERT INTO games_feedentry (feed_id, last, count, game_id, kind, log_first, data, at)
SELECT grown.user_id, grown.last - told.back, told.count, told.game_id, told.kind, told.log_first, told.data, told.at
FROM grown JOIN (VALUES {entries}) AS told (user_id, back, count, game_id, kind, log_first, data, at)
     ON told.user_id = grown.user_id
"""
_ENTRY = "(%s::bigint, %s::bigint, %s::smallint, %s::bigint, %s, %s::integer, %s::jsonb, %s::timestamptz)"
MOST_AT_ONCE = 100  # entries in one such statement


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
    left = dict(counts)
    entries = []
    for each in happened:
        for user in dict.fromkeys(each.users):
            left[user] -= each.count
            entries.append(_Entry(user, left[user], each))
    if connection.features.has_select_for_update and len(entries) <= MOST_AT_ONCE:
        _tell_at_once(sorted(counts.items()), entries)
    else:
        _tell(sorted(counts.items()), entries)
    wake.webhooks()


@dataclass(frozen=True, slots=True)
class _Entry:
    """What one user is told; `back`: how many numbers of their feed come after it in this transaction."""

    user: int
    back: int
    happened: Happened


def _tell_at_once(counts: Sequence[tuple[int, int]], entries: Sequence[_Entry]) -> None:
    """Grows the feeds and adds their entries by one statement: a move is made up of few, and each counts."""
    grow = _GROW.format(rows=", ".join(["(%s, %s)"] * len(counts)))
    values: list[Any] = [value for pair in counts for value in pair]
    for entry in entries:
        each = entry.happened
        values += (entry.user, entry.back, each.count, each.game_id, each.kind, each.log_first)
        values += (json.dumps(each.data), each.at)
    statement = _ENTER.format(grow=grow, entries=", ".join([_ENTRY] * len(entries)))
    with connection.cursor() as cursor:
        cursor.execute(statement, values)


def _tell(counts: Sequence[tuple[int, int]], entries: Sequence[_Entry]) -> None:
    """The same, where a statement can not do both, or would be too long."""
    grown = _grown(counts)
    rows_of.insert(
        [
            FeedEntry(
                feed_id=entry.user,
                last=grown[entry.user] - entry.back,
                count=entry.happened.count,
                game_id=entry.happened.game_id,
                kind=entry.happened.kind,
                log_first=entry.happened.log_first,
                data=entry.happened.data,
                at=entry.happened.at,
            )
            for entry in entries
        ]
    )


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
