"""What pages cost does not grow with the games: the same number of queries with ten as with five hundred."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.models import Game, Seat
from tests.people import person, table

pytestmark = pytest.mark.django_db
FEW, MANY = 10, 500
STATUSES = (Game.Status.OPEN, Game.Status.ACTIVE, Game.Status.ACTIVE, Game.Status.FINISHED)


def filled(pattern: Game, upto: int) -> None:
    """As many games in all, on every shelf of ana's lobby; each like `pattern`."""
    ana, now = person("ana"), timezone.now()
    first = Game.objects.count()
    made = []
    for number in range(first, upto):
        game = Game.objects.get(pk=pattern.pk) if number == first else Game(**fields_of(pattern))
        game.pk, game.code, game.invitation = None, f"copy{number}", f"secret{number}"
        game.status = STATUSES[number % len(STATUSES)]
        mine = number % 2 == 0
        active = game.status == Game.Status.ACTIVE
        game.to_act = (ana if mine else person("ben")) if active else None
        game.deadline = now + timedelta(hours=number) if active else None
        if game.status == Game.Status.FINISHED:
            game.result = {"final": [1, 0], "winners": [0], "reason": "target"}
        made.append(game)
    Game.objects.bulk_create(made)
    copies = Game.objects.exclude(pk=pattern.pk).filter(seats=None)
    Seat.objects.bulk_create(
        Seat(game=game, user=person(name), place=place, number=place)
        for game in copies
        for place, name in enumerate(("ana", "ben") if game.pk % 3 else ("carla", "ben"))
    )


def fields_of(game: Game) -> dict[str, object]:
    return {
        field.attname: getattr(game, field.attname)
        for field in Game._meta.concrete_fields
        if field.name != "id"
    }


def cost(client: Client, path: str) -> int:
    client.get(path)
    with CaptureQueriesContext(
        connection,
    ) as caught:
        assert client.get(path).status_code == 200
    return len(caught)


@pytest.mark.parametrize(
    ("name", "path"),
    [
        ("ana", lambda game: "/games/"),
        ("ana", lambda game: "/games/?show=over"),
        ("ana", lambda game: f"/games/{game.code}/"),
        ("ana", lambda game: "/"),
        ("dino", lambda game: "/games/"),
        (None, lambda game: "/games/"),
        (None, lambda game: f"/games/{game.code}/"),
    ],
)
def test_as_many_with_ten_as_with_five_hundred(name: str | None, path: Callable[[Game], str]) -> None:
    game = table(2)
    client = Client()
    if name is not None:
        client.force_login(person(name))
    filled(game, FEW)
    few = cost(client, path(game))
    filled(game, MANY)
    assert Game.objects.count() == MANY
    assert cost(client, path(game)) == few
