"""The calls of the table's script: operations all or none, what another window did, hostile bodies, order, marks."""

from __future__ import annotations

from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from games.models import Desk, Draft, Game
from games.services import desks, turns
from tests.api.api import Api
from tests.api.test_playing import ANA, BEN, ana, ben, deck, game
from tests.engine.positions import lay
from tests.people import person

__all__ = ["ana", "ben", "deck", "game"]  # fixtures
pytestmark = pytest.mark.django_db

SEVENS = {"op": "new", "cards": ["7C", "7D", "7H"]}


def do(api: Api, game: Game, step: int, *ops: dict[str, Any], **more: Any) -> tuple[int, Any]:
    return api.post(f"/games/{game.code}/draft/ops/", {"step": step, **({"ops": ops} if ops else {}), **more})


def table(api: Api, game: Game) -> Any:
    return api.ok("GET", f"/games/{game.code}/table/")


def lies(answer: Any) -> list[str]:
    return [" ".join(meld["cards"]) for meld in answer["draft"]["melds"] if meld["cards"]]


class TestOperations:
    def test_several_are_one_step(self, game: Game, ben: Api) -> None:
        status, now = do(ben, game, 0, SEVENS, {"op": "add", "cards": ["7S"], "to": "n1"})
        assert status == 200 and lies(now) == ["7C 7D 7H 7S"]
        assert (now["step"], now["undo"], now["redo"]) == (1, 1, 0)
        status, now = do(ben, game, 1, do="undo")
        assert lies(now) == [] and (now["step"], now["undo"], now["redo"]) == (2, 0, 1)
        assert lies(do(ben, game, 2, do="redo")[1]) == ["7C 7D 7H 7S"]
        assert lies(do(ben, game, 3, do="reset")[1]) == []
        status, now = do(ben, game, 4, do="undo")
        assert lies(now) == ["7C 7D 7H 7S"] and now == {
            name: table(ben, game)[name] for name in ("step", "draft", "undo", "redo")
        }

    def test_all_or_none(self, game: Game, ben: Api) -> None:
        status, problem = do(ben, game, 0, SEVENS, {"op": "add", "cards": ["2C"], "to": "n1"})
        assert (status, problem["code"], problem["card"]) == (422, "not_held", "2C")
        assert "2C" not in problem["detail"] and "♣" in problem["detail"]
        assert not Draft.objects.exists()

    def test_another_window(self, game: Game, ben: Api) -> None:
        do(ben, game, 0, SEVENS)
        status, problem = do(ben, game, 0, {"op": "new", "cards": ["AC", "AD"]})
        assert (status, problem["code"], problem["step"]) == (409, "other_step", 1)
        assert lies(problem) == ["7C 7D 7H"] == lies(problem["state"])
        assert lies(table(ben, game)) == ["7C 7D 7H"]

    def test_a_step_that_comes_again_is_made_once(self, game: Game, ben: Api) -> None:
        for _again in range(2):
            status, now = do(ben, game, 0, SEVENS, key="one")
            assert (status, now["step"], lies(now)) == (200, 1, ["7C 7D 7H"])
        for _again in range(2):
            status, now = do(ben, game, 1, do="undo", key="two")
            assert (status, now["step"], now["redo"], lies(now)) == (200, 2, 1, [])
        for _again in range(2):
            status, now = do(ben, game, 2, do="redo", key="three")
            assert (status, now["step"], now["undo"], lies(now)) == (200, 3, 1, ["7C 7D 7H"])
        # Late, after those that followed it.
        assert do(ben, game, 0, SEVENS, key="one")[1]["step"] == 3
        assert table(ben, game)["key"] == "three"
        assert do(ben, game, 3, do="reset")[1]["step"] == 4
        assert table(ben, game)["key"] == ""

    def test_several_steps_in_one_call(self, game: Game, ben: Api) -> None:
        """Each is a step of its own; those that were made already are passed over, wherever they stand."""
        four = {"ops": [{"op": "add", "cards": ["7S"], "to": "n1"}], "key": "b"}
        then = [four, {"do": "undo", "key": "c"}]
        do(ben, game, 0, SEVENS, key="a")
        for _again in range(2):
            status, now = do(ben, game, 0, SEVENS, key="a", then=then)
            assert (status, now["step"], now["undo"], now["redo"]) == (200, 3, 1, 1)
            assert lies(now) == ["7C 7D 7H"]
        assert do(ben, game, 1, key="b", ops=four["ops"], then=then[1:])[1]["step"] == 3

    def test_the_first_that_is_refused_is_the_last(self, game: Game, ben: Api) -> None:
        then = [{"ops": [{"op": "new", "cards": ["2C"]}]}, {"do": "reset"}]
        status, problem = do(ben, game, 0, SEVENS, then=then)
        assert (status, problem["code"]) == (422, "not_held")
        assert lies(table(ben, game)) == ["7C 7D 7H"] and table(ben, game)["step"] == 1

    def test_another_window_in_between(self, game: Game, ben: Api) -> None:
        do(ben, game, 0, SEVENS, key="a")
        do(ben, game, 1, {"op": "add", "cards": ["7S"], "to": "n1"})
        status, problem = do(ben, game, 0, SEVENS, key="a", then=[{"do": "undo", "key": "b"}])
        assert (status, problem["code"], problem["step"]) == (409, "other_step", 2)
        assert lies(table(ben, game)) == ["7C 7D 7H 7S"]

    def test_the_table_has_changed(self, game: Game, ben: Api, ana: Api) -> None:
        seen = game.version
        do(ana, game, 0, {"op": "new", "cards": ["2C", "2D", "2H"]}, version=seen)
        turns.play(code=game.code, user=person("ben"), version=seen, move=lay("7C 7D 7H"))
        status, problem = do(ana, game, 1, {"op": "add", "cards": ["8S"], "to": "n1"}, version=seen)
        assert (status, problem["code"], problem["version"]) == (409, "stale_version", seen + 1)
        state = problem["state"]
        assert lies(state) == ["7C 7D 7H", "2C 2D 2H"] and state["stale"] and state["changed"] == ["m1"]
        status, now = do(ana, game, 1, {"op": "add", "cards": ["8S"], "to": "n1"}, version=seen + 1)
        assert status == 200 and lies(now) == ["7C 7D 7H", "2C 2D 2H 8S"]
        assert do(ana, game, 2, SEVENS, version=seen + 9)[1]["code"] == "stale_version"

    def test_a_draw_is_no_change_of_the_table(self, game: Game, ben: Api) -> None:
        seen = game.version
        ben.ok("POST", f"/games/{game.code}/moves/", {"type": "draw", "version": seen})
        assert do(ben, game, 0, SEVENS, version=seen)[0] == 200

    @pytest.mark.parametrize(
        "body",
        [
            None,
            [],
            {},
            {"step": 0},
            {"step": "0", "do": "undo"},
            {"step": True, "do": "undo"},
            {"step": -1, "do": "undo"},
            {"step": 10**12, "do": "undo"},
            {"step": 0, "do": "undo", "ops": []},
            {"step": 0, "do": ["undo"]},
            {"step": 0, "do": {}},
            {"step": 0, "do": "clear"},
            {"step": 0, "ops": {}},
            {"step": 0, "ops": [SEVENS], "colour": "red"},
            {"step": 0, "ops": [{**SEVENS, "colour": "red"}]},
            {"step": 0, "ops": [SEVENS] * 301},
            {"step": 0, "ops": [{"op": "new", "cards": ["7C"] * 107}]},
            {"step": 0, "ops": [{"op": "new", "cards": ["x"]}]},
            {"step": 0, "ops": [{"op": "add", "cards": ["7C"], "to": "hand"}]},
            {"step": 0, "ops": [SEVENS], "version": None},
            {"step": 0, "ops": []},
            {"step": 0, "ops": [SEVENS], "key": ""},
            {"step": 0, "ops": [SEVENS], "key": 7},
            {"step": 0, "ops": [SEVENS], "key": "x" * 41},
            {"step": 0, "ops": [SEVENS], "key": "é"},
            {"step": 0, "ops": [SEVENS], "then": {}},
            {"step": 0, "ops": [SEVENS], "then": [None]},
            {"step": 0, "ops": [SEVENS], "then": [{}]},
            {"step": 0, "ops": [SEVENS], "then": [{"do": "undo", "step": 1}]},
            {"step": 0, "ops": [SEVENS], "then": [{"do": "undo", "then": []}]},
            {"step": 0, "ops": [SEVENS], "then": [{"do": "undo"}] * 61},
        ],
    )
    def test_hostile_bodies(self, game: Game, ben: Api, body: Any) -> None:
        status, problem = ben.post(f"/games/{game.code}/draft/ops/", body)
        assert status == 400 and problem["detail"]
        assert not Draft.objects.exists()

    def test_ten_thousand_melds_and_a_huge_body(self, game: Game, ben: Api) -> None:
        status, problem = do(ben, game, 0, *[{"op": "new", "cards": ["7C"]}] * 4000)
        assert (status, problem["code"]) == (400, "invalid") and list(problem["errors"]) == ["ops"]
        status, problem = do(ben, game, 0, *[SEVENS] * 10_000)
        assert (status, problem["code"]) == (413, "too_large")
        assert not Draft.objects.exists()

    def test_nothing_that_was_arranged_is_lost_by_it(self, game: Game, ben: Api) -> None:
        do(ben, game, 0, SEVENS)
        do(ben, game, 1, {"op": "new", "cards": ["KS"]})
        do(ben, game, 1, do="nonsense")
        assert lies(table(ben, game)) == ["7C 7D 7H"]

    def test_who_may(self, game: Game, ana: Api, ben: Api) -> None:
        assert do(Api(), game, 0, SEVENS)[0] == 401
        assert do(Api(person("carla")), game, 0, SEVENS)[1]["code"] == "not_your_seat"
        turns.resign(code=game.code, user=person("ana"))
        status, problem = do(ben, game, 0, SEVENS)
        assert (status, problem["code"]) == (409, "game_over") and "over" in problem["detail"]

    def test_by_the_session_with_csrf(self, game: Game) -> None:
        client = Client(enforce_csrf_checks=True)
        client.force_login(person("ben"))
        path, body = f"/api/v1/games/{game.code}/draft/ops/", {"step": 0, "ops": [SEVENS]}
        answer = client.post(path, body, content_type="application/json")
        assert answer.status_code == 403 and "out of date" in answer.json()["detail"]
        client.get(f"/games/{game.code}/")
        token = client.cookies[settings.CSRF_COOKIE_NAME].value
        answer = client.post(path, body, content_type="application/json", headers={"x-csrftoken": token})
        assert answer.status_code == 200
        client.cookies.pop(settings.SESSION_COOKIE_NAME)
        answer = client.post(path, body, content_type="application/json", headers={"x-csrftoken": token})
        assert (answer.status_code, answer.json()["code"]) == (401, "not_authenticated")
        assert Draft.objects.get().step == 1


class TestTheTable:
    def test_what_is_told(self, game: Game, ben: Api) -> None:
        told = table(ben, game)
        assert told["mine"] and told["can"] == ["draw", "meld"] and told["drawn"] == 1
        assert sorted(told["dealt"]) == sorted([*BEN.split(), "3C"]) == sorted(told["order"])
        assert told["new"] == ["3C"] and told["order"][-1] == "3C" and told["playing"]
        assert told["number"] == 2 and told["points"] == 65

    def test_others_see_no_hand(self, game: Game, ben: Api, ana: Api) -> None:
        do(ben, game, 0, SEVENS)
        for api in (ana, Api(person("carla")), Api()):
            told = table(api, game)
            assert "7C" not in str(told.get("draft", "")) and not told["mine"]
            assert "dealt" not in told or sorted(told["dealt"]) == sorted(ANA.split())

    def test_it_is_told_again_only_when_something_changed(
        self, game: Game, ben: Api, django_assert_num_queries: Any
    ) -> None:
        table(ben, game)
        seen = {"if-none-match": ben.headers["ETag"]}
        with django_assert_num_queries(4):  # the token, the game, the draft, the desk
            assert ben.get(f"/games/{game.code}/table/", **seen)[0] == 304
        do(ben, game, 0, SEVENS)
        assert ben.get(f"/games/{game.code}/table/", **seen)[0] == 200
        seen = {"if-none-match": ben.headers["ETag"]}
        ben.post(f"/games/{game.code}/seen/", {"number": 1})
        assert ben.get(f"/games/{game.code}/table/", **seen)[0] == 200

    def test_nothing_since_that_version(self, game: Game, ben: Api, django_assert_num_queries: Any) -> None:
        path, now = f"/games/{game.code}/table/", f"{game.version}.{game.revision}"
        do(ben, game, 0, SEVENS)
        with django_assert_num_queries(2):  # the token, the game
            assert ben.get(f"{path}?since={now}") == (204, None)
        assert Api().get(f"{path}?since={now}") == (204, None)
        for other in (f"{game.version - 1}.{game.revision}", f"{game.version}.{game.revision + 1}", "x"):
            assert ben.get(f"{path}?since={other}")[0] == 200
        Game.objects.update(visibility="private")
        assert Api().get(f"{path}?since={now}")[0] == 404

    def test_when_it_is_over(self, game: Game, ben: Api) -> None:
        turns.resign(code=game.code, user=person("ana"))
        told = table(ben, game)
        assert told["status"] == "finished" and not told["playing"] and told["can"] == []


class TestOrder:
    def put(self, api: Api, game: Game, order: str) -> tuple[int, Any]:
        return api.post(f"/games/{game.code}/hand/", {"order": order.split()})

    def test_it_stays_and_new_cards_go_to_its_end(self, game: Game, ben: Api) -> None:
        order = "9S QD KC 3H AD AC 7S 7H 7D 7C 3C"
        assert self.put(ben, game, order) == (200, {"order": order.split()})
        ben.ok("POST", f"/games/{game.code}/moves/", {"type": "draw", "version": game.version})
        told = table(ben, game)
        assert told["order"] == [*order.split(), "5D"] and told["new"] == ["3C", "5D"]
        version = Game.objects.get(pk=game.pk).version
        turns.play(code=game.code, user=person("ben"), version=version, move=lay("7C 7D 7H"))
        assert table(ben, game)["order"] == ["9S", "QD", "KC", "3H", "AD", "AC", "7S", "3C", "5D"]
        assert table(ben, game)["new"] == ["5D"]

    def test_a_part_of_the_hand_comes_first(self, game: Game, ben: Api) -> None:
        assert self.put(ben, game, "KC QD")[1]["order"][:2] == ["KC", "QD"]
        assert len(table(ben, game)["order"]) == 11

    def test_what_is_not_held_is_refused(self, game: Game, ben: Api) -> None:
        status, problem = self.put(ben, game, "KC KC 2C QD")
        assert (status, problem["code"], problem["cards"]) == (422, "card_not_in_hand", ["KC", "2C"])
        assert self.put(ben, game, "1X")[1]["code"] == "bad_card"
        assert not Desk.objects.exists()

    @pytest.mark.parametrize("body", [{}, {"order": "KC"}, {"order": [1]}, {"order": ["KC"] * 107}, {"x": 1}])
    def test_hostile_bodies(self, game: Game, ben: Api, body: Any) -> None:
        assert ben.post(f"/games/{game.code}/hand/", body)[1]["code"] == "invalid"

    def test_it_is_nobody_elses(self, game: Game, ben: Api, ana: Api) -> None:
        self.put(ben, game, "KC QD")
        assert "KC" not in table(ana, game)["order"]
        assert Api(person("carla")).post(f"/games/{game.code}/hand/", {"order": []})[0] == 403


class TestSeen:
    def saw(self, api: Api, game: Game, number: int) -> Any:
        return api.ok("POST", f"/games/{game.code}/seen/", {"number": number})["seen"]

    def test_it_only_goes_forth_and_never_too_far(self, game: Game, ben: Api) -> None:
        assert self.saw(ben, game, 1) == 1
        assert self.saw(ben, game, 999) == 2
        assert self.saw(ben, game, 1) == 2
        assert table(ben, game)["seen"] == 2

    def test_melds_that_changed_since(self, game: Game, ben: Api, ana: Api) -> None:
        version = game.version
        turns.play(code=game.code, user=person("ben"), version=version, move=lay("7C 7D 7H"))
        assert table(ana, game)["changed"] == ["m1"]
        self.saw(ana, game, Game.objects.get(pk=game.pk).log_length)
        assert table(ana, game)["changed"] == []
        turns.play(code=game.code, user=person("ana"), version=version + 1, move=lay("7C 7D 7H", "2C 2D 2H"))
        assert table(ana, game)["changed"] == ["m2"] and table(ben, game)["changed"] == ["m1", "m2"]

    def test_what_was_seen_keeps_its_place(self, game: Game, ben: Api) -> None:
        """Cards that were drawn turn by turn are not sorted in between those that the player has seen."""
        self.saw(ben, game, 2)
        order = table(ben, game)["order"]
        for _again in range(2):
            version = Game.objects.get(pk=game.pk).version
            ben.ok("POST", f"/games/{game.code}/moves/", {"type": "draw", "version": version})
        assert table(ben, game)["order"] == [*order, "5D", "6D"]

    @pytest.mark.parametrize("sorted_before", [False, True])
    def test_a_hand_that_is_sorted_meanwhile_stays_so(
        self, game: Game, ben: Api, monkeypatch: pytest.MonkeyPatch, sorted_before: bool
    ) -> None:
        """The order is stored after the mark has read the one before, and before it writes."""
        order = table(ben, game)["order"]
        if sorted_before:
            ben.ok("POST", f"/games/{game.code}/hand/", {"order": order})
        read = desks.of

        def of(*reader: Any) -> Desk | None:
            monkeypatch.undo()
            desk = read(*reader)
            ben.ok("POST", f"/games/{game.code}/hand/", {"order": order[::-1]})
            return desk

        monkeypatch.setattr(desks, "of", of)
        assert self.saw(ben, game, 2) == 2
        assert table(ben, game)["order"] == order[::-1]
        assert table(ben, game)["seen"] == 2

    def test_who_may(self, game: Game) -> None:
        assert Api().post(f"/games/{game.code}/seen/", {"number": 1})[0] == 401
        assert Api(person("carla")).post(f"/games/{game.code}/seen/", {"number": 1})[0] == 403


class TestPasses:
    def test_of_ones_own_games_and_of_one_more(self, game: Game, ben: Api) -> None:
        from config.live import passes

        given = ben.ok("POST", "/events/token/", {})
        user = person("ben")
        read = passes.read(given["token"])
        assert read == passes.Pass(str(user.pk), (f"u{user.pk}",)) and given["url"] == "/api/v1/events/"
        given = Api().ok("POST", "/events/token/", {"game": game.code})
        assert passes.read(given["token"]) == passes.Pass("", (f"g{game.code}",))
        assert Api().post("/events/token/", {})[0] == 401
        Game.objects.update(visibility="private")
        assert Api().post("/events/token/", {"game": game.code})[0] == 404
        assert Api().ok("POST", "/events/token/", {"game": game.code, "invitation": game.invitation})
