"""What can be done in a game: the moves of players, and the deal, which comes from outside."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from games.engine.cards import Card


@dataclass(frozen=True, slots=True)
class Draw:
    """R6: take the next card of the stock."""

    type: ClassVar[str] = "draw"


@dataclass(frozen=True, slots=True)
class MeldMove:
    """R12, R13: lay `table`, the new arrangement of the whole table.

    `knock` (R7): True knocks, False does not, None leaves it to be decided where five points or fewer remain.
    """

    type: ClassVar[str] = "meld"
    table: tuple[tuple[Card, ...], ...]
    knock: bool | None = None


@dataclass(frozen=True, slots=True)
class Knock:
    """R17: end the round."""

    type: ClassVar[str] = "knock"


@dataclass(frozen=True, slots=True)
class Pass:
    """Do not knock (R7), or do not meld where nothing can be drawn (D6e, D20b)."""

    type: ClassVar[str] = "pass"


@dataclass(frozen=True, slots=True)
class Resign:
    """D29: leave for good."""

    type: ClassVar[str] = "resign"


@dataclass(frozen=True, slots=True)
class Deal:
    """R4: a shuffled deck and who deals it. No seat makes this move.

    The deck is dealt one card at a time, clockwise, the seat to the dealer's left first; the rest of it, in
    this order, is the stock.
    """

    type: ClassVar[str] = "deal"
    deck: tuple[Card, ...]
    dealer: int


@dataclass(frozen=True, slots=True)
class Abandon:
    """Nobody who could play comes any more (docs/rules.md): the game is cancelled. No seat makes this move."""

    type: ClassVar[str] = "abandon"


Move = Draw | MeldMove | Knock | Pass | Resign | Deal | Abandon
