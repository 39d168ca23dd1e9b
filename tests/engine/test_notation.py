"""Notation: what is written is read back, what people write is forgiven, what is wrong is said."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.arrange import (
    Add,
    ArrangeError,
    Move,
    New,
    Op,
    SetMeld,
    Split,
    apply_ops,
    draft_from,
    to_table,
)
from games.engine.cards import Card, card, deck, declared
from games.engine.melds import Meld, ordered
from games.engine.moves import Deal, Draw, Knock, MeldMove, Pass, Resign
from games.engine.notation import (
    ENGLISH,
    NotationError,
    format_cards,
    format_move,
    format_op,
    format_table,
    move_of,
    ops_between,
    parse_cards,
    parse_line,
    parse_move,
    parse_reply,
    parse_table,
)
from games.engine.table import rearrange
from tests.engine.arrangements import Case, cases

ITALIAN = {"pesca": "draw", "passo": "pass", "busso": "knock", "nuova combinazione": "new", "dividi": "split"}
ARABIC = {"اسحب": "draw", "مرر": "pass", "اطرق": "knock", "جديد": "new", "قسم": "split"}
CARDS = [*deck(2), *(declared(each) for each in deck(2) if not each.joker)]
some_cards = st.lists(st.sampled_from(CARDS), min_size=1, max_size=8).map(tuple)
some_labels = st.builds("{}{}".format, st.sampled_from("mn"), st.integers(1, 9999))
some_ops: st.SearchStrategy[Op] = st.one_of(
    st.builds(New, some_cards),
    st.builds(Add, some_cards, some_labels),
    st.builds(Move, some_labels, some_cards, st.one_of(some_labels, st.just("new"))),
    st.builds(Split, some_labels, st.sampled_from(CARDS)),
    st.builds(SetMeld, some_labels, st.one_of(st.just(()), some_cards)),
)


def cards(text: str) -> tuple[Card, ...]:
    return tuple(map(card, text.split()))


@settings(deadline=None)  # a slow machine is no fault
@given(some_ops, st.sampled_from([ENGLISH, ITALIAN, ARABIC]))
def test_an_operation_is_read_back(op: Op, words: dict[str, str]) -> None:
    line = format_op(op, words)
    assert parse_line(line, words) == op
    assert parse_line(line.lower(), words) == op
    assert parse_line(f"  {line.upper()} \r", words) == op
    assert parse_line("\u2066" + line.replace(" ", " \u00a0 ") + "\u2069", words) == op


@settings(deadline=None)  # a slow machine is no fault
@given(some_cards)
def test_cards_are_read_back(some: tuple[Card, ...]) -> None:
    assert parse_cards(format_cards(some)) == some
    pretty = format_cards(some)
    for letter, sign in zip("CDHS", "♣♦♥♠", strict=True):
        pretty = pretty.replace(letter, sign + "\ufe0e")
    assert parse_cards(pretty.replace("T", "10")) == some


@settings(deadline=None)  # a slow machine is no fault
@given(cases())
def test_a_table_is_read_back(case: Case) -> None:
    assert parse_table(format_table(case.table)) == case.table


@settings(deadline=None)  # a slow machine is no fault
@given(cases())
def test_operations_between_two_tables_lead_from_one_to_the_other(case: Case) -> None:
    ops = ops_between(case.table, case.hand, case.after)
    laid = to_table(apply_ops(draft_from(case.table, case.hand), ops))
    assert Counter(laid) == Counter(map(ordered, case.after))
    expected = rearrange(case.table, case.hand, case.after, 1000)
    assert list(laid) == [meld.cards for meld in expected.table]
    assert rearrange(case.table, case.hand, laid, 1000).table == expected.table


@settings(deadline=None)  # a slow machine is no fault
@given(cases(), st.sampled_from([None, True, False]), st.sampled_from([ENGLISH, ITALIAN]))
def test_a_meld_is_read_back(case: Case, knock: bool | None, words: dict[str, str]) -> None:
    move = MeldMove(
        tuple(meld.cards for meld in rearrange(case.table, case.hand, case.after, 1000).table), knock
    )
    text = format_move(move, case.table, case.hand, words)
    assert parse_move(text, case.table, case.hand, words) == move


@settings(deadline=None)  # a slow machine is no fault
@given(st.text(max_size=60))
def test_whatever_is_written_is_read_or_refused(text: str) -> None:
    for read in (parse_reply, parse_cards, parse_table):
        try:
            read(text)
        except NotationError as error:
            assert str(error).startswith(f"Line {error.line}: ")


def test_a_meld_is_told_as_a_person_would() -> None:
    table = parse_table("m3: 7C 7D 7H 7S\nm4: 8H 9H TH JH QH KH\nm6: 2C 3C *4C")
    hand = cards("9D 9S 4C 6H KS")
    told = {
        "7C 7D 7S/7H 8H 9H TH JH QH KH/2C 3C *4C/": "m3 7H > m4",
        "7C 7D 7H 7S/8H 9H TH/JH QH KH/2C 3C *4C": "split m4 JH",
        "7C 7D 7H 7S/9D 9S 9H/8H TH JH QH KH/2C 3C *4C": "m4 9H > new\n9S 9D > n1",
        "7C 7D 7H 7S/8H 9H TH JH QH KH/2C 3C 4C *5C": "m6: 2C 3C 4C *5C",
        "7C 7D 7S/6H 7H *8H/8H 9H TH JH QH KH/2C 3C 4C": "m3 7H > new\nm6 *8H > n1\n4C > m6\n6H > n1",
    }
    for after, ops in told.items():
        melds = [cards(meld) for meld in after.strip("/").split("/")]
        told_now = "\n".join(map(format_op, ops_between(table, hand, melds)))
        assert [sorted(line.split()) for line in told_now.splitlines()] == [
            sorted(line.split()) for line in ops.splitlines()
        ]


def test_cards_that_nobody_has() -> None:
    table = parse_table("m1: 7C 7D 7H")
    with pytest.raises(ArrangeError, match="7S is neither in the hand nor loose"):
        ops_between(table, (), [cards("7C 7D 7H 7S")])
    with pytest.raises(ArrangeError, match="loose cards must go to a meld: 7C"):
        ops_between(table, cards("7S"), [cards("7D 7H 7S")])


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("Draw", Draw()),
        ("PASS.", Pass()),
        ("knock!", Knock()),
        ("new 7c 10d *9h", New(cards("7C TD *9H"))),
        ("new 7c7d*7h", New(cards("7C 7D *7H"))),
        ("NEW 7♣, 7♦︎; 7 ♥", New(cards("7C 7D 7H"))),
        ("new ７Ｃ ７Ｄ ＊", New(cards("7C 7D *"))),
        ("new * 9h", New(cards("* 9H"))),
        ("7c 8c > new", New(cards("7C 8C"))),
        ("7c → M3", Add(cards("7C"), "m3")),
        ("7C -> m3", Add(cards("7C"), "m3")),
        ("7C==>m3", Add(cards("7C"), "m3")),
        ("7c>n01", Add(cards("7C"), "n1")),
        ("m3 7c  *  >NEW", Move("m3", cards("7C *"), "new")),
        ("m3 ٧c > m4", Move("m3", cards("7C"), "m4")),
        ("split m12 tc", Split("m12", card("TC"))),
        ("m5: 7c 7d 7h", SetMeld("m5", cards("7C 7D 7H"))),
        ("m5 :7c 7d 7h", SetMeld("m5", cards("7C 7D 7H"))),
        ("m5: —", SetMeld("m5", ())),
        ("m5:-", SetMeld("m5", ())),
    ],
)
def test_forgiven(line: str, expected: object) -> None:
    assert parse_line(line) == expected


@pytest.mark.parametrize(
    ("line", "code", "said"),
    [
        ("new DH 7C", "no_rank", "no rank D; the queen is Q"),
        ("new 7C bh", "no_rank", "no rank B; the jack is J"),
        ("new 1H", "no_rank", "no rank 1; the ace is A"),
        ("new 12H", "no_rank", "no rank 12; the queen is Q"),
        ("new HH", "no_rank", "no rank H"),
        ("new ZC", "no_rank", "no rank Z"),
        ("new H7", "rank_first", "write the rank first: 7H"),
        ("new ♥10", "rank_first", "write the rank first: 10H"),
        ("new 7X", "no_suit", "no suit X; the suits are C D H S"),
        ("new seven", "not_a_card", "no card SEVEN"),
        ("new 7", "not_a_card", "no card 7"),
        ("new", "no_cards", "no card is named"),
        ("m5:", "no_cards", "no card is named"),
        ("m5 > m3", "no_cards", "no card is named"),
        ("7C > 3", "no_label", "no meld 3; melds are called m1, m2 … or n1, n2 …"),
        ("split 7C", "no_label", "no meld 7C; melds are called m1, m2 … or n1, n2 …"),
        ("split m3", "no_cards", "no card is named"),
        ("split m3 7C 8C", "one_card", "name the one card before which the meld ends"),
        ("pass please", "word_alone", "pass stands alone in its line"),
        ("hello", "not_understood", "not understood: hello"),
        ("7C", "not_understood", "not understood: 7C"),
        ("new " + "7C " * 400, "too_long", "the line is too long"),
    ],
)
def test_refused(line: str, code: str, said: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_reply(["", line])
    assert (caught.value.line, caught.value.code) == (2, code)
    assert str(caught.value) == f"Line 2: {said}"


TABLE = (Meld(3, parse_table("m3: 7C 7D 7H")[0].kind, cards("7C 7D 7H")),)


@pytest.mark.parametrize(
    ("text", "line", "code"),
    [
        ("", 1, "empty"),
        ("\n \n", 1, "empty"),
        ("draw\npass", 1, "draw_alone"),
        ("knock\n7S > m3", 1, "not_last"),
        ("pass\nknock", 1, "not_last"),
        ("7S > m3\n\n8S > m3", 3, "not_held"),
        ("m3 7C > new\nm3 9C > new", 2, "not_in_meld"),
        ("m3: -\nknock", 2, "loose_cards"),
        ("7S > m3\nnew *", 2, "joker_undeclared"),
        ("\n".join(["7S > m3"] * 400), 301, "too_many_lines"),
    ],
)
def test_replies_that_make_no_move(text: str, line: int, code: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_move(text, TABLE, cards("7S *"))
    assert (caught.value.line, caught.value.code) == (line, code)
    assert str(caught.value).startswith(f"Line {line}: ")


def test_moves() -> None:
    hand = cards("7S *")
    for move in (Draw(), Pass(), Knock()):
        for words in (ENGLISH, ITALIAN, ARABIC):
            assert parse_move(format_move(move, words=words), TABLE, hand, words) == move
    assert parse_move("7s > m3\nknock", TABLE, hand) == MeldMove((cards("7C 7D 7H 7S"),), knock=True)
    assert parse_move("7s > m3\npass", TABLE, hand) == MeldMove((cards("7C 7D 7H 7S"),), knock=False)
    assert move_of(parse_reply("* > m3"), TABLE, hand) == MeldMove((cards("7C 7D 7H *7S"),))
    for unsaid in (Resign(), Deal(deck(2), 0)):
        with pytest.raises(ValueError, match="no notation"):
            format_move(unsaid)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("m1: 7C 7D", "illegal_meld"),
        ("n1: 7C 7D 7H", "not_a_meld"),
        ("7C 7D 7H", "not_a_meld"),
        ("m1: 7C 7D 7H\nm1: 8C 8D 8H", "label_twice"),
    ],
)
def test_no_table(text: str, code: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_table(text)
    assert caught.value.code == code
