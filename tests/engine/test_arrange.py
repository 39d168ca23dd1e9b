"""Operations on a draft: where cards lie, which labels melds have, what jokers stand for."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.arrange import (
    Add,
    ArrangeError,
    Draft,
    Move,
    New,
    Op,
    SetMeld,
    Split,
    apply_op,
    apply_ops,
    decode_op,
    decode_ops,
    draft_from,
    encode_op,
    labels,
    problems,
    resume,
    to_table,
)
from games.engine.cards import Card, card, in_hand, parse_card
from games.engine.draft import claims
from games.engine.errors import BadCard, InvalidMove
from games.engine.melds import Meld, flaw, kind_of, ordered
from games.engine.notation import parse_line
from games.engine.table import rearrange
from games.engine.undeclared import in_order
from tests.engine.arrangements import Case, cases, random_ops


def cards(text: str) -> tuple[Card, ...]:
    return tuple(map(card, text.split()))


def table(*melds: str) -> tuple[Meld, ...]:
    return tuple(Meld(number, kind_of(cards(text)), cards(text)) for number, text in enumerate(melds, 1))


def after(draft: Draft, *lines: str) -> Draft:
    for line in lines:
        op = parse_line(line)
        assert isinstance(op, New | Add | Move | Split | SetMeld)
        draft = apply_op(draft, op)
    return draft


def shown(draft: Draft) -> dict[str, str]:
    return {each.label: " ".join(map(str, each.cards)) for each in draft.melds}


def refused(draft: Draft, line: str) -> ArrangeError:
    with pytest.raises(ArrangeError) as caught:
        after(draft, line)
    assert caught.value.op is not None
    return caught.value


BEFORE = draft_from(table("3C 4C 5C 6C 7C", "9C 9D *9H"), cards("5C 9H 2C KD *"))


def test_each_operation() -> None:
    draft = after(BEFORE, "split m1 5C", "5c > m1", "2C > m1")
    assert shown(draft) == {"m1": "2C 3C 4C 5C", "m2": "9C 9D *9H", "n1": "5C 6C 7C"}
    assert draft.hand == cards("9H KD *")
    draft = after(draft, "m2 9C > new", "n2 9C > m2", "m2: 9C 9D 9H")
    assert shown(draft)["n2"] == ""
    assert draft.loose == cards("*9H")
    draft = after(draft, "*TC > n2")
    assert (draft.loose, shown(draft)["n2"]) == ((), "*TC")
    assert labels(draft) == ("m1", "m2", "n1", "n2")
    assert problems(draft) == {"n2": "too_short"}
    assert len(draft.ops) == 7


def test_own_cards_return_to_the_hand_and_those_of_the_table_lie_loose() -> None:
    draft = after(BEFORE, "9H > m2", "m2: -")
    assert draft.loose == cards("9C 9D *9H")
    assert draft.hand == BEFORE.hand
    with pytest.raises(ArrangeError, match="loose cards must go to a meld: 9C 9D") as caught:
        to_table(draft)
    assert caught.value.code == "loose_cards"
    assert shown(after(draft, "m2: 9C 9D *9H")) == shown(BEFORE)


def test_of_two_equal_cards_one_stays_on_the_table() -> None:
    draft = after(BEFORE, "5C > m1", "m1: 3C 4C 5C")
    assert draft.loose == cards("6C 7C")
    assert "5C" in map(str, draft.hand)
    assert after(BEFORE, "5C > m1", "m1: 3C 4C 6C 7C").loose == cards("5C")


def test_two_melds_change_places_by_way_of_the_tray() -> None:
    draft = after(BEFORE, "m2: -", "m1: -", "m2: 3C 4C 5C 6C 7C", "m1: 9C 9D *9H")
    assert to_table(draft) == (cards("9C 9D *9H"), cards("3C 4C 5C 6C 7C"))


def test_a_split_is_before_the_second_of_two_equal_cards() -> None:
    assert shown(after(BEFORE, "5C > m1", "split m1 5C")) == {
        "m1": "3C 4C 5C", "m2": "9C 9D *9H", "n1": "5C 6C 7C",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("line", "code", "said"),
    [
        ("2C > m7", "no_meld", "there is no meld m7"),
        ("2C > n1", "no_meld", "there is no meld n1"),
        ("m1 9C > m2", "not_in_meld", "9C is not in m1; it lies in m2"),
        ("m1 3C > m1", "same_meld", "m1 is the meld that the cards are in"),
        ("7C > m2", "not_held", "7C is neither in the hand nor loose; it lies in m1"),
        ("AS > m2", "not_held", "AS is neither in the hand nor loose"),
        ("new 2C 2C", "not_held", "2C is neither in the hand nor loose"),
        ("m2: 9C 9D 9H 9S", "not_held", "9S is neither in the hand nor loose"),
        ("split m1 3C", "nothing_to_split", "m1 begins with 3C: nothing would be left of it"),
        ("split m1 9C", "not_in_meld", "9C is not in m1; it lies in m2"),
        ("* > m1", "which_value", "say what the joker in m1 stands for: *2C or *8C"),
    ],
)
def test_refusals(line: str, code: str, said: str) -> None:
    error = refused(BEFORE, line)
    assert (error.code, str(error)) == (code, said)


def test_an_operation_needs_cards() -> None:
    for op in (New(()), Add((), "m1"), Move("m1", (), "m2")):
        with pytest.raises(ArrangeError, match="no card is named"):
            apply_op(BEFORE, op)


@pytest.mark.parametrize(
    ("melds", "hand", "lines", "expected"),
    [
        (["9C 9D 9H"], "*", ["* > m1"], {"m1": "9C 9D 9H *9S"}),
        (["TC JC QC KC"], "*", ["*AC > m1"], {"m1": "TC JC QC KC *AC"}),
        (["AC 2C 3C"], "*", ["* > m1"], {"m1": "AC 2C 3C *4C"}),
        (["9C 9D *9H", "7S 8S TS"], "9H", ["m1 * > m2"], {"m1": "9C 9D", "m2": "7S 8S *9S TS"}),
        (["9C 9D *9H"], "* 9S", ["9S > m1", "m1: 9C 9D * 9S"], {"m1": "9C 9D *9H 9S"}),
        (["9C 9D *9H"], "9H", ["m1: 9C 9D 9H *"], {"m1": "9C 9D 9H *9S"}),
        ([], "* 7C 7D 7H", ["new *", "7C 7D 7H > n1"], {"n1": "7C 7D 7H *7S"}),
        ([], "* * 7C 7D", ["new 7C 7D * *"], {"n1": "7C 7D *7H *7S"}),
        ([], "* * 5C 9C", ["new 5C 9C * *"], {"n1": "5C 9C * *"}),
        ([], "* 5C 6C 8C 9C", ["new 5C 6C * 8C 9C"], {"n1": "5C 6C *7C 8C 9C"}),
    ],
)
def test_jokers(melds: list[str], hand: str, lines: list[str], expected: dict[str, str]) -> None:
    assert shown(after(draft_from(table(*melds), cards(hand)), *lines)) == expected


def test_which_of_two_jokers_is_asked() -> None:
    draft = draft_from(table("7C 7D *7H *7S"), cards("8C"))
    assert refused(draft_from((), cards("7C * 8C")), "new 7C * 8C").members["options"] == [["*6C"], ["*9C"]]
    error = refused(draft, "m1 * > new")
    assert (error.code, error.members["options"]) == ("which_joker", ["*7H", "*7S"])
    assert shown(after(draft, "m1 *7S > new")) == {"m1": "7C 7D *7H", "n1": "*7S"}


def test_a_joker_without_a_value_is_not_laid() -> None:
    draft = after(draft_from((), cards("* 5C 9D 9H")), "new 5C * 9D")
    assert problems(draft) == {"n1": "mixed"}
    with pytest.raises(ArrangeError) as caught:
        to_table(draft)
    assert caught.value.code == "joker_undeclared"


@settings(deadline=None)  # a slow machine is no fault
@given(cases())
def test_whatever_is_done_every_card_is_somewhere(case: Case) -> None:
    """No operation loses or makes a card, takes one from the table to the hand, or fails halfway."""
    laid, hand, chance = case.table, case.hand, case.chance
    draft = draft_from(laid, hand)
    everything = Counter(map(in_hand, [*hand, *(each for meld in laid for each in meld.cards)]))
    on_table = Counter(in_hand(each) for meld in laid for each in meld.cards)
    for op in random_ops(chance, draft, 12):
        try:
            draft = apply_op(draft, op)
        except ArrangeError as error:
            assert error.op == op
            continue
        placed = Counter(in_hand(each) for meld in draft.melds for each in meld.cards)
        loose = Counter(map(in_hand, draft.loose))
        assert placed + loose + Counter(draft.hand) == everything
        assert loose == on_table - placed
        assert all(each.cards == in_order(each.cards) for each in draft.melds)
        assert all(each.cards == ordered(each.cards) for each in draft.melds if flaw(each.cards) is None)
    names = [each.label for each in draft.melds]
    assert names == [each.label for each in laid] + [f"n{number}" for number in range(1, draft.made + 1)]
    assert apply_ops(draft_from(laid, hand), draft.ops) == draft


@settings(deadline=None)  # a slow machine is no fault
@given(cases())
def test_labels_go_on_as_the_table_gives_them(case: Case) -> None:
    known = claims(case.table, case.after)
    melds = rearrange(case.table, case.hand, case.after, 1000).table
    kept = {in_order(case.after[place]): number for place, number in known.items()}
    for meld in melds:
        if meld.id < 1000:
            assert meld.cards in kept
    assert sorted(known.values()) == [meld.id for meld in melds if meld.id < 1000]


@settings(deadline=None)  # a slow machine is no fault
@given(cases())
def test_a_stored_draft_is_gone_on_with(case: Case) -> None:
    draft = draft_from(case.table, case.hand)
    for op in random_ops(case.chance, draft, 6):
        try:
            draft = apply_op(draft, op)
        except ArrangeError:
            continue
    stored = [each.cards for each in draft.melds if each.cards]
    again = resume(case.table, case.hand, stored)
    assert Counter(each.cards for each in again.melds if each.cards) >= Counter(stored)
    assert Counter(map(in_hand, again.hand)) <= Counter(draft.hand)


def test_a_stored_draft_on_a_table_that_changed() -> None:
    """What is gone drops out, a meld that others laid stays whole, the rest of theirs is loose."""
    laid = table("3C 4C 5C 6C", "9C 9D 9H 9S", "JS QS KS")
    draft = resume(laid, cards("2C KH"), [cards("2C 3C 4C 5C"), cards("9C 9D 9H"), cards("7D 7H 7S")])
    assert shown(draft) == {"m1": "2C 3C 4C 5C", "m2": "9C 9D 9H", "m3": "JS QS KS"}
    assert (draft.loose, draft.hand) == (cards("6C 9S"), cards("KH"))


OPS: list[Op] = [
    New(cards("7C 7D *")),
    Add(cards("*9H"), "m3"),
    Move("n1", cards("7C"), "new"),
    Move("m1", cards("7C TS"), "m12"),
    Split("m2", card("TC")),
    SetMeld("m5", ()),
    SetMeld("m5", cards("7C 7D 7H")),
]


@pytest.mark.parametrize("op", OPS, ids=str)
def test_operations_as_json(op: Op) -> None:
    assert decode_op(encode_op(op)) == op
    assert decode_ops([encode_op(op)] * 3) == (op,) * 3


@pytest.mark.parametrize(
    ("data", "fields"),
    [
        (None, {"op"}),
        ([], {"op"}),
        ({"op": "swap"}, {"op"}),
        ({"op": ["new"]}, {"op"}),
        ({"op": "new"}, {"cards"}),
        ({"op": "new", "cards": []}, {"cards"}),
        ({"op": "new", "cards": "7C"}, {"cards"}),
        ({"op": "new", "cards": [7]}, {"cards"}),
        ({"op": "new", "cards": ["7C"] * 107}, {"cards"}),
        ({"op": "new", "cards": ["7C"], "to": "m1"}, {"to"}),
        ({"op": "add", "cards": ["7C"], "to": "new"}, {"to"}),
        ({"op": "add", "cards": ["7C"], "to": "m0"}, {"to"}),
        ({"op": "add", "cards": ["7C"], "to": "m99999"}, {"to"}),
        ({"op": "move", "cards": ["7C"], "to": True}, {"to", "from"}),
        ({"op": "split", "meld": "m1", "card": ["7C"]}, {"card"}),
        ({"op": "set", "meld": "5", "cards": None}, {"meld", "cards"}),
    ],
)
def test_shapes_that_are_refused(data: object, fields: set[str]) -> None:
    with pytest.raises(InvalidMove) as caught:
        decode_op(data)
    assert set(caught.value.errors) == fields


def test_places_and_limits_of_a_list() -> None:
    good = encode_op(OPS[0])
    with pytest.raises(InvalidMove) as caught:
        decode_ops([good, {"op": "split", "meld": "m1"}])
    assert set(caught.value.errors) == {"ops.1.card"}
    wrong: list[object] = [{}, "new", [good] * 301]
    for data in wrong:
        with pytest.raises(InvalidMove):
            decode_ops(data)
    with pytest.raises(BadCard):
        decode_ops([{"op": "new", "cards": ["DH"]}])


@settings(deadline=None)  # a slow machine is no fault
@given(st.lists(st.sampled_from(["7C", "7D", "KS", "AS", "2S", "QS", "*7H", "*AS"]), min_size=1, max_size=6))
def test_the_order_shown_is_the_order_of_a_legal_meld(texts: list[str]) -> None:
    some = tuple(map(parse_card, texts))
    assert sorted(map(str, in_order(some))) == sorted(map(str, some))
    if flaw(some) is None:
        assert in_order(some) == ordered(some)
