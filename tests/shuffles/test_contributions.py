"""A player's words can be read by themselves and changed, until the game begins."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from games.engine.shuffle_check import verify
from games.models import Chain, Contribution, Game
from games.services import lobby, turns
from games.services.terms import read_terms
from games.wording import sentence
from tests.api.api import Api
from tests.people import person
from tests.shuffles.games import opened, played, public

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> Game:
    terms = read_terms({"players": 2, "contribution": "at first"})
    return lobby.create(creator=person("ana"), terms=terms)


def path(game: Game) -> str:
    return f"/games/{game.code}/contribution/"


def test_the_last_words_count(table: Game) -> None:
    ana = Api(person("ana"))
    assert ana.ok("GET", path(table)) == {"contribution": "at first"}
    version = Game.objects.get(pk=table.pk).version
    assert ana.ok("PUT", path(table), {"contribution": "then e\u0301"}) == {"contribution": "then \u00e9"}
    assert ana.ok("GET", path(table)) == {"contribution": "then \u00e9"}
    assert Game.objects.get(pk=table.pk).version == version, "nothing that others see has changed"
    lobby.join(code=table.code, user=person("ben"), contribution="of Ben")
    game = played(Game.objects.get(pk=table.pk), by="beginner")
    told = public(game)
    assert [each["text"] for each in told["shuffle"]["contributions"]] == ["then \u00e9", "of Ben"]
    assert [each.good for each in verify(**told)] == [True, True, False]


@pytest.mark.parametrize("body", [{}, {"contribution": None}, {"contribution": ""}])
def test_they_can_be_taken_back(table: Game, body: dict[str, Any]) -> None:
    assert Api(person("ana")).ok("PUT", path(table), body) == {"contribution": ""}
    assert not Contribution.objects.exists()


def test_they_are_nobody_elses(table: Game) -> None:
    lobby.leave(code=table.code, user=person("ana"))
    game = opened(3, words=("of Ana", "of Ben", ""))
    assert Api(person("ben")).ok("GET", path(game)) == {"contribution": "of Ben"}
    assert Api(person("carla")).ok("GET", path(game)) == {"contribution": ""}
    assert Api(person("zoe")).get(path(game))[0] == 403
    assert Api().get(path(game))[0] == 401


@pytest.mark.parametrize(
    ("who", "status", "code"),
    [("ana", 409, "already_started"), ("zoe", 403, "not_your_seat"), ("", 401, "not_authenticated")],
)
def test_once_the_game_has_begun_they_stay(who: str, status: int, code: str) -> None:
    game = opened(2)
    api = Api(person(who) if who else None)
    before = list(Contribution.objects.values())
    answer, problem = api.put(path(game), {"contribution": "too late"})
    assert (answer, problem["code"]) == (status, code)
    assert list(Contribution.objects.values()) == before


def test_when_it_is_over_they_stay(table: Game) -> None:
    lobby.leave(code=table.code, user=person("ana"))
    game = opened(2)
    turns.resign(code=game.code, user=person("ana"))
    for each in (table, game):
        answer, problem = Api(person("ana")).put(path(each), {"contribution": "too late"})
        assert (answer, problem["code"]) == (409, "game_over")


@pytest.mark.parametrize("body", [{"contribution": "x" * 257}, {"contribution": 7}, {"text": "x"}, [], "[1"])
def test_what_is_no_text_is_refused(table: Game, body: Any) -> None:
    answer, problem = Api(person("ana")).put(path(table), body)
    assert (answer, problem["code"]) == (400, "invalid")
    assert Contribution.objects.get().text == "at first"


class TestPage:
    def test_a_member_of_an_open_table_changes_theirs(self, table: Game) -> None:
        client = Client()
        client.force_login(person("ana"))
        page = f"/games/{table.code}/shuffle/"
        assert 'value="at first"' in client.get(page).content.decode()
        assert page in client.get(f"/games/{table.code}/").content.decode()
        answer = client.post(path(table), {"contribution": "then"}, follow=True)
        assert answer.redirect_chain == [(page, 302)]
        text = answer.content.decode()
        assert "Your words are kept." in text and 'value="then"' in text
        text = client.post(path(table), {"contribution": "x" * 257}).content.decode()
        assert 'aria-invalid="true"' in text and Contribution.objects.get().text == "then"

    def test_others_find_no_field(self, table: Game) -> None:
        for user in (None, person("zoe")):
            client = Client()
            if user:
                client.force_login(user)
            text = client.get(f"/games/{table.code}/shuffle/").content.decode()
            assert "at first" not in text and "<textarea" not in text and path(table) not in text
            answer = client.post(path(table), {"contribution": "of a stranger"})
            assert answer.status_code == (403 if user else 302)
        assert Contribution.objects.get().text == "at first"

    def test_an_old_page_of_a_game_that_has_begun(self) -> None:
        game = opened(2)
        client = Client()
        client.force_login(person("ana"))
        assert path(game) not in client.get(f"/games/{game.code}/shuffle/").content.decode()
        answer = client.post(path(game), {"contribution": "too late"})
        assert answer.status_code == 409 and sentence("already_started", {}) in answer.content.decode()


class TestWithoutChain:
    """A table that was opened before there were chains takes no words: they would be mixed into nothing."""

    @pytest.fixture
    def old(self) -> Game:
        game = lobby.create(creator=person("ana"), terms=read_terms({"players": 2}))
        Chain.objects.all().delete()
        Game.objects.update(commitment="")
        return game

    def test_by_a_program(self, old: Game) -> None:
        words, join = {"contribution": "seven"}, f"/games/{old.code}/join/"
        for who, method, where in (("ben", "POST", join), ("ana", "PUT", path(old))):
            status, said = Api(person(who)).call(method, where, words)
            assert (status, said["code"]) == (400, "invalid")
            assert "leave your words out" in said["errors"]["contribution"][0]
        assert not Contribution.objects.exists() and old.seats.count() == 1
        assert Api(person("ana")).ok("PUT", path(old), {}) == {"contribution": ""}
        assert Api(person("ben")).ok("POST", join, {"contribution": ""})["status"] == "active"

    def test_on_pages(self, old: Game) -> None:
        page, words = f"/games/{old.code}/", {"contribution": "seven"}
        ana, ben = Client(), Client()
        ana.force_login(person("ana"))
        ben.force_login(person("ben"))
        assert "Words for the shuffle" not in ana.get(page).content.decode()
        assert "add your own words" not in ben.get(page).content.decode()
        said = ben.post(f"{page}join/", words)
        assert "leave your words out" in said.content.decode() and old.seats.count() == 1
        said = ana.post(f"{page}contribution/", words, follow=True)
        assert "leave your words out" in said.content.decode()
        assert not Contribution.objects.exists()
