"""Cards in pages: what is seen, and what is heard."""

from __future__ import annotations

import pytest
from django.template import Context, Template

from games.engine.cards import deck
from games.engine.errors import BadCard
from games.templatetags.table import card, cards


@pytest.mark.parametrize(
    ("text", "heard"),
    [
        ("7D", "7 of diamonds"),
        ("TS", "10 of spades"),
        ("AC", "ace of clubs"),
        ("KH", "king of hearts"),
        ("*", "joker"),
        ("*7D", "joker as 7 of diamonds"),
    ],
)
def test_what_is_heard(text: str, heard: str) -> None:
    shown = card(text)
    assert f'role="img" aria-label="{heard}" dir="ltr"' in shown
    assert f'aria-label="{heard}, new"' in card(text, new=True)


def test_every_card_is_drawn_without_anything_inline() -> None:
    for each in deck(2):
        shown = card(each)
        assert "style=" not in shown and "<script" not in shown
        assert ("star" in shown) == each.joker


def test_rank_shape_and_letter_are_seen() -> None:
    shown = card("TS", "small")
    assert '<span class="card spades small"' in shown
    assert "10</b><i>S</i><svg" in shown


def test_of_two_equal_cards_one_was_drawn() -> None:
    assert cards(["7D", "7D", "8D"], drawn=["7D"]).count(", new") == 1


def test_in_a_template() -> None:
    text = '{% load table %}{% card "*7D" size="large" new=True %}{% cards hand %}{% suit "H" %}{{ "QS"|name_of_card }}'
    shown = Template(text).render(Context({"hand": ["2C", "*"]}))
    assert shown.count('class="card ') == 3
    assert shown.endswith("queen of spades")


def test_what_is_no_card_is_refused() -> None:
    with pytest.raises(BadCard):
        card("<script>")
