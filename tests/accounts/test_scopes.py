"""What a token may be used for, and for how long."""

from __future__ import annotations

import inspect
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.urls import URLPattern, URLResolver, get_resolver

from accounts.models import Token, User
from accounts.scopes import ALL, Scope
from accounts.services.tokens import create_token
from config.api.views import ApiView
from games.models import Game
from tests.api.api import Api
from tests.people import mover, person, table, token_of
from tests.snapshot import contents
from tests.walk.routes import Group, address, of

pytestmark = pytest.mark.django_db
PASSWORD = "four-of-a-kind"
NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)


@pytest.fixture
def ana() -> User:
    user = person("ana")
    user.set_password(PASSWORD)
    user.save()
    return user


def with_scopes(user: User, *scopes: str) -> Api:
    return Api(token=create_token(user=user, scopes=scopes)[1])


def login(**more: Any) -> tuple[int, Any]:
    return Api().post("/tokens/", {"username": "ana", "password": PASSWORD, **more})


def views(patterns: list[Any]) -> list[type[ApiView]]:
    """Every view of the API, however deep its address is included."""
    found: list[type[ApiView]] = []
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            found += views(pattern.url_patterns)
        elif isinstance(pattern, URLPattern):
            view = getattr(pattern.callback, "view_class", None) or getattr(pattern.callback, "cls", None)
            if inspect.isclass(view) and issubclass(view, ApiView):
                found.append(view)
    return found


class TestEveryCall:
    def test_says_what_it_asks_of_a_token(self) -> None:
        every = views(get_resolver().url_patterns)
        assert len(every) > 20
        silent = [
            view.__name__
            for view in every
            if any(hasattr(view, name) for name in ("post", "put", "patch", "delete"))
            and not any("writes" in vars(base) for base in view.__mro__ if base is not ApiView)
        ]
        assert silent == [], "give it the scope that a token needs for what it changes"

    def test_who_forgets_it_asks_for_the_most(self) -> None:
        assert ApiView.scope_of("POST") is Scope.MANAGE and ApiView.scope_of("HEAD") is Scope.READ


class TestScopes:
    CALLS = (
        (Scope.READ, "GET", "/me/", None),
        (Scope.READ, "GET", "/tokens/", None),
        (Scope.READ, "GET", "/games/", None),
        (Scope.READ, "GET", "/games/{id}/", None),
        (Scope.READ, "GET", "/games/{id}/moves/", None),
        (Scope.READ, "POST", "/games/{id}/moves/check/", {"version": 0, "type": "draw"}),
        (Scope.READ, "POST", "/events/token/", {}),
        (Scope.PLAY, "POST", "/games/", {"players": 2}),
        (Scope.PLAY, "POST", "/games/{id}/join/", {}),
        (Scope.PLAY, "POST", "/games/{id}/moves/", {"version": 0, "type": "draw"}),
        (Scope.PLAY, "PUT", "/games/{id}/draft/", {"version": 0, "table": [], "loose": []}),
        (Scope.PLAY, "DELETE", "/games/{id}/draft/", None),
        (Scope.PLAY, "POST", "/games/{id}/draft/ops/", {"step": 0, "do": "reset"}),
        (Scope.PLAY, "POST", "/games/{id}/resign/", {}),
        (Scope.MANAGE, "PATCH", "/me/", {"language": "ar"}),
        (Scope.MANAGE, "PATCH", "/me/mails/", {"rounds": False}),
        (Scope.MANAGE, "PATCH", "/games/{id}/mails/", {"muted": True}),
        (Scope.MANAGE, "POST", "/me/vacations/", {}),
        (Scope.MANAGE, "DELETE", "/tokens/999/", None),
    )

    @pytest.mark.parametrize(("scope", "method", "path", "body"), CALLS)
    def test_a_call_is_refused_without_its_scope_and_heard_with_it(
        self, scope: Scope, method: str, path: str, body: Any
    ) -> None:
        game = table()
        user, path = mover(game), path.format(id=game.code)
        before = Game.objects.values().get()
        without = with_scopes(user, *(each for each in ALL if each is not scope))
        status, problem = without.call(method, path, body)
        assert (status, problem["code"], problem["scope"]) == (403, "not_allowed", scope.value)
        assert scope.value in problem["detail"] and Game.objects.values().get() == before
        status, answer = with_scopes(user, scope).call(method, path, body)
        assert status != 403, answer

    def test_a_token_that_only_reads_changes_nothing_anywhere(self) -> None:
        game = table()
        api = with_scopes(mover(game), "read")
        api.ok("GET", "/me/")  # notes the use
        bodies: tuple[Any, ...] = (
            {},
            {"version": game.version, "type": "draw"},
            {"version": game.version, "table": [], "loose": []},
            {"language": "ar"},
            {"muted": True},
            {"number": 1},
            {"players": 2},
            {"username": "robot.a"},
        )
        before = contents()
        for route in (*of(Group.ACCOUNT), *of(Group.LIST), *of(Group.GAME)):
            if route.startswith(("api/v1/tokens/", "api/v1/accounts/")):
                continue  # itself it can end; and who registers or logs in needs no token
            path = address(route, code=game.code, token_id=1, vacation_id=1, pk=1).removeprefix("/api/v1")
            for method in ("POST", "PUT", "PATCH", "DELETE"):
                if api.call(method, path, {})[0] != 405:
                    for body in bodies:
                        api.call(method, path, body)
            assert contents() == before, path

    def test_the_shape_comes_first(self, ana: User) -> None:
        assert with_scopes(ana, "read").patch("/me/", {"nonsense": 1})[0] == 400

    def test_whoever_is_done_with_a_token_ends_it_with_itself(self, ana: User) -> None:
        token_of(ana)
        (other,) = Token.objects.all()
        api = with_scopes(ana, "read")
        own = Token.objects.exclude(pk=other.pk).get()
        assert api.delete(f"/tokens/{other.pk}/")[0] == 403
        assert api.delete(f"/tokens/{own.pk}/") == (204, None)
        assert api.get("/me/")[1]["code"] == "bad_token"

    def test_a_token_of_before_may_do_everything(self, ana: User) -> None:
        token = Token.objects.create(user=ana, digest="x", created_at=NOW)
        assert token.scopes == "read play manage" and token.expires_at is None


class TestMaking:
    def test_all_of_it_where_nothing_is_said(self, ana: User) -> None:
        body = login()[1]
        assert (body["scopes"], body["expires"]) == (["read", "play", "manage"], None)

    def test_as_it_was_asked_for(self, ana: User) -> None:
        with time_machine.travel(NOW, tick=False):
            body = login(name="bot", scopes=["play", "read", "play"], expires_in_days=30)[1]
            assert (body["scopes"], body["expires"]) == (["read", "play"], "2026-12-30T12:00:00Z")
            (row,) = Api(token=body["token"]).ok("GET", "/tokens/")
        assert (row["name"], row["scopes"], row["expires"]) == ("bot", body["scopes"], body["expires"])

    @pytest.mark.parametrize(
        ("field", "value"),
        [
            ("scopes", ["reed"]),
            ("scopes", []),
            ("scopes", "read"),
            ("scopes", {"read": True}),
            ("scopes", [1]),
            ("scopes", ["read"] * 4),
            ("expires_in_days", 0),
            ("expires_in_days", -1),
            ("expires_in_days", 3651),
            ("expires_in_days", "soon"),
            ("expires_in_days", True),
        ],
    )
    def test_a_slip_is_named(self, ana: User, field: str, value: Any) -> None:
        status, body = login(**{field: value})
        assert (status, list(body["errors"])) == (400, [field])
        assert not Token.objects.exists()


class TestExpiry:
    def test_an_expired_token_is_a_bad_token(self, ana: User) -> None:
        with time_machine.travel(NOW, tick=False) as clock:
            api = Api(token=create_token(user=ana, days=30)[1])
            clock.move_to(NOW + timedelta(days=30) - timedelta(seconds=1))
            api.ok("GET", "/me/")
            clock.move_to(NOW + timedelta(days=30))
            status, body = api.get("/me/")
        assert (status, body["code"]) == (401, "bad_token")
        assert "expired" in body["detail"]

    def test_what_has_expired_goes_with_the_next_that_is_made(self, ana: User) -> None:
        with time_machine.travel(NOW, tick=False) as clock:
            create_token(user=ana, name="short", days=1)
            create_token(user=ana, name="long", days=9)
            clock.move_to(NOW + timedelta(days=2))
            create_token(user=ana, name="new")
        assert sorted(Token.objects.values_list("name", flat=True)) == ["long", "new"]


class TestDocument:
    def test_it_names_the_scope_of_each_call(self) -> None:
        paths = Api().ok("GET", "/schema/", accept="application/vnd.oai.openapi+json")["paths"]
        move = paths["/api/v1/games/{code}/moves/"]
        assert {"bearer": ["play"]} in move["post"]["security"]
        assert {"bearer": ["read"]} in move["get"]["security"] and {} in move["get"]["security"]
        for path, calls in paths.items():
            for method, call in calls.items():
                if any("bearer" in way for way in call.get("security", ())):
                    assert "`not_allowed`" in call["responses"]["403"]["description"], (path, method)
