"""The exhausted stock and the last turns: R20, D20a to D20c, D6e."""

from __future__ import annotations

from games.engine import rules
from games.engine.moves import Draw, Knock, Pass, Resign
from games.engine.state import Owes, Phase, Status
from tests.engine.positions import after, happened, lay, position
from tests.engine.test_turns import refusal, turn


def test_the_last_card_as_the_first_of_a_turn() -> None:
    state = position("9S 9D 9H KC", "KS", "KD", stock="2C")
    steps = rules.play(state, 0, lay("9S 9D 9H"))
    assert happened(steps) == ["melded", "drawn", "turn_opened", "stock_exhausted"]
    state = steps[-1].state
    assert turn(state) == (1, "meld", 1)
    assert rules.allowed(state, 1) == ["meld", "pass"]  # D6e: no further card
    assert refusal(state, 1, Draw()) == ("stock_empty", "D6e")
    assert refusal(state, 1, Knock()) == ("wrong_phase", "R7")
    steps = rules.play(state, 1, Pass())
    assert happened(steps) == ["passed", "turn_opened"]
    state = steps[-1].state
    assert turn(state) == (2, "last", 0)  # D20a: the next player begins
    assert state.round is not None
    assert state.round.last_turns == (2, 0, 1)


def test_the_last_card_as_the_third() -> None:
    state = position("KC", "KS", "KD", stock="2C", drawn="KC QC")
    steps = rules.play(state, 0, Draw())
    assert happened(steps) == ["drawn", "stock_exhausted", "turn_opened"]
    assert turn(steps[-1].state) == (1, "last", 0)
    state = position("AC", "KS", "KD", stock="2C", drawn="AC QC")
    asked = after(state, (0, Draw()))
    assert turn(asked) == (0, "knock", 3)
    assert happened(rules.play(asked, 0, Knock())) == ["knocked", "round_scored"]  # D20a: may still knock
    assert turn(after(asked, (0, Pass()))) == (1, "last", 0)


def test_who_took_the_last_card_may_still_meld_and_knock_or_go_out() -> None:
    state = position("9S 9D 2C", "KS", "KD", stock="9H", drawn="9D")
    state = after(state, (0, Draw()))
    assert turn(state) == (0, "meld", 2)
    assert happened(rules.play(state, 0, lay("9S 9D 9H", knock=True))) == [
        "melded",
        "knocked",
        "round_scored",
    ]
    asked = after(state, (0, lay("9S 9D 9H")))
    assert turn(asked) == (0, "knock", 2)
    state = after(position("9S 9D", "KS", "KD", stock="9H", drawn="9D"), (0, Draw()))
    steps = rules.play(state, 0, lay("9S 9D 9H"))
    assert happened(steps) == ["melded", "went_out", "round_scored"]  # D19a: this is no last turn yet
    record = steps[-1].events[-1].record  # type: ignore[union-attr]  # a RoundScored
    assert not record.stock_exhausted


def test_a_pass_on_an_empty_stock_may_lead_to_the_question() -> None:
    state = position("AC", "KS", "KD", stock="", drawn="AC", took_last=0)
    asked = after(state, (0, Pass()))
    assert turn(asked) == (0, "knock", 1)
    assert refusal(asked, 0, lay("AC AD AH")) == ("wrong_phase", "D6b")
    assert happened(rules.play(asked, 0, Knock())) == ["knocked", "round_scored"]
    assert happened(rules.play(asked, 0, Pass())) == ["passed", "turn_opened"]


def test_a_last_turn_is_a_meld_or_a_pass() -> None:
    state = position("9S 9D 9H AC", "KS", stock="", phase=Phase.LAST, last_turns=(0, 1), took_last=1)
    assert rules.allowed(state, 0) == ["meld", "pass"]
    assert refusal(state, 0, Draw()) == ("wrong_phase", "D20b")
    assert refusal(state, 0, Knock()) == ("wrong_phase", "D20b")
    assert refusal(state, 0, lay("9S 9D 9H", knock=True)) == ("wrong_phase", "D20b")
    assert refusal(state, 0, lay("9S 9D", knock=True)) == ("wrong_phase", "D20b")
    for knock in (None, False):  # five points or fewer, but no question
        steps = rules.play(state, 0, lay("9S 9D 9H", knock=knock))
        assert happened(steps) == ["melded", "turn_opened"]
        assert turn(steps[-1].state) == (1, "last", 0)


def test_going_out_in_a_last_turn_does_not_end_the_round() -> None:
    state = position(
        "9S 9D 9H", "KS KD KH", "2C QC", stock="", phase=Phase.LAST, last_turns=(0, 1, 2), took_last=2
    )
    steps = rules.play(state, 0, lay("9S 9D 9H"))
    assert happened(steps) == ["melded", "went_out", "turn_opened"]
    steps = rules.play(steps[-1].state, 1, lay("9S 9D 9H", "KS KD KH"))
    assert happened(steps) == ["melded", "went_out", "turn_opened"]
    steps = rules.play(steps[-1].state, 2, Pass())
    assert happened(steps) == ["passed", "round_scored"]
    record = steps[-1].events[-1].record  # type: ignore[union-attr]  # a RoundScored
    assert (record.scores, record.winners, record.went_out) == ((37, 37, 0), (0, 1), (0, 1))
    assert record.stock_exhausted
    assert steps[-1].state.owes is Owes.DEAL


def test_a_leaver_has_no_last_turn() -> None:
    state = position(
        "KC", "KS", "KD", "KH", stock="", phase=Phase.LAST, last_turns=(1, 2, 3, 0), turn=1, took_last=0
    )
    left = after(state, (3, Resign()))  # out of turn
    assert turn(left) == (1, "last", 0)
    assert left.round is not None
    assert left.round.last_turns == (1, 2, 0)
    steps = rules.play(state, 1, Resign())  # in turn
    assert happened(steps) == ["left", "turn_opened"]
    assert turn(steps[-1].state) == (2, "last", 0)
    gone = after(state, (0, Resign()), (1, Pass()), (2, Pass()))  # who took the last card (D20c)
    assert turn(gone) == (3, "last", 0)
    assert happened(rules.play(gone, 3, Pass())) == ["passed", "round_scored"]


def test_the_last_one_owed_a_turn_leaves() -> None:
    state = position("KC", "KS", "AD", stock="", phase=Phase.LAST, last_turns=(2,), turn=2, took_last=2)
    steps = rules.play(state, 2, Resign())
    assert happened(steps) == ["left", "round_scored"]
    record = steps[-1].events[-1].record  # type: ignore[union-attr]  # a RoundScored
    assert (record.points, record.scores, record.winners) == ((10, 10, 1), (0, 0, 0), (0, 1))
    state = position("KC", "KS", "AD", stock="", phase=Phase.LAST, last_turns=(1, 2), turn=1, took_last=2)
    assert happened(rules.play(after(state, (2, Resign())), 1, Pass())) == ["passed", "round_scored"]


def test_who_took_the_last_card_leaves_in_that_turn() -> None:
    state = position("KC", "KS", "KD", "KH", stock="", drawn="KC", took_last=0)
    steps = rules.play(state, 0, Resign())
    assert happened(steps) == ["left", "turn_opened"]
    state = steps[-1].state
    assert state.round is not None
    assert state.round.last_turns == (1, 2, 3)  # D20c
    steps = rules.play(after(state, (1, Pass()), (2, Pass())), 3, Pass())
    assert happened(steps) == ["passed", "round_scored"]
    assert steps[-1].state.status is Status.ACTIVE
