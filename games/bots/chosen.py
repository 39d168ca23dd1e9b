"""What a house player decides: a move, and what it went by."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from games.engine.moves import Move


class Why(StrEnum):
    """What a choice went by. Each says no more than its player knows: who has not looked has seen nothing."""

    LOW = "low"  # R17: five points or fewer, so it knocks
    NOTHING_SEEN = "nothing_seen"  # that could be laid
    NOTHING_FITS = "nothing_fits"  # in any arrangement
    DRAWS_ON = "draws_on"  # something could be laid, but another card was worth more
    AS_IT_LIES = "as_it_lies"  # laid without moving what lies on the table
    BEST_SEEN = "best_seen"
    LEAST_POINTS = "least_points"  # proved of all arrangements
    MOST_CARDS = "most_cards"  # laid more cards than what leaves the least points, since that was worth more
    AT_A_LOSS = "at_a_loss"  # its head failed: the plainest move


@dataclass(frozen=True, slots=True)
class Chosen:
    """A move for the seat of a view."""

    move: Move
    why: Why
