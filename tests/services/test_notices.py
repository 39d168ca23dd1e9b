"""Who is owed which mail: each event tells those whom it concerns, once, and nobody else."""

from __future__ import annotations

from typing import Any

import pytest

from accounts.models import User
from games.engine.moves import Draw, Knock, Pass
from games.models import Game, Outbox
from games.services import lobby, turns
from games.services.terms import read_terms
from tests.decks import stack, stacked
from tests.notify.samples import GROUPS, play, started, tabled
from tests.people import mover, others, people, person, table

pytestmark = pytest.mark.django_db


class Post:
    """What is newly owed since the last look: `(kind, name)` pairs."""

    def __init__(self) -> None:
        self.seen = set(Outbox.objects.values_list("pk", flat=True))

    def new(self) -> list[tuple[str, str]]:
        rows = Outbox.objects.exclude(pk__in=self.seen).select_related("user")
        self.seen |= {row.pk for row in rows}
        return sorted((row.kind, row.user.username if row.user else row.address) for row in rows)


def timed_out(game: Game) -> Game:
    game = Game.objects.get(pk=game.pk)
    assert game.deadline is not None
    assert turns.time_out(game_id=game.pk, version=game.version, now=game.deadline)
    return Game.objects.get(pk=game.pk)


def guest(name: str) -> User:
    user = User(username=name, kind=User.Kind.GUEST)
    user.set_unusable_password()
    user.save()
    return user


class TestPlay:
    def test_the_start_tells_who_begins(self) -> None:
        post = Post()
        game = table(3)
        assert post.new() == [("turn", mover(game).username)]

    def test_a_move_within_a_turn_tells_nobody(self) -> None:
        game = table(3)
        post = Post()
        turns.play(code=game.code, user=mover(game), version=game.version, move=Draw())
        assert post.new() == []

    def test_a_turn_tells_the_next(self) -> None:
        game = table(3)
        post = Post()
        first = mover(game)
        for _ in range(2):
            turns.play(code=game.code, user=first, version=Game.objects.get().version, move=Draw())
        assert mover(game) != first
        assert post.new() == [("turn", mover(game).username)]

    def test_the_clocks_move_tells_the_next(self) -> None:
        game = table(3)
        post = Post()
        timed_out(game)
        assert post.new() == [("turn", mover(game).username)]

    def test_a_scored_round_tells_all_and_the_next_to_move(self, monkeypatch: pytest.MonkeyPatch) -> None:
        game = play(started(monkeypatch), "ben", tabled(*GROUPS))
        post = Post()
        play(game, "ben", Knock())
        assert post.new() == [("round", "ana"), ("round", "ben"), ("turn", "ana")]

    def test_the_end_tells_all(self, monkeypatch: pytest.MonkeyPatch) -> None:
        game = play(started(monkeypatch, rounds=1), "ben", tabled(*GROUPS))
        post = Post()
        play(game, "ben", Knock())
        assert post.new() == [("result", "ana"), ("result", "ben"), ("round", "ana"), ("round", "ben")]

    def test_a_turn_mail_says_which_turn_of_which_round(self, monkeypatch: pytest.MonkeyPatch) -> None:
        game = play(play(started(monkeypatch), "ben", tabled(*GROUPS)), "ben", Pass())
        row = Outbox.objects.get(kind="turn", user=person("ana"))
        assert game.deadline is not None
        said = {"turn": 2, "round": 1, "version": game.version, "deadline": game.deadline.isoformat()}
        assert row.payload == said
        assert row.key == f"turn:{game.code}:2:{person('ana').pk}"
        assert (row.address, row.state, row.game_id) == ("", "queued", game.pk)


class TestWhoReadsNoMail:
    def test_house_players_and_guests(self, monkeypatch: pytest.MonkeyPatch) -> None:
        hands = (
            "2C 2D 2H 8S 9C JD JH QC KD 4S",
            "AC AD AH KC KS KH 3C 3D 3H 5C",
            "6C 6D 6H TS TD TH 4D 4C 5H 9S",
        )
        stack(monkeypatch, stacked(hands, "8D"), dealer=0)
        post = Post()
        game = lobby.create(
            creator=person(), terms=read_terms({"players": 3, "bots": ["beginner"], "rounds": 1})
        )
        lobby.join(code=game.code, user=guest("gast"))
        while Game.objects.get().status == "active":
            timed_out(game)
        assert {name for _, name in post.new()} == {"ana"}


class TestLeavers:
    def test_who_resigned_hears_no_more(self) -> None:
        game = table(3)
        leaver = others(game)[0]
        post = Post()
        turns.resign(code=game.code, user=leaver)
        assert post.new() == []
        for _ in range(4):
            if Game.objects.get().status == "active":
                timed_out(game)
        told = post.new()
        assert told and leaver.username not in {name for _, name in told}

    def test_who_resigns_in_turn_hands_it_on(self) -> None:
        game = table(3)
        post = Post()
        leaver = mover(game)
        turns.resign(code=game.code, user=leaver)
        assert mover(game) != leaver
        assert post.new() == [("turn", mover(game).username)]

    def test_whose_leaving_ends_the_game_hears_how(self) -> None:
        game = table(2)
        post = Post()
        turns.resign(code=game.code, user=person("ben"))
        assert Game.objects.get().status == "finished"
        assert post.new() == [("result", "ana"), ("result", "ben")]

    def test_rounds_and_results_pass_by_who_left_before(self, monkeypatch: pytest.MonkeyPatch) -> None:
        game = table(3)
        first, second = mover(game), others(game)[0]
        turns.resign(code=game.code, user=first)
        post = Post()
        turns.resign(code=game.code, user=second)
        assert Game.objects.get().status == "finished"
        third = next(
            name for name in ("ana", "ben", "carla") if name not in (first.username, second.username)
        )
        assert post.new() == sorted([("result", second.username), ("result", third)])

    def test_who_leaves_by_the_clock_is_told_so_once(self) -> None:
        game = table(3, timeouts_to_leave=1)
        post, late = Post(), mover(game)
        timed_out(game)
        assert post.new() == sorted([("left", late.username), ("turn", mover(game).username)])
        timed_out(game)
        assert ("left", late.username) not in post.new()

    def test_also_where_a_house_player_takes_the_seat_and_then_hears_no_more(self) -> None:
        game = table(2, timeouts_to_leave=1, replace_left="beginner", rounds=1)
        post, late = Post(), mover(game)
        timed_out(game)
        assert ("left", late.username) in post.new()
        assert Outbox.objects.filter(kind="left").count() == 1
        for _ in range(40):
            if Game.objects.get().status == "active":
                timed_out(game)
        assert late.username not in {name for _, name in post.new()}

    def test_who_resigns_knows_it(self) -> None:
        game = table(3)
        turns.resign(code=game.code, user=others(game)[0])
        assert not Outbox.objects.filter(kind="left").exists()

    def test_who_was_replaced_hears_no_more(self) -> None:
        game = table(2, replace_left="beginner", rounds=1, timeouts_to_leave=10)
        turns.resign(code=game.code, user=person("ben"))
        post = Post()
        for _ in range(60):
            if Game.objects.get().status != "active":
                break
            timed_out(game)
        told = post.new()
        assert told and {name for _, name in told} == {"ana"}


class TestTables:
    def test_a_cancelled_table_tells_all_but_who_closed_it(self) -> None:
        ana, ben, carla = people(3)
        game = lobby.create(creator=ana, terms=read_terms({"players": 5, "bots": ["beginner"]}))
        for user in (ben, carla):
            lobby.join(code=game.code, user=user)
        post = Post()
        lobby.leave(code=game.code, user=ana)
        assert post.new() == [("cancelled", "ben"), ("cancelled", "carla")]

    def test_joining_and_leaving_tell_nobody(self) -> None:
        ana, ben = people(2)
        game = lobby.create(creator=ana, terms=read_terms({"players": 3}))
        post = Post()
        lobby.join(code=game.code, user=ben)
        lobby.leave(code=game.code, user=ben)
        assert post.new() == []


def test_no_key_is_owed_twice_in_a_whole_game() -> None:
    game = table(2, rounds=1, timeouts_to_leave=10)
    for _ in range(80):
        if Game.objects.get().status != "active":
            break
        timed_out(game)
    rows: list[Any] = list(Outbox.objects.values_list("kind", "user_id", "payload"))
    assert len({repr(row) for row in rows}) == len(rows)
    assert sum(kind == "turn" for kind, _, _ in rows) > 10
