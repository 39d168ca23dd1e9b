"""A scored round as its turns: what each player had before them when they could last lay, and what they did then."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from games.engine.cards import Card, card, hand_points

Entry = Mapping[str, Any]
Melds = tuple[tuple[Card, ...], ...]
_PLAYED = ("drawn", "melded", "passed", "knocked")


@dataclass(slots=True)
class Turn:
    """One turn. `step`: the place in the round's log at which the player last could lay."""

    seat: int
    last: bool  # R20: a last turn, in which nobody knocks
    step: int
    table: Melds
    hand: tuple[Card, ...]
    played: tuple[Card, ...] = ()
    after: Melds = ()  # the table once they laid
    late: bool = False  # the clock played it, or a part of it
    stand_in: bool = False  # a house player moved for who was on vacation
    knocked: bool = False
    left: bool = False  # the player resigned in it, which ended it (D29b)

    @property
    def points(self) -> int:
        """What was laid counts (R18)."""
        return hand_points(self.played)


@dataclass(slots=True)
class _Fold:
    hands: list[list[Card]]
    table: Melds = ()
    drawn: int = 0
    turns: list[Turn] = field(default_factory=list)


def turns_of(entries: Iterable[Entry]) -> list[Turn]:
    """The turns of a round that lies open, in order. `entries`: all its lines (selectors.log_of_round)."""
    fold: _Fold | None = None
    for step, entry in enumerate(entries):
        if fold is None:
            fold = _Fold([list(map(card, hand)) for hand in entry["hands"]])
        for event in entry["events"]:
            _happened(fold, step, event)
        if fold.turns and entry["seat"] is not None and (entry["timed_out"] or entry["stand_in"]):
            turn = _of(fold, entry["seat"])
            turn.late, turn.stand_in = turn.late or entry["timed_out"], turn.stand_in or entry["stand_in"]
    return [turn for turn in fold.turns if not turn.left] if fold else []


def _happened(fold: _Fold, step: int, event: Entry) -> None:
    if event["type"] in _PLAYED and fold.turns and fold.turns[-1].seat == event["seat"]:
        fold.turns[-1].left = False  # D29a: a house player goes on with it
    match event["type"]:
        case "drawn":
            fold.hands[event["seat"]].append(card(event["card"]))
            if fold.turns and fold.turns[-1].seat == event["seat"]:  # else it opens the next turn (D6d)
                fold.drawn += 1
                if fold.drawn == 2:  # R6: after the third nothing is laid
                    _may_lay(fold, step)
        case "turn_opened":
            fold.drawn = 1
            turn = Turn(event["seat"], event["phase"] == "last", step, (), ())
            fold.turns.append(turn)
            _may_lay(fold, step)
        case "melded":
            turn = fold.turns[-1]
            turn.played = tuple(map(card, event["played"]))
            fold.table = turn.after = tuple(tuple(map(card, meld)) for meld in event["table"])
            left = Counter(fold.hands[turn.seat]) - Counter(turn.played)
            fold.hands[turn.seat] = list(left.elements())
        case "knocked":
            fold.turns[-1].knocked = True
        case "left":
            resigned = event["by"] == "resigned" and fold.turns and fold.turns[-1].seat == event["seat"]
            fold.turns[-1].left = fold.turns[-1].left or bool(resigned)


def _may_lay(fold: _Fold, step: int) -> None:
    turn = fold.turns[-1]
    turn.step, turn.table, turn.hand = step, fold.table, tuple(fold.hands[turn.seat])


def _of(fold: _Fold, seat: int) -> Turn:
    """The newest turn of this seat: the line that ends a turn opens the next one as well."""
    return next(turn for turn in reversed(fold.turns) if turn.seat == seat)
