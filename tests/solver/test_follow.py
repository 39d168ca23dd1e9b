"""Of the best plays the one that moves the fewest cards; and which cards fit at all."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Iterator, Sequence

import pytest

from games.engine.cards import card
from games.solver import fits, follow, moved, solve
from tests.solver import checker
from tests.solver.asking import judged, positions, random_position

LONG = 900.0  # seconds, on whatever machine: there is time enough


def melds(*texts: str) -> list[list[str]]:
    return [text.split() for text in texts]


@pytest.mark.parametrize(
    ("table", "hand", "count"),
    [
        (melds("4C 5C 6C"), "7C", 0),
        (melds("4C 5C 6C 7C"), "7D 7H", 1),  # the seven is taken off the end
        (melds("4C 5C 6C 7C 8C"), "6C", 2),  # the sequence is split round it: two cards go over
        (melds("7C 7D 7H 7S", "8C 9C TC"), "JC KD", 0),
        (melds("*9C TC JC"), "9C QC", 0),  # the joker goes to the end of its own meld
        (
            melds("2C 3C 4C", "2D 3D 4D", "2H 3H 4H"),
            "2S",
            6,
        ),  # all three become groups, and one card of each stays
    ],
)
def test_how_many_cards_move(table: list[list[str]], hand: str, count: int) -> None:
    found = follow([list(map(card, meld)) for meld in table], list(map(card, hand.split())), seconds=LONG)
    judged(table, hand.split(), found.play)
    assert (found.moved, found.fewest) == (count, True)


def test_never_more_than_the_first_best_play_and_as_good() -> None:
    chance = random.Random("follow")
    fewer = 0
    for _ in range(60):
        table, hand = random_position(chance)
        before, held = [list(map(card, meld)) for meld in table], list(map(card, hand))
        found, first = follow(before, held, seconds=LONG), solve(before, held)
        judged(table, hand, found.play)
        assert found.play.points_left == first.points_left
        assert len(found.play.played) == len(first.played)
        assert found.moved <= moved(before, first.melds)
        fewer += found.moved < moved(before, first.melds)
    assert fewer


def test_no_way_moves_fewer() -> None:
    chance = random.Random("all ways")
    looked = 0
    while looked < 12:
        table, hand = random_position(chance)
        cards = [each for meld in table for each in meld]
        if not 6 <= len(cards) <= 10 or len(hand) > 4 or any(each[0] == "*" for each in (*cards, *hand)):
            continue
        before, held = [list(map(card, meld)) for meld in table], list(map(card, hand))
        found = follow(before, held, seconds=LONG)
        played = [each.text for each in found.play.played]
        if not played:
            continue
        # Every equal hand that is left is a best play as well: all of them are looked at.
        best_left = Counter(each.text for each in found.play.left)
        least = min(
            moved(before, [list(map(card, meld)) for meld in ways])
            for chosen in set(itertools.combinations(sorted(hand), len(played)))
            if checker.points(list((Counter(hand) - Counter(chosen)).elements()))
            == checker.points(list(best_left.elements()))
            for ways in partitions(Counter([*cards, *chosen]))
        )
        assert found.moved == least, (table, hand)
        looked += 1


def partitions(cards: Counter[str]) -> Iterator[list[list[str]]]:
    """Every way to lay all these cards in melds."""
    left = sorted(cards.elements())
    if not left:
        yield []
        return
    for meld in _with(left[0], sorted(set(left))):
        if all(cards[each] for each in meld):
            for rest in partitions(cards - Counter(meld)):
                yield [meld, *rest]


def _with(first: str, there: Sequence[str]) -> Iterator[list[str]]:
    near = [each for each in there if each != first and (each[0] == first[0] or each[1] == first[1])]
    for size in range(2, min(len(near), 12) + 1):
        for more in itertools.combinations(near, size):
            if checker.is_meld([first, *more]):
                yield [first, *more]


def test_what_fits() -> None:
    table = melds("4C 5C 6C", "9D 9H 9S")
    hand = ["7C", "KC", "9C", "8C", "2D", "*", "2H"]
    found = {
        fit.card.text: fit.melds for fit in fits([list(map(card, m)) for m in table], list(map(card, hand)))
    }
    assert found == {"7C": (0,), "9C": (1,), "8C": (), "2D": (), "*": (0, 1), "2H": ()}


def test_what_fits_is_what_some_play_has() -> None:
    for each in [one for one in positions() if sum(map(len, one["table"])) < 30][::25]:
        before = [list(map(card, meld)) for meld in each["table"]]
        hand = list(map(card, each["hand"]))
        can = {fit.card for fit in fits(before, hand)}
        assert set(solve(before, hand).played) <= can
        assert set(solve(before, hand, objective="cards").played) <= can
        if each["least_points"] == checker.points(each["hand"]):
            assert not can
