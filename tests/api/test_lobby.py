"""Before the start, over the API: create, list, join, leave, invitations, private tables."""

from __future__ import annotations

import pytest

from games.models import Game, Outbox
from tests.api.api import Api
from tests.people import people, person, table

pytestmark = pytest.mark.django_db


class TestCreate:
    def test_a_refusal_names_some_of_many_unknown_options(self) -> None:
        many = {f"x{number}": 1 for number in range(5000)}
        game = Api(person("ben")).ok("POST", "/games/", {"players": 2})["id"]
        for path, more in (("/games/", {"players": 2}), (f"/games/{game}/join/", {})):
            status, problem = Api(person()).post(path, many | more)
            assert (status, problem["code"], len(problem["errors"])) == (400, "invalid", 20)

    def test_defaults_are_those_of_the_contract(self) -> None:
        view = Api(person()).ok("POST", "/games/", {"players": 3})
        assert view["status"] == "open"
        assert view["options"] == {
            "players": 3,
            "visibility": "public",
            "target": 150,
            "rounds": None,
            "clock": {"kind": "per_turn", "hours": 72},
            "timeouts_to_leave": 2,
            "replace_left": None,
            "hints": False,
            "weekends": False,
            "vacation_allowed": True,
            "vacation_bot": None,
        }
        assert view["version"] == 1
        assert view["round"] is None and view["result"] is None
        assert [seat["player"]["username"] for seat in view["seats"]] == ["ana"]
        assert view["seats"][0]["seat"] is None
        assert view["you"]["can"] == ["leave"] == view["can"]
        assert view["you"]["invitation"]["token"] in view["you"]["invitation"]["url"]

    def test_numbers_are_what_they_are_worth_however_they_are_written(self) -> None:
        view = Api(person()).ok(
            "POST", "/games/", '{"players": 2.0, "clock": {"kind": "per_turn", "hours": 4.8e1}}'
        )
        assert (view["options"]["players"], view["options"]["clock"]["hours"]) == (2, 48)

    @pytest.mark.parametrize(
        ("body", "field"),
        [
            ({}, "players"),
            ({"players": 1}, "players"),
            ({"players": 6}, "players"),
            ({"players": "3"}, "players"),
            ({"players": True}, "players"),
            ({"players": 2.5}, "players"),
            ({"players": 2, "target": 49}, "target"),
            ({"players": 2, "target": 501}, "target"),
            ({"players": 2, "rounds": 2}, "rounds"),
            ({"players": 2, "rounds": True}, "rounds"),
            ({"players": 2, "visibility": "secret"}, "visibility"),
            ({"players": 2, "clock": {"kind": "hourglass"}}, "clock"),
            ({"players": 2, "clock": {"kind": "per_turn", "hours": 0}}, "clock"),
            ({"players": 2, "clock": {"kind": "per_turn", "hours": 337}}, "clock"),
            ({"players": 2, "clock": {"kind": "per_turn", "turn_hours": 3}}, "clock"),
            ({"players": 2, "clock": "fast"}, "clock"),
            ({"players": 2, "timeouts_to_leave": 0}, "timeouts_to_leave"),
            ({"players": 2, "replace_left": "grandmaster"}, "replace_left"),
            ({"players": 2, "hints": 1}, "hints"),
            ({"players": 2, "weekends": 1}, "weekends"),
            ({"players": 2, "weeks": True}, "weeks"),
            ({"players": 2, "vacation_allowed": "yes"}, "vacation_allowed"),
            ({"players": 2, "vacation_bot": "grandmaster"}, "vacation_bot"),
            ({"players": 2, "vacation_bot": "beginner", "vacation_allowed": False}, "vacation_bot"),
            ({"players": 2, "bots": ["grandmaster"]}, "bots"),
            ({"players": 2, "bots": ["beginner", "beginner"]}, "bots"),
            ({"players": 2, "bots": "beginner"}, "bots"),
            ({"players": 2, "invite": ["nobody-of-this-name"]}, "invite"),
            ({"players": 2, "invite": ["not an address@"]}, "invite"),
            ({"players": 2, "invite": [7]}, "invite"),
        ],
    )
    def test_a_bad_option_is_named_and_nothing_is_made(self, body: dict[str, object], field: str) -> None:
        status, problem = Api(person()).post("/games/", body)
        assert (status, problem["code"]) == (400, "invalid")
        assert list(problem["errors"]) == [field]
        assert not Game.objects.exists()

    @pytest.mark.parametrize("body", ["[]", "7", '"x"', "null", "[1", "\xff", '{"players": NaN}'])
    def test_what_is_no_object_is_refused(self, body: str) -> None:
        status, problem = Api(person()).post("/games/", body.encode("latin-1"))
        assert (status, problem["code"]) == (400, "invalid")

    def test_a_bank_clock_fills_in_its_defaults(self) -> None:
        view = Api(person()).ok("POST", "/games/", {"players": 2, "clock": {"kind": "bank"}})
        assert view["options"]["clock"] == {
            "kind": "bank",
            "start_hours": 240,
            "turn_hours": 36,
            "cap_hours": 240,
        }

    def test_a_bank_holds_what_it_starts_with(self) -> None:
        api, bank = Api(person()), {"kind": "bank", "start_hours": 100, "cap_hours": 99}
        status, problem = api.post("/games/", {"players": 2, "clock": bank})
        assert (status, list(problem["errors"])) == (400, ["clock"])
        assert "the most that it may hold: 99" in problem["errors"]["clock"][0]
        view = api.ok("POST", "/games/", {"players": 2, "clock": bank | {"start_hours": 99}})
        assert view["options"]["clock"]["start_hours"] == 99
        del bank["start_hours"]  # its default gives way
        view = api.ok("POST", "/games/", {"players": 2, "clock": bank})
        assert view["options"]["clock"]["start_hours"] == 99

    def test_every_bad_line_of_invitations_is_named(self) -> None:
        body = {"players": 2, "invite": ["x@y", "friend@example.org", "a\nb"]}
        said = Api(person()).post("/games/", body)[1]["errors"]["invite"][0]
        assert "“x@y”" in said and "“a\N{REPLACEMENT CHARACTER}b”" in said and "friend" not in said

    def test_house_players_take_their_places_at_once(self) -> None:
        view = Api(person()).ok("POST", "/games/", {"players": 3, "bots": ["beginner", "beginner"]})
        assert view["status"] == "active"
        assert sorted(seat["player"]["kind"] for seat in view["seats"]) == ["bot", "bot", "human"]
        assert len({seat["player"]["username"] for seat in view["seats"]}) == 3

    def test_a_visitor_cannot(self) -> None:
        assert Api().post("/games/", {"players": 2})[0] == 401

    def test_invitations_are_owed_once_each_and_reserve_nothing(self) -> None:
        ana, ben = people(2)
        view = Api(ana).ok("POST", "/games/", {"players": 2, "invite": ["Ben", "ben", "friend@example.org"]})
        assert Outbox.objects.filter(kind="invitation").count() == 2
        assert Outbox.objects.get(kind="invitation", user=ben).payload == {"inviter": "ana"}
        assert len(view["seats"]) == 1


class TestJoin:
    def test_the_last_place_starts_the_game_which_counts_too(self) -> None:
        ana, ben = people(2)
        code = Api(ana).ok("POST", "/games/", {"players": 2})["id"]
        view = Api(ben).ok("POST", f"/games/{code}/join/", {"contribution": "luck"})
        assert view["status"] == "active"
        assert view["version"] == 3
        assert sorted(seat["seat"] for seat in view["seats"]) == [0, 1]
        assert view["round"]["number"] == 1
        turn = view["round"]["turn"]
        assert turn["seat"] == (view["round"]["dealer"] + 1) % 2
        assert (turn["phase"], turn["drawn"]) == ("meld", 1)
        assert view["round"]["stock"] == 53 - 20 - 1

    def test_refusals(self) -> None:
        ana, ben, carla = people(3)
        code = Api(ana).ok("POST", "/games/", {"players": 2})["id"]
        assert Api(ana).post(f"/games/{code}/join/")[1]["code"] == "already_joined"
        assert Api().post(f"/games/{code}/join/")[1]["code"] == "not_authenticated"
        assert Api(carla).post(f"/games/{code}/leave/")[1]["code"] == "not_joined"
        assert Api(carla).post(f"/games/{code}/resign/")[1]["code"] == "not_your_seat"
        assert Api(ana).post(f"/games/{code}/resign/")[1]["code"] == "not_started"
        Api(ben).ok("POST", f"/games/{code}/join/")
        assert Api(carla).post(f"/games/{code}/join/")[1]["code"] == "game_full"
        assert Api(ben).post(f"/games/{code}/join/")[1]["code"] == "already_joined"
        assert Api(ben).post(f"/games/{code}/leave/")[1]["code"] == "already_started"
        assert Api(ben).post("/games/nosuchgame/join/")[1]["code"] == "not_found"

    def test_the_body_is_checked(self) -> None:
        ana, ben = people(2)
        code = Api(ana).ok("POST", "/games/", {"players": 2})["id"]
        for body in ({"invitation": 7}, {"seat": 1}, [], {"contribution": "x" * 300}):
            assert Api(ben).post(f"/games/{code}/join/", body)[1]["code"] == "invalid"

    def test_who_leaves_can_come_back_and_the_creator_closes_the_table(self) -> None:
        ana, ben, carla = people(3)
        code = Api(ana).ok("POST", "/games/", {"players": 3})["id"]
        Api(ben).ok("POST", f"/games/{code}/join/")
        assert Api(ben).ok("POST", f"/games/{code}/leave/")["you"] is None
        Api(carla).ok("POST", f"/games/{code}/join/")
        Api(ben).ok("POST", f"/games/{code}/join/")
        assert Game.objects.get(code=code).status == "active"
        other = Api(ana).ok("POST", "/games/", {"players": 3})["id"]
        Api(ben).ok("POST", f"/games/{other}/join/")
        view = Api(ana).ok("POST", f"/games/{other}/leave/")
        assert view["status"] == "cancelled"
        assert view["result"] == {"final": [], "winners": [], "reason": "creator_left"}
        assert [row.user for row in Outbox.objects.filter(kind="cancelled")] == [ben]
        assert Api(carla).post(f"/games/{other}/join/")[1]["code"] == "game_over"


class TestPrivate:
    def test_is_unknown_to_all_but_members_and_holders_of_the_invitation(self) -> None:
        ana, ben, carla = people(3)
        view = Api(ana).ok("POST", "/games/", {"players": 2, "visibility": "private"})
        code, token = view["id"], view["you"]["invitation"]["token"]
        for stranger in (Api(carla), Api()):
            for path in ("", "moves/", "rounds/"):
                assert stranger.get(f"/games/{code}/{path}")[0] == 404
                assert stranger.get(f"/games/{code}/{path}?invitation=wrong")[0] == 404
                assert stranger.get(f"/games/{code}/{path}?invitation={token}")[0] == 200
        for path in ("join/", "leave/", "resign/", "moves/", "moves/check/"):
            body = {"version": 1, "type": "draw"} if path.startswith("moves") else {}
            assert Api(carla).post(f"/games/{code}/{path}", body)[1]["code"] == "not_found", path
        assert Api(carla).get(f"/games/{code}/draft/")[0] == 404
        assert Api(carla).get("/games/")[1]["results"] == []
        assert Api(ana).get("/games/")[1]["results"][0]["id"] == code
        assert Api(carla).post(f"/games/{code}/join/", {"invitation": "wrong"})[0] == 404
        assert Api(ben).ok("POST", f"/games/{code}/join/", {"invitation": token})["status"] == "active"
        assert Api(carla).get(f"/games/{code}/")[0] == 404


class TestList:
    def test_filters_and_orderings(self) -> None:
        ana, ben, carla = people(3)
        active = table(2)
        opened = Api(carla).ok("POST", "/games/", {"players": 2})["id"]
        private = Api(carla).ok("POST", "/games/", {"players": 2, "visibility": "private"})["id"]

        def ids(api: Api, query: str) -> list[str]:
            return [row["id"] for row in api.ok("GET", f"/games/?{query}")["results"]]

        assert ids(Api(), "") == [opened, active.code]
        assert ids(Api(carla), "") == [private, opened, active.code]
        assert ids(Api(carla), "visibility=private") == [private]
        assert ids(Api(), "status=open") == [opened]
        assert ids(Api(ana), "mine=true") == [active.code]
        assert ids(Api(), "mine=true") == []
        assert sorted(ids(Api(ana), "my_turn=true") + ids(Api(ben), "my_turn=true")) == [active.code]
        assert ids(Api(), "ordering=deadline") == [active.code]
        assert ids(Api(), "ordering=-updated") == [opened, active.code]

    def test_a_summary_shows_no_table_and_no_hand(self) -> None:
        game = table(2)
        text = Api(people(1)[0]).client.get("/api/v1/games/").content.decode()
        assert game.code in text
        for word in ("hand", "table", "stock", "invitation"):
            assert f'"{word}"' not in text

    @pytest.mark.parametrize(
        "query",
        [
            "status=gone",
            "mine=perhaps",
            "ordering=random",
            "colour=red",
            "limit=many",
            "limit=-1",
            "limit=",
            "cursor=abc",
        ],
    )
    def test_an_unknown_filter_is_refused(self, query: str) -> None:
        status, problem = Api().get(f"/games/?{query}")
        assert (status, problem["code"]) == (400, "invalid")

    def test_pages_show_every_game_once(self) -> None:
        ana = person()
        made = [Api(ana).ok("POST", "/games/", {"players": 2})["id"] for _ in range(7)]
        seen, address = [], "/api/v1/games/?limit=3"
        while address:
            page = Api(ana).client.get(address).json()
            assert len(page["results"]) <= 3
            seen += [row["id"] for row in page["results"]]
            address = page["next"]
        assert seen == made[::-1]

    def test_a_page_costs_a_fixed_number_of_queries(self, django_assert_max_num_queries: object) -> None:
        ana = person()
        api = Api(ana)
        for _ in range(12):
            api.ok("POST", "/games/", {"players": 2, "bots": ["beginner"]})
        with django_assert_max_num_queries(4):  # type: ignore[operator]  # token, games, seats, users
            assert len(api.ok("GET", "/games/")["results"]) == 12
