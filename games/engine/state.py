"""Everything that is true of a game at one moment. Immutable; holds what no player may see (see `view`)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from games.engine.cards import Card
from games.engine.table import Table

PLAYERS = range(2, 6)  # R1
TARGETS = range(50, 501)  # D28b
TIMEOUTS_TO_LEAVE = range(1, 11)  # D30
KNOCK_LIMIT = 5  # R17: most points in the hand of who knocks
CARDS_EACH = 10  # R4
MOST_DRAWN = 3  # R6


class Status(StrEnum):
    """How far a game is."""

    ACTIVE = "active"
    FINISHED = "finished"
    CANCELLED = "cancelled"


class Phase(StrEnum):
    """What a turn waits for: a draw or a meld; whether to knock (R7); a meld in a last turn (D20b)."""

    MELD = "meld"
    KNOCK = "knock"
    LAST = "last"


class Owes(StrEnum):
    """What must happen before a player may move."""

    DEAL = "deal"  # R4; the deck comes from outside
    DRAW = "draw"  # D6d; the draw that opens a turn


class Ending(StrEnum):
    """Why a game ended."""

    TARGET = "target"  # R26
    SINGLE_ROUND = "single_round"  # D28b
    RESIGNATION = "resignation"  # D29: one player is left
    ABANDONED = "abandoned"  # D29: no human player is left; the game is cancelled


@dataclass(frozen=True, slots=True)
class Options:
    """The terms of a game, as far as the rules know them."""

    players: int
    target: int = 150
    rounds: int | None = None  # 1: a single round
    timeouts_to_leave: int = 2
    replace_left: str | None = None  # the level of the house player that takes over (D29a)

    def __post_init__(self) -> None:
        fine = (
            self.players in PLAYERS
            and self.target in TARGETS
            and self.rounds in (None, 1)
            and self.timeouts_to_leave in TIMEOUTS_TO_LEAVE
        )
        if not fine:
            raise ValueError("no such terms")


@dataclass(frozen=True, slots=True)
class SeatState:
    """One seat: its hand, what it has won, and whether its player is still in."""

    hand: tuple[Card, ...] = ()
    score: int = 0
    rounds_won: int = 0  # D25a
    left: bool = False  # D29
    missed: int = 0  # turns missed in a row (D30)
    human: bool = True
    dealt_in: bool = False  # into the round that is open, or was last


@dataclass(frozen=True, slots=True)
class Turn:
    """The open turn. `number` counts the turns of the game; `acted`: its player did something in it (D30)."""

    number: int
    seat: int
    phase: Phase
    drawn: tuple[Card, ...] = ()
    acted: bool = False


@dataclass(frozen=True, slots=True)
class Round:
    """The open round, or the last one until the next is dealt (then without a turn)."""

    number: int
    dealer: int
    turn: Turn | None
    table: Table
    stock: tuple[Card, ...]  # the next card first
    next_meld_id: int = 1
    last_turns: tuple[int, ...] | None = None  # R20: the seats that still have one, the open one first
    took_last: int | None = None  # who took the last card of the stock


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended. `final` holds the points of each seat, bonuses included (R26, R27)."""

    final: tuple[int, ...]
    winners: tuple[int, ...]
    reason: Ending


@dataclass(frozen=True, slots=True)
class State:
    """A game."""

    options: Options
    seats: tuple[SeatState, ...]
    round: Round | None = None
    status: Status = Status.ACTIVE
    owes: Owes | None = Owes.DEAL
    rounds_scored: int = 0
    turns: int = 0  # turns opened so far
    result: Result | None = None

    def still_in(self) -> tuple[int, ...]:
        """The seats that have not left."""
        return tuple(number for number, seat in enumerate(self.seats) if not seat.left)

    def clockwise_after(self, seat: int) -> Iterator[int]:
        """The seats that have not left, from the one to the left of `seat`; `seat` itself last."""
        count = len(self.seats)
        for step in range(1, count + 1):
            number = (seat + step) % count
            if not self.seats[number].left:
                yield number

    @property
    def turn(self) -> Turn | None:
        """The open turn."""
        return self.round.turn if self.round else None
