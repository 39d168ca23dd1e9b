"""What is no question is refused with its reason; where there is no time the answer is legal and says so."""

from __future__ import annotations

import pytest

from games.engine.cards import card
from games.solver import Impossible, fits, follow, solve
from tests.solver.asking import best, positions


@pytest.mark.parametrize(
    ("table", "hand", "why"),
    [
        ([["2C", "3C", "5C"]], ["4C"], "meld 1 is no meld: gap"),
        ([["2C", "3C", "4C"], ["5C", "5D"]], [], "meld 2 is no meld: too_short"),
        ([["2C", "*", "4C"]], [], "the joker of meld 1 stands for no card"),
        ([], ["*5C"], "a joker of a hand stands for no card yet"),
        ([["2C", "3C", "4C"]], ["2C", "2C"], "2C is there 3 times"),
        ([], ["*", "*", "*"], "\\* is there 3 times"),
    ],
)
def test_what_no_game_comes_to(table: list[list[str]], hand: list[str], why: str) -> None:
    before, held = [list(map(card, meld)) for meld in table], list(map(card, hand))
    for ask in (solve, follow, fits):
        with pytest.raises(Impossible, match=why):
            ask(before, held)


def test_one_deck_holds_each_card_once() -> None:
    with pytest.raises(Impossible, match="2C is there 2 times, which 1 decks do not hold"):
        solve([], [card("2C"), card("2C")], decks=1)


def test_no_time_at_all() -> None:
    unproven = 0
    for each in list(positions())[::20]:
        play = best(each["table"], each["hand"], seconds=0)
        assert play.points_left >= each["least_points"] >= play.bound
        assert play.optimal <= (play.points_left == each["least_points"])
        unproven += not play.optimal
    assert unproven


def test_a_hand_of_seventy_and_a_table_of_a_hundred() -> None:
    deck = [rank + suit for suit in "CDHS" for rank in "A23456789TJQK"]
    assert not best([], [*deck, *deck[:18]]).left
    full = [[rank + suit for rank in "A23456789TJQK"] for suit in "CDHS"] * 2
    assert not best(full, ["*", "*"]).left
