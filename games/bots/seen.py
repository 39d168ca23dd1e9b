"""What a house player knows: the cards of its seat's view, read once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.engine.cards import Card, card, deck, hand_points, in_hand
from games.engine.moves import Draw, Knock, MeldMove, Move, Pass
from games.engine.state import KNOCK_LIMIT
from games.solver import Play, solve

Cards = tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Seen:
    """A view (engine.view) as cards. `can`: the moves that are open."""

    seat: int
    hand: Cards
    table: tuple[Cards, ...]
    can: frozenset[str]
    phase: str
    drawn: int
    stock: int
    held: tuple[int, ...]  # cards in each seat's hand
    playing: tuple[bool, ...]
    last_turns: bool

    @property
    def decks(self) -> int:
        """How many decks the round has, as far as can be seen (R2)."""
        return 1 if len(self.held) == 2 else 2


def read(view: Mapping[str, Any]) -> Seen:
    """The view of a seat whose turn is open."""
    you, round_ = view["you"], view["round"]
    seats: Sequence[Mapping[str, Any]] = view.get("seats", ())
    return Seen(
        seat=you["seat"],
        hand=tuple(card(text) for text in you["hand"]),
        table=tuple(tuple(card(text) for text in meld["cards"]) for meld in round_["table"]),
        can=frozenset(you["can"]),
        phase=round_["turn"]["phase"],
        drawn=round_["turn"]["drawn"],
        stock=round_["stock"],
        held=tuple(each["cards"] for each in seats),
        playing=tuple(each["status"] == "playing" for each in seats),
        last_turns=round_["last_turns"],
    )


def best(seen: Seen, seconds: float) -> Play:
    """The play that leaves the least points (R18), as far as it is found in this time."""
    return solve(seen.table, seen.hand, seconds=seconds)


def lay(seen: Seen, play: Play) -> MeldMove:
    """The move that lays this play, and knocks with five points or fewer left (R17; D20b: not in a last turn)."""
    knocks = seen.phase == "meld" and bool(play.left) and play.points_left <= KNOCK_LIMIT
    return MeldMove(play.melds, True if knocks else None)


def plain(seen: Seen) -> Move:
    """The move of who lays nothing."""
    return Draw() if "draw" in seen.can else Pass()


def unseen(seen: Seen) -> list[Card]:
    """The cards that lie in the stock or in other hands."""
    there = Counter(deck(3 if seen.decks == 2 else 2))
    there.subtract(seen.hand)
    there.subtract(in_hand(each) for meld in seen.table for each in meld)
    return sorted(there.elements(), key=lambda each: each.order)


__all__ = ["Cards", "Knock", "Seen", "best", "hand_points", "lay", "plain", "read", "unseen"]
