"""A turn: draws, melds, knocking, going out, and in which order it is refused."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine import rules
from games.engine.cards import deck
from games.engine.errors import InvalidMove, RuleError
from games.engine.moves import Deal, Draw, Knock, Move, Pass
from games.engine.state import Options, Owes, Phase, State, Status
from tests.engine.positions import after, cards, dealt, happened, lay, position


def refusal(state: State, seat: int | None, move: Move) -> tuple[str, str]:
    """The code and the rule with which this is refused."""
    with pytest.raises(RuleError) as refused:
        rules.apply(state, seat, move)
    return refused.value.code, refused.value.rule


def turn(state: State) -> tuple[int, str, int]:
    """Whose turn it is, its phase, how many cards were drawn."""
    assert state.turn is not None
    return state.turn.seat, state.turn.phase.value, len(state.turn.drawn)


@pytest.mark.parametrize(("players", "stock"), [(2, 33), (3, 76), (4, 66), (5, 56)])
def test_the_deal(players: int, stock: int) -> None:
    state = rules.start(Options(players=players), (True,) * players)
    assert rules.next_dealer(state) is None
    assert refusal(state, 0, Draw()) == ("not_started", "R4")
    steps = rules.play(state, None, Deal(deck(players), 1))
    assert happened(steps) == ["dealt", "drawn", "turn_opened"]
    assert [step.state.owes for step in steps] == [Owes.DRAW, None]
    state = steps[-1].state
    first = 2 % players
    assert turn(state) == (first, "meld", 1)  # R5, D6d
    assert [len(seat.hand) for seat in state.seats] == [10 + (seat == first) for seat in range(players)]
    assert state.round is not None
    assert len(state.round.stock) == stock - 1
    assert state.seats[first].hand[0] is deck(players)[0]


def test_a_deal_that_cannot_be() -> None:
    state = rules.start(Options(players=3), (True,) * 3)
    for move in (
        Deal(deck(2), 0),
        Deal(deck(3)[1:], 0),
        Deal((*deck(3)[1:], deck(3)[5]), 0),
        Deal(deck(3), 3),
    ):
        with pytest.raises(InvalidMove):
            rules.apply(state, None, move)
    assert refusal(state, 0, Deal(deck(3), 0)) == ("wrong_phase", "R4")
    assert refusal(dealt(), None, Deal(deck(3), 0)) == ("wrong_phase", "R4")


def test_before_the_opening_draw_nothing_can_be_done() -> None:
    state = rules.apply(rules.start(Options(players=3), (True,) * 3), None, Deal(deck(3), 0)).state
    assert rules.allowed(state, 1) == []
    assert refusal(state, 1, lay("AC 2C 3C")) == ("wrong_phase", "D6d")
    assert refusal(state, 2, Draw()) == ("not_your_turn", "R5")


def test_drawing_to_the_third_card_ends_the_turn() -> None:
    state = dealt()
    assert rules.allowed(state, 1) == ["draw", "meld"]
    assert [rules.allowed(state, seat) for seat in (0, 2)] == [[], []]
    state = after(state, (1, Draw()))
    assert turn(state) == (1, "meld", 2)
    steps = rules.play(state, 1, Draw())
    assert happened(steps) == ["drawn", "drawn", "turn_opened"]
    assert [step.seat for step in steps] == [1, 2]
    assert turn(steps[-1].state) == (2, "meld", 1)
    assert len(steps[-1].state.seats[1].hand) == 13


def test_after_a_third_card_a_small_hand_may_knock_but_not_meld() -> None:
    state = after(position("AC AD", "9S", stock="AH 2H 9C 9D", drawn="AD"), (0, Draw()), (0, Draw()))
    assert turn(state) == (0, "knock", 3)
    assert rules.allowed(state, 0) == ["knock", "pass"]
    assert refusal(state, 0, lay("AC AD AH")) == ("third_card_drawn", "R6")
    assert refusal(state, 0, Draw()) == ("wrong_phase", "R6")
    assert refusal(state, 1, Knock()) == ("not_your_turn", "R5")
    assert happened(rules.play(state, 0, Pass())) == ["passed", "drawn", "turn_opened"]
    steps = rules.play(state, 0, Knock())
    assert happened(steps) == ["knocked", "round_scored"]
    assert [seat.score for seat in steps[-1].state.seats] == [4, 0]
    assert steps[-1].state.owes is Owes.DEAL


def test_moves_of_other_phases() -> None:
    state = dealt()
    assert refusal(state, 1, Pass()) == ("wrong_phase", "D6a")
    assert refusal(state, 1, Knock()) == ("wrong_phase", "R7")
    assert refusal(state, 2, Pass()) == ("not_your_turn", "R5")
    assert refusal(state, None, Pass()) == ("not_your_turn", "R5")
    assert refusal(state, 7, Pass()) == ("not_your_turn", "R5")
    assert refusal(state, -1, Pass()) == ("not_your_turn", "R5")


def test_a_meld_ends_the_turn() -> None:
    state = position("7C 7D 7H KS KD", "9S")
    steps = rules.play(state, 0, lay("7C 7D 7H"))
    assert happened(steps) == ["melded", "drawn", "turn_opened"]
    assert steps[0].state.seats[0].hand == cards("KS KD")
    assert turn(steps[-1].state) == (1, "meld", 1)
    assert refusal(state, 1, lay("7C 7D 7H")) == ("not_your_turn", "R5")
    assert refusal(state, 0, lay()) == ("nothing_played", "R12")


def test_a_meld_with_five_points_left_leads_to_the_question() -> None:
    state = position("7C 7D 7H 5S", "9S")
    asked = after(state, (0, lay("7C 7D 7H")))
    assert turn(asked) == (0, "knock", 0)
    assert refusal(asked, 0, lay("7C 7D 7H")) == ("wrong_phase", "D6b")
    assert refusal(asked, 0, Draw()) == ("wrong_phase", "D6b")
    assert happened(rules.play(state, 0, lay("7C 7D 7H", knock=True))) == [
        "melded",
        "knocked",
        "round_scored",
    ]
    assert happened(rules.play(state, 0, lay("7C 7D 7H", knock=False))) == ["melded", "drawn", "turn_opened"]


def test_knocking_with_more_than_five_plays_nothing() -> None:
    state = position("7C 7D 7H 6S", "9S")
    assert refusal(state, 0, lay("7C 7D 7H", knock=True)) == ("hand_above_five", "R17")
    assert refusal(state, 0, lay("7C 7D", knock=True)) == ("illegal_meld", "R8")
    assert happened(rules.play(state, 0, lay("7C 7D 7H"))) == ["melded", "drawn", "turn_opened"]


@pytest.mark.parametrize("knock", [None, True, False])
def test_going_out_ends_the_round_and_is_no_knock(knock: bool | None) -> None:
    steps = rules.play(position("7C 7D 7H", "9S *"), 0, lay("7C 7D 7H", knock=knock))
    assert happened(steps) == ["melded", "went_out", "round_scored"]
    state = steps[-1].state
    assert [seat.score for seat in state.seats] == [59, 0]  # R22 + R25
    assert [seat.rounds_won for seat in state.seats] == [1, 0]
    record = steps[-1].events[-1].record  # type: ignore[union-attr]  # a RoundScored, as asserted above
    assert (record.knocker, record.went_out, record.stock_exhausted) == (None, (0,), False)


def test_the_deal_passes_clockwise() -> None:
    state = after(position("7C 7D 7H", "9S", "9D", dealer=2), (0, lay("7C 7D 7H")))
    assert state.status is Status.ACTIVE
    assert rules.next_dealer(state) == 0  # D3a
    with pytest.raises(InvalidMove):
        rules.apply(state, None, Deal(deck(3), 1))
    assert refusal(state, 0, Draw()) == ("not_started", "R4")
    state = after(state, (None, Deal(deck(3), 0)))
    assert state.round is not None
    assert (state.round.number, state.round.table, turn(state)) == (2, (), (1, "meld", 1))
    assert state.turns == 2


def test_the_target_ends_the_game_with_its_bonuses() -> None:
    seats = {0: {"score": 40, "rounds_won": 1}, 1: {"score": 48, "rounds_won": 5}}
    state = after(
        position("AC 2C 3C 4D", "9S", seats=seats, options={"target": 50}), (0, lay("AC 2C 3C", knock=True))
    )
    assert state.status is Status.ACTIVE  # 45 points
    state = after(position("7C 7D 7H", "9S", seats=seats, options={"target": 50}), (0, lay("7C 7D 7H")))
    assert state.result is not None
    assert (state.status, state.owes) == (Status.FINISHED, None)
    assert (state.result.final, state.result.winners, state.result.reason) == ((174, 173), (0,), "target")
    assert refusal(state, 1, Draw()) == ("game_over", "R26")
    assert refusal(state, None, Deal(deck(2), 0)) == ("game_over", "R26")


def test_a_single_round() -> None:
    state = after(position("7C 7D 7H", "9S", "AD", options={"rounds": 1}), (0, lay("7C 7D 7H")))
    assert state.result is not None
    assert (state.result.final, state.result.winners, state.result.reason) == (
        (35, 0, 0),
        (0,),
        "single_round",
    )
    assert refusal(state, 1, Draw()) == ("game_over", "D28b")


def test_planning_leaves_turn_and_phase_out() -> None:
    state = position("9S", "7C 7D 7H KS", table=["3C 3D 3H"])
    rules.plan(state, 1, lay("3C 3D 3H", "7C 7D 7H"))
    for move, code in (
        (lay("7C 7D 7H"), "table_card_removed"),
        (lay("3C 3D 3H", "7C 7D"), "illegal_meld"),
        (lay("3C 3D 3H", "7C 7D 7H", knock=True), "hand_above_five"),
    ):
        with pytest.raises(RuleError) as refused:
            rules.plan(state, 1, move)
        assert refused.value.code == code


def test_terms_that_cannot_be() -> None:
    impossible: tuple[dict[str, Any], ...] = (
        {"players": 1},
        {"players": 6},
        {"target": 49},
        {"target": 501},
        {"rounds": 2},
        {"timeouts_to_leave": 0},
    )
    for terms in impossible:
        with pytest.raises(ValueError, match="no such terms"):
            Options(**{"players": 3, **terms})
    with pytest.raises(ValueError, match="one seat"):
        rules.start(Options(players=3), (True,))


def test_nothing_is_changed_by_a_refused_move() -> None:
    state = position("7C 7D 7H", "9S")
    before = repr(state)
    for move in (Pass(), Knock(), lay("7C 7D"), lay("7C 7D 8H")):
        refusal(state, 0, move)
    assert repr(state) == before
    assert state.turn is not None
    assert state.turn.phase is Phase.MELD
