"""Playing over the API: moves, their order of refusals, repeats, what each reader sees."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import override_settings

from accounts.models import User
from accounts.services.keeping import keep
from accounts.services.leaving import delete_account
from games.engine.cards import Card
from games.models import Game, IdempotencyKey, Move, Outbox, ScoredRound, Seat
from tests.api.api import Api
from tests.decks import stack, stacked
from tests.people import people, person, table

pytestmark = pytest.mark.django_db

# Seat 1 (ben) is left of the dealer (seat 0, ana) and begins.
BEN = "7C 7D 7H 7S AC AD 3H KC QD 9S"
ANA = "2C 2D 2H 8S 9C JD JH QC KD 4S"
STOCK = "3C 5D 6D TH"


@pytest.fixture
def deck() -> tuple[Card, ...]:
    return stacked([BEN, ANA], STOCK)


@pytest.fixture
def game(monkeypatch: pytest.MonkeyPatch, deck: tuple[Card, ...]) -> Game:
    stack(monkeypatch, deck)
    return table(2)


@pytest.fixture
def ana(game: Game) -> Api:
    return Api(person("ana"))


@pytest.fixture
def ben(game: Game) -> Api:
    return Api(person("ben"))


def move(api: Api, game: Game, body: dict[str, Any], **headers: str) -> tuple[int, Any]:
    body.setdefault("version", Game.objects.get(pk=game.pk).version)
    return api.post(f"/games/{game.code}/moves/", body, **headers)


class TestMoves:
    def test_draw(self, game: Game, ben: Api) -> None:
        status, view = move(ben, game, {"type": "draw"})
        assert status == 200
        assert view["version"] == 4
        assert view["round"]["turn"]["drawn"] == 2
        assert view["you"]["hand"] == [*BEN.split(), "3C", "5D"]
        assert view["you"]["drawn"] == ["3C", "5D"]
        assert view["you"]["can"] == ["draw", "meld"]
        assert view["events"] == [{"type": "drawn", "seat": 1, "card": "5D", "stock": 31}]

    def test_the_third_card_ends_the_turn(self, game: Game, ben: Api, ana: Api) -> None:
        move(ben, game, {"type": "draw"})
        _status, view = move(ben, game, {"type": "draw"})
        assert view["round"]["turn"]["seat"] == 0
        assert view["you"]["can"] == []
        assert [event["type"] for event in view["events"]] == ["drawn", "drawn", "turn_opened"]
        assert view["events"][1] == {"type": "drawn", "seat": 0, "card": None, "stock": 29}
        assert view["events"][2]["deadline"] == view["round"]["turn"]["deadline"] is not None
        own = ana.ok("GET", f"/games/{game.code}/")
        assert own["you"]["drawn"] == ["TH"]

    def test_meld(self, game: Game, ben: Api) -> None:
        status, view = move(ben, game, {"type": "meld", "table": [["7h", "7C", "7d", "7♠"]]})
        assert status == 200
        assert view["round"]["table"] == [{"id": "m1", "kind": "group", "cards": ["7C", "7D", "7H", "7S"]}]
        assert view["events"][0]["type"] == "melded"
        assert (
            view["events"][0]["played"] == ["7H", "7C", "7D", "7S"] or len(view["events"][0]["played"]) == 4
        )
        assert view["round"]["turn"]["seat"] == 0
        assert view["seats"][1]["cards"] == 7

    def test_a_round_by_knocking(self, monkeypatch: pytest.MonkeyPatch) -> None:
        rich = "7C 7D 7H 7S AC AD 2S 3S 4S 5S"
        stack(monkeypatch, stacked([rich, ANA.replace("4S", "4D")], "3C"))
        game = table(2)
        ben = Api(person("ben"))
        melds = [["7C", "7D", "7H", "7S"], ["2S", "3S", "4S", "5S"]]
        status, view = move(ben, game, {"type": "meld", "table": melds})
        assert (status, view["you"]["can"]) == (200, ["knock", "pass"])
        assert view["round"]["turn"]["phase"] == "knock"
        status, view = move(ben, game, {"type": "knock"})
        assert status == 200
        types = [event["type"] for event in view["events"]]
        assert types == ["knocked", "round_scored", "dealt", "drawn", "turn_opened"]
        record = view["events"][1]
        assert (record["knocker"], record["went_out"], record["winners"]) == (1, [], [1])
        assert record["points"] == [67, 5] and record["scores"] == [0, 62]
        assert view["seats"][1]["score"] == 62 and view["seats"][1]["rounds_won"] == 1
        assert view["round"]["number"] == 2 and view["round"]["dealer"] == 1
        rounds = Api().ok("GET", f"/games/{game.code}/rounds/")
        assert rounds == [{name: value for name, value in record.items() if name != "type"}]

    def test_the_game_ends(self, monkeypatch: pytest.MonkeyPatch) -> None:
        rich = "7C 7D 7H 7S AC AD 2S 3S 4S 5S"
        stack(monkeypatch, stacked([rich, ANA.replace("4S", "4D")], "3C"))
        game = table(2, rounds=1)
        melds = [["7C", "7D", "7H", "7S"], ["2S", "3S", "4S", "5S"]]
        status, view = move(Api(person("ben")), game, {"type": "meld", "table": melds, "knock": True})
        assert status == 200
        assert view["status"] == "finished"
        assert view["result"] == {"final": [0, 62], "winners": [1], "reason": "single_round"}
        assert view["events"][-1] == {
            "type": "game_ended",
            "final": [0, 62],
            "winners": [1],
            "reason": "single_round",
        }
        assert view["can"] == []
        stored = Game.objects.get(pk=game.pk)
        assert stored.deadline is None and stored.to_act is None and stored.ended_at is not None
        assert ScoredRound.objects.count() == 1
        assert set(Outbox.objects.filter(kind="result").values_list("user__username", flat=True)) == {
            "ana",
            "ben",
        }
        assert move(Api(person("ben")), game, {"type": "draw"})[1]["code"] == "game_over"


class TestRefusals:
    """CONTRACT.md: the order, when several apply."""

    def test_shape_before_login_before_game_before_card(self, game: Game, ben: Api) -> None:
        path = f"/games/{game.code}/moves/"
        assert Api().post(path, {"type": "draw"})[1]["code"] == "invalid"
        assert Api(token="mr_unknown").post(path, {"type": "draw"})[1]["code"] == "invalid"
        assert Api(token="mr_unknown").post(path, {"type": "draw", "version": 1})[1]["code"] == "bad_token"
        bad = {"type": "meld", "table": [["1H", "2H", "3H"]], "version": 1}
        assert Api().post(path, bad)[1]["code"] == "not_authenticated"
        assert ben.post("/games/unknown/moves/", bad)[1]["code"] == "not_found"
        assert Api(person("carla")).post(path, bad)[1]["code"] == "not_your_seat"
        problem = ben.post(path, bad)[1]
        assert (problem["code"], problem["status"]) == ("bad_card", 400)
        assert "1H" in problem["detail"]

    def test_bad_card_before_not_started(self) -> None:
        ana = Api(person())
        code = ana.ok("POST", "/games/", {"players": 2})["id"]
        path = f"/games/{code}/moves/"
        assert ana.post(path, {"type": "meld", "table": [["1H"]], "version": 9})[1]["code"] == "bad_card"
        assert ana.post(path, {"type": "draw", "version": 9})[1]["code"] == "not_started"

    def test_version_before_turn_before_phase(self, game: Game, ana: Api, ben: Api) -> None:
        status, problem = move(ana, game, {"type": "draw", "version": 2})
        assert (status, problem["code"], problem["version"]) == (409, "stale_version", 3)
        assert move(ana, game, {"type": "draw", "version": 4})[1]["code"] == "stale_version"
        assert move(ana, game, {"type": "knock"})[1]["code"] == "not_your_turn"
        status, problem = move(ben, game, {"type": "knock"})
        assert (status, problem["code"]) == (409, "wrong_phase")
        assert problem["rule"]
        assert move(ben, game, {"type": "pass"})[1]["code"] == "wrong_phase"

    def test_melds(self, game: Game, ben: Api) -> None:
        def code(table: list[list[str]], **more: Any) -> tuple[int, str]:
            status, problem = move(ben, game, {"type": "meld", "table": table, **more})
            return status, problem["code"]

        assert code([]) == (422, "nothing_played")
        assert code([["8C", "8D", "8H"]]) == (422, "card_not_in_hand")
        assert code([["7C", "7D"]]) == (422, "illegal_meld")
        _status, problem = move(ben, game, {"type": "meld", "table": [["7C", "7D", "7H"], ["AC", "AD"]]})
        assert (problem["meld"], problem["reason"], problem["rule"]) == (1, "too_short", "R8")
        assert code([["7C", "7D", "7H"]], knock=True) == (422, "hand_above_five")
        assert Game.objects.get(pk=game.pk).version == 3

    @pytest.mark.parametrize(
        "body",
        [
            {"type": "draw", "version": "3"},
            {"type": "draw", "version": True},
            {"type": "draw", "version": -1},
            {"type": "draw", "version": None},
            {"type": "draw"},
            {"version": 3},
            {"version": 3, "type": "deal"},
            {"version": 3, "type": "resign"},
            {"version": 3, "type": 7},
            {"version": 3, "type": ["draw"]},
            {"version": 3, "type": "meld"},
            {"version": 3, "type": "meld", "table": {}},
            {"version": 3, "type": "meld", "table": ["7C"]},
            {"version": 3, "type": "meld", "table": [[7]]},
            {"version": 3, "type": "meld", "table": [[["7C"]]]},
            {"version": 3, "type": "meld", "table": [["7C", None]]},
            {"version": 3, "type": "meld", "table": [["7C", "7D", "7H"]], "knock": "yes"},
            {"version": 3, "type": "meld", "table": [["7C"] * 500]},
            {"version": 3, "type": "meld", "table": [[]] * 10_000},
            {"version": 3, "type": "draw", "table": [["7C"]]},
            {"version": 3, "type": "draw", "seat": 1},
        ],
    )
    def test_what_is_no_move(self, game: Game, ben: Api, body: dict[str, Any]) -> None:
        status, problem = ben.post(f"/games/{game.code}/moves/", body)
        assert (status, problem["code"]) == (400, "invalid")
        assert problem["errors"]
        assert Game.objects.get(pk=game.pk).version == 3

    def test_megabytes_are_refused(self, game: Game, ben: Api) -> None:
        body = json.dumps({"version": 3, "type": "meld", "table": [["7C"] * 400_000]})
        status, problem = ben.post(f"/games/{game.code}/moves/", body)
        assert (status, problem["code"]) == (413, "too_large")


class TestCheck:
    def test_tells_and_changes_nothing(self, game: Game, ben: Api, ana: Api) -> None:
        path = f"/games/{game.code}/moves/check/"
        good = {"version": 3, "type": "meld", "table": [["7C", "7D", "7H"]]}
        assert ben.post(path, good) == (200, {"legal": True})
        assert ben.post(path, {**good, "table": [["7C", "7D"]]})[1]["code"] == "illegal_meld"
        assert ana.post(path, good)[1]["code"] == "not_your_turn"
        planned = {"version": 3, "type": "meld", "table": [["2C", "2D", "2H"]]}
        assert ana.post(f"{path}?plan=true", planned) == (200, {"legal": True})
        assert ana.post(f"{path}?plan=perhaps", planned)[1]["errors"].keys() == {"plan"}
        assert ana.post(f"{path}?plan=true", good)[1]["code"] == "card_not_in_hand"
        assert Game.objects.get(pk=game.pk).version == 3
        assert Move.objects.filter(game=game).count() == 2


class TestRepeats:
    def test_a_key_plays_once(self, game: Game, ben: Api) -> None:
        body = {"type": "draw", "version": 3}
        first = move(ben, game, body, **{"Idempotency-Key": "k1"})
        again = move(ben, game, dict(body), **{"Idempotency-Key": "k1"})
        assert first == again and first[0] == 200
        assert Game.objects.get(pk=game.pk).version == 4
        assert (
            move(ben, game, {"type": "draw", "version": 4}, **{"Idempotency-Key": "k1"})[1]["code"]
            == "key_reused"
        )
        assert move(ben, game, body)[1]["code"] == "stale_version"

    def test_a_refusal_is_not_recorded(self, game: Game, ben: Api) -> None:
        move(ben, game, {"type": "knock"}, **{"Idempotency-Key": "k2"})
        assert not IdempotencyKey.objects.exists()
        assert move(ben, game, {"type": "draw"}, **{"Idempotency-Key": "k2"})[0] == 200

    def test_a_key_is_its_users_and_its_paths(self, game: Game, ana: Api, ben: Api) -> None:
        body = {"players": 2}
        first = ana.ok("POST", "/games/", body, **{"Idempotency-Key": "k"})
        assert ana.ok("POST", "/games/", body, **{"Idempotency-Key": "k"}) == first
        assert ben.ok("POST", "/games/", body, **{"Idempotency-Key": "k"})["id"] != first["id"]
        assert Game.objects.count() == 3

    @pytest.mark.parametrize("key", ["", "x" * 65, "a b", "ä"])
    def test_a_bad_key_is_refused(self, game: Game, ben: Api, key: str) -> None:
        status, problem = move(ben, game, {"type": "draw"}, **{"Idempotency-Key": key})
        assert (status, problem["code"]) == (400, "invalid")


class TestReading:
    def test_what_each_sees(self, game: Game, ana: Api, ben: Api) -> None:
        path = f"/games/{game.code}/"
        own, other, nobody = (api.ok("GET", path) for api in (ana, ben, Api()))
        assert own["you"]["hand"] == ANA.split() and own["you"]["points"] == 67
        assert other["you"]["hand"] == [*BEN.split(), "3C"]
        assert nobody["you"] is None and nobody["can"] == []
        for view in (own, other, nobody):
            view.pop("you"), view.pop("can")
        assert own == other == nobody

    def test_a_304_costs_one_query_beside_authentication(
        self, game: Game, ana: Api, django_assert_num_queries: Any
    ) -> None:
        path = f"/games/{game.code}/"
        ana.get(path)
        etag = ana.headers["ETag"]
        assert ana.headers["Cache-Control"] == "private, no-cache"
        assert {"Authorization", "Cookie", "Accept-Language"} <= set(ana.headers["Vary"].split(", "))
        with django_assert_num_queries(2):
            assert ana.get(path, **{"If-None-Match": etag}) == (304, None)
        assert ana.headers["ETag"] == etag
        assert Api(person("ben")).get(path, **{"If-None-Match": etag})[0] == 200
        assert Api().get(path, **{"If-None-Match": etag})[0] == 200
        move(Api(person("ben")), game, {"type": "draw"})
        assert ana.get(path, **{"If-None-Match": etag})[0] == 200

    def test_another_name_is_news(self, game: Game, ana: Api) -> None:
        guest = User.objects.create(username="Guest xyz", kind=User.Kind.GUEST)
        Seat.objects.filter(game=game, user__username="ben").update(user=guest)
        path = f"/games/{game.code}/"

        def shown(etag: str) -> tuple[int, str]:
            status, view = ana.get(path, **{"If-None-Match": etag})
            return status, view["seats"][1]["player"]["username"][:14]

        ana.get(path)
        kept = keep(guest=guest, username="olga", email="olga@example.org", password="seven of hearts, two")
        assert shown(ana.headers["ETag"]) == (200, "olga")
        ana.ok("POST", f"{path}resign/")  # over: its end is no news any more
        ana.get(path)
        delete_account(user=kept)
        assert shown(ana.headers["ETag"]) == (200, "Deleted player")

    def test_the_log_is_redacted_for_its_reader(self, game: Game, ana: Api, ben: Api) -> None:
        path = f"/games/{game.code}/moves/"
        own = ben.ok("GET", path)["results"]
        assert [(row["number"], row["type"], row["seat"]) for row in own] == [
            (1, "deal", None),
            (2, "draw", 1),
        ]
        assert own[1]["card"] == "3C"
        for reader in (ana, Api()):
            assert reader.ok("GET", path)["results"][1]["card"] is None
            assert '"3C"' not in json.dumps(reader.ok("GET", path))
        assert ana.ok("GET", f"{path}?after=1")["results"][0]["number"] == 2
        page = ana.ok("GET", f"{path}?limit=1")
        assert len(page["results"]) == 1
        assert ana.client.get(page["next"]).json()["results"][0]["number"] == 2
        for query in ("after=-1", "after=x", "after=", "limit=", "limit=1e9", "after=99999999999999999999"):
            assert ana.get(f"{path}?{query}")[1]["code"] == "invalid"

    def test_a_scored_round_is_shown_to_all(self, monkeypatch: pytest.MonkeyPatch) -> None:
        rich = "7C 7D 7H 7S AC AD 2S 3S 4S 5S"
        stack(monkeypatch, stacked([rich, ANA.replace("4S", "4D")], "3C"))
        game = table(2, rounds=1)
        melds = [["7C", "7D", "7H", "7S"], ["2S", "3S", "4S", "5S"]]
        move(Api(person("ben")), game, {"type": "meld", "table": melds, "knock": True})
        log = Api().ok("GET", f"/games/{game.code}/moves/")["results"]
        assert log[0]["hands"][1] == rich.split()
        assert log[0]["stock"][0] == "3C" and len(log[0]["stock"]) == 33
        assert log[1]["card"] == "3C"


class TestLeaving:
    def test_resigning_ends_a_game_of_two(self, game: Game, ana: Api) -> None:
        view = ana.ok("POST", f"/games/{game.code}/resign/")
        assert view["status"] == "finished"
        assert view["result"] == {"final": [0, 0], "winners": [1], "reason": "resignation"}
        log = Api().ok("GET", f"/games/{game.code}/moves/")["results"]
        assert log[-1]["type"] == "resign" and log[-1]["seat"] == 0
        assert log[1]["card"] is None, "a round that was broken off stays hidden"
        assert ana.post(f"/games/{game.code}/resign/")[1]["code"] == "game_over"

    def test_a_house_player_takes_over(self) -> None:
        people(3)
        game = table(3, replace_left="beginner", visibility="private")
        ana = Api(person("ana"))
        view = ana.ok("POST", f"/games/{game.code}/resign/")
        assert view["status"] == "active" and view["you"] is None
        kinds = sorted(seat["player"]["kind"] for seat in view["seats"])
        assert kinds == ["bot", "human", "human"]
        assert ana.get(f"/games/{game.code}/")[0] == 200, "the history of a game one has played stays open"
        assert (
            ana.post(f"/games/{game.code}/moves/", {"version": 1, "type": "draw"})[1]["code"]
            == "not_your_seat"
        )


class TestCost:
    def test_a_move_costs_a_fixed_number_of_queries(self, game: Game, ben: Api, ana: Api) -> None:
        from django.db import connection
        from django.test.utils import CaptureQueriesContext

        ana.get("/me/"), ben.get("/me/")  # notes once an hour that the token was used
        counts = []
        for _ in range(4):
            for api in (ben, ana):
                for _ in range(2):
                    with CaptureQueriesContext(connection) as queries:
                        assert move_at(api, game) == 200
                    counts.append(len(queries))
        assert counts[0::2] == [counts[0]] * 8 and counts[1::2] == [counts[1]] * 8
        assert max(counts) <= 10, [query["sql"] for query in queries.captured_queries]


def move_at(api: Api, game: Game) -> int:
    """A draw with the version that an earlier answer gave: no query of the test's own."""
    version = getattr(game, "seen", 3)
    status, _view = api.post(f"/games/{game.code}/moves/", {"type": "draw", "version": version})
    game.seen = version + 1  # type: ignore[attr-defined]
    return status


@override_settings(THROTTLE_RATES={"anon": "2/minute", "user": "100/minute", "login": "100/minute"})
def test_throttled() -> None:
    visitor = Api()
    codes = [visitor.get("/games/")[0] for _ in range(3)]
    assert codes == [200, 200, 429]
    assert 1 <= int(visitor.headers["Retry-After"]) <= 60
