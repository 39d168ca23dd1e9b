"""The beginner: what it does with given views, and that it plays whole games without an illegal move."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from games.bots import LEVELS
from games.engine import rules
from games.engine.cards import card, deck
from games.engine.moves import Deal, Draw, Knock, MeldMove, Move, Pass
from games.engine.state import Options, Owes, State, Status
from games.engine.view import view_for

choose = LEVELS["beginner"]


def seen(
    hand: str, *table: str, phase: str = "meld", can: tuple[str, ...] = ("draw", "meld"), drawn: int = 1
) -> dict[str, Any]:
    """What a seat sees, as far as a player of the house needs it."""
    return {
        "round": {
            "turn": {"seat": 0, "phase": phase, "drawn": drawn},
            "table": [
                {"id": f"m{number}", "kind": "group", "cards": meld.split()}
                for number, meld in enumerate(table, 1)
            ],
            "stock": 20,
            "last_turns": phase == "last",
        },
        "you": {"seat": 0, "hand": hand.split(), "points": 0, "can": list(can), "drawn": []},
    }


def laid(*melds: str, knock: bool | None = None) -> MeldMove:
    return MeldMove(tuple(tuple(map(card, meld.split())) for meld in melds), knock)


@pytest.mark.parametrize(
    ("view", "expected"),
    [
        (seen("7C 8D KS"), Draw()),
        (seen("7C 7D 7H KS"), laid("7C 7D 7H")),
        (seen("7C 7D 7H 7S KS"), laid("7C 7D 7H 7S")),
        (seen("QC KC AC 2C 9D"), laid("QC KC AC")),
        (seen("7C 7D 7H 2S"), laid("7C 7D 7H", knock=True)),
        (seen("7C 7D 7H"), laid("7C 7D 7H")),
        (seen("7C 7D 7H 2S", phase="last", can=("meld", "pass")), laid("7C 7D 7H")),
        (seen("7C 7D * KS"), laid("7C 7D *7S")),
        (seen("* KS", "7C 7D 7H"), laid("7C 7D 7H *7S")),
        (seen("* KS", "7C 7D 7H 7S"), Draw()),
        (seen("8C 9C KS", "5C 6C 7C"), laid("5C 6C 7C 8C 9C")),
        (seen("8C KS", "7C 7D 7H 7S", "5C 6C 7C"), laid("7C 7D 7H 7S", "5C 6C 7C 8C")),
        (seen("8C 9C KS", "7C 7D 7H 7S", can=("meld", "pass")), Pass()),
        (seen("8C KS", phase="last", can=("meld", "pass")), Pass()),
        (seen("4C AC", phase="knock", can=("knock", "pass")), Knock()),
    ],
)
def test_choices(view: dict[str, Any], expected: Move) -> None:
    assert choose(view) == expected


def deal(state: State, chance: Random) -> Deal:
    dealer = rules.next_dealer(state)
    cards = list(deck(len(state.still_in())))
    chance.shuffle(cards)
    return Deal(tuple(cards), chance.randrange(state.options.players) if dealer is None else dealer)


def whole_game(players: int, chance: Random, counted: Counter[str]) -> State:
    """Beginners to the end of a game. Every move is played through the rules, which refuse an illegal one."""
    state = rules.start(Options(players=players, target=chance.choice([50, 150])), (False,) * players)
    if chance.random() < 0.5:
        state = rules.start(Options(players=players, target=50), (True,) * players)
    while state.status is Status.ACTIVE:
        if state.owes is Owes.DEAL:
            steps = rules.play(state, None, deal(state, chance))
        else:
            assert state.turn is not None
            view = view_for(state, state.turn.seat)
            move = choose(view)
            assert move == choose(view), "the same view gives the same move"
            assert not isinstance(move, MeldMove) or view["round"]["table"] == view_table(state)
            steps = rules.play(state, state.turn.seat, move)
            counted[move.type] += 1
            counted["jokers"] += isinstance(move, MeldMove) and "*" in view["you"]["hand"]
        counted.update(type(event).__name__ for step in steps for event in step.events)
        state = steps[-1].state
    return state


def view_table(state: State) -> list[dict[str, Any]]:
    """The view that was shown is not changed by choosing."""
    assert state.turn is not None
    table: list[dict[str, Any]] = view_for(state, state.turn.seat)["round"]["table"]
    return table


def test_whole_games() -> None:
    counted: Counter[str] = Counter()
    for number in range(20):
        chance = Random(number)
        state = whole_game(2 + number % 4, chance, counted)
        assert state.status is Status.FINISHED
    rare = {name: counted[name] for name in ("meld", "jokers", "Knocked", "WentOut", "StockExhausted")}
    assert all(rare.values()), rare
