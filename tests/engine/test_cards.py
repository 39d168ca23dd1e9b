"""Cards: reading, writing, points, decks."""

from __future__ import annotations

import copy
import pickle
from collections import Counter

import pytest

from games.engine.cards import (
    JOKER,
    card,
    card_points,
    deck,
    declared,
    hand_points,
    in_hand,
    parse_card,
    value,
)
from games.engine.errors import BadCard
from tests.engine.positions import cards


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("7d", "7D"),
        ("7D", "7D"),
        (" 7 d ", "7D"),
        ("10s", "TS"),
        ("ts", "TS"),
        ("7♦︎", "7D"),
        ("Q♥️", "QH"),
        ("a♤", "AS"),
        ("*", "*"),
        ("*9h", "*9H"),
        ("* 10 c", "*TC"),
        ("７Ｄ", "7D"),
        ("\u20667♥\u2069", "7H"),
    ],
)
def test_reading_forgives(written: str, meant: str) -> None:
    assert parse_card(written) is card(meant)


@pytest.mark.parametrize(
    "written",
    [
        "",
        "1H",
        "DH",
        "7",
        "D",
        "7X",
        "11H",
        "**",
        "*7",
        "7D8D",
        "T10S",
        "0S",
        "7D\N{PILE OF POO}",
        "x" * 9999,
        "7\x00D",
        "7\ud800D",
        "7\tD",
        "7D\u0301",
    ],
)
def test_what_is_no_card(written: str) -> None:
    with pytest.raises(BadCard) as refused:
        parse_card(written)
    assert refused.value.code == "bad_card"
    said = str(refused.value.members["card"])
    assert len(said) <= 40
    assert said.isprintable()
    assert said.encode().decode() == said


@pytest.mark.parametrize("value_", [None, 7, True, ["7D"], {"7D": 1}])
def test_what_is_no_text(value_: object) -> None:
    with pytest.raises(BadCard):
        parse_card(value_)  # type: ignore[arg-type]  # what a careless caller might send


def test_canonical_only() -> None:
    assert card("7D").text == str(card("7D")) == "7D"
    with pytest.raises(KeyError):
        card("7d")


def test_equal_cards_are_one_object() -> None:
    seven = card("7D")
    assert pickle.loads(pickle.dumps(seven)) is seven
    assert copy.deepcopy([seven, JOKER]) == [seven, JOKER]
    assert copy.copy(JOKER) is JOKER


def test_a_card_does_not_change() -> None:
    with pytest.raises(AttributeError):
        card("7D").rank = 8
    with pytest.raises(AttributeError):
        del card("7D").rank


def test_jokers() -> None:
    assert declared(card("7D")) is card("*7D")
    assert value(card("*7D")) is value(card("7D")) is card("7D")
    assert in_hand(card("*7D")) is JOKER
    assert in_hand(card("7D")) is card("7D")
    assert (JOKER.rank, JOKER.suit, JOKER.joker) == (0, "", True)


def test_points() -> None:
    assert [card_points(each) for each in cards("AC 2C TC JC QC KC *")] == [1, 2, 10, 10, 10, 10, 25]
    assert hand_points(cards("7D 9S *")) == 41
    assert hand_points(()) == 0


@pytest.mark.parametrize(("players", "size"), [(2, 53), (3, 106), (4, 106), (5, 106)])
def test_decks(players: int, size: int) -> None:
    count = Counter(deck(players))
    assert sum(count.values()) == size
    assert len(count) == 53
    assert len(set(count.values())) == 1
