"""Who sees what: the view, the log and the events, for a seat, another seat, and nobody's seat."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine import codec, rules
from games.engine.cards import deck
from games.engine.moves import Deal, Draw, Resign
from games.engine.rules import Step
from games.engine.view import event_for, log_entry_for, view_for
from tests.engine.positions import after, dealt, lay, position


def stored(step: Step) -> dict[str, Any]:
    """A step as the log stores it."""
    return {
        "seat": step.seat,
        "type": step.move.type,
        "data": codec.encode_move(step.move),
        "events": [codec.encode_event(event) for event in step.events],
        "timed_out": step.timed_out,
    }


def test_the_view_of_a_seat() -> None:
    state = position("7D 9S *", "KS", table=["7C 7H *7S"], stock="2C 3C", drawn="9S 7D")
    assert view_for(state, 0) == {
        "seats": [
            {"seat": 0, "score": 0, "rounds_won": 0, "cards": 3, "status": "playing"},
            {"seat": 1, "score": 0, "rounds_won": 0, "cards": 1, "status": "playing"},
        ],
        "round": {
            "number": 1,
            "dealer": 1,
            "turn": {"seat": 0, "phase": "meld", "drawn": 2},
            "table": [{"id": "m1", "kind": "group", "cards": ["7C", "7H", "*7S"]}],
            "stock": 2,
            "last_turns": False,
        },
        "you": {
            "seat": 0,
            "hand": ["7D", "9S", "*"],
            "points": 41,
            "can": ["draw", "meld"],
            "drawn": ["9S", "7D"],
        },
        "result": None,
    }
    assert view_for(state, 1)["you"] == {"seat": 1, "hand": ["KS"], "points": 10, "can": [], "drawn": []}
    nobody = view_for(state, None)
    assert nobody == {**view_for(state, 0), "you": None}


def test_views_of_other_moments() -> None:
    start = rules.start(dealt(3).options, (True,) * 3)
    assert view_for(start, 0)["round"] is None
    scored = after(position("7C 7D 7H", "9S KD"), (0, lay("7C 7D 7H")))
    view = view_for(scored, 0)
    assert view["round"]["turn"] is None
    assert (view["you"]["can"], view["result"]) == ([], None)
    over = after(position("7C 7D 7H", "9S KD"), (0, Resign()))
    view = view_for(over, 1)
    assert view["result"] == {"final": [0, 0], "winners": [1], "reason": "resignation"}
    assert view["seats"][0]["status"] == "left"
    for seat in (-1, 2):
        with pytest.raises(ValueError, match="no such seat"):
            view_for(over, seat)


def test_a_played_card_is_not_marked_as_drawn() -> None:
    state = after(position("7C 7D 7H AC", "KS", drawn="7H AC"), (0, lay("7C 7D 7H")))
    assert view_for(state, 0)["you"]["drawn"] == ["AC"]


def test_a_drawn_card_is_shown_to_its_seat_until_revealed() -> None:
    entry = stored(rules.play(dealt(3), 1, Draw())[0])
    card = entry["events"][0]["card"]
    for seat, revealed, shown in ((1, False, card), (0, False, None), (None, False, None), (0, True, card)):
        assert log_entry_for(entry, seat, revealed) == {"card": shown}
        assert event_for(entry["events"][0], seat, revealed) == {
            "type": "drawn",
            "seat": 1,
            "card": shown,
            "stock": 74,
        }
    assert entry["events"][0]["card"] == card  # what is stored stays complete


def test_a_deal_shows_a_seat_its_own_cards_until_revealed() -> None:
    step = rules.play(rules.start(dealt(3).options, (True,) * 3), None, Deal(deck(3), 0))[0]
    entry = stored(step)
    hands = [[card.text for card in seat.hand] for seat in step.state.seats]
    assert log_entry_for(entry, 1, False) == {"dealer": 0, "hands": [None, hands[1], None], "stock": None}
    assert log_entry_for(entry, None, False) == {"dealer": 0, "hands": [None] * 3, "stock": None}
    assert step.state.round is not None
    stock = [card.text for card in step.state.round.stock]
    assert log_entry_for(entry, None, True) == {"dealer": 0, "hands": hands, "stock": stock}
    assert event_for(entry["events"][0], 1, False) == {"type": "dealt", "round": 1, "dealer": 0}


def test_a_deal_over_a_leaver() -> None:
    scored = after(position("7C 7D 7H", "9S", "9D", dealer=2), (1, Resign()), (0, lay("7C 7D 7H")))
    step = rules.play(scored, None, Deal(deck(2), 0))[0]
    hands = [[card.text for card in seat.hand] for seat in step.state.seats]
    assert hands[1] == []
    assert log_entry_for(stored(step), 2, False)["hands"] == [None, None, hands[2]]
    assert log_entry_for(stored(step), 2, True)["hands"] == hands


def test_a_meld_is_open_to_all_in_the_order_of_output() -> None:
    step = rules.play(position("7H 7C * KS KD", "9S"), 0, lay("7H *7D 7C", knock=False))[0]
    shown = {"table": [["7C", "*7D", "7H"]], "played": ["7H", "*", "7C"], "knock": False}
    assert log_entry_for(stored(step), None, False) == shown
    event = event_for(stored(step)["events"][0], None, False)
    assert event == {"type": "melded", "seat": 0, "table": shown["table"], "played": shown["played"]}


def test_an_opened_turn_says_no_more_than_the_contract() -> None:
    told = event_for(
        {"type": "turn_opened", "seat": 1, "phase": "meld", "turn": 7, "deadline": "…"}, 1, False
    )
    assert told == {"type": "turn_opened", "seat": 1, "phase": "meld", "deadline": "…"}


def test_other_lines_say_nothing_more() -> None:
    assert log_entry_for(stored(rules.play(dealt(3), 0, Resign())[0]), 1, False) == {}


def test_a_scored_round_is_written_as_in_the_contract() -> None:
    steps = rules.play(position("7C 7D 7H 2C", "9S *", dealer=1), 0, lay("7C 7D 7H", knock=True))
    event = codec.encode_event(steps[-1].events[-1])
    assert event_for(event, None, False) == {
        "type": "round_scored",
        "number": 1,
        "dealer": 1,
        "knocker": 0,
        "went_out": [],
        "stock_exhausted": False,
        "hands": [["2C"], ["9S", "*"]],
        "points": [2, 34],
        "scores": [32, 0],
        "winners": [0],
    }


def test_the_end_of_a_game_is_written_as_its_result() -> None:
    event = codec.encode_event(rules.play(position("KS", "KD"), 0, Resign())[-1].events[-1])
    assert event == {"type": "game_ended", "final": [0, 0], "winners": [1], "reason": "resignation"}
