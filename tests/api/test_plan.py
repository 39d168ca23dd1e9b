"""The call that plans a turn: its shape, its order of refusals, and that it is nobody else's."""

from __future__ import annotations

from typing import Any

import pytest

from games.api.plan_schema import KeptPlan
from games.models import Game, Plan
from games.services import plans_due
from games.services.plan_orders import Orders, encode
from tests.api.api import Api
from tests.people import mover, others, person, table

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> Game:
    return table(2)


@pytest.fixture
def waiting(game: Game) -> Api:
    """Of the player whose turn it is not."""
    return Api(others(game)[0])


def path(game: Game) -> str:
    return f"/games/{game.code}/plan/"


class TestPlan:
    def test_is_kept_and_shown_and_dropped(self, game: Game, waiting: Api) -> None:
        status, body = waiting.get(path(game))
        assert (status, body["code"]) == (404, "not_found") and "PUT a plan here" in body["detail"]
        status, body = waiting.get("/games/nowhere/plan/")
        assert (status, body["code"]) == (404, "not_found") and "PUT" not in body["detail"]
        kept = waiting.ok("PUT", path(game), {"tell_if": ["table_changed", "table_changed"], "knock": False})
        assert kept == {
            "draw": "until_fits",
            "lay": "most_points",
            "knock": False,
            "table": None,
            "tell_if": ["table_changed"],
            "watch": [],
            "repeat": False,
            "version": game.version,
            "status": "waiting",
            "why": None,
        }
        assert waiting.ok("GET", path(game)) == kept
        changed = waiting.ok(
            "PUT",
            path(game),
            {"draw": "to_third", "lay": "most_cards", "repeat": True, "version": game.version},
        )
        assert (changed["draw"], changed["lay"], changed["repeat"]) == ("to_third", "most_cards", True)
        assert (changed["knock"], changed["tell_if"]) == (True, [])
        assert waiting.delete(path(game)) == (204, None)
        assert waiting.get(path(game))[0] == 404 and waiting.delete(path(game))[0] == 204
        assert Game.objects.get().version == game.version

    def test_is_played_and_marked(self, game: Game, waiting: Api) -> None:
        waiting.ok("PUT", path(game), {"draw": "to_third"})
        first = Api(mover(game))
        for _ in range(2):
            version = Game.objects.get().version
            status, body = first.post(f"/games/{game.code}/moves/", {"version": version, "type": "draw"})
            assert status == 200, body
        now = Game.objects.get()
        assert now.plan_due is not None
        while plans_due.play_due(now=now.plan_due):
            pass
        log = waiting.ok("GET", f"/games/{game.code}/moves/")["results"]
        assert [line["planned"] for line in log].count(True) >= 2
        assert waiting.get(path(game))[0] == 404

    def test_for_the_open_turn_there_is_none(self, game: Game) -> None:
        status, body = Api(mover(game)).put(path(game), {})
        assert (status, body["code"]) == (409, "wrong_phase")

    @pytest.mark.parametrize(
        ("field", "value"),
        [
            ("draw", "thrice"),
            ("draw", None),
            ("lay", ["most_points"]),
            ("knock", "yes"),
            ("knock", 1),
            ("table", "7C 7D 7H"),
            ("table", [["7C"] * 201]),
            ("table", {"7C": 1}),
            ("tell_if", ["rain"]),
            ("tell_if", "table_changed"),
            ("tell_if", [{}]),
            ("watch", ["7C"]),
            ("watch", ["m1\n"]),
            ("watch", ["m1"] * 61),
            ("watch", ["m٣"]),
            ("repeat", None),
            ("version", -1),
            ("version", 2**31),
            ("version", True),
            ("colour", "red"),
        ],
    )
    def test_a_slip_is_named(self, game: Game, waiting: Api, field: str, value: Any) -> None:
        status, body = waiting.put(path(game), {field: value})
        assert (status, body["code"], list(body["errors"])) == (400, "invalid", [field])
        assert not Plan.objects.exists()

    def test_a_table_is_for_one_turn(self, game: Game, waiting: Api) -> None:
        status, body = waiting.put(path(game), {"table": [["7C", "7D", "7H"]], "repeat": True})
        assert (status, list(body["errors"])) == (400, ["table"])

    def test_the_order_of_refusals(self, game: Game, waiting: Api) -> None:
        bad_card = {"table": [["7X", "7D", "7H"]]}
        assert Api().put(path(game), {"draw": 1})[0] == 400
        assert Api().put(path(game), bad_card)[0] == 401
        assert waiting.put("/games/nowhere/plan/", bad_card)[0] == 404
        assert Api(person("emma")).put(path(game), bad_card)[1]["code"] == "not_your_seat"
        assert waiting.put(path(game), bad_card)[1]["code"] == "bad_card"
        assert waiting.put(path(game), {"table": [["*", "7D", "7H"]]})[1]["code"] == "bad_card"
        status, body = waiting.put(path(game), {"version": game.version - 1, "table": [["7C", "7C", "7C"]]})
        assert (status, body["code"], body["version"]) == (409, "stale_version", game.version)
        status, body = waiting.put(path(game), {"table": []})
        assert (status, body["code"]) == (422, "nothing_played")
        status, body = waiting.put(path(game), {"watch": ["m1"]})
        assert (status, list(body["errors"])) == (400, ["watch"])


class TestPrivacy:
    def test_nobody_else_sees_it_or_drops_it(self, game: Game, waiting: Api) -> None:
        waiting.ok("PUT", path(game), {"draw": "to_third"})
        before = [Api(mover(game)).ok("GET", f"/games/{game.code}{part}") for part in ("/", "/moves/")]
        for who in (Api(mover(game)), Api(person("emma")), Api()):
            assert who.get(path(game))[0] in (401, 403, 404)
            who.delete(path(game))
        assert Plan.objects.count() == 1
        waiting.ok("DELETE", path(game))
        after = [Api(mover(game)).ok("GET", f"/games/{game.code}{part}") for part in ("/", "/moves/")]
        assert before == after, "what others see does not show it"

    def test_what_it_costs_to_look(self, game: Game, waiting: Api, django_assert_num_queries: Any) -> None:
        waiting.ok("PUT", path(game), {})
        with django_assert_num_queries(4):  # token, game, seats, plan
            waiting.ok("GET", path(game))


def test_every_stored_plan_has_the_shape_that_is_shown() -> None:
    shown = set(encode(Orders())) | {"repeat", "version", "status", "why"}
    assert shown == set(KeptPlan().fields)
