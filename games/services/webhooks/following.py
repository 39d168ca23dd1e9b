"""Follows the feeds of those who have webhooks: each event that an address wants to be told of is owed to it.

How far an address was told stands with it, and moves on in the transaction in which the requests are owed: nothing is
missed, nothing owed twice, however many workers follow at once and whenever one of them dies.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any

import orjson
from django.db.models import F

from games import feeds
from games.feeds import Entry
from games.models import FeedEntry, Game, Webhook, WebhookDelivery
from games.services.write import writing

Kind = Webhook.Kind
TEST = "test"
BATCH = 100  # events that are read at once


def behind(*, limit: int = 100) -> list[Webhook]:
    """Those whose owner's feed has got further than they were told."""
    on = Webhook.objects.filter(off_at__isnull=True, user__is_active=True)
    return list(on.filter(user__feed__last__gt=F("position")).select_related("user").order_by("pk")[:limit])


def follow(*, webhook: Webhook, now: datetime) -> bool:
    """Owes what has happened since, up to BATCH events. False where somebody else was faster."""
    # Where events are kept no longer there may be none, though the feed has got further; how far, is read before them,
    # so that none that comes meanwhile is passed over.
    newest = feeds.newest(webhook.user)
    entries = feeds.entries(user=webhook.user, after=webhook.position, limit=BATCH, own_cards=False)
    reached = entries[-1].number if entries else newest
    found = Game.objects.filter(code__in={entry.game_code for entry in entries})
    games = {game.code: game for game in found.only("code", "version", "deadline", "to_act")}
    wanted = set(webhook.kinds)
    rows = [
        made(webhook, kind, data, now=now, entry=entry, game=games[entry.game_code])
        for entry in entries
        for kind, data in told_of(entry, entries, games[entry.game_code])
        if kind in wanted
    ]
    with writing():
        # Who switched it off, changed it, or followed meanwhile, was first.
        same = Webhook.objects.filter(pk=webhook.pk, position=webhook.position, off_at__isnull=True)
        if not same.update(position=reached):
            return False
        WebhookDelivery.objects.bulk_create(rows)
    return True


def made(
    webhook: Webhook,
    kind: str,
    data: dict[str, Any],
    *,
    now: datetime,
    entry: Entry | None = None,
    game: Game | None = None,
) -> WebhookDelivery:
    """A request that is owed, not stored yet: nothing but a player's name changes from here on."""
    player = None if entry is None else entry.player_id
    kept = data if player is None else {**data, "player": None}
    body = orjson.dumps({"type": kind, "timestamp": data.get("at") or written(now), "data": kept})
    return WebhookDelivery(
        webhook=webhook,
        key=f"msg_{secrets.token_hex(16)}",
        type=kind,
        event=None if entry is None else entry.number,
        game=game,
        body=body.decode(),
        player_id=player,
        created_at=now,
        due_at=now,
        by_hand=kind == TEST,
    )


def told_of(entry: Entry, entries: Sequence[Entry], game: Game) -> Iterator[tuple[str, dict[str, Any]]]:
    """What an event says, by the kinds that an address can want: a line of the log may say several."""
    if entry.kind == FeedEntry.Kind.INVITED:
        yield Kind.INVITATION, entry.data
    elif entry.kind != FeedEntry.Kind.MOVE:
        yield Kind.GAME, {"event": entry.kind, **entry.data}
    else:
        yield Kind.MOVE, entry.data
        yield from _of_line(entry, entries, game)


def _of_line(entry: Entry, entries: Sequence[Entry], game: Game) -> Iterator[tuple[str, dict[str, Any]]]:
    data = entry.data
    for event in data["events"]:
        about = {name: data[name] for name in ("game", "version", "at")}
        about |= {name: value for name, value in event.items() if name != "type"}
        if event["type"] == "round_scored":
            yield Kind.ROUND, about
        elif event["type"] == "turn_opened" and event["seat"] == data["you"] and _is_last(entry, entries):
            open_still = game.version == data["version"] and game.deadline is not None
            deadline = written(game.deadline) if open_still and game.deadline else None
            yield Kind.YOUR_TURN, {**about, "round": data["round"], "deadline": deadline}


def _is_last(entry: Entry, entries: Sequence[Entry]) -> bool:
    """Of several turns that one change opened only the last is open."""
    return not any(
        each.number > entry.number
        and (each.kind, each.game_code) == (entry.kind, entry.game_code)
        and each.data["version"] == entry.data["version"]
        and any(event["type"] == "turn_opened" for event in each.data["events"])
        for each in entries
    )


def written(moment: datetime) -> str:
    """As the API writes times."""
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")
