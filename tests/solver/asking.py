"""Questions to the solver as texts, and random ones; every answer is judged by the checker and by the engine."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

from games.engine.cards import card
from games.engine.melds import Meld, kind_of
from games.engine.table import rearrange
from games.solver import Objective, Play, solve
from tests.solver import checker

Texts = Sequence[Sequence[str]]


def positions() -> Iterator[dict[str, Any]]:
    """The positions whose optima are proven."""
    with (Path(__file__).parent / "positions.jsonl").open() as lines:
        yield from map(json.loads, lines)


def best(table: Texts, hand: Sequence[str], objective: Objective = "points", **more: Any) -> Play:
    """The solver's answer, judged."""
    before, held = [list(map(card, meld)) for meld in table], list(map(card, hand))
    play = solve(before, held, objective=objective, **more)
    judged(table, hand, play)
    return play


def judged(table: Texts, hand: Sequence[str], play: Play) -> None:
    """By the checker, and by the engine where anything is played."""
    left = checker.judge(table, hand, [[each.text for each in meld] for meld in play.melds])
    assert Counter(left) == Counter(each.text for each in play.left)
    assert play.points_left == checker.points(left)
    if play.played:
        melds = [list(map(card, meld)) for meld in table]
        lying = tuple(Meld(number, kind_of(meld), tuple(meld)) for number, meld in enumerate(melds, 1))
        laid = rearrange(lying, list(map(card, hand)), play.melds, 99)
        assert Counter(laid.hand) == Counter(play.left)
    else:
        assert [list(map(str, meld)) for meld in play.melds] == [list(meld) for meld in table]


def random_position(chance: random.Random) -> tuple[list[list[str]], list[str]]:
    """A legal table of melds, jokers in some of them, and a hand, from two decks."""
    deck = Counter({rank + suit: 2 for rank in checker.LINE[:13] for suit in "CDHS"})
    jokers = chance.choice((0, 0, 1, 2))
    on_table = chance.randint(0, jokers)
    table: list[list[str]] = []
    for _ in range(chance.choice((0, 1, 2, 3, 4, 6, 9))):
        meld = _random_meld(chance)
        if all(deck[each] for each in meld):
            deck.subtract(meld)
            if on_table and chance.random() < 0.5:
                place = chance.randrange(len(meld))
                deck[meld[place]] += 1
                meld[place] = "*" + meld[place]
                on_table -= 1
            table.append(meld)
    rest = list(deck.elements())
    chance.shuffle(rest)
    used = sum(each[0] == "*" for meld in table for each in meld)
    hand = rest[: chance.randint(1, 14)] + ["*"] * chance.randint(0, jokers - used)
    return table, hand


def _random_meld(chance: random.Random) -> list[str]:
    if chance.random() < 0.4:
        rank = chance.choice(checker.LINE[:13])
        return [rank + suit for suit in chance.choice([*combinations("CDHS", 3), tuple("CDHS")])]
    length = chance.choice((3, 3, 3, 4, 4, 5, 7))
    first, suit = chance.randint(0, 14 - length), chance.choice("CDHS")
    return [rank + suit for rank in checker.LINE[first : first + length]]
