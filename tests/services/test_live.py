"""Who hears that a game has changed: everybody at the table, each once, and only when it is stored."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone

from accounts.services import vacations
from config.live.hub import Hub
from games.engine.moves import Draw
from games.errors import StaleVersion
from games.models import Game
from games.services import invitations, lobby, pauses, plans, turns
from games.services.plan_orders import Orders
from games.services.terms import read_terms
from tests.people import mover, others, person, table

Told = list[tuple[set[str], dict[str, Any]]]


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> Told:
    found: Told = []
    monkeypatch.setattr(
        Hub, "publish", lambda _self, topics, message: found.append((set(topics), dict(message)))
    )
    return found


@pytest.mark.django_db(transaction=True)
def test_each_stored_change_is_told_once(told: Told) -> None:
    game = table(2)
    ana, ben = person("ana"), person("ben")
    everybody = {f"u{ana.pk}", f"u{ben.pk}", f"g{game.code}"}
    made, started = told
    assert made[1]["what"] == "table" and started == (everybody, news(game, 0))
    del told[0]
    turns.play(code=game.code, user=mover(game), version=game.version, move=Draw())
    assert told[1:] == [(everybody, news(game, 1))]
    turns.resign(code=game.code, user=ana)
    assert told[2:] == [(everybody, news(game, 2))]


@pytest.mark.django_db(transaction=True)
def test_of_a_plan_that_is_set_aside_its_player_hears_alone(told: Told) -> None:
    game = table(2)
    (planner,) = others(game)
    plans.put(code=game.code, user=planner, orders=Orders())
    for _ in range(2):
        turns.play(code=game.code, user=mover(game), version=Game.objects.get().version, move=Draw())
    assert mover(game) == planner
    told.clear()
    plans.drop(code=game.code, user=planner)
    ((topics, message),) = told
    assert (topics, message["what"]) == ({f"u{planner.pk}"}, "clock")


def news(game: Game, later: int) -> dict[str, Any]:
    """What is told of a move, so many moves after `game` was read."""
    at = {"version": game.version + later, "revision": game.revision + later}
    return {"game": game.code, **at, "what": "move"}


@pytest.mark.django_db(transaction=True)
def test_a_clock_that_stops_is_told_though_the_version_stays(told: Told) -> None:
    game = table(2)
    told.clear()
    pauses.stop(code=game.code, staff=person("ana"), until=timezone.now() + timedelta(days=1))
    [(_topics, message)] = told
    at = {"version": game.version, "revision": game.revision + 1}
    assert message == {"game": game.code, **at, "what": "clock"}


@pytest.mark.django_db(transaction=True)
def test_what_is_shown_of_a_player_is_told_to_their_tables(told: Told) -> None:
    games = {table(2).code, lobby.create(creator=person("ana"), terms=read_terms({"players": 3})).code}
    over = table(2)
    turns.resign(code=over.code, user=person("ana"))
    told.clear()
    vacations.take(user=person("ana"))
    heard = {message["game"]: message for _topics, message in told}
    assert set(heard) == games
    for code, message in heard.items():
        game = Game.objects.get(code=code)
        assert (message["revision"], message["what"]) == (game.revision, "clock")


@pytest.mark.django_db(transaction=True)
def test_what_is_not_stored_is_not_told(told: Told) -> None:
    game = table(2)
    told.clear()
    with pytest.raises(StaleVersion):
        turns.play(code=game.code, user=mover(game), version=1, move=Draw())
    with transaction.atomic():
        turns.play(code=game.code, user=mover(game), version=game.version, move=Draw())
        transaction.set_rollback(True)
    assert told == [] and Game.objects.get(pk=game.pk).version == game.version


@pytest.mark.django_db(transaction=True)
def test_who_is_invited_hears_of_it(told: Told) -> None:
    ana, ben, carla = person("ana"), person("ben"), person("carla")
    terms = read_terms({"players": 4, "invite": ["ben", "x@example.net"], "visibility": "private"})
    game = lobby.create(creator=ana, terms=terms)
    assert [topics for topics, _message in told] == [{f"u{ana.pk}", f"g{game.code}"}, {f"u{ben.pk}"}]
    told.clear()
    invitations.invite(code=game.code, user=ana, names=["carla"])
    [(topics, message)] = told
    assert topics == {f"u{carla.pk}"} and (message["game"], message["what"]) == (game.code, "table")


@pytest.mark.django_db(transaction=True)
def test_before_the_start(told: Told) -> None:
    ana, ben = person("ana"), person("ben")
    game = lobby.create(creator=ana, terms=read_terms({"players": 3}))
    told.clear()
    lobby.join(code=game.code, user=ben)
    lobby.leave(code=game.code, user=ben)
    assert [message["version"] for _topics, message in told] == [2, 3]
    assert {message["what"] for _topics, message in told} == {"table"}
    assert all(f"u{ana.pk}" in topics for topics, _message in told) and f"u{ben.pk}" in told[1][0]
