"""What is shown afterwards: the log in words, scored rounds rule by rule, the result; to whom it is shown."""

from __future__ import annotations

import re
from typing import Any

import pytest

from games.engine import codec
from games.engine.state import State
from games.models import Game
from games.services import turns
from games.web.rounds import terms, undercut, why_not
from tests.engine.positions import position
from tests.people import person
from tests.web.table.tables import Player, client_of

pytestmark = pytest.mark.django_db


def record(points: list[int | None], **more: Any) -> dict[str, Any]:
    return {
        "number": 1,
        "dealer": 0,
        "knocker": None,
        "went_out": [],
        "stock_exhausted": False,
        "hands": [[] for _each in points],
        "points": points,
        "scores": [0] * len(points),
        "winners": [0],
        **more,
    }


class TestTerms:
    @pytest.mark.parametrize(
        ("of", "wanted"),
        [
            (record([3, 10, 20], knocker=0), [(7, "R22"), (17, "R22")]),
            (record([3, 5, 20], knocker=1), [(2, "R22"), (17, "R22"), (10, "R23")]),
            (record([3, 3, 20], knocker=1), [(0, "R22"), (17, "R22"), (10, "R24")]),
            (record([0, 5, 20], went_out=[0]), [(5, "R22"), (20, "R22"), (25, "R25")]),
            (record([8, 5, None]), [(0, "D29")]),
        ],
    )
    def test_each_part_names_its_rule(self, of: dict[str, Any], wanted: list[tuple[int, str]]) -> None:
        assert [(term.points, term.rule) for term in terms(of, 0, ["a", "b", "c"])] == wanted

    def test_who_has_not_won_has_none(self) -> None:
        assert terms(record([3, 10]), 1, ["a", "b"]) == []

    @pytest.mark.parametrize(
        ("of", "seat", "rule"),
        [
            (record([3, 10]), 0, ""),
            (record([3, 10]), 1, "R21"),
            (record([3, 3], knocker=1), 1, "R24"),
            (record([3, 1]), 1, "D29"),
            (record([3, None]), 1, ""),
        ],
    )
    def test_whoever_scored_nothing_hears_why(self, of: dict[str, Any], seat: int, rule: str) -> None:
        found = why_not(of, seat)
        assert (found.rule if found else "") == rule

    @pytest.mark.parametrize(
        ("of", "text", "rule"),
        [
            (record([3, 5], knocker=1), "An undercut: 3 against the knocker’s 5.", "R23"),
            (record([5, 5, 9], knocker=1), "A tie at 5 goes against the knocker.", "R24"),
            (record([3, 5], knocker=0), "", ""),
            (record([0, 5], went_out=[0]), "", ""),
        ],
    )
    def test_an_undercut_in_one_sentence(self, of: dict[str, Any], text: str, rule: str) -> None:
        found = undercut(of)
        assert (found.text, found.rule) == (text, rule) if found else (text, rule) == ("", "")


def set_to(game: Game, state: State) -> None:
    Game.objects.filter(pk=game.pk).update(state=codec.encode_state(state))


def knocked(game: Game, ben: Player, **seats: Any) -> None:
    set_to(game, position("2C 9C KD", "7C 7D 7H AC", table=["4C 4D 4H"], turn=1, **seats))
    ben.choose("7C 7D 7H")
    ben.move("meld", knock="yes")


class TestRounds:
    def test_every_hand_and_how_it_was_scored(self, game: Game, ben: Player, ana: Player) -> None:
        knocked(game, ben)
        for reader in (ben, ana, Player(game, None)):
            page = reader.page("rounds/1/")
            assert 'aria-label="king of diamonds"' in page and 'aria-label="ace of clubs"' in page
            assert 'href="/rules/#R22"' in page and "+ 20" in page
        assert "ben: 21" not in ana.text("rounds/1/")

    def test_every_card_with_its_points(self, game: Game, ben: Player) -> None:
        knocked(game, ben)
        page = ben.page("rounds/1/")
        hand = page[page.index('class="fan n3"') :].split("</ol>")[0]
        assert re.findall(r'<span class="worth">(\d+)</span>', hand) == ["2", "9", "10"]
        assert "not the lowest hand" in ben.text("rounds/1/") and f'href="{ben.path}rounds/1/replay/"' in page

    def test_one_that_is_not_scored(self, ben: Player) -> None:
        for number in ("1", "0", "99999999999999999999", "x"):
            assert ben.client.get(f"{ben.path}rounds/{number}/").status_code == 404


class TestLog:
    def test_what_others_drew_is_told_after_the_round(self, game: Game, ben: Player, ana: Player) -> None:
        assert 'aria-label="3 of clubs"' in ben.page("log/")
        hidden = ana.page("log/")
        assert 'aria-label="3 of clubs"' not in hidden and "drew a card." in hidden
        knocked(game, ben)
        assert 'aria-label="3 of clubs"' in ana.page("log/?round=1")
        words = ben.text("log/?round=1")
        assert "You drew a card." in words and "You laid cards." in words and "You knocked." in words
        assert "Round 1 was scored" in words

    @pytest.mark.parametrize("number", ["0", "2", "-1", "x", "9" * 20, "٣"])
    def test_a_round_that_is_none(self, ben: Player, number: str) -> None:
        assert ben.client.get(f"{ben.path}log/?round={number}").status_code == 404

    def test_a_table_that_is_open(self, game: Game, ben: Player) -> None:
        Game.objects.update(state=None, status="open", deadline=None, to_act=None)
        assert ben.client.get(ben.path + "log/").status_code == 409
        assert ben.client.get(ben.path + "rounds/1/").status_code == 404


class TestResult:
    def test_the_points_and_their_bonuses(self, game: Game, ben: Player, ana: Player) -> None:
        seats = {0: {"score": 60, "rounds_won": 2}, 1: {"score": 140, "rounds_won": 3}}
        knocked(game, ben, seats=seats)
        words = ben.text()
        assert "You have won, with 260 points." in words and "Rematch" in words
        assert "+ 100" in words and "2 × 25" in words and "110" in words
        watched = Player(game, None).text()
        assert "The game goes to" in watched and "Rematch" not in watched
        assert (
            ana.client.post(ana.path + "draft/", {"step": 0, "to": "new", "card": "hand 2C"}).status_code
            == 409
        )
        assert ana.move("draw").status_code == 409
        assert ana.client.get(ana.path + "review/").status_code == 302

    def test_all_others_have_left(self, ben: Player, ana: Player) -> None:
        turns.resign(code=ben.game.code, user=person("ana"))
        assert "All the others have left the game" in ben.text() and "has left" in ben.text()
        assert "Your hand" not in ana.page()


class TestByTheLink:
    def test_a_private_game_is_watched_by_its_link(self, game: Game, ben: Player) -> None:
        Game.objects.update(visibility="private")
        game.refresh_from_db()
        knocked(game, ben)
        client = client_of(None)
        key = f"?invitation={game.invitation}"
        page = client.get(ben.path + key).content.decode()
        assert f'href="{ben.path}log/{key}"' in page and f'href="{ben.path}rounds/1/{key}"' in page
        for below in ("log/", "rounds/1/"):
            assert client.get(ben.path + below).status_code == 404
            assert client.get(ben.path + below + key).status_code == 200
        assert 'aria-label="7 of clubs"' not in page.split("felt-table")[0]


def test_queries(game: Game, ben: Player, django_assert_max_num_queries: Any) -> None:
    knocked(game, ben)
    for below in ("log/?round=1", "rounds/1/"):
        with django_assert_max_num_queries(12):
            ben.page(below)
