"""How text looks in a terminal: columns, signs, and nothing that could steer it."""

from __future__ import annotations

import pytest

from rummy.cli.paint import Paint, cell_to, clean, columns
from rummy.rules import card, parse_cards

PLAIN, COLOURED, LETTERS = Paint(False, True), Paint(True, True), Paint(False, False)


def test_cards_have_their_suits() -> None:
    assert PLAIN.cards(parse_cards("7C TD *9H * AS")) == "  7♣ 10♦ *9♥   *  A♠"
    assert LETTERS.inline(parse_cards("7C TD *9H *")) == "7C 10D *9H *"
    assert COLOURED.card(card("7H")) == "\033[31m7♥\033[0m"
    assert COLOURED.card(card("7S")) == "7♠"
    assert PLAIN.cards(parse_cards("7C 7C"), marked=parse_cards("7C")) == "  7♣  7♣"
    assert COLOURED.cards(parse_cards("7C 7C"), marked=parse_cards("7C")) == "  \033[1;7m7♣\033[0m  7♣"


@pytest.mark.parametrize(
    ("text", "width"), [("ana", 3), ("日本", 4), ("e\u0301va", 3), ("آنا", 3), ("", 0), ("J♠\ufe0e", 2)]
)
def test_columns_are_those_of_a_terminal(text: str, width: int) -> None:
    assert columns(text) == width
    assert columns(cell_to(text, 6)) == columns(cell_to(text, 6, right=True)) == 6


def test_rows_stand_straight() -> None:
    assert PLAIN.rows([["a", "1"], ["日本", "10"], ["", ""]], right=(1,)) == ["a      1", "日本  10", ""]
    assert PLAIN.rows([]) == []


def test_what_others_wrote_does_not_steer_the_terminal() -> None:
    assert clean("a\033[2Jb\u202ec\nd") == "a\ufffd[2Jb\ufffdc\ufffdd"


def test_what_keeps_scripts_apart_is_not_shown() -> None:
    assert clean("With \u2066J♠\ufe0e\u2069 freed: \u20687C\u00a07D\u2069") == "With J♠\ufe0e freed: 7C 7D"
