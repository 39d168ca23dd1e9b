"""Resigning and running out of time: D29, D29a, D29b, D30, D4a, D4c."""

from __future__ import annotations

import pytest

from games.engine import rules
from games.engine.cards import deck
from games.engine.errors import RuleError
from games.engine.moves import Abandon, Deal, Draw, Pass, Resign
from games.engine.state import Owes, Phase, State, Status
from tests.engine.positions import after, dealt, happened, lay, position
from tests.engine.test_turns import refusal, turn

BOTS = {"human": False}


class TestAbandoned:
    """Decided beyond the ids: everybody who could play has missed their last turn."""

    def test_is_cancelled_with_the_points_as_they_stand(self) -> None:
        seats = {0: {"score": 120, "missed": 1}, 1: {"score": 7, "missed": 3}, 2: BOTS}
        steps = rules.play(position("KS", "KD", "KH", seats=seats), None, Abandon())
        assert happened(steps) == ["game_ended"]
        assert ended(steps[-1].state) == ("cancelled", "abandoned", (120, 7, 0), ())
        assert refusal(steps[-1].state, 0, Draw()) == ("game_over", "D29")

    def test_not_while_anybody_plays(self) -> None:
        seats = {0: {"missed": 1}, 1: {"missed": 0}, 2: BOTS}
        assert refusal(position("KS", "KD", "KH", seats=seats), None, Abandon()) == ("wrong_phase", "D30")
        assert refusal(dealt(3), 0, Abandon()) == ("not_your_turn", "R5")

    def test_who_has_left_is_not_waited_for(self) -> None:
        seats = {0: {"missed": 0, "left": True}, 1: {"missed": 1}, 2: {"missed": 2}}
        steps = rules.play(position("KS", "KD", "KH", seats=seats), None, Abandon())
        assert steps[-1].state.status is Status.CANCELLED


def ended(state: State) -> tuple[str, str, tuple[int, ...], tuple[int, ...]]:
    assert state.result is not None
    return state.status.value, state.result.reason.value, state.result.final, state.result.winners


def test_with_one_player_left_that_player_wins() -> None:
    seats = {0: {"score": 120, "rounds_won": 3}, 1: {"score": 7, "rounds_won": 1}}
    steps = rules.play(position("KS", "KD", seats=seats), 0, Resign())
    assert happened(steps) == ["left", "game_ended"]
    assert ended(steps[-1].state) == ("finished", "resignation", (120, 7), (1,))  # no bonuses
    assert refusal(steps[-1].state, 1, Draw()) == ("game_over", "D29")
    assert refusal(steps[-1].state, 1, Resign()) == ("game_over", "D29")
    assert steps[-1].state.rounds_scored == 0


def test_out_of_turn_the_turn_goes_on() -> None:
    steps = rules.play(dealt(3), 2, Resign())
    assert happened(steps) == ["left"]
    state = steps[-1].state
    assert turn(state) == (1, "meld", 1)
    assert refusal(state, 2, Resign()) == ("not_your_turn", "D29")
    assert refusal(state, 2, Draw()) == ("not_your_turn", "R5")
    assert turn(after(state, (1, Draw()), (1, Draw()))) == (0, "meld", 1)  # seat 2 is skipped
    with pytest.raises(RuleError) as refused:
        rules.plan(state, 2, lay("AC 2C 3C"))
    assert refused.value.rule == "D29"


def test_amid_ones_turn_it_ends_and_the_drawn_cards_go_out_of_play() -> None:
    steps = rules.play(after(dealt(3), (1, Draw())), 1, Resign())
    assert happened(steps) == ["left", "drawn", "turn_opened"]
    state = steps[-1].state
    assert turn(state) == (2, "meld", 1)
    assert len(state.seats[1].hand) == 12


def test_before_the_opening_draw_and_between_rounds() -> None:
    state = rules.apply(rules.start(dealt(3).options, (True,) * 3), None, Deal(deck(3), 0)).state
    steps = rules.play(state, 1, Resign())
    assert happened(steps) == ["left", "drawn", "turn_opened"]
    assert turn(steps[-1].state) == (2, "meld", 1)
    scored = after(position("7C 7D 7H", "9S", "9D", dealer=2), (0, lay("7C 7D 7H")))
    left = rules.apply(scored, 0, Resign()).state
    assert left.owes is Owes.DEAL
    assert rules.next_dealer(left) == 1  # D4c
    start = rules.apply(rules.start(dealt(3).options, (True,) * 3), 2, Resign()).state
    assert len(after(start, (None, Deal(deck(2), 0))).seats[1].hand) == 11


def test_with_two_left_of_three_the_deck_is_the_small_one() -> None:
    state = after(position("7C 7D 7H", "9S", "9D", dealer=0), (1, Resign()), (0, lay("7C 7D 7H")))
    assert [seat.score for seat in state.seats] == [43, 0, 0]  # the leaver's hand counts: 9 + 9 + 25
    assert rules.next_dealer(state) == 2  # D4c: over the leaver
    state = after(state, (None, Deal(deck(2), 2)))
    assert [len(seat.hand) for seat in state.seats] == [11, 0, 10]  # D4a
    assert [seat.dealt_in for seat in state.seats] == [True, False, True]
    steps = rules.play(after(state, (0, Draw()), (0, Draw())), 2, Resign())
    assert ended(steps[-1].state) == ("finished", "resignation", (43, 0, 0), (0,))


def test_a_leaver_of_an_earlier_round_has_no_part_in_the_next_scoring() -> None:
    seats = {1: {"hand": (), "dealt_in": False, "left": True, "score": 30}}
    steps = rules.play(position("7C 7D 7H", "", "9D", seats=seats), 0, lay("7C 7D 7H"))
    record = steps[-1].events[-1].record  # type: ignore[union-attr]  # a RoundScored
    assert (record.points, record.scores, record.winners) == ((0, None, 9), (34, 0, 0), (0,))
    assert (record.hands[1], record.went_out) == ((), (0,))
    assert [seat.score for seat in steps[-1].state.seats] == [34, 30, 0]


def test_without_a_human_player_the_game_is_cancelled() -> None:
    for bots in ({1: BOTS}, {1: BOTS, 2: BOTS}):
        hands = ("KS", "KD", "KH")[: len(bots) + 1]
        steps = rules.play(position(*hands, seats=bots), 0, Resign())
        assert happened(steps) == ["left", "game_ended"]
        assert ended(steps[-1].state)[:2] == ("cancelled", "abandoned")
        assert ended(steps[-1].state)[3] == ()
        assert refusal(steps[-1].state, 1, Draw()) == ("game_over", "D29")


def test_a_house_player_takes_over() -> None:
    options = {"replace_left": "beginner"}
    state = position("KS QS", "KD", "KH", options=options, drawn="QS", seats={0: {"missed": 1, "score": 9}})
    steps = rules.play(state, 0, Resign())
    assert happened(steps) == ["left"]
    after_ = steps[-1].state
    seat = after_.seats[0]
    assert (seat.left, seat.human, seat.missed, seat.score, len(seat.hand)) == (False, False, 0, 9, 2)
    assert turn(after_) == (0, "meld", 1)
    assert rules.allowed(after_, 0) == ["draw", "meld"]
    assert happened(rules.play(after_, 1, Resign())) == ["left"]
    final = rules.play(after(after_, (1, Resign())), 2, Resign())
    assert ended(final[-1].state)[:2] == ("cancelled", "abandoned")


@pytest.mark.parametrize("drawn", [1, 2])
def test_a_turn_that_runs_out_is_drawn_to_the_third_card(drawn: int) -> None:
    state = dealt(3) if drawn == 1 else after(dealt(3), (1, Draw()))
    steps = rules.time_out(state)
    assert [step.timed_out for step in steps] == [True] * (3 - drawn) + [False]
    assert [step.seat for step in steps] == [1] * (3 - drawn) + [2]
    state = steps[-1].state
    assert turn(state) == (2, "meld", 1)
    assert state.seats[1].missed == (1 if drawn == 1 else 0)  # who drew by their own hand has not missed it


def test_running_out_never_knocks_or_melds() -> None:
    asked = position("AC", "KS", phase=Phase.KNOCK, drawn="AC")
    assert happened(rules.time_out(asked)) == ["passed", "drawn", "turn_opened"]
    steps = rules.time_out(position("AC 2S", "KS", stock="AD AH KC QC", drawn="AC"))
    assert happened(steps) == ["drawn", "drawn", "passed", "drawn", "turn_opened"]


def test_running_out_on_an_empty_stock_and_in_a_last_turn() -> None:
    state = position("AC", "KS", "KD", stock="", drawn="AC", took_last=0)
    assert happened(rules.time_out(state)) == ["passed", "passed", "turn_opened"]
    state = position("AC", "KS", stock="", phase=Phase.LAST, last_turns=(0, 1), took_last=1)
    steps = rules.time_out(state)
    assert happened(steps) == ["passed", "turn_opened"]
    assert happened(rules.time_out(steps[-1].state)) == ["passed", "round_scored"]


def test_too_many_missed_in_a_row_is_leaving() -> None:
    state = position("KC", "KS", "KD", seats={0: {"missed": 1}}, drawn="KC")
    steps = rules.time_out(state)
    assert happened(steps) == ["drawn", "drawn", "left", "drawn", "turn_opened"]
    assert steps[-1].state.seats[0].left
    last = position(
        "KC", "KS", seats={0: {"missed": 1}}, phase=Phase.LAST, stock="", last_turns=(0,), took_last=0
    )
    assert happened(rules.time_out(last)) == ["passed", "left", "game_ended"]  # the round is not scored
    more = position(
        "KC", "KS", "AD", seats={0: {"missed": 1}}, phase=Phase.LAST, stock="", last_turns=(0,), took_last=0
    )
    assert happened(rules.time_out(more)) == ["passed", "left", "round_scored"]


def test_who_left_by_running_out_with_the_last_card_has_no_last_turn() -> None:
    state = position("KC", "KS", "KD", seats={0: {"missed": 1}}, stock="2C 2D", drawn="KC")
    steps = rules.time_out(state)
    assert happened(steps) == ["drawn", "drawn", "stock_exhausted", "left", "turn_opened"]
    assert steps[-1].state.round is not None
    assert steps[-1].state.round.last_turns == (1, 2)


def test_missed_turns_are_forgotten_when_one_is_not() -> None:
    state = position("7C 7D 7H KC QC", "KS", seats={0: {"missed": 1}})
    assert after(state, (0, lay("7C 7D 7H"))).seats[0].missed == 0
    state = after(position("KC", "KS", seats={0: {"missed": 1}}, stock="2C 3C 4C 5C"), (0, Draw()))
    assert rules.time_out(state)[-1].state.seats[0].missed == 0
    last = position("KC", "KS", seats={0: {"missed": 1}}, phase=Phase.LAST, stock="", last_turns=(0, 1))
    assert after(last, (0, Pass())).seats[0].missed == 0


def test_missed_turns_are_counted_across_rounds() -> None:
    state = position("7C 7D 7H", "9S", "9D", seats={1: {"missed": 1}})
    state = after(state, (0, lay("7C 7D 7H")), (None, Deal(deck(3), 0)))
    assert turn(state)[0] == 1
    assert "left" in happened(rules.time_out(state))


def test_a_house_player_after_missed_turns_and_the_house_never_misses() -> None:
    state = position(
        "KC", "KS", "KD", seats={0: {"missed": 1}}, options={"replace_left": "beginner"}, drawn="KC"
    )
    steps = rules.time_out(state)
    assert happened(steps) == ["drawn", "drawn", "left", "drawn", "turn_opened"]
    assert (steps[-1].state.seats[0].left, steps[-1].state.seats[0].human) == (False, False)
    state = position("KC", "KS", "KD", seats={0: BOTS}, options={"timeouts_to_leave": 1}, drawn="KC")
    assert happened(rules.time_out(state)) == ["drawn", "drawn", "drawn", "turn_opened"]
    assert rules.time_out(state)[-1].state.seats[0].missed == 0


def test_a_leaver_cannot_win_a_single_round() -> None:
    state = position("7C 7D 7H KC", "9S", "AD", options={"rounds": 1}, stock="KH KD", drawn="KC")
    state = after(state, (2, Resign()), (0, Draw()), (0, Draw()), (1, Pass()), (0, lay("7C 7D 7H")))
    assert state.status is Status.FINISHED
    assert ended(state)[1:] == ("single_round", (0, 21, 0), (1,))


def test_nothing_runs_out_where_no_turn_is_open() -> None:
    for state in (rules.start(dealt(3).options, (True,) * 3), after(position("KS", "KD"), (0, Resign()))):
        with pytest.raises(RuleError):
            rules.time_out(state)
