"""House players play whole games through the services that everybody uses."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from games.bots import LEVELS, THINKERS, Chosen, Why
from games.engine.codec import decode_state
from games.engine.moves import Knock
from games.engine.view import view_for
from games.errors import StaleVersion
from games.models import Game, Outbox
from games.models import Move as Line
from games.services import house, lobby, turns, turns_held
from games.services.replays import faults_of
from games.services.terms import read_terms
from tests.people import person, table
from tests.services.poison import poisoned

pytestmark = pytest.mark.django_db


def table_of(creator: User, bots: int, **terms: Any) -> Game:
    chosen = read_terms({"players": bots + 1, "bots": ["beginner"] * bots, **terms})
    return Game.objects.get(pk=lobby.create(creator=creator, terms=chosen).pk)


def bots_turn(creator: User, **terms: Any) -> Game:
    """A game in which a house player is to move."""
    while True:
        game = table_of(creator, 3, **terms)
        if game.bot_due is not None:
            return game


def as_beginner(game: Game) -> None:
    """The person at the table plays as a beginner would, through the door of people."""
    assert game.to_act is not None
    state = decode_state(game.state)
    assert state.turn is not None
    move = LEVELS["beginner"](view_for(state, state.turn.seat))
    turns.play(code=game.code, user=game.to_act, version=game.version, move=move)


def played_out(game: Game, most: int = 4000) -> Game:
    for _ in range(most):
        game = Game.objects.select_related("to_act").get(pk=game.pk)
        if game.status != "active":
            return game
        if game.bot_due is None:
            as_beginner(game)
        else:
            assert house.play_due(now=game.bot_due) == 1
    raise AssertionError("the game does not end")


class TestWholeGames:
    @pytest.mark.parametrize(("bots", "terms"), [(1, {"target": 50}), (2, {"rounds": 1}), (4, {"rounds": 1})])
    def test_to_their_end(self, bots: int, terms: dict[str, Any]) -> None:
        game = played_out(table_of(person(), bots, **terms))
        assert game.status == "finished" and game.result["winners"]
        assert list(faults_of(game)) == []
        assert not Line.objects.filter(timed_out=True).exists()
        assert not Outbox.objects.exclude(user=person()).exists(), "house players read no mail"

    def test_in_the_seat_of_who_left(self) -> None:
        game = table(2, rounds=1, replace_left="beginner")
        turns.resign(code=game.code, user=person("ben"))
        after = played_out(game)
        assert after.status == "finished" and after.result["reason"] == "single_round"
        assert list(faults_of(after)) == []
        assert not Outbox.objects.filter(user=person("ben"), kind__in=("round", "result")).exists()


class TestOneMove:
    def test_only_when_its_moment_has_come(self, settings: Any) -> None:
        settings.BOT_DELAY = 5
        game = bots_turn(person())
        assert game.bot_due == game.updated_at + timedelta(seconds=5)
        assert house.play_due(now=game.bot_due - timedelta(seconds=1)) == 0
        assert house.play_due(now=game.bot_due) == 1
        assert Game.objects.get(pk=game.pk).version == game.version + 1

    def test_while_one_worker_thinks_no_other_does(self, monkeypatch: pytest.MonkeyPatch) -> None:
        game = bots_turn(person())
        now = timezone.now() + timedelta(seconds=5)
        asked = []

        def slow(view: Mapping[str, Any], seconds: float) -> Chosen:
            asked.append(house.play_due(now=now))
            return before(view, seconds)

        before = THINKERS["beginner"]
        monkeypatch.setitem(THINKERS, "beginner", slow)  # type: ignore[arg-type]  # a dictionary at run time
        assert house.play_due(now=now) == 1
        assert asked == [0]
        assert Game.objects.get(pk=game.pk).version == game.version + 1

    def test_who_dies_in_thought_is_followed_by_another(self, monkeypatch: pytest.MonkeyPatch) -> None:
        game = bots_turn(person())
        now = timezone.now() + timedelta(seconds=5)

        def dies(_view: object, _seconds: float) -> Chosen:
            raise KeyboardInterrupt

        with monkeypatch.context() as patch:
            patch.setitem(THINKERS, "beginner", dies)  # type: ignore[arg-type]  # a dictionary at run time
            with pytest.raises(KeyboardInterrupt):
                house.play_due(now=now)
        assert house.play_due(now=now) == 0
        assert house.play_due(now=now + turns_held.LEASE) == 1
        assert Game.objects.get(pk=game.pk).version == game.version + 1

    @pytest.mark.usefixtures("frozen")
    def test_a_worker_does_not_play_for_ever(self, monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
        settings.BOT_DELAY = 5
        games = Game.objects.filter(pk__in=[bots_turn(person()).pk for _ in range(3)])
        games.update(bot_due=timezone.now())
        woken: list[object] = []  # with how many seconds each; with none for what is left
        monkeypatch.setattr(house.wake, "bots", lambda *delay: woken.append(delay))
        assert house.play_on(seconds=-1.0) == 1 and () in woken, "one at least"
        woken.clear()
        assert house.play_on(seconds=900.0) == 2 and () not in woken
        assert house.play_on() == 0

    def test_without_a_delay_they_follow_each_other_at_once(self) -> None:
        game = bots_turn(person())
        assert house.play_on(seconds=900.0) >= 1
        assert Game.objects.get(pk=game.pk).to_act_id == person().pk

    def test_a_person_is_never_played_for(self) -> None:
        game = table(2)
        assert not house.play_one(game_id=game.pk, now=timezone.now())
        assert Game.objects.get(pk=game.pk).version == game.version

    def test_somebody_else_was_faster(self, monkeypatch: pytest.MonkeyPatch) -> None:
        game = bots_turn(person())

        def lost(**_: object) -> None:
            raise StaleVersion(game.version + 1)

        monkeypatch.setattr(turns, "play", lost)
        assert not house.play_one(game_id=game.pk, now=timezone.now())

    def test_sees_its_own_seats_view_only(self, monkeypatch: pytest.MonkeyPatch) -> None:
        game = bots_turn(person())
        seen: list[Mapping[str, Any]] = []

        def spy(view: Mapping[str, Any], seconds: float) -> Chosen:
            seen.append(view)
            return before(view, seconds)

        before = THINKERS["beginner"]
        monkeypatch.setitem(THINKERS, "beginner", spy)  # type: ignore[arg-type]  # a dictionary at run time
        assert house.play_one(game_id=game.pk, now=timezone.now())
        state = decode_state(game.state)
        assert state.turn is not None
        assert seen == [view_for(state, state.turn.seat)]


class TestFaults:
    @pytest.mark.parametrize("fault", ["raises", "illegal"])
    def test_in_a_players_head_it_plays_the_plain_move(
        self, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, fault: str
    ) -> None:
        def head(_view: object, _seconds: float) -> Chosen:
            if fault == "raises":
                raise KeyError("7D 8H")
            return Chosen(Knock(), Why.LOW)

        monkeypatch.setitem(THINKERS, "beginner", head)  # type: ignore[arg-type]  # a dictionary at run time
        game = bots_turn(person())
        with caplog.at_level(logging.DEBUG):
            assert house.play_due(now=timezone.now()) == 1
        line = Line.objects.filter(game=game).order_by("-number")[0]
        assert line.type == "draw" and line.reason["why"] == "at_a_loss"
        assert game.code in caplog.text and "7D" not in caplog.text

    def test_a_poisoned_game_holds_up_no_other(self, caplog: pytest.LogCaptureFixture) -> None:
        games = [bots_turn(person()) for _ in range(3)]
        for game in games[:2]:
            poisoned(game)
        now = timezone.now()
        with caplog.at_level(logging.DEBUG):
            assert house.play_due(now=now, limit=3) == 1
        assert "7D" not in caplog.text
        # They are tried again, later, so that they never take every place of a look.
        due = Game.objects.filter(pk__in=[game.pk for game in games[:2]]).values_list("bot_due", flat=True)
        assert all(moment == now + turns_held.AGAIN for moment in due)
        assert house.play_due(now=now + turns_held.AGAIN, limit=3) <= 1
