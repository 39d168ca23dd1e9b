"""Why a house player made its move, to be told once the round is scored: values, to which others find the words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from games.bots.chosen import Chosen, Why
from games.bots.seen import Cards, Seen, read
from games.engine.cards import Card, hand_points, in_hand
from games.engine.moves import Knock, MeldMove

Melds = Sequence[Cards]


@dataclass(frozen=True, slots=True)
class Reason:
    """What it went by, and what the move came to. It tells of the hand: as secret as that."""

    why: Why
    points: int  # in the hand after the move, by what could be seen (R18)
    ends: str = ""  # "knock" or "out", where the move did that
    regrouped: int = 0  # melds of the table that were taken apart
    freed: tuple[str, ...] = ()  # cards of those that went to a meld with cards of the hand

    def encode(self) -> dict[str, Any]:
        """As it is stored with the move."""
        return {**asdict(self), "why": self.why.value, "freed": list(self.freed)}


def explain(view: Mapping[str, Any], chosen: Chosen) -> Reason:
    """What the player of this view tells of the move that it chose."""
    seen = read(view)
    move = chosen.move
    if isinstance(move, MeldMove):
        return _laid(seen, move, chosen.why)
    return Reason(chosen.why, hand_points(seen.hand), "knock" if isinstance(move, Knock) else "")


def _laid(seen: Seen, move: MeldMove, why: Why) -> Reason:
    played = Counter(in_hand(each) for meld in move.table for each in meld)
    played.subtract(in_hand(each) for meld in seen.table for each in meld)
    left = list((Counter(seen.hand) - played).elements())
    heirs = _heirs(seen.table, move.table)
    whole = sum(
        place in heirs and not Counter(meld) - Counter(move.table[heirs[place]])
        for place, meld in enumerate(seen.table)
    )
    return Reason(
        why,
        hand_points(left),
        "" if left and not move.knock else "knock" if left else "out",
        len(seen.table) - whole,
        tuple(each.text for each in _freed(seen.table, move.table, heirs, played)),
    )


def _heirs(before: Melds, after: Melds) -> dict[int, int]:
    """By place of an old meld that of the new one in which it lives on: pairs with most cards in common first."""
    old, new = [Counter(meld) for meld in before], [Counter(meld) for meld in after]
    pairs = sorted(
        (-(a & b).total(), place, other)
        for place, a in enumerate(old)
        for other, b in enumerate(new)
        if a & b
    )
    heirs: dict[int, int] = {}
    for _shared, place, other in pairs:
        if place not in heirs and other not in heirs.values():
            heirs[place] = other
    return heirs


def _freed(before: Melds, after: Melds, heirs: Mapping[int, int], played: Counter[Card]) -> list[Card]:
    """The cards of the table that lie now, in a meld that is not their own, beside cards that were played."""
    own = {other: before[place] for place, other in heirs.items()}
    more, freed = +played, []
    for other, meld in enumerate(after):
        came = list((Counter(meld) - Counter(own.get(other, ()))).elements())
        laid = [each for each in dict.fromkeys(came) if more[in_hand(each)] > 0]
        for each in laid:
            more[in_hand(each)] -= 1
            came.remove(each)
        freed += came if laid else []
    return sorted(freed, key=lambda each: each.order)
