"""The review of a scored round: its turns folded from the log, the best beside what was made, and who works it out."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from games import tasks
from games.bots import LEVELS
from games.engine import codec
from games.engine.cards import card, hand_points
from games.engine.codec import decode_state
from games.engine.moves import Draw, Knock
from games.engine.replay import replay
from games.engine.rules import allowed
from games.engine.view import view_for
from games.errors import NotFound
from games.models import Game, Move, RoundReview
from games.selectors import log_of_round
from games.services import house, lobby, replays, reviews, turns, wake
from games.services.lobby import engine_options
from games.services.reviews import beside_the_best
from games.services.round_turns import Turn, turns_of
from games.services.terms import read_terms
from tests.decks import stack, stacked
from tests.notify.samples import ANA, BEN, GROUPS, play, tabled
from tests.people import person, table

pytestmark = pytest.mark.django_db
EMMA = "2C 2D 2H 8S 9C JD JH QC TD 4S"
STOCK = "AS 5D * AH 2S"  # ben draws the ace, ana three cards, ben the two


def cards(text: str) -> tuple[Any, ...]:
    return tuple(map(card, text.split()))


def a_turn(hand: str, *melds: str, played: str = "") -> Turn:
    return Turn(0, False, 1, tuple(map(cards, melds)), cards(hand), played=cards(played))


@pytest.fixture
def scored(monkeypatch: pytest.MonkeyPatch) -> Game:
    """ben lays one group of the three that he could and keeps the rest; ana lays nothing; then he knocks."""
    stack(monkeypatch, stacked([BEN, ANA], STOCK))
    game = play(table(2), "ben", tabled(GROUPS[0]))
    for _card in range(2):
        game = play(game, "ana", Draw())
    return play(play(game, "ben", tabled(*GROUPS)), "ben", Knock())


@pytest.fixture(autouse=True)
def woken(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    told: list[str] = []
    monkeypatch.setattr(wake, "reviews", lambda: told.append("reviews"))
    return told


def asked(game: Game, number: int = 1, name: str | None = "ana", now: datetime | None = None) -> RoundReview:
    user = person(name) if name else None
    return reviews.ask(code=game.code, user=user, number=number, now=now or timezone.now())


def worked_out(game: Game) -> RoundReview:
    review = asked(game)
    while reviews.work(now=timezone.now()):
        pass
    return RoundReview.objects.get(pk=review.pk)


class TestTurns:
    def test_they_are_what_the_rules_say(self) -> None:
        """Rounds of house players: at each turn the table and the hand of the engine's replay, as one could lay."""
        game = self.played()
        rows = list(Move.objects.filter(game=game).order_by("number"))
        entries = [(row.seat, codec.decode_stored_move(row.type, row.data), row.timed_out) for row in rows]
        steps = list(replay(engine_options(game), replays.humans_at_start(game), entries))
        for number in (1, 2):
            lines = [(row, step) for row, step in zip(rows, steps, strict=True) if row.round == number]
            expected: dict[int, tuple[Any, Any]] = {}
            places: dict[int, int] = {}
            for place, (_row, step) in enumerate(lines):
                turn = step.state.turn
                if turn is not None and "meld" in allowed(step.state, turn.seat):
                    assert step.state.round is not None
                    melds = tuple(meld.cards for meld in step.state.round.table)
                    expected[turn.number] = (
                        melds,
                        sorted(each.text for each in step.state.seats[turn.seat].hand),
                    )
                    places[turn.number] = place
            found = turns_of(log_of_round(game, None, number))
            assert [(turn.table, sorted(each.text for each in turn.hand)) for turn in found] == list(
                expected.values()
            )
            assert [turn.step for turn in found] == list(places.values())
            assert sum(bool(turn.played) for turn in found) == sum(row.type == "meld" for row, _step in lines)

    @staticmethod
    def played() -> Game:
        ana = person("ana")
        game = lobby.create(creator=ana, terms=read_terms({"players": 3, "bots": ["beginner"] * 2}))
        for _move in range(400):
            game = Game.objects.get(pk=game.pk)
            state = decode_state(game.state)
            if state.rounds_scored == 2:
                return game
            if game.to_act_id != ana.pk:
                house.play_one(game_id=game.pk, now=timezone.now())
            else:
                assert state.turn is not None
                move = LEVELS["beginner"](view_for(state, state.turn.seat))
                turns.play(code=game.code, user=ana, version=game.version, move=move)
        raise AssertionError("the rounds did not end")

    def test_what_was_done(self, scored: Game) -> None:
        first, second, third = turns_of(log_of_round(scored, None, 1))
        assert [turn.seat for turn in (first, second, third)] == [1, 0, 1]
        assert first.played == cards("7C 7D 7H") and first.points == 21 and not first.knocked
        assert second.played == () and second.table == (cards("7C 7D 7H"),) and len(second.hand) == 12
        assert third.knocked and third.points == 42 and len(third.after) == 3

    def test_a_turn_that_the_clock_played(self, monkeypatch: pytest.MonkeyPatch) -> None:
        stack(monkeypatch, stacked([BEN, ANA], STOCK))
        game = play(table(2), "ben", tabled(GROUPS[0]))
        assert game.deadline is not None
        turns.time_out(game_id=game.pk, version=game.version, now=game.deadline + timedelta(seconds=1))
        game = play(play(Game.objects.get(pk=game.pk), "ben", tabled(*GROUPS)), "ben", Knock())
        assert [turn.late for turn in turns_of(log_of_round(game, None, 1))] == [False, True, False]

    def test_a_turn_in_which_somebody_left_is_none(self, monkeypatch: pytest.MonkeyPatch) -> None:
        stack(monkeypatch, stacked([BEN, ANA, EMMA], STOCK), dealer=0)
        game = table(3)
        turns.resign(code=game.code, user=person("ben"))
        game = play(Game.objects.get(pk=game.pk), "carla", Draw())
        assert [turn.seat for turn in turns_of(log_of_round_open(game))] == [2]

    def test_a_house_player_that_takes_over_goes_on_with_the_turn(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        stack(monkeypatch, stacked([BEN, ANA, EMMA], STOCK), dealer=0)
        game = table(3, replace_left="beginner")
        turns.resign(code=game.code, user=person("ben"))
        house.play_one(game_id=game.pk, now=timezone.now())
        (first, *_others) = turns_of(log_of_round_open(game))
        assert first.seat == 1 and first.played, "the beginner laid what ben held"

    def test_who_moved_for_somebody_on_vacation_is_told(self, scored: Game) -> None:
        Move.objects.filter(game=scored, type="meld", number=3).update(stand_in=True)
        assert [turn.stand_in for turn in turns_of(log_of_round(scored, None, 1))] == [True, False, False]


def log_of_round_open(game: Game) -> Iterator[dict[str, Any]]:
    """The log of round 1 as it would lie open, though it is not scored."""
    from games.selectors import entry_of

    for row in Move.objects.filter(game=game, round=1).order_by("number"):
        yield entry_of(row, None, revealed=True)


class TestTheBest:
    def test_more_was_possible(self) -> None:
        told = beside_the_best(a_turn("6C 9S KD", "4C 5C 6C 7C 8C", "9C 9D 9H", played="9S"))
        assert (told["points"], told["left"], told["between"], told["proved"]) == (9, 16, 6, True)
        assert told["best"]["played"] == ["6C", "9S"] and told["best"]["left"] == 10
        melds = {" ".join(meld["cards"]): meld["new"] for meld in told["best"]["melds"]}
        assert melds["9C 9D 9H 9S"] == ["9S"]
        assert sum(map(len, melds.values())) == 2, "and the six is marked in one of the sequences"

    def test_nothing_more_was_possible(self) -> None:
        told = beside_the_best(a_turn("9S KD", "9C 9D 9H", played="9S"))
        assert (told["between"], told["best"], told["left"]) == (0, None, 10)

    def test_nothing_at_all_was_possible(self) -> None:
        told = beside_the_best(a_turn("2S KD", "9C 9D 9H"))
        assert (told["between"], told["best"], told["played"], told["points"]) == (0, None, [], 0)

    def test_a_joker_counts(self) -> None:
        told = beside_the_best(a_turn("* KD 2S", "9C 9D 9H"))
        assert told["between"] == 25 and told["best"]["melds"] == [
            {"cards": ["9C", "9D", "9H", "*9S"], "new": ["*9S"]}
        ]

    def test_what_was_proved_stays_so(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """The way that is easy to follow is found in time or not: the best is the best all the same."""
        found = reviews.follow

        def hurried(*given: Any, **more: Any) -> Any:
            return found(*given, **{**more, "seconds": 0})

        monkeypatch.setattr(reviews, "follow", hurried)
        told = beside_the_best(a_turn("6C 9S KD", "4C 5C 6C 7C 8C", "9C 9D 9H"))
        assert told["proved"] and told["best"]["played"] == ["6C", "9S"]

    def test_no_time_is_said(self) -> None:
        told = beside_the_best(a_turn("6C 9S KD", "4C 5C 6C 7C 8C", "9C 9D 9H"), seconds=0)
        assert told["proved"] is False and told["best"]["played"] == ["9S"]


class TestWork:
    def test_all_of_it(self, scored: Game, woken: list[str]) -> None:
        review = worked_out(scored)
        assert (review.due_at, review.count, len(review.turns)) == (None, 3, 3)
        first, second, third = review.turns
        hand = hand_points(cards(BEN)) + 1  # he drew the ace
        assert (first["seat"], first["points"], first["left"]) == (1, 21, hand - 21)
        assert (first["between"], first["best"]["left"]) == (42, 3)
        assert third["between"] == 0 and third["knocked"]
        assert second["seat"] == 0
        assert woken == ["reviews"]

    def test_asked_twice_is_worked_out_once(self, scored: Game, woken: list[str]) -> None:
        worked_out(scored)
        again = asked(scored, name=None)
        assert again.due_at is None and woken == ["reviews"] and RoundReview.objects.count() == 1
        assert reviews.work(now=timezone.now()) is False

    def test_a_part_at_a_time(self, scored: Game, woken: list[str]) -> None:
        asked(scored)
        for count in (1, 2, 3):
            assert reviews.work(now=timezone.now(), seconds=0) is True
            review = RoundReview.objects.get()
            assert (len(review.turns), review.due_at is None) == (count, count == 3)
        assert woken == ["reviews"] * 3, "asked, and after each part that was not the last"

    def test_a_worker_that_was_killed(self, scored: Game) -> None:
        """Nobody else takes the review while its worker may live; then somebody goes on where it stopped."""
        now = timezone.now()
        asked(scored, now=now)
        reviews.work(now=now, seconds=0)
        held = reviews._claim(now)
        assert held is not None and reviews.work(now=now) is False
        later = now + reviews.LEASE
        assert reviews.work(now=later, seconds=0) is True
        assert len(RoundReview.objects.get().turns) == 2
        assert reviews._keep(held, turns=[], count=3) is False, "who comes back too late writes nothing"
        assert len(RoundReview.objects.get().turns) == 2

    def test_a_fault_is_tried_again_and_given_up(
        self, scored: Game, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
    ) -> None:
        def broken(_entries: Any) -> Any:
            raise ValueError("the 7C of somebody")

        monkeypatch.setattr(reviews, "turns_of", broken)
        now = timezone.now()
        asked(scored, now=now)
        for fault in range(reviews.MOST_FAULTS):
            assert reviews.work(now=now + fault * reviews.AGAIN) is True
        review = RoundReview.objects.get()
        assert (review.due_at, review.faults, review.turns) == (None, reviews.MOST_FAULTS, [])
        assert "could not be worked out" in caplog.text and "7C" not in caplog.text

    def test_the_task_works(self, scored: Game) -> None:
        asked(scored)
        tasks.look_back()
        assert RoundReview.objects.get().turns


class TestHidden:
    @pytest.mark.parametrize("number", [0, 2, 3, 99])
    def test_a_round_that_is_not_scored(self, scored: Game, number: int) -> None:
        with pytest.raises(NotFound):
            asked(scored, number)
        assert not RoundReview.objects.exists()

    def test_a_round_that_was_broken_off(self, scored: Game) -> None:
        turns.resign(code=scored.code, user=person("ben"))
        with pytest.raises(NotFound):
            asked(scored, 2)

    def test_a_private_game(self, scored: Game) -> None:
        Game.objects.update(visibility="private")
        for name in (None, "carla"):
            with pytest.raises(NotFound):
                asked(scored, name=name)
        reviews.ask(code=scored.code, user=None, number=1, now=timezone.now(), invitation=scored.invitation)

    def test_a_table_that_is_open(self) -> None:
        game = lobby.create(creator=person("ana"), terms=read_terms({"players": 2}))
        with pytest.raises(NotFound):
            asked(game)
