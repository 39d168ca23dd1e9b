"""Programs: accounts that a person makes for them, and what becomes of them."""

from __future__ import annotations

from itertools import count
from typing import Any

import pytest
from django.contrib.auth import authenticate
from django.core.exceptions import ValidationError

from accounts.models import Token, User
from accounts.services import leaving, passwords, programs, registration, vacations
from accounts.services.guests import make_guest
from accounts.services.tokens import create_token
from games.models import Game, Outbox
from games.services import lobby
from games.services.terms import read_terms
from tests.api.api import Api
from tests.at_once import at_once
from tests.people import mover, person

pytestmark = pytest.mark.django_db


@pytest.fixture
def ana() -> User:
    return person("ana")


@pytest.fixture
def robot(ana: User) -> User:
    return programs.make(owner=ana, username="robot.a")


class TestMaking:
    def test_over_the_interface(self, ana: User) -> None:
        api = Api(ana)
        made = api.ok("POST", "/bots/", {"username": "Robot.A"})
        assert {**made, "created": ""} == {
            "username": "Robot.A",
            "kind": "bot",
            "owner": "ana",
            "created": "",
        }
        assert api.ok("GET", "/bots/") == [made]
        assert api.ok("GET", "/bots/robot.a/") == made, "however it is capitalised"

    def test_it_plays_by_tokens_that_its_owner_makes(self, ana: User, robot: User) -> None:
        api = Api(ana)
        made = api.ok("POST", "/bots/robot.a/tokens/", {"scopes": ["read", "play"], "expires_in_days": 9})
        program = Api(token=made["token"])
        me = program.ok("GET", "/me/")
        assert (me["username"], me["kind"], me["email"], me["night"]) == ("robot.a", "bot", "", None)
        assert program.ok("POST", "/games/", {"players": 2})["seats"][0]["player"] == {
            "username": "robot.a",
            "kind": "bot",
            "owner": "ana",
        }
        assert [row["id"] for row in api.ok("GET", "/bots/robot.a/tokens/")] == [made["id"]]
        assert api.delete(f"/bots/robot.a/tokens/{made['id']}/") == (204, None)
        assert program.get("/me/")[0] == 401

    def test_it_has_no_password_no_address_and_no_programs(self, robot: User) -> None:
        assert not robot.has_usable_password() and not robot.email
        assert authenticate(username="robot.a", password="") is None
        api = Api(robot)
        assert api.patch("/me/", {"email": "robot@example.org"})[0] == 400
        assert api.patch("/me/", {"night": {"from": 22, "until": 8}})[0] == 400
        assert api.post("/me/vacations/", {})[0] == 400
        assert api.post("/bots/", {"username": "robot.b"})[1]["code"] == "not_allowed"
        assert api.get("/bots/")[1]["code"] == "not_allowed"
        with pytest.raises(ValidationError):
            registration.update_profile(user=robot, email="robot@example.org")
        with pytest.raises(ValidationError):
            vacations.take(user=robot)

    def test_a_guest_has_none(self) -> None:
        assert Api(make_guest()).post("/bots/", {"username": "robot.b"})[0] == 403

    @pytest.mark.parametrize(
        "name", ["ana", "House expert 9", "x", "\u202e", "a" * 31, "robot.a", "ROBOT.A", 7]
    )
    def test_a_name_is_refused_as_anybodys(self, robot: User, ana: User, name: Any) -> None:
        status, body = Api(ana).post("/bots/", {"username": name})
        assert (status, list(body["errors"])) == (400, ["username"])

    def test_there_is_a_most(self, ana: User, settings: Any) -> None:
        settings.THROTTLE_RATES = {**settings.THROTTLE_RATES, "login": "1000/min"}
        for number in range(programs.MOST):
            programs.make(owner=ana, username=f"robot.{number}")
        status, body = Api(ana).post("/bots/", {"username": "one.more"})
        assert (status, list(body["errors"])) == (400, ["username"])
        programs.end(program=User.objects.get(username="robot.3"))
        assert Api(ana).post("/bots/", {"username": "one.more"})[0] == 201

    def test_making_them_is_limited(self, ana: User, settings: Any) -> None:
        settings.THROTTLE_RATES = {**settings.THROTTLE_RATES, "login": "2/min"}
        api = Api(ana)
        answers = [api.post("/bots/", {"username": "ana"})[0] for _ in range(3)]
        assert answers == [400, 400, 429]


@pytest.mark.django_db(transaction=True)
def test_of_many_made_at_once_there_are_no_more_than_the_most() -> None:
    ana = person("ana")
    for number in range(programs.MOST - 1):
        programs.make(owner=ana, username=f"robot.{number}")
    names = count()

    def one_more() -> bool:
        try:
            programs.make(owner=ana, username=f"more.{next(names)}")
        except ValidationError:
            return False
        return True

    assert at_once(one_more).count(True) == 1
    assert User.objects.filter(owner=ana).count() == programs.MOST


class TestOfOthers:
    @pytest.mark.parametrize(
        ("method", "path"),
        [
            ("GET", "/bots/robot.a/"),
            ("DELETE", "/bots/robot.a/"),
            ("GET", "/bots/robot.a/tokens/"),
            ("POST", "/bots/robot.a/tokens/"),
            ("DELETE", "/bots/robot.a/tokens/{token}/"),
        ],
    )
    def test_nobody_else_has_a_hand_in_it(self, robot: User, method: str, path: str) -> None:
        token = create_token(user=robot)[0].pk
        path = path.format(token=token)
        body = {} if method == "POST" else None
        assert Api().call(method, path, body)[0] == 401
        status, answer = Api(person("ben")).call(method, path, body)
        assert (status, answer["code"]) == (404, "not_found")
        assert Token.objects.filter(user=robot).count() == 1 and User.objects.get(pk=robot.pk).is_active

    def test_a_house_player_or_a_person_is_nobodys_program(self, ana: User, robot: User) -> None:
        assert Api(ana).get("/bots/ana/")[0] == 404
        assert Api(ana).delete(f"/bots/robot.a/tokens/{create_token(user=ana)[0].pk}/")[0] == 404


class TestEnds:
    def game(self, robot: User) -> Game:
        game = lobby.create(creator=person("ben"), terms=read_terms({"players": 3}))
        lobby.join(code=game.code, user=person("carla"))
        lobby.join(code=game.code, user=robot)
        return Game.objects.get(pk=game.pk)

    def test_its_games_are_resigned_and_its_name_is_free(self, ana: User, robot: User) -> None:
        game, text = self.game(robot), create_token(user=robot)[1]
        assert Api(ana).delete("/bots/robot.a/") == (204, None)
        view = Api().ok("GET", f"/games/{game.code}/")
        gone = next(seat for seat in view["seats"] if seat["player"]["kind"] == "bot")
        assert gone["status"] == "left" and gone["player"]["username"].startswith("Deleted player ")
        assert Api(token=text).get("/me/")[0] == 401
        assert Api(ana).ok("GET", "/bots/") == []
        assert Api(ana).post("/bots/", {"username": "robot.a"})[0] == 201

    def test_it_goes_the_way_of_its_owner(self, ana: User, robot: User) -> None:
        game, text = self.game(robot), create_token(user=robot)[1]
        leaving.delete_account(user=ana)
        robot.refresh_from_db()
        assert not robot.is_active and Api(token=text).get("/me/")[0] == 401
        assert mover(game) != robot and Game.objects.get().status == "active"
        assert not Outbox.objects.filter(user=robot).exclude(kind="invitation").exists(), "no mail is owed it"

    def test_a_password_that_was_forgotten_ends_their_tokens_too(self, ana: User, robot: User) -> None:
        text = create_token(user=robot)[1]
        key = passwords.reset_key(user=ana)
        passwords.reset(key=key, password="seven of clubs, seven of hearts")
        assert Api(token=text).get("/me/")[0] == 401
