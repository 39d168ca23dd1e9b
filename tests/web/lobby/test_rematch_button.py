"""The way to a rematch on a result page, and a table that two forms make at once."""

from __future__ import annotations

import pytest
from django.template import Context, Template
from django.test import RequestFactory

from accounts.models import User
from games import codes
from games.models import Game
from games.services import lobby, tables, turns
from games.services.terms import read_terms
from tests.people import mover, people, person, table

pytestmark = pytest.mark.django_db


def shown(game: Game, user: User) -> str:
    request = RequestFactory().get("/")
    request.user = user
    return Template("{% load lobby %}{% rematch_button game %}").render(
        Context({"request": request, "game": game})
    )


def over(players: int = 3) -> Game:
    game = table(players)
    while game.status == Game.Status.ACTIVE:
        turns.resign(code=game.code, user=mover(game))
        game.refresh_from_db()
    return game


def test_first_it_opens_then_it_joins_then_it_leads_there() -> None:
    game = over()
    ana, ben, _carla = people(3)
    assert "Rematch" in shown(game, ana)
    again = tables.rematch(code=game.code, user=ana)
    assert f'href="/games/{again.code}/"' in shown(game, ana)
    assert "<bdi>ana</bdi> wants to play again." in shown(game, ben)
    tables.rematch(code=game.code, user=ben)
    assert "To the rematch" in shown(game, ben)


def test_not_for_strangers_and_not_amid_a_game() -> None:
    assert shown(over(), person("dino")).strip() == ""
    going_on = table(2)
    assert shown(going_on, mover(going_on)).strip() == ""


def test_a_twin_that_was_faster_is_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    ana, terms = person("ana"), read_terms({"players": 3})
    code = codes.derived("one form")
    first = lobby.create(creator=ana, terms=terms, code=code)
    real, looks = lobby._known, []

    def blind_at_first(wanted: str) -> Game | None:
        looks.append(wanted)
        return None if len(looks) == 1 else real(wanted)

    monkeypatch.setattr(lobby, "_known", blind_at_first)
    assert lobby.create(creator=ana, terms=terms, code=code) == first
    assert Game.objects.count() == 1
