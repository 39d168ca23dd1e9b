"""Rows that are written by statements of our own are those that Django would write."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction

from config.shapes import Shape
from games.models import FeedEntry, Game, IdempotencyKey, Move
from games.services import feeds, rows
from tests.people import person, table

pytestmark = pytest.mark.django_db
NOW = datetime(2026, 3, 1, 12, 30, 15, 250_000, tzinfo=UTC)


def move(game: Game, number: int) -> Move:
    return Move(
        game=game,
        number=number,
        version=7,
        round=1,
        seat=None,
        type="draw",
        data={"type": "draw", "text": "ċ ‘”"},
        events=[{"card": None, "list": [1, 2.5, True]}],
        timed_out=True,
        at=NOW,
    )


def values(model: type[Any], **found: Any) -> list[dict[str, Any]]:
    return [
        {name: value for name, value in row.items() if name not in ("id", "number")}
        for row in model.objects.filter(**found).order_by("pk").values()
    ]


def test_they_are_as_django_writes_them() -> None:
    game = table()
    first = game.log_length + 100
    rows.insert([move(game, first)])
    Move.objects.bulk_create([move(game, first + 1)])
    mine, theirs = values(Move, game=game, number__gte=first)
    assert mine == theirs and mine["at"] == NOW and mine["data"]["text"] == "ċ ‘”"


def test_what_is_there_is_passed_over_where_that_is_asked() -> None:
    keys = [
        IdempotencyKey(
            user=person("ana"), path="/", key=key, body_digest=digest, status=200, answer="{}", created_at=NOW
        )
        for key, digest in (("k", "0"), ("l", "0"), ("k", "1"))
    ]
    rows.insert(keys[:1])
    rows.insert(keys[1:], unless_there=True)
    assert [
        (each["key"], each["body_digest"]) for each in IdempotencyKey.objects.order_by("key").values()
    ] == [
        ("k", "0"),
        ("l", "0"),
    ]


def test_they_are_read_as_django_reads_them(django_assert_num_queries: Any) -> None:
    game = table()
    game.state, game.deadline, game.result = {"a": [1, "ċ"]}, NOW, None
    assert rows.update(game, ("state", "deadline"), where={"id": game.pk})
    whole, part = Shape(Game), Shape(Game, "deadline", "id", "code", "to_act_id")
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {whole.columns('g')}, 7 FROM games_game g")
        found = cursor.fetchone()
        cursor.execute(f"SELECT {part.columns('g')} FROM games_game g")
        short = part.of(cursor.fetchone())
    read, theirs = whole.of(found), Game.objects.get()
    assert found[len(whole) :] == (7,) and len(part) == 4
    assert {each.attname: getattr(read, each.attname) for each in Game._meta.concrete_fields} == {
        each.attname: getattr(theirs, each.attname) for each in Game._meta.concrete_fields
    }
    assert read.deadline == NOW and read.state == {"a": [1, "ċ"]} and not read._state.adding
    with django_assert_num_queries(0):
        assert (short.pk, short.code, short.deadline) == (game.pk, game.code, NOW)
    with django_assert_num_queries(1):
        assert short.state == {"a": [1, "ċ"]}
    with pytest.raises(AssertionError):
        Shape(Game, "to_act")


def test_many_are_written_in_parts() -> None:
    game, before = table(), Move.objects.count()
    rows.insert([move(game, number) for number in range(1000, 1300)])
    assert Move.objects.count() == before + 300
    rows.insert([])


def test_what_may_be_there_once_is_refused_as_by_django() -> None:
    key = IdempotencyKey(
        user=person("ana"), path="/", key="k", body_digest="0", status=200, answer="{}", created_at=NOW
    )
    rows.insert([key])
    with pytest.raises(IntegrityError), transaction.atomic():
        rows.insert([key])


def test_a_row_is_changed_where_it_is_as_it_was_seen() -> None:
    game = table()
    game.version, game.state, game.deadline, game.to_act = 50, {"a": [1]}, NOW, person("ben")
    names = ("version", "state", "deadline", "to_act", "result")
    assert not rows.update(game, names, where={"id": game.pk, "version": 49})
    seen = Game.objects.get().version
    assert rows.update(game, names, where={"id": game.pk, "version": seen})
    now = Game.objects.get()
    assert (now.version, now.state, now.deadline, now.to_act, now.result) == (
        50,
        {"a": [1]},
        NOW,
        game.to_act,
        None,
    )


def test_who_leaves_many_tables_at_once_is_told_of_each() -> None:
    """More values than one statement takes."""
    ana, before = person("ana"), FeedEntry.objects.count()
    game = table()
    added = FeedEntry.objects.count()
    told = [
        feeds.Happened((ana.pk,), game.pk, FeedEntry.Kind.LEFT, NOW, data={"version": n}) for n in range(400)
    ]
    with transaction.atomic():
        feeds._write(told)
        feeds._write(told[:0])
    assert FeedEntry.objects.count() == added + 400 and added > before
    numbers = list(FeedEntry.objects.filter(feed=ana.pk).order_by("last").values_list("last", flat=True))
    assert numbers[-400:] == list(range(numbers[-1] - 399, numbers[-1] + 1))
