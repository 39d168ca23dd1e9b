"""The best play is the best: proven positions, and random ones against the other way to the same answer."""

from __future__ import annotations

import math
import os
import random

import pytest

from games.engine.cards import card
from games.solver import highs, programme
from games.solver.jokers import placed
from games.solver.solve import Play
from games.solver.supply import loss_weights, supplies
from tests.solver.asking import Texts, best, positions, random_position

SOAK = bool(os.environ.get("SOAK"))
RANDOM = 20_000 if SOAK else 500
CHUNKS = 10


@pytest.mark.parametrize("kind", ["positions", "positions_selfplay", "positions_1deck"])
def test_every_position_whose_optimum_is_proven(kind: str) -> None:
    count = 0
    for each in positions():
        if each["set"] != kind:
            continue
        least = best(each["table"], each["hand"], "points", decks=each["decks"])
        most = best(each["table"], each["hand"], "cards", decks=each["decks"])
        assert least.points_left == each["least_points"] == least.bound, each["id"]
        assert len(most.played) == each["most_cards"] == len(each["hand"]) - most.bound, each["id"]
        assert least.optimal and most.optimal
        count += 1
    assert count > 150


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_random_positions_agree_with_the_integer_programme(chunk: int) -> None:
    chance = random.Random(f"solver {chunk}")
    played = jokers = 0
    for _ in range(RANDOM // CHUNKS):
        table, hand = random_position(chance)
        for objective in ("points", "cards"):
            play = best(table, hand, objective)
            assert loss(play, hand, objective) == by_programme(table, hand, objective), (table, hand)
            assert play.optimal
            played += bool(play.played)
            jokers += any(each.joker for meld in play.melds for each in meld)
    assert played > RANDOM // CHUNKS // 2  # the positions are such that there is something to find
    assert jokers > RANDOM // CHUNKS // 8


def loss(play: Play, hand: list[str], objective: str) -> int:
    by_card, by_point = loss_weights([card(each) for each in hand], objective)  # type: ignore[arg-type]  # a text of the two
    return by_card * len(play.left) + by_point * play.points_left


def by_programme(table: Texts, hand: list[str], objective: str) -> int:
    """The least loss that HiGHS finds with every joker counted, without any of the sweep's shortcuts."""
    before, held = [list(map(card, meld)) for meld in table], [card(each) for each in hand]
    weights = loss_weights(held, objective)  # type: ignore[arg-type]  # a text of the two
    losses = [weights[0] * len(held) + weights[1] * sum(each.points for each in held)]
    for supply in supplies(before, held):
        solved = programme.solve(supply, weights, every_joker=True)
        if solved is not None and solved.melds:
            assert placed(solved.melds, supply, 0, 0) is not None
            losses.append(solved.loss)
    return min(losses)


def test_without_highs_the_sweep_answers_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(highs, "available", lambda: False)
    monkeypatch.setattr(highs.Programme, "minimum", None)
    small = [each for each in positions() if sum(map(len, each["table"])) in range(60, 70)][:5]
    assert small
    for each in small:
        if "j2" not in each["id"]:
            assert best(each["table"], each["hand"]).points_left == each["least_points"]


@pytest.mark.parametrize(
    ("table", "hand", "left"),
    [
        ([], ["*"], ["*"]),  # a joker alone is no meld
        ([], ["*", "*", "7D"], []),
        ([["7C", "7D", "7H", "7S"]], ["*"], ["*"]),  # a full group has no place for it
        ([["7C", "7D", "7H", "7S"]], ["*", "*"], []),  # but with two there are two groups
        ([[r + "C" for r in "A23456789TJQK"]], ["*"], []),  # D11a: cut in two
        ([[r + "C" for r in "A23456789TJQK"]], ["AC"], []),
        ([["*9C", "TC", "JC"]], ["9C", "*"], []),
        ([["*9C", "TC", "JC"]], ["9D", "9H"], ["9D", "9H"]),  # R15: the joker stays the nine of clubs
        ([["*9C", "TC", "JC"]], ["9C", "QC", "9D", "9H"], []),  # the real nine frees it
        (
            [["2C", "3C", "4C"], ["2D", "*3D", "4D"], ["3D", "3H", "3S"]],
            ["3C"],
            [],
        ),  # D16a by a card of the table
        ([["QC", "KC", "AC"]], ["2C"], ["2C"]),  # R11
    ],
)
def test_jokers_and_ends(table: list[list[str]], hand: list[str], left: list[str]) -> None:
    assert sorted(map(str, best(table, hand).left)) == sorted(left)
    assert len(best(table, hand, "cards").left) == len(left)


def test_ties_go_by_the_other_objective() -> None:
    # Either four small cards or three kings can be played together with nothing else: ten points each way.
    by_points = best([], ["KC", "KD", "KH", "5S"], "points")
    assert by_points.points_left == 5
    hand = ["2C", "3C", "4C", "2D", "2H"]  # the sequence or the group: three cards each, 9 points or 6
    assert best([], hand, "cards").points_left == 4
    assert math.isfinite(best([], hand, "cards").bound)
