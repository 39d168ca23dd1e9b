"""Shuffles of stored games: promised before anybody's words, told after each round, and never a moment earlier."""

from __future__ import annotations

import unicodedata
from typing import Any

import pytest
from django.utils import timezone

from accounts.services.leaving import delete_account
from games.engine import shuffle
from games.engine.codec import decode_state
from games.engine.shuffle_check import Finding, verify
from games.models import Chain, Contribution, Game
from games.services import lobby, tables, turns
from games.services.replays import faults_of
from games.services.terms import read_terms
from tests.api.api import Api
from tests.people import people, person
from tests.shuffles.games import WORDS, opened, played, public

pytestmark = pytest.mark.django_db


def told(game: Game) -> dict[str, Any]:
    shown: dict[str, Any] = public(game)["shuffle"]
    return shown


def good(game: Game) -> list[bool]:
    return [each.good for each in verify(**public(game), commitment=game.commitment)]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_game_is_as_was_promised(players: int) -> None:
    game = played(opened(players, target=500), rounds=2, by="beginner")
    assert good(game)[:3] == [True, True, True]
    assert list(faults_of(game)) == []
    shown = told(game)
    assert [each["text"] for each in shown["contributions"]] == list(WORDS[:players])
    for each in shown["contributions"]:
        assert game.seats.get(number=each["seat"]).user.username == each["username"]


class TestBefore:
    def test_the_promise_comes_before_the_words(self) -> None:
        ana, ben = people(2)
        view = Api(ana).ok("POST", "/games/", {"players": 2, "contribution": "Ana’s words"})
        promise = view["shuffle"]
        assert promise["algorithm"] == shuffle.ALGORITHM and len(promise["commitment"]) == 64
        path = f"/games/{view['id']}"
        early = Api().ok("GET", f"{path}/shuffle/")
        assert early == {
            "id": view["id"],
            "algorithm": shuffle.ALGORITHM,
            "length": 1000,
            "commitment": promise["commitment"],
            "contributions": [],
            "seats": None,
            "rounds": [],
        }
        assert Api(ben).ok("POST", f"{path}/join/", {"contribution": "Ben’s words"})["shuffle"] == promise
        late = Api().ok("GET", f"{path}/shuffle/")
        assert late["commitment"] == promise["commitment"] and late["rounds"] == []
        assert [each["text"] for each in late["contributions"]] == ["Ana’s words", "Ben’s words"]

    def test_nobody_reads_words_before_all_are_given(self) -> None:
        ana, ben, _carla = people(3)
        terms = read_terms({"players": 3, "contribution": "Ana’s words"})
        game = lobby.create(creator=ana, terms=terms)
        lobby.join(code=game.code, user=ben, contribution="Ben’s words")
        for reader in (None, ana, ben):
            for path in ("", "shuffle/", "moves/", "rounds/"):
                assert "words" not in str(Api(reader).ok("GET", f"/games/{game.code}/{path}")), path

    def test_who_leaves_takes_their_words_along(self) -> None:
        users = people(4)
        game = lobby.create(creator=users[0], terms=read_terms({"players": 3}))
        lobby.join(code=game.code, user=users[1], contribution="gone")
        lobby.leave(code=game.code, user=users[1])
        assert not Contribution.objects.exists()
        for user in users[2:]:
            lobby.join(code=game.code, user=user, contribution=user.username)
        game = played(Game.objects.get(pk=game.pk))
        texts = [(each["place"], each["text"]) for each in told(game)["contributions"]]
        assert texts == [(0, ""), (1, "carla"), (2, "dino")]
        assert good(game)[0]


class TestWords:
    def test_they_change_seats_and_decks(self, monkeypatch: pytest.MonkeyPatch) -> None:
        from games.services import shuffles

        monkeypatch.setattr(shuffles, "new_secret", lambda: bytes(32))
        decks = set()
        for number, words in enumerate((("a", "b"), ("b", "a"), ("ab", ""), ("", "ab"), ("", ""))):
            ana, ben = people(2)
            terms = read_terms({"players": 2, "contribution": words[0]})
            game = lobby.create(creator=ana, terms=terms, code=f"code{number}")
            Game.objects.filter(pk=game.pk).update(code="the-same")
            lobby.join(code="the-same", user=ben, contribution=words[1])
            decks.add(game.moves.get(type="deal").data["deck"])
            Game.objects.filter(pk=game.pk).update(code=f"code{number}")
        assert len(decks) == 5

    @pytest.mark.parametrize("words", ["x" * 256, "e\u0301", "\u0958", "<b>&\u202e\n\t", "☃" * 256])
    def test_what_counts_is_what_is_shown(self, words: str) -> None:
        ana, ben = people(2)
        code = Api(ana).ok("POST", "/games/", {"players": 2, "contribution": words})["id"]
        Api(ben).ok("POST", f"/games/{code}/join/", {"contribution": words})
        game = Game.objects.get(code=code)
        shown = told(game)["contributions"]
        assert {each["text"] for each in shown} == {unicodedata.normalize("NFC", words)}
        assert good(game) == [True, False]

    @pytest.mark.parametrize("words", ["x" * 257, 7, ["x"], {"x": 1}, True, "a\0b"])
    def test_what_is_no_text_is_refused(self, words: Any) -> None:
        ana, ben = people(2)
        status, problem = Api(ana).post("/games/", {"players": 2, "contribution": words})
        assert (status, problem["code"]) == (400, "invalid")
        code = Api(ana).ok("POST", "/games/", {"players": 2, "contribution": None})["id"]
        status, problem = Api(ben).post(f"/games/{code}/join/", {"contribution": words})
        assert (status, problem["code"]) == (400, "invalid")

    def test_half_a_character_is_refused(self) -> None:
        status, problem = Api(person()).post("/games/", '{"players": 2, "contribution": "\\ud800"}')
        assert (status, problem["code"]) == (400, "invalid")

    def test_an_account_that_ends_takes_them_along(self) -> None:
        game = opened(3)
        delete_account(user=person("carla"))
        delete_account(user=person("ana"))
        game = played(Game.objects.get(pk=game.pk))
        shown = told(game)["contributions"]
        assert [each["text"] for each in shown] == [None, "", None]
        assert all(each["username"].startswith("Deleted") == (each["text"] is None) for each in shown)
        assert good(game)[0] and not any(each.fault for each in verify(**public(game)))

    def test_those_of_a_seat_that_the_house_took_over_stay_their_players(self) -> None:
        game = opened(3, replace_left="beginner")
        turns.resign(code=game.code, user=person("ana"))
        game = played(Game.objects.get(pk=game.pk), by="beginner")
        first = told(game)["contributions"][0]
        assert (first["username"], first["text"]) == ("ana", WORDS[0])
        assert good(game)[:2] == [True, True]
        delete_account(user=person("ana"))
        assert told(game)["contributions"][0]["text"] is None


class TestAfter:
    def test_a_round_is_told_when_it_is_scored(self) -> None:
        game = opened(2, target=500)
        for scored in range(3):
            assert [each["number"] for each in told(game)["rounds"]] == list(range(1, scored + 1))
            assert good(game) == [True] * (scored + 1) + [False]
            game = played(game, by="beginner")

    def test_a_round_that_was_broken_off_is_never_told(self) -> None:
        game = played(opened(2, target=500))
        turns.resign(code=game.code, user=person("ana"))
        game = Game.objects.get(pk=game.pk)
        assert (game.status, len(told(game)["rounds"])) == ("finished", 1)
        assert verify(**public(game)) == [Finding(0, True), Finding(1, True), Finding(2, False)]

    def test_a_game_that_nobody_goes_on_with_keeps_its_round_for_itself(self) -> None:
        game = opened(2, words=("",), bots=["beginner"])
        turns.resign(code=game.code, user=person("ana"))
        game = Game.objects.get(pk=game.pk)
        assert game.status == "cancelled" and told(game)["rounds"] == []
        assert good(game) == [True, False]

    def test_a_leaver_is_passed_over_by_deal_and_dealer(self) -> None:
        game = played(opened(3, target=500), by="beginner")
        state = decode_state(game.state)
        assert state.round is not None
        leaver = game.seats.get(number=(state.round.dealer + 1) % 3).user
        turns.resign(code=game.code, user=leaver)
        game = played(game, rounds=2, by="beginner")
        assert good(game) == [True, True, True, True, False]
        deals = [line for line in public(game)["moves"] if line["type"] == "deal"]
        assert sum(map(len, deals[2]["hands"])) + len(deals[2]["stock"]) == 53, "D4a"

    def test_the_end_of_a_chain_ends_no_game(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(shuffle, "LENGTH", 3)
        game = played(opened(2, target=500), rounds=3, by="beginner")
        assert [each["number"] for each in told(game)["rounds"]] == [1, 2]
        assert good(game) == [True, True, True, False, False]
        assert list(faults_of(game)) == []


class TestWithoutChain:
    """Games that began before there were chains go on as they were."""

    @pytest.fixture
    def old(self) -> Game:
        game = opened(3)
        Chain.objects.all().delete()
        Game.objects.update(commitment="")
        return Game.objects.get(pk=game.pk)

    def test_they_say_so(self, old: Game) -> None:
        assert Api().ok("GET", f"/games/{old.code}/")["shuffle"] is None
        shown = told(old)
        assert (shown["commitment"], shown["algorithm"], shown["length"]) == (None, None, None)
        assert (shown["contributions"], shown["seats"], shown["rounds"]) == ([], None, [])

    def test_they_go_on(self, old: Game) -> None:
        game = played(old, rounds=2, by="beginner")
        assert list(faults_of(game)) == [] and told(game)["rounds"] == []

    def test_one_that_was_open_begins(self) -> None:
        game = lobby.create(creator=person(), terms=read_terms({"players": 2}))
        Chain.objects.all().delete()
        Game.objects.update(commitment="")
        game = lobby.join(code=game.code, user=person("ben"))
        assert game.status == "active" and list(faults_of(Game.objects.get(pk=game.pk))) == []


def test_no_two_games_have_the_same_chain() -> None:
    ana = person()
    games = [lobby.create(creator=ana, terms=read_terms({"players": 2})) for _ in range(20)]
    games.append(tables.play_now(user=ana, key="k", now=timezone.now()))
    secrets = list(Chain.objects.values_list("secret", flat=True))
    assert len(set(secrets)) == len({game.commitment for game in games}) == len(games)
    for chain in Chain.objects.select_related("game"):
        assert shuffle.commitment(bytes.fromhex(chain.secret)).hex() == chain.game.commitment


def test_who_may_not_see_a_game_sees_no_shuffle_of_it() -> None:
    game = opened(2, visibility="private")
    path = f"/games/{game.code}/shuffle/"
    for reader in (None, person("zoe")):
        assert Api(reader).get(path)[0] == 404
    assert Api().get(f"{path}?invitation={game.invitation}")[0] == 200
    assert Api(person("ben")).get(path)[0] == 200


def test_what_it_costs(django_assert_num_queries: Any) -> None:
    game = played(opened(3, target=500), rounds=2)
    from games.services import shuffles

    with django_assert_num_queries(2):
        shuffles.told(game)
    with django_assert_num_queries(2):
        shuffles.deck_of_round(game, 3, 3)
