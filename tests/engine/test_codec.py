"""JSON: what is stored comes back, what is damaged or hostile is refused."""

from __future__ import annotations

import copy
import json
import time
from typing import Any

import pytest

from games.engine import codec, rules
from games.engine.cards import deck
from games.engine.errors import BadCard, BadState, InvalidMove
from games.engine.moves import Deal, Draw, Knock, MeldMove, Move, Pass, Resign
from tests.engine.positions import after, cards, dealt, lay, position

STATES = [
    dealt(3),
    rules.start(dealt(4).options, (True, False, True, True)),
    position("7C *", "9S", table=["AC 2C *3C", "7D 7H *7S"], last_turns=(1,), took_last=1, stock=""),
    after(position("KS", "KD"), (0, Resign())),
    after(position("7C 7D 7H", "9S", options={"replace_left": "beginner"}), (0, lay("7C 7D 7H"))),
]
MOVES: list[Move] = [Draw(), Knock(), Pass(), Resign(), lay("7C 7D *7H"), lay(knock=True), Deal(deck(3), 2)]


@pytest.mark.parametrize("state", STATES)
def test_states_come_back(state: Any) -> None:
    stored = json.loads(json.dumps(codec.encode_state(state)))
    assert stored["format"] == codec.FORMAT
    assert codec.encode_state(state) == stored
    assert codec.decode_state(stored) == state
    assert codec.scores(stored) == [seat.score for seat in state.seats]
    assert codec.rounds_scored(stored) == state.rounds_scored


@pytest.mark.parametrize("move", MOVES, ids=lambda move: move.type)
def test_moves_come_back(move: Move) -> None:
    stored = json.loads(json.dumps(codec.encode_move(move)))
    assert codec.decode_stored_move(move.type, stored) == move


@pytest.mark.parametrize("number", [0, 2, -1, 99, None, "1", True, 1.0, [1]])
def test_unknown_formats(number: object) -> None:
    with pytest.raises(BadState):
        codec.decode_state({**codec.encode_state(STATES[0]), "format": number})


HOSTILE: list[object] = [
    None,
    True,
    False,
    -1,
    1.5,
    "x",
    "7D 7D x",
    [],
    [[[]]],
    {},
    {"a": 1},
    2**80,
    "7D " * 9999,
]


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The path to each value inside some JSON."""
    inner = (
        list(value.items())
        if isinstance(value, dict)
        else list(enumerate(value))
        if isinstance(value, list)
        else []
    )
    return [path, *(found for key, each in inner for found in places(each, (*path, key)))]


@pytest.mark.parametrize("state", STATES)
def test_damaged_states_are_refused_or_read_never_worse(state: Any) -> None:
    stored = codec.encode_state(state)
    for path in places(stored):
        for wrong in HOSTILE:
            if not path:
                damaged: Any = wrong
            else:
                damaged = copy.deepcopy(stored)
                spot = damaged
                for key in path[:-1]:
                    spot = spot[key]
                if type(spot[path[-1]]) is type(wrong):
                    continue
                spot[path[-1]] = wrong
            try:
                codec.decode_state(damaged)
            except BadState:
                continue
            assert path[-1] in (
                "rounds",
                "replace_left",
                "round",
                "turn",
                "owes",
                "last_turns",
                "took_last",
                "result",
            ), (
                path,
                wrong,
            )


def test_an_illegal_table_cannot_be_stored() -> None:
    stored = codec.encode_state(STATES[2])
    stored["round"]["table"][0][1] = "AC 2C 4C"  # type: ignore[index]  # a round, as encoded
    with pytest.raises(BadState):
        codec.decode_state(stored)


@pytest.mark.parametrize(
    ("sent", "field"),
    [
        (None, "body"),
        ([], "body"),
        ({}, "type"),
        ({"type": None}, "type"),
        ({"type": 1}, "type"),
        ({"type": ["draw"]}, "type"),
        ({"type": "deal", "deck": "", "dealer": 0}, "type"),
        ({"type": "resign"}, "type"),
        ({"type": "DRAW"}, "type"),
        ({"type": "draw", "card": "7D"}, "card"),
        ({"type": "pass", "table": []}, "table"),
        ({"type": "meld"}, "table"),
        ({"type": "meld", "table": None}, "table"),
        ({"type": "meld", "table": "7C 7D 7H"}, "table"),
        ({"type": "meld", "table": {"0": []}}, "table"),
        ({"type": "meld", "table": ["7C"]}, "table"),
        ({"type": "meld", "table": [[["7C"]]]}, "table"),
        ({"type": "meld", "table": [[7]]}, "table"),
        ({"type": "meld", "table": [[None]]}, "table"),
        ({"type": "meld", "table": [[True]]}, "table"),
        ({"type": "meld", "table": [["1H", 7]]}, "table"),
        ({"type": "meld", "table": [[]] * 107}, "table"),
        ({"type": "meld", "table": [["7C"] * 201]}, "table"),
        ({"type": "meld", "table": [["7C"] * 101, ["7C"] * 100]}, "table"),
        ({"type": "meld", "table": [], "knock": 1}, "knock"),
        ({"type": "meld", "table": [], "knock": "true"}, "knock"),
        ({"type": "meld", "table": [], "knok": True}, "knok"),
    ],
)
def test_moves_of_a_wrong_shape(sent: object, field: str) -> None:
    with pytest.raises(InvalidMove) as refused:
        codec.decode_move(sent)
    assert list(refused.value.errors) == [field]
    assert all(isinstance(said, list) and said for said in refused.value.errors.values())


def test_each_field_is_named() -> None:
    with pytest.raises(InvalidMove) as refused:
        codec.decode_move({"type": "meld", "table": 1, "knock": 1, "x": 1})
    assert set(refused.value.errors) == {"table", "knock", "x"}


@pytest.mark.parametrize("written", ["1H", "*", "", "7D ", "QQ"])
def test_cards_that_cannot_be_read(written: str) -> None:
    sent = {"type": "meld", "table": [["7C", "7D", written]]}
    if written == "7D ":
        assert codec.decode_move(sent) == MeldMove((cards("7C 7D 7D"),))
        return
    with pytest.raises(BadCard) as refused:
        codec.decode_move(sent)
    assert refused.value.members == {"card": written}
    assert refused.value.rule == ("R14" if written == "*" else "R2")


def test_input_is_forgiving() -> None:
    move = codec.decode_move({"type": "meld", "table": [["7d", "10s", "*9♥"]], "knock": None})
    assert move == MeldMove((cards("7D TS *9H"),), None)


def test_huge_input_is_refused_cheaply() -> None:
    sent = [
        {"type": "meld", "table": [["7C", "7D", "7H"]] * 10_000},
        {"type": "meld", "table": [["7C"] * 1_000_000]},
        {"type": "meld", "table": [["x" * 1_000_000] * 3]},
        {"type": "x" * 1_000_000},
        {"type": "draw", **{str(n): n for n in range(10_000)}},
    ]
    start = time.process_time()
    for each in sent:
        with pytest.raises((InvalidMove, BadCard)):
            codec.decode_move(each)
    assert time.process_time() - start < 0.1


def test_drafts() -> None:
    shape = codec.check_draft({"table": [["7C"], ["*", "*9H"], []], "loose": ["9s", "*"], "version": 4})
    assert shape.table == (cards("7C"), cards("* *9H"), ())
    assert (shape.loose, shape.version) == (cards("9S *"), 4)
    assert codec.check_draft({"table": [], "version": 0}).loose == ()
    assert isinstance(codec.check_draft({"table": [["1H"]], "version": 4}).table, BadCard)


@pytest.mark.parametrize(
    "sent",
    [
        None,
        {},
        {"table": [], "version": True},
        {"table": [], "version": -1},
        {"table": [], "version": "4"},
        {"table": [[7]], "version": 4},
        {"table": [], "loose": "7D", "version": 4},
        {"table": [], "loose": None, "version": 4},
        {"table": [], "loose": ["7D"] * 201, "version": 4},
        {"table": [[]] * 107, "version": 4},
    ],
)
def test_drafts_of_a_wrong_shape(sent: object) -> None:
    with pytest.raises(InvalidMove):
        codec.check_draft(sent)


@pytest.mark.parametrize("kind", ["deal", "meld", "draw", "nonsense"])
def test_damaged_moves(kind: str) -> None:
    with pytest.raises(BadState):
        codec.decode_stored_move(kind, {"type": kind, "deck": "7D x", "dealer": True, "table": [["*"]]})


@pytest.mark.parametrize(
    "event",
    [
        None,
        {},
        {"type": "nonsense"},
        {"type": "drawn", "seat": True, "card": "7D", "stock": 1},
        {"type": "drawn", "seat": 0, "card": "7d", "stock": 1},
        {"type": "melded", "seat": 0, "table": [["7C", "7D"]], "labels": ["m1"], "played": []},
        {"type": "melded", "seat": 0, "table": [["7C", "7D", "7H"]], "labels": ["x"], "played": []},
        {"type": "melded", "seat": 0, "table": [["7C", "7D", "7H"]], "labels": [], "played": []},
        {"type": "turn_opened", "seat": 0, "phase": "x", "turn": 1},
    ],
)
def test_damaged_events(event: object) -> None:
    with pytest.raises(BadState):
        codec.decode_event(event)
