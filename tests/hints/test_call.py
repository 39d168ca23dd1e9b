"""`GET /games/{id}/hint/`: what each step tells, to whom, when; and that it stands on what the seat sees."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.cache import cache

from config.api import throttles
from games.engine import codec
from games.engine.cards import card
from games.engine.ops import decode_op
from games.engine.state import Phase
from games.models import Game
from games.services import hints
from games.solver import fits_within
from tests.api.api import Api
from tests.hints.positions import placed
from tests.people import person, table
from tests.snapshot import contents

pytestmark = pytest.mark.django_db
# A six that a sequence is split around, a nine that a group takes, and two that nothing takes.
HAND, MELDS = "6C 9S KD 2H", ("4C 5C 6C 7C 8C", "9C 9D 9H")


def ask(game: Game, query: str = "", name: str = "ana") -> tuple[int, Any]:
    return Api(person(name)).get(f"/games/{game.code}/hint/{query}")


class TestSteps:
    def test_which_cards_fit(self) -> None:
        game = placed(HAND, *MELDS)
        told = {"version": game.version, "step": "fits", "cards": ["6C", "9S"], "proved": True}
        assert ask(game) == ask(game, "?step=fits") == (200, told)

    def test_where_they_go(self) -> None:
        status, told = ask(placed(HAND + " JH JD JS", *MELDS), "?step=where")
        assert status == 200
        assert [
            (each["card"], each["melds"], each["new"], each["regrouping"]) for each in told["places"]
        ] == [
            ("6C", [], False, True),
            ("9S", ["m2"], False, False),
            ("JH", [], True, False),
            ("JD", [], True, False),
            ("JS", [], True, False),
        ]

    def test_the_play(self) -> None:
        game = placed(HAND, *MELDS)
        status, told = ask(game, "?step=play")
        assert status == 200
        assert (told["played"], told["left"], told["points"]) == (["6C", "9S"], ["KD", "2H"], 12)
        assert (told["moved"], told["proved"], told["of"]) == (2, True, len(told["ops"]))
        laid = {each["id"]: " ".join(each["cards"]) for each in told["draft"]["table"]}
        assert laid == {"m1": "4C 5C 6C", "m2": "9C 9D 9H 9S", "n1": "6C 7C 8C"}
        assert told["draft"]["hand"] == ["KD", "2H"] and told["draft"]["loose"] == []

    def test_one_operation_after_the_other(self) -> None:
        game = placed(HAND, *MELDS)
        whole = ask(game, "?step=play")[1]
        for count in range(whole["of"] + 2):
            told = ask(game, f"?step=play&upto={count}")[1]
            assert told["ops"] == whole["ops"][:count] and told["of"] == whole["of"]
        assert ask(game, "?step=play&upto=0")[1]["draft"]["table"] == [
            {"id": "m1", "cards": MELDS[0].split()},
            {"id": "m2", "cards": ["9C", "9D", "9H"]},
        ]

    def test_the_operations_are_those_of_the_draft(self) -> None:
        """What the hint says can be sent on as it is, without its lines."""
        api, game = Api(person("ana")), placed(HAND, *MELDS)
        told = api.ok("GET", f"/games/{game.code}/hint/?step=play")
        ops = [{name: value for name, value in each.items() if name != "line"} for each in told["ops"]]
        assert all(decode_op(each) for each in ops)
        kept = api.ok("POST", f"/games/{game.code}/draft/ops/", {"step": 0, "ops": ops})
        table = [each["cards"] for each in kept["draft"]["melds"] if each["cards"]]
        assert table == [each["cards"] for each in told["draft"]["table"]]
        move = {"version": game.version, "type": "meld", "table": table}
        assert api.ok("POST", f"/games/{game.code}/moves/check/", move) == {"legal": True}

    def test_cards_that_are_chosen(self) -> None:
        game = placed(HAND, *MELDS)
        told = ask(game, "?step=play&cards=6C")[1]
        assert (told["played"], told["left"], told["points"]) == (["6C"], ["9S", "KD", "2H"], 21)
        assert len(told["draft"]["table"]) == 3 and told["draft"]["hand"] == told["left"]
        told = ask(game, "?step=play&cards=KD,6C")[1]
        assert told["played"] == ["6C"], "no arrangement holds the king"
        assert ask(game, "?step=play&cards=KD")[1]["ops"] == []

    def test_cards_that_are_none_or_not_held(self) -> None:
        game = placed(HAND, *MELDS)
        for none in ("1X", "6C,", ",", "6C,,9S", "%F4%82%B4%84"):
            assert ask(game, f"?cards={none}")[1]["code"] == "bad_card", none
        status, problem = ask(game, "?step=play&cards=6C,6C,JD")
        assert (status, problem["code"], problem["cards"]) == (422, "card_not_in_hand", ["6C", "JD"])

    def test_nothing_fits(self) -> None:
        game = placed("KD 2H", "7C 7D 7H")
        assert ask(game)[1]["cards"] == ask(game, "?step=where")[1]["places"] == []
        told = ask(game, "?step=play")[1]
        assert (told["played"], told["ops"], told["of"], told["points"]) == ([], [], 0, 12)

    def test_jokers(self) -> None:
        """The six takes the joker's place, and the joker goes on."""
        told = ask(placed("6C KD KH", "5C *6C 7C"), "?step=play")[1]
        assert sorted(told["played"]) == ["6C", "KD", "KH"] and told["points"] == 0
        assert all("*" not in each["cards"] for each in told["draft"]["table"])

    @pytest.mark.parametrize(
        "query", ["?step=all", "?cards=" + "6C," * 200 + "6C", "?upto=x", "?step=play&upto=-1", "?upto=99999"]
    )
    def test_a_bad_question(self, query: str) -> None:
        status, problem = ask(placed(HAND, *MELDS), query)
        assert (status, problem["code"]) == (400, "invalid")


class TestWho:
    def test_only_where_the_table_was_opened_so(self) -> None:
        status, problem = ask(placed(HAND, *MELDS, hints=False))
        assert (status, problem["code"]) == (403, "no_hints")

    def test_only_whose_turn_it_is(self) -> None:
        game = placed(HAND, *MELDS)
        assert (ask(game, name="ben")[0], ask(game, name="ben")[1]["code"]) == (409, "not_your_turn")
        assert (ask(game, name="carla")[0], ask(game, name="carla")[1]["code"]) == (403, "not_your_seat")
        assert Api().get(f"/games/{game.code}/hint/")[1]["code"] == "not_authenticated"
        Game.objects.update(visibility="private")
        assert ask(game, name="carla")[1]["code"] == "not_found"

    def test_only_while_one_can_lay(self) -> None:
        game = placed("AC 2H", *MELDS, phase=Phase.KNOCK, drawn="AC 2H")
        assert (ask(game)[0], ask(game)[1]["code"]) == (409, "wrong_phase")
        assert ask(placed(HAND, *MELDS, phase=Phase.LAST, drawn="", stock="", last_turns=(0,)))[0] == 200

    def test_only_while_it_is_played(self) -> None:
        game = Game.objects.get(
            code=Api(person("ana")).ok("POST", "/games/", {"players": 2, "hints": True})["id"]
        )
        assert ask(game)[1]["code"] == "not_started"
        played = table(2, hints=True)
        Api(person("ana")).ok("POST", f"/games/{played.code}/resign/")
        assert ask(played)[1]["code"] == "game_over"


class TestSecrets:
    def test_it_is_the_same_whatever_lies_hidden(self) -> None:
        """Every card that ana does not see is another one: she is told the same."""
        first = placed(HAND, *MELDS, stock="2C 3D 4H 5S 9C 9D")
        told = [ask(first, f"?step={step}") for step in ("fits", "where", "play")]
        other = placed(HAND, *MELDS, others="JD JH JS QC QH QS KC KH KS", stock="AD AH AS TD TH *")
        hidden = [codec.encode_state(codec.decode_state(game.state)) for game in (first, other)]
        assert hidden[0] != hidden[1]
        again = [ask(other, f"?step={step}") for step in ("fits", "where", "play")]
        for (status, before), (_status, after) in zip(told, again, strict=True):
            assert status == 200
            assert {**before, "version": 0} == {**after, "version": 0}

    def test_asking_changes_nothing(self) -> None:
        game = placed(HAND, *MELDS)
        Api(person("ana"))  # its token
        api = Api(person("ana"))
        api.get(f"/games/{game.code}/hint/")
        before = contents()
        for step in ("fits", "where", "play"):
            assert api.get(f"/games/{game.code}/hint/?step={step}")[0] == 200
        assert contents() == before


class TestLimits:
    def test_it_is_counted(self, settings: Any) -> None:
        settings.THROTTLE_RATES = {**settings.THROTTLE_RATES, "hint": "2/hour"}
        cache.clear()
        throttles.limiter.cache_clear()
        game = placed(HAND, *MELDS)
        assert [ask(game)[0] for _ in range(3)] == [200, 200, 429]
        assert ask(game, name="ben")[0] == 409, "others are counted for themselves"

    def test_no_time_gives_an_honest_lesser_answer(self) -> None:
        seen = hints.look(code=placed(HAND, *MELDS).code, user=person("ana"))
        found, proved = hints.places(seen, seconds=0)
        assert not proved and [each.card.text for each in found] == ["9S"], "what simply fits needs no time"
        play = hints.best(seen, seconds=0)
        assert not play.proved and [each.text for each in play.played] == ["9S"]

    def test_what_is_not_known_in_time_is_not_denied(self) -> None:
        cards, proved = fits_within([], [card("KD"), card("KC"), card("KH")], seconds=0)
        assert (cards, proved) == ((), False)
        cards, proved = fits_within([], [card("KD"), card("KC"), card("KH")], seconds=900)
        assert len(cards) == 3 and proved

    def test_queries(self, django_assert_max_num_queries: Any) -> None:
        game, api = placed(HAND, *MELDS), Api(person("ana"))
        api.get(f"/games/{game.code}/hint/")
        with django_assert_max_num_queries(3):
            api.get(f"/games/{game.code}/hint/?step=play")
