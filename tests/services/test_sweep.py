"""The clock plays for who is late (RULES D30), and nothing holds it up."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta

import pytest

from games.engine.codec import decode_state
from games.engine.moves import Draw
from games.models import Game, Move, Outbox
from games.services import house, lobby, sweep, turns
from games.services.replays import faults_of
from games.services.terms import read_terms
from tests.people import mover, people, person, table
from tests.services.poison import poisoned

pytestmark = pytest.mark.django_db


def late(game: Game) -> datetime:
    """When the open turn's time has run out."""
    deadline = Game.objects.get(pk=game.pk).deadline
    assert deadline is not None
    return deadline


def run_out(game: Game, times: int = 1) -> Game:
    for _ in range(times):
        assert sweep.sweep(now=late(game)) == 1
    return Game.objects.get(pk=game.pk)


class TestTurn:
    def test_is_played_to_the_third_card(self) -> None:
        game = table(2)
        first = mover(game)
        played = run_out(game)
        rows = list(Move.objects.filter(version=game.version + 1).order_by("number"))
        assert [(row.type, row.timed_out) for row in rows] == [
            ("draw", True),
            ("draw", True),
            ("draw", False),
        ]
        assert played.to_act != first and played.version == game.version + 1
        assert game.deadline is not None and played.deadline == game.deadline + timedelta(hours=72)
        assert list(faults_of(played)) == []

    def test_not_a_moment_too_early(self) -> None:
        game = table(2)
        before = late(game) - timedelta(microseconds=1)
        assert sweep.sweep(now=before) == 0
        assert Game.objects.get().version == game.version
        assert sweep.sweep(now=late(game)) == 1

    def test_once_however_often_it_is_swept(self) -> None:
        game = table(2)
        now = late(game)
        assert [sweep.sweep(now=now) for _ in range(3)] == [1, 0, 0]
        assert turns.time_out(game_id=game.pk, version=game.version, now=now) is None

    def test_the_player_can_still_move_however_late(self) -> None:
        game = table(2)
        now = late(game) + timedelta(days=30)
        turns.play(code=game.code, user=mover(game), version=game.version, move=Draw(), now=now)
        assert Game.objects.get().version == game.version + 1

    def test_the_next_turn_gets_its_time_from_now_on(self) -> None:
        game = table(2)
        now = late(game) + timedelta(hours=50)
        sweep.sweep(now=now)
        assert late(game) == now + timedelta(hours=72)

    def test_a_bank_is_empty_afterwards(self) -> None:
        game = table(2, clock={"kind": "bank", "start_hours": 10, "turn_hours": 4, "cap_hours": 12})
        seat = game.seats.get(user=mover(game)).number
        assert seat is not None
        assert run_out(game).banks[seat] == 0


class TestLeaving:
    """D30: who misses as many turns in a row as the option says has left."""

    def test_after_the_second_of_two(self) -> None:
        game = table(3)
        first = mover(game)
        assert run_out(game, 3).status == "active"
        assert all(seat.missed == 1 for seat in decode_state(Game.objects.get().state).seats)
        after = run_out(game)
        state = decode_state(after.state)
        assert [seat.left for seat in state.seats].count(True) == 1
        left = next(number for number, seat in enumerate(state.seats) if seat.left)
        order = game.seats.order_by("number").values_list("user__username", flat=True)
        assert order[left] == first.username
        assert list(faults_of(after)) == []

    def test_the_last_one_at_the_table_wins(self) -> None:
        game = table(2, timeouts_to_leave=1)
        first = mover(game)
        after = run_out(game)
        loser = game.seats.get(user=first).number
        assert loser is not None
        assert after.status == "finished"
        assert after.result == {"final": [0, 0], "winners": [1 - loser], "reason": "resignation"}
        assert (after.deadline, after.to_act, after.bot_due) == (None, None, None)
        kinds = Outbox.objects.filter(kind="result").values_list("user__username", flat=True)
        assert set(kinds) == {"ana", "ben"}
        assert sweep.sweep(now=late_for_all()) == 0

    def test_a_draw_by_the_own_hand_is_no_missed_turn(self) -> None:
        game = table(2, timeouts_to_leave=1)
        turns.play(code=game.code, user=mover(game), version=game.version, move=Draw())
        after = run_out(game)
        assert after.status == "active"
        assert [seat.missed for seat in decode_state(after.state).seats] == [0, 0]

    def test_a_house_player_takes_over_where_the_table_chose_so(self) -> None:
        game = table(2, timeouts_to_leave=1, replace_left="beginner")
        first = mover(game)
        after = run_out(game)
        seat = after.seats.select_related("user").get(left_by=first)
        assert (seat.user.kind, seat.user.username) == ("bot", "House beginner 1")
        assert after.status == "active"
        assert list(faults_of(after)) == []

    def test_with_no_person_left_the_game_is_cancelled(self) -> None:
        game = table(2, timeouts_to_leave=1, replace_left="beginner")
        run_out(game)
        while Game.objects.get().status == "active":
            if not house.play_due(now=late_for_all() - timedelta(days=300)):
                sweep.sweep(now=late(game))
        after = Game.objects.get()
        assert after.status == "cancelled" and after.result["reason"] == "abandoned"
        assert list(faults_of(after)) == []


class TestMany:
    def games(self, count: int) -> list[Game]:
        ana, ben = people(2)
        made = []
        for _ in range(count):
            game = lobby.create(creator=ana, terms=read_terms({"players": 2}))
            made.append(lobby.join(code=game.code, user=ben))
        return made

    def test_more_than_a_batch_is_played_oldest_first(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(sweep, "BATCH", 2)
        games = self.games(5)
        assert sweep.sweep(now=late_for_all()) == 5
        order = Move.objects.filter(timed_out=True).order_by("pk").values_list("game_id", flat=True)
        assert list(dict.fromkeys(order)) == [game.pk for game in games]

    def test_equal_deadlines_lose_nobody(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(sweep, "BATCH", 2)
        games = self.games(5)
        now = late(games[0])
        Game.objects.update(deadline=now)
        assert sweep.sweep(now=now) == 5

    @pytest.mark.parametrize("batch", [1, 100])
    def test_a_poisoned_game_holds_up_no_other(
        self, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, batch: int
    ) -> None:
        monkeypatch.setattr(sweep, "BATCH", batch)
        games = self.games(4)
        for game in games[:2]:
            poisoned(game)
        with caplog.at_level(logging.DEBUG):
            assert sweep.sweep(now=late_for_all()) == 2
        told = [record.getMessage() for record in caplog.records if record.name.startswith("games.")]
        assert len(told) == 2 and all(str(game.pk) in line for game, line in zip(games, told, strict=False))
        assert "7D" not in caplog.text, "a fault's own words may hold a card"

    def test_no_more_than_its_limit(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(sweep, "BATCH", 2)
        self.games(5)
        assert sweep.sweep(now=late_for_all(), limit=4) == 4

    def test_a_late_house_player_is_played_for_and_never_leaves(self) -> None:
        game = lobby.create(
            creator=person(), terms=read_terms({"players": 2, "bots": ["beginner"], "timeouts_to_leave": 1})
        )
        while mover(game).kind != "bot":
            version = Game.objects.get().version
            turns.play(code=game.code, user=person(), version=version, move=Draw())
        for _ in range(6):
            if mover(game).kind != "bot" or Game.objects.get().status != "active":
                break
            assert sweep.sweep(now=late(game)) == 1
        assert not Move.objects.filter(timed_out=True).exists()
        state = decode_state(Game.objects.get().state)
        assert not any(seat.left for seat in state.seats)


def late_for_all() -> datetime:
    """Long after every deadline of these tests."""
    return datetime.fromisoformat("2100-01-01T00:00:00+00:00")
