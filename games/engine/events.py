"""What happened through a move. Complete, so secret: `view.event_for` says what a seat may know."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from games.engine.cards import Card
from games.engine.scoring import ScoredRound
from games.engine.state import Phase, Result, Status
from games.engine.table import Table


@dataclass(frozen=True, slots=True)
class Dealt:
    """R4: a round begins. `dealt_in` says by seat who got cards."""

    type: ClassVar[str] = "dealt"
    round: int
    dealer: int
    dealt_in: tuple[bool, ...]


@dataclass(frozen=True, slots=True)
class Drawn:
    """R6: a seat took a card; `stock` cards are left."""

    type: ClassVar[str] = "drawn"
    seat: int
    card: Card
    stock: int


@dataclass(frozen=True, slots=True)
class TurnOpened:
    """A seat is to move, in this phase; `turn` is the turn's number in the game."""

    type: ClassVar[str] = "turn_opened"
    seat: int
    phase: Phase
    turn: int


@dataclass(frozen=True, slots=True)
class Melded:
    """R12, R13: the table is now this one; `played` came from the hand."""

    type: ClassVar[str] = "melded"
    seat: int
    table: Table
    played: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Knocked:
    """R17."""

    type: ClassVar[str] = "knocked"
    seat: int


@dataclass(frozen=True, slots=True)
class WentOut:
    """R19: the last card of the hand was played."""

    type: ClassVar[str] = "went_out"
    seat: int


@dataclass(frozen=True, slots=True)
class Passed:
    """D6e, D20b, R7: no meld, or no knock."""

    type: ClassVar[str] = "passed"
    seat: int


@dataclass(frozen=True, slots=True)
class StockExhausted:
    """R20: this seat took the last card."""

    type: ClassVar[str] = "stock_exhausted"
    seat: int


@dataclass(frozen=True, slots=True)
class RoundScored:
    """R21 to R25."""

    type: ClassVar[str] = "round_scored"
    record: ScoredRound


@dataclass(frozen=True, slots=True)
class Left:
    """D29, D30: the player of a seat is out for good."""

    type: ClassVar[str] = "left"
    seat: int
    by: Literal["resigned", "timeout"]


@dataclass(frozen=True, slots=True)
class GameEnded:
    """R26, D28b, D29."""

    type: ClassVar[str] = "game_ended"
    result: Result
    status: Status


Event = (
    Dealt
    | Drawn
    | TurnOpened
    | Melded
    | Knocked
    | WentOut
    | Passed
    | StockExhausted
    | RoundScored
    | Left
    | GameEnded
)
