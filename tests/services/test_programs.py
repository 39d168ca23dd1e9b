"""A program at a table: by the clock like anybody, never moved by the house, never written to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from accounts.services import programs
from games import feeds
from games.engine.codec import decode_state
from games.engine.moves import Draw
from games.models import Game, Move, Outbox
from games.notify.deliver import deliver_due
from games.selectors import seats_of, view_of
from games.services import house, invitations, lobby, outages, sweep, tables, turns
from games.services.replays import faults_of
from games.services.terms import read_terms
from tests.decks import by_seed
from tests.people import mover, person
from tests.services.clockwork import HOUR, START, deadline_of, now_of

pytestmark = pytest.mark.django_db


def robot(name: str = "robot.a") -> User:
    return User.objects.filter(username=name).first() or programs.make(owner=person("ana"), username=name)


def game_of(*players: User, bots: Sequence[str] = (), **terms: Any) -> Game:
    """A game of these players and house players."""
    asked = {"players": len(players) + len(bots), "bots": list(bots), **terms}
    game = lobby.create(creator=players[0], terms=read_terms(asked))
    for player in players[1:]:
        lobby.join(code=game.code, user=player)
    return Game.objects.get(pk=game.pk)


def until_it_moves(game: Game, player: User) -> Game:
    """Time runs on by drawing until this player is to move."""
    while mover(game) != player:
        sweep.sweep(now=deadline_of(game))
    return now_of(game)


def seat_number(game: Game, user: User) -> int:
    number = game.seats.get(user=user).number
    assert number is not None
    return number


class TestTurn:
    def test_the_house_never_moves_for_it(self, frozen: Any, monkeypatch: pytest.MonkeyPatch) -> None:
        by_seed(monkeypatch, 1)
        game = until_it_moves(game_of(person("ben"), robot(), bots=["beginner"]), robot())
        assert game.bot_due is None and game.deadline is not None
        assert house.play_due(now=game.deadline) == 0
        assert not house.play_one(game_id=game.pk, now=game.deadline)
        assert now_of(game).version == game.version

    def test_its_time_runs_out_like_anybodys(self, frozen: Any, monkeypatch: pytest.MonkeyPatch) -> None:
        by_seed(monkeypatch, 1)
        game = until_it_moves(game_of(person("ben"), robot(), bots=["beginner"]), robot())
        assert sweep.sweep(now=deadline_of(game)) == 1
        row = Move.objects.filter(version=game.version + 1).order_by("number")[0]
        assert row.timed_out and row.seat == seat_number(game, robot())
        assert decode_state(now_of(game).state).seats[seat_number(game, robot())].missed == 1

    def test_a_house_player_whose_time_has_run_out_is_played_and_misses_nothing(
        self, frozen: Any, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        by_seed(monkeypatch, 1)
        game = game_of(person("ben"), robot(), bots=["beginner"])
        of_the_house = User.objects.get(bot_level="beginner")
        game = until_it_moves(game, of_the_house)
        assert sweep.sweep(now=deadline_of(game)) == 1
        assert not Move.objects.filter(timed_out=True, seat=seat_number(game, of_the_house)).exists()

    def test_its_own_move_is_a_move_by_hand(self, frozen: Any, monkeypatch: pytest.MonkeyPatch) -> None:
        by_seed(monkeypatch, 1)
        game = until_it_moves(game_of(robot(), robot("robot.b")), robot())
        now = START + 5 * HOUR
        turns.play(code=game.code, user=robot(), version=game.version, move=Draw(), now=now)
        assert now_of(game).moved_at == now

    def test_its_clock_has_no_night_and_no_weekend(
        self, frozen: Any, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        by_seed(monkeypatch, 1)
        # From a Monday at noon, 112 hours end on a Saturday at four in the morning.
        game = game_of(robot(), robot("robot.b"), clock={"kind": "per_turn", "hours": 112}, weekends=True)
        assert game.deadline == START + 112 * HOUR and game.deadline_reasons == []

    def test_it_owes_no_mail(self, frozen: Any, monkeypatch: pytest.MonkeyPatch) -> None:
        by_seed(monkeypatch, 1)
        game = game_of(robot(), robot("robot.b"))
        assert game.remind_at is None
        sweep.sweep(now=deadline_of(game))
        assert not Outbox.objects.exists()

    def test_an_outage_gives_it_grace_too(self, frozen: Any, monkeypatch: pytest.MonkeyPatch) -> None:
        by_seed(monkeypatch, 1)
        game = game_of(robot(), robot("robot.b"))
        before = deadline_of(game)
        outages.look(now=before - HOUR)
        outages.look(now=before + HOUR)
        sweep.sweep(now=before + HOUR)
        assert now_of(game).version == game.version and deadline_of(game) > before


class TestLeaving:
    def test_a_house_player_takes_its_seat_where_the_table_says_so(
        self, frozen: Any, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        by_seed(monkeypatch, 1)
        game = game_of(person("ben"), robot(), bots=["beginner"], replace_left="beginner")
        number = seat_number(game, robot())
        turns.resign(code=game.code, user=robot())
        seat = game.seats.select_related("user", "left_by").get(number=number)
        assert (seat.user.username, seat.user.is_house, seat.left_by) == ("House beginner 2", True, robot())
        assert list(faults_of(now_of(game))) == []

    def test_who_has_missed_too_many_turns_is_out(self, frozen: Any, monkeypatch: pytest.MonkeyPatch) -> None:
        by_seed(monkeypatch, 1)
        game = game_of(person("ben"), robot(), timeouts_to_leave=1)
        game = until_it_moves(game, mover(game))
        late = mover(game)
        sweep.sweep(now=deadline_of(game))
        game = now_of(game)
        (winner,) = game.result["winners"] if game.result else ()
        assert game.status == "finished" and winner != seat_number(game, late)

    def test_programs_go_on_when_the_last_person_has_left(
        self, frozen: Any, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        by_seed(monkeypatch, 1)
        game = game_of(person("ben"), robot(), robot("robot.b"))
        turns.resign(code=game.code, user=person("ben"))
        assert now_of(game).status == "active"

    def test_alone_with_the_house_it_leaves_nobody(
        self, frozen: Any, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        by_seed(monkeypatch, 1)
        game = game_of(robot(), bots=["beginner", "beginner"])
        turns.resign(code=game.code, user=robot())
        game = now_of(game)
        assert game.status == "cancelled" and game.result and game.result["reason"] == "abandoned"


class TestTables:
    def test_two_of_one_owner_sit_at_one_table_and_it_shows(self, frozen: Any) -> None:
        game = game_of(robot(), robot("robot.b"), bots=["beginner"])
        shown = [seat["player"] for seat in view_of(game, seats_of(game), None)["seats"]]
        assert sorted(shown, key=lambda player: player["username"]) == [
            {"username": "House beginner 1", "kind": "bot"},
            {"username": "robot.a", "kind": "bot", "owner": "ana"},
            {"username": "robot.b", "kind": "bot", "owner": "ana"},
        ]
        page = Client().get(f"/games/{game.code}/").content.decode()
        assert page.count("program of <bdi>ana</bdi>") == 2 and page.count(">house player<") == 1

    def test_lists_say_so_and_ask_no_more_often(self, django_assert_max_num_queries: Any) -> None:
        for number in range(4):
            game_of(person("ben"), robot(f"robot.{number}"), bots=["beginner"])
        client = Client()
        client.force_login(person("ben"))
        client.get("/games/")
        with django_assert_max_num_queries(20):
            page = client.get("/games/").content.decode()
        assert page.count("program of <bdi>ana</bdi>") == 4

    def test_whoever_hears_of_it_hears_whose_it_is(self, frozen: Any) -> None:
        game = lobby.create(creator=person("ben"), terms=read_terms({"players": 3}))
        lobby.join(code=game.code, user=robot())
        told = feeds.entries(user=person("ben"), after=0, limit=9)
        assert [each.data["player"] for each in told if each.kind == "joined"] == [
            {"username": "ben", "kind": "human"},
            {"username": "robot.a", "kind": "bot", "owner": "ana"},
        ]

    def test_it_is_invited_by_its_name_and_gets_no_mail(self, frozen: Any) -> None:
        robot()
        game = lobby.create(creator=person("ben"), terms=read_terms({"players": 3}))
        assert invitations.invite(code=game.code, user=person("ben"), names=["Robot.A"]) == 1
        assert invitations.invite(code=game.code, user=person("ben"), names=["robot.a"]) == 0
        deliver_due()
        row = Outbox.objects.get()
        assert (row.user, row.state) == (robot(), "moot")

    def test_it_is_asked_again_to_the_next_game(self, frozen: Any, monkeypatch: pytest.MonkeyPatch) -> None:
        by_seed(monkeypatch, 1)
        game = game_of(person("ben"), robot())
        turns.resign(code=game.code, user=robot())
        again = tables.rematch(code=game.code, user=person("ben"))
        assert [seat.user.username for seat in seats_of(again)] == ["ben"], "no house player in its place"
        assert Outbox.objects.filter(game=again, kind="invitation", user=robot()).exists()
