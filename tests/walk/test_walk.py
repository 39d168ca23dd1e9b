"""The walk over every route as everybody: nothing hidden is told, and reading changes nothing."""

from __future__ import annotations

import logging
import secrets
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import transaction
from django.http import HttpResponse

from games.models import Game, Seat
from games.selectors import is_member, seat_of, seats_of
from tests.snapshot import contents
from tests.walk import prying, world
from tests.walk.routes import READING, TABLE, WRITING, Group, address, of, routes
from tests.walk.walking import Walk
from tests.walk.world import KEY, NAMES, Visitor, World

pytestmark = pytest.mark.django_db


@pytest.fixture
def built(monkeypatch: pytest.MonkeyPatch) -> World:
    # Keys and invitations of chance in small letters: otherwise one in thousands reads like a card.
    monkeypatch.setattr(secrets, "token_urlsafe", secrets.token_hex)
    return world.build(monkeypatch)


def test_every_route_stands_in_the_table() -> None:
    found = list(routes())
    assert Counter(found).most_common(1)[0][1] == 1, "a route that another hides"
    assert set(found) == set(TABLE), "add it to tests/walk/routes.py, and its bodies below"


@pytest.fixture(params=NAMES)
def walk(built: World, request: pytest.FixtureRequest) -> Walk:
    return Walk(built, request.param)


def expected(visitor: Visitor, game: Game, route: str) -> int:
    """What reading a route of a game answers, by the contract."""
    seats = seats_of(game)
    user, member, seat = visitor.known, is_member(seats, visitor.known), seat_of(seats, visitor.known)
    if any(
        route.endswith(f"/{call}/") for call in ("join", "leave", "resign", "check", "ops", "hand", "seen")
    ):
        return 405
    if visitor.bad:
        return 401
    if route.endswith(("/draft/", "/plan/", "/mails/", "/hint/", "/contribution/")):
        if seat is not None:
            return of_ones_own(seat, game, route)
        return 401 if user is None else 403 if member or game.visibility == "public" else 404
    if not (game.visibility == "public" or member or visitor.invited):
        return 404
    over = game.status in ("finished", "cancelled") and game.state is not None
    return 409 if route.endswith("/export/") and not over else 200


def of_ones_own(seat: Seat, game: Game, route: str) -> int:
    """What reading one's own part of a game answers to who has a seat there."""
    if route.endswith("/hint/"):
        return 403 if not game.options["hints"] else 200 if game.to_act_id == seat.user_id else 409
    kept = game.plans if route.endswith("/plan/") else game.drafts
    always = route.endswith(("/mails/", "/contribution/"))
    return 200 if always or kept.filter(user=seat.user_id).exists() else 404


def bodies(route: str, game: Game, *, seated: bool) -> Iterator[tuple[Any, str]]:
    """What is sent to a route of a game, with its query; for who has no seat there, less of the same."""
    yield None, ""
    if "/moves/" in route and not seated:
        yield {"version": game.version, "type": "draw"}, ""
        yield {"version": game.version, "type": "meld", "table": [["7C", "7D", "7H"]]}, "plan=true"
        return
    yield "[1", ""
    if route.endswith("/join/"):
        yield {"invitation": game.invitation[::-1]}, ""
    if "/moves/" in route:
        for version in (game.version, game.version - 1):
            yield {"version": version, "type": "draw"}, ""
        for kind in ("knock", "pass"):
            yield {"version": game.version, "type": kind}, ""
        # Of these some lie hidden in every game; none of them is named back but as it was sent.
        for table in ([["7C", "7D", "7H"]], [["8C", "8D", "8H", "8S"]], [["6C", "*7C", "8C"]], [["1X"]], []):
            yield {"version": game.version, "type": "meld", "table": table}, ""
            if route.endswith("/check/"):
                yield {"version": 0, "type": "meld", "table": table}, "plan=true"
    if route.endswith("/ops/"):
        for cards in (["7C", "7D"], ["8C", "8D"], ["1X"]):
            yield {"step": 0, "ops": [{"op": "new", "cards": cards}]}, ""
        yield {"step": 1, "version": game.version - 1, "ops": [{"op": "set", "meld": "m1", "cards": []}]}, ""
        yield {"step": 1, "do": "reset"}, ""
    own: dict[str, tuple[Any, ...]] = {
        "hand": ({"order": ["7C", "8C"]},),
        "seen": ({"number": 2},),
        "contribution": ({"contribution": "words of their own"},),
        "draft": ({"version": game.version, "table": [["7C", "7D"]], "loose": ["8C"]},),
        "plan": (
            {"table": [["7C", "7D", "7H"]], "tell_if": ["table_changed"]},
            {"draw": "to_third", "repeat": True, "watch": ["m1"]},
        ),
    }
    for body in own.get(route.split("/")[-2], ()):
        yield body, ""


LIST_QUERIES = (
    *("", "mine=true", "my_turn=true", "visibility=private", "status=active", "ordering=deadline"),
    *("limit=1", "cursor=x", "colour=red"),
)


class TestReading:
    def test_nothing_hidden_is_told_and_nothing_is_changed(self, walk: Walk) -> None:
        before = contents()
        for game in walk.world.games.values():
            self.read_game(walk, game)
        for route in of(Group.LIST):
            for query in LIST_QUERIES:
                for method in READING:
                    self.look_at_list(walk, walk.ask(method, address(route), query=query))
        for route in (*of(Group.ACCOUNT), *of(Group.PAGE)):
            for method in READING:
                page = TABLE[route] is Group.PAGE
                walk.ask(
                    method,
                    address(route, token_id=1, vacation_id=1, pk=1, name="x"),
                    page=page,
                    query="key=x&next=//elsewhere",
                )
        assert contents() == before
        assert walk.asked[401] if walk.visitor.bad else walk.asked[200] > 50

    @staticmethod
    def read_game(walk: Walk, game: Game) -> None:
        for route in (*of(Group.GAME), *of(Group.GAME_PAGE)):
            path, page = address(route, code=game.code, number=1), TABLE[route] is Group.GAME_PAGE
            for method in READING if game == walk.world.games["private"] else ("GET",):
                answer = walk.ask(method, path, game=game, page=page)
                if method != "OPTIONS" and not page:
                    assert answer.status_code == expected(walk.visitor, game, route), (method, path)
                if method == "HEAD":
                    assert answer.content == b""
        log = address("api/v1/games/<str:code>/moves/", code=game.code)
        for query in ("limit=2", "after=2&limit=3", "after=x", "limit=0"):
            walk.ask("GET", log, game=game, query=query)

    @staticmethod
    def look_at_list(walk: Walk, answer: HttpResponse) -> None:
        value = prying.json_of(answer.content)
        assert not set(prying.shown_cards(value, 0)), "a list shows no card"
        for row in value.get("results", ()) if value else ():
            game = Game.objects.get(code=row["id"])
            assert game.visibility == "public" or is_member(seats_of(game), walk.visitor.known)

    def test_by_the_session_of_the_pages_one_sees_the_same(self, built: World) -> None:
        for name in ("first seat", "staff"):
            walk = Walk(built, name)
            for game in built.games.values():
                for route in of(Group.GAME):
                    path = address(route, code=game.code)
                    by_token, by_session = walk.ask("GET", path), walk.visitor.client(True).get(path)
                    assert by_session.status_code == by_token.status_code
                    assert by_session.content == by_token.content

    def test_what_is_the_same_for_all_is_the_same_for_all(self, built: World) -> None:
        walks = [Walk(built, name) for name in ("nobody", "first seat", "a revoked token")]
        for route in of(Group.SITE):
            path = address(route) + ("nowhere/" if route == "^api/" else "")
            for method in (*READING, *WRITING):
                answers = [walk.ask(method, path) for walk in walks]
                assert len({(answer.status_code, answer.content) for answer in answers}) == 1, (method, path)
        for path in ("/static/", "/static/../rummy.sqlite3", "/static/%2e%2e/secret_key"):
            assert {walk.ask("GET", path).status_code for walk in walks} == {404}


class TestWriting:
    """Each request is undone after it was looked at, so that the next one finds the same games."""

    def test_nothing_hidden_is_told(self, walk: Walk) -> None:
        self.in_games(walk)
        if walk.visitor.known is None:
            assert walk.asked[401]
        else:
            assert walk.asked[409]
        self.about_oneself(walk)
        self.on_pages(walk)

    def in_games(self, walk: Walk) -> None:
        for name, game in walk.world.games.items():
            seated = seat_of(seats_of(game), walk.visitor.known) is not None
            for route in of(Group.GAME):
                path = address(route, code=game.code)
                for body, query in bodies(route, game, seated=seated):
                    method = "PUT" if route.endswith(("/draft/", "/plan/", "/contribution/")) else "POST"
                    self.undone(walk, method, path, game=game, body=body, query=query)
                if route.endswith(("/draft/", "/plan/")):
                    self.undone(walk, "DELETE", path, game=game)
                if name in ("active", "private"):
                    for method in WRITING:
                        self.undone(walk, method, path, game=game, body={})
            for route in of(Group.GAME_PAGE):
                path = address(route, code=game.code, number=1)
                for form in (
                    "",
                    f"version={game.version}&type=draw",
                    f"version={game.version}&text=7C 7D 7H",
                ):
                    self.undone(walk, "POST", path, game=game, body=form, page=True)

    @staticmethod
    def undone(walk: Walk, method: str, path: str, *, game: Game, **more: Any) -> None:
        with transaction.atomic():
            # With the key under which another's answer is kept.
            answer = walk.ask(method, path, game=game, **more, **{"Idempotency-Key": KEY})
            transaction.set_rollback(True)
        if game.visibility == "private" and not walk.is_in(game):
            door = path.endswith("/join/") and walk.visitor.invited
            assert "page" in more or door or answer.status_code in {400, 401, 404, 405}, path

    def about_oneself(self, walk: Walk) -> None:
        given: dict[str, list[Any]] = {
            "api/v1/accounts/": [
                {"username": "zoe", "email": "zoe@example.net", "password": "correct horse battery"},
                {"username": "ana", "email": "ben@example.org", "password": "correct horse battery"},
                {"username": "zoe", "email": "ben@example.org", "password": "ben@example.org"},
            ],
            "api/v1/accounts/confirm/": [{"key": "x"}, {"key": "WzEsImFuYUBleGFtcGxlLm9yZyJd:1:x"}],
            "api/v1/tokens/": [
                {"username": "ana", "password": "x"},
                {"username": "carla", "password": "a password of 0"},
            ],
            "api/v1/me/": [
                {"email": "ana@example.org"},
                {"language": "xx"},
                {"timezone": "../../etc/passwd"},
                {"night": {"from": 9, "until": 8}},
            ],
            "api/v1/me/vacations/": [{"until": "2999-01-01T00:00:00Z"}, {"from": "yesterday"}],
            "api/v1/events/token/": [{"game": game.code} for game in walk.world.games.values()],
            "api/v1/games/": [{"players": 9}, {"players": 3, "invite": ["ana", "ben@example.org"]}],
        }
        for route in (*of(Group.ACCOUNT), *of(Group.LIST)):
            for method in WRITING:
                for body in (None, "[1", {}, *given.get(route, ())):
                    for token_id in (1, 2, 99):
                        with transaction.atomic():
                            walk.ask(
                                method, address(route, token_id=token_id, vacation_id=token_id), body=body
                            )
                            transaction.set_rollback(True)
                        if "_id" not in route:
                            break

    def on_pages(self, walk: Walk) -> None:
        for route in of(Group.PAGE):
            for method in ("POST", "PUT"):
                for body in ("", "name=ana&username=ana&password=x&email=nobody%40example.net&new=1&key=x"):
                    with transaction.atomic():
                        path = address(route, token_id=1, vacation_id=1, pk=1, name="x")
                        walk.ask(method, path, body=body, page=True)
                        transaction.set_rollback(True)


@pytest.fixture(autouse=True)
def _nothing_in_the_log(caplog: pytest.LogCaptureFixture, request: pytest.FixtureRequest) -> Iterator[None]:
    """Whatever was logged on the way, at the lowest level, holds no card and no secret."""
    caplog.set_level(logging.DEBUG)
    yield
    if "built" in request.fixturenames or "walk" in request.fixturenames:
        text = caplog.text
        assert prying.cards_of(text) == set()
        found = prying.Secrets().hidden_from(None).search(text)
        assert found is None, f"the log tells {found and found.group()!r}"
