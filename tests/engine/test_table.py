"""Melds and tables: the vectors, labels of melds, what is said of refusals."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from games.engine import codec
from games.engine.errors import BadCard, IllegalMeld, JokerRedeclared, RuleError, TableCardRemoved
from games.engine.melds import Kind, Reason, flaw, kind_of, ordered
from games.engine.moves import MeldMove
from games.engine.table import rearrange
from tests.engine.positions import arranged, cards, tabled

VECTORS = Path(__file__).parent / "vectors"


def rows(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (VECTORS / name).read_text().splitlines()]


@pytest.mark.parametrize("row", rows("meld_turns.jsonl"), ids=lambda row: row["name"])
def test_meld_turns(row: dict[str, Any]) -> None:
    found: dict[str, object] = {"expect": None}
    try:
        move = codec.decode_move({"type": "meld", "table": row["after"]})
        assert isinstance(move, MeldMove)
        before = tabled(*(" ".join(meld) for meld in row["before"]))
        rearrange(before, cards(" ".join(row["hand"])), move.table, len(before) + 1)
    except BadCard as refused:
        found = {"expect": refused.code}
    except RuleError as refused:
        members: dict[str, object] = {
            name: refused.members[name] for name in ("meld", "reason") if name in refused.members
        }
        assert refused.rule
        found = {"expect": refused.code, **members}
    assert found == {name: row[name] for name in ("expect", "meld", "reason") if name in row}


@pytest.mark.parametrize(
    ("meld", "reason"),
    [
        ("", "too_short"),
        ("7C 7D", "too_short"),
        ("7C 7D 7D", "duplicate_card"),
        ("8S *8S 8H", "duplicate_card"),
        ("7C 7D 8C", "mixed"),
        ("4S 5S 6C", "mixed"),
        ("5D 6D 6D 7D", "duplicate_card"),
        ("KS AS 2S", "around_the_corner"),
        ("QS KS AS 2S 3S", "around_the_corner"),
        ("JD QD KD AD 2D 3D 4D 5D 6D 7D 8D 9D", "around_the_corner"),
        ("AS 3S KS", "gap"),
        ("5D 6D 8D", "gap"),
        ("AD 3D 4D", "gap"),
        ("AD QD JD", "gap"),
        ("AS 2S 3S", None),
        ("QS KS AS", None),
        ("*QS *KS AS", None),
        ("7C 7D *7H 7S", None),
    ],
)
def test_flaws(meld: str, reason: str | None) -> None:
    assert flaw(cards(meld)) == (reason and Reason(reason))


@pytest.mark.parametrize(
    ("meld", "written", "kind"),
    [
        ("7S 7C *7H", "7C *7H 7S", "group"),
        ("AS AH AC", "AC AH AS", "group"),
        ("3S AS 2S", "AS 2S 3S", "sequence"),
        ("AS QS KS", "QS KS AS", "sequence"),
        ("TD JD 9D", "9D TD JD", "sequence"),
        ("AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH",) * 2 + ("sequence",),
        ("AH 3H 4H 5H 6H 7H 8H 9H TH JH QH KH", "3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH", "sequence"),
    ],
)
def test_order(meld: str, written: str, kind: str) -> None:
    assert ordered(cards(meld)) == cards(written)
    assert kind_of(cards(meld)) is Kind(kind)


def labels(
    before: tuple[str, ...], hand: str, after: tuple[str, ...], next_id: int | None = None
) -> dict[str, str]:
    laid = rearrange(tabled(*before), cards(hand), arranged(*after), next_id or len(before) + 1)
    return {meld.label: " ".join(map(str, meld.cards)) for meld in laid.table}


def test_kept_melds_keep_label_and_place() -> None:
    before = ("7C 7D 7H", "3S 4S 5S", "QC QD QH")
    found = labels(before, "QS 2H 2D 2C", ("2C 2D 2H", "QC QD QH QS", "5S 4S 3S", "7C 7D 7H"))
    assert list(found.items()) == [
        ("m1", "7C 7D 7H"),
        ("m2", "3S 4S 5S"),
        ("m3", "QC QD QH QS"),
        ("m4", "2C 2D 2H"),
    ]


def test_a_split_meld_leaves_its_label_to_the_bigger_part() -> None:
    found = labels(("3C 4C 5C 6C 7C 8C",), "9C", ("3C 4C 5C", "6C 7C 8C 9C"))
    assert found == {"m1": "3C 4C 5C", "m2": "6C 7C 8C 9C"}  # three cards each: the lower index
    found = labels(("3C 4C 5C 6C 7C 8C 9C",), "TC", ("3C 4C 5C", "6C 7C 8C 9C TC"))
    assert found == {"m1": "6C 7C 8C 9C TC", "m2": "3C 4C 5C"}


def test_merged_melds_give_the_oldest_label_and_numbers_are_not_used_again() -> None:
    found = labels(("3C 4C 5C", "7C 8C 9C"), "6C", ("3C 4C 5C 6C 7C 8C 9C",), next_id=9)
    assert found == {"m1": "3C 4C 5C 6C 7C 8C 9C"}
    found = labels(("3C 4C 5C",), "3D 3H 3S", ("3C 4C 5C", "3D 3H 3S"), next_id=9)
    assert found == {"m1": "3C 4C 5C", "m9": "3D 3H 3S"}


def test_an_old_meld_that_shares_nothing_unclaimed_loses_its_label() -> None:
    before = ("3C 3D 3H", "3S 4S 5S")
    found = labels(before, "3S 6S", ("3C 3D 3H 3S", "3S 4S 5S 6S"))
    assert found == {"m1": "3C 3D 3H 3S", "m2": "3S 4S 5S 6S"}


def test_what_is_played_and_what_is_left() -> None:
    laid = rearrange(tabled("7C 7D *7H"), cards("9S 7S 9S"), arranged("7S 7C 7D *7H"), 2)
    assert laid.played == cards("7S")
    assert laid.hand == cards("9S 9S")
    assert laid.next_id == 2


def test_a_joker_is_played_bare() -> None:
    laid = rearrange((), cards("7C 7D * 2S"), arranged("7C 7D *7S"), 1)
    assert laid.played == cards("7C 7D *")
    assert laid.hand == cards("2S")


def test_which_cards_are_missing() -> None:
    with pytest.raises(TableCardRemoved) as refused:
        rearrange(tabled("7C 7D *7H", "2S 3S 4S 5S"), cards("6S"), arranged("3S 4S 5S 6S"), 3)
    assert refused.value.members == {"cards": ["7C", "7D", "2S", "*7H"]}
    with pytest.raises(TableCardRemoved) as refused:  # one of two jokers is gone, and its value with it
        rearrange(tabled("7C 7D *7H", "*2S 3S 4S"), cards("7S"), arranged("7C 7D *7H 7S", "3S 4S"), 3)
    assert refused.value.members == {"cards": ["*2S"]}


def test_which_meld_and_why() -> None:
    with pytest.raises(IllegalMeld) as refused:
        rearrange(tabled("7C 7D 7H"), cards("4S 5S 7S"), arranged("7C 7D 7H 7S", "4S 5S"), 2)
    assert refused.value.members == {"meld": 1, "reason": "too_short"}
    assert refused.value.rule == "R8"


def test_two_jokers_of_one_value_are_freed_by_one_card() -> None:
    before = tabled("7C *7D 7H", "6D *7D 8D")
    laid = rearrange(before, cards("7D"), arranged("7C 7H *7S", "6D 7D 8D *9D"), 3)
    assert [str(each) for meld in laid.table for each in meld.cards if each.joker] == ["*7S", "*9D"]


def test_a_joker_keeps_its_value_wherever_it_lies() -> None:
    laid = rearrange(tabled("7C *7D 7H"), cards("7S 5D 6D"), arranged("7C 7S 7H", "5D 6D *7D"), 2)
    assert laid.hand == ()
    with pytest.raises(JokerRedeclared) as refused:
        rearrange(tabled("7C *7D 7H"), cards("7S 8D 9D"), arranged("7C 7S 7H", "8D 9D *TD"), 2)
    assert refused.value.members == {"joker": "7D"}
    assert refused.value.rule == "D16a"
