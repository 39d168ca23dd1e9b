"""The terms that concern hints and house players: what a call and a form accept, and what is said before joining."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.utils import translation

from games.bots import LEVELS
from games.models import Game
from games.notify import of_game
from games.services.terms import BOT_LEVELS, read_terms
from games.wording import LEVELS as SAID
from tests.api.api import Api
from tests.people import person

pytestmark = pytest.mark.django_db
FORM = {
    "players": "3",
    "bots": "1",
    "visibility": "public",
    "length": "target",
    "target": "150",
    "clock": "per_turn",
    "hours": "72",
    "timeouts_to_leave": "2",
    "away": "wait",
    "key": "k",
}


def opened(**more: str) -> Any:
    client = Client()
    client.force_login(person("ana"))
    return client.post("/games/new/", FORM | more)


def test_every_level_is_accepted_and_has_its_words() -> None:
    assert tuple(LEVELS) == BOT_LEVELS
    for level in LEVELS:
        terms = read_terms({"players": 3, "bots": [level], "replace_left": level, "vacation_bot": level})
        assert (terms.bots, terms.replace_left, terms.vacation_bot) == ((level,), level, level)
        assert str(SAID[level]).startswith(level)


def test_a_call_opens_a_table_with_hints() -> None:
    view = Api(person("ana")).ok("POST", "/games/", {"players": 2, "hints": True})
    assert view["options"]["hints"] is True


def test_the_form_offers_hints_and_every_level() -> None:
    client = Client()
    client.force_login(person("ana"))
    page = client.get("/games/new/").content.decode()
    assert 'name="hints"' in page
    for level in LEVELS:
        assert f'<option value="{level}"' in page
    assert opened(hints="on", level=BOT_LEVELS[-1], replace_left="on").status_code == 302
    game = Game.objects.get()
    assert game.options["hints"] is True and game.options["replace_left"] == BOT_LEVELS[-1]
    assert game.seats.get(user__kind="bot").user.bot_level == BOT_LEVELS[-1]


def test_a_level_that_is_none() -> None:
    answer = opened(level="grandmaster")
    assert answer.status_code == 200
    assert "Choose one of those that are offered." in answer.content.decode()
    assert not Game.objects.exists()


def test_it_is_said_before_one_joins() -> None:
    opened(hints="on")
    page = Client().get(f"/games/{Game.objects.get().code}/").content.decode()
    assert "Whoever is to move may ask for one." in page
    with translation.override("en"):
        without = read_terms({"players": 2}).as_options()
        assert "Hints" not in dict(of_game.terms(without))


def test_a_round_at_once_has_hints() -> None:
    client = Client()
    client.force_login(person("ana"))
    client.post("/play/", {"key": "k"})
    assert Game.objects.get().options["hints"] is True
