"""The beginner: lays melds and additions from the hand as soon as it can, and leaves the table as it lies."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from games.bots.chosen import Chosen, Why
from games.engine.cards import JOKER, RANKS, SUITS, Card, card, declared, hand_points
from games.engine.melds import KING, flaw
from games.engine.moves import Draw, Knock, MeldMove, Pass
from games.engine.state import KNOCK_LIMIT
from games.engine.undeclared import choices

Cards = tuple[Card, ...]


def _all_melds() -> Iterator[Cards]:
    """Every group (R9) and every sequence (R10, R11) there is, without jokers."""
    for rank in RANKS:
        group = tuple(card(rank + suit) for suit in SUITS)
        yield group
        for left_out in group:
            yield tuple(each for each in group if each is not left_out)
    for suit in SUITS:
        line = [card(rank + suit) for rank in RANKS + RANKS[0]]  # the ace at both ends
        for first in range(len(line)):
            for end in range(first + 3, min(first + KING, len(line)) + 1):
                yield tuple(line[first:end])


_MELDS = tuple(_all_melds())


def think(view: Mapping[str, Any], seconds: float) -> Chosen:
    """A legal move for the seat of this view: knocks or melds when it can, else draws or passes.

    `seconds` are as many as it likes: it never thinks for long.
    """
    can, phase = view["you"]["can"], view["round"]["turn"]["phase"]
    if "knock" in can:
        return Chosen(Knock(), Why.LOW)
    hand = [card(text) for text in view["you"]["hand"]]
    table = [[card(text) for text in meld["cards"]] for meld in view["round"]["table"]]
    if "meld" in can and _lay(table, hand):
        knocks = (
            phase == "meld" and bool(hand) and hand_points(hand) <= KNOCK_LIMIT
        )  # R17; not in a last turn (D20b)
        return Chosen(MeldMove(tuple(map(tuple, table)), True if knocks else None), Why.AS_IT_LIES)
    return Chosen(Draw() if "draw" in can else Pass(), Why.NOTHING_SEEN)


def _lay(table: list[list[Card]], hand: list[Card]) -> bool:
    """Moves all that fits from the hand to the table. Whether anything did."""
    held = len(hand)
    while meld := _best_meld(hand):
        table.append(_take(hand, meld))
    while _add_one(table, hand):
        pass
    return len(hand) < held


def _best_meld(hand: Sequence[Card]) -> Cards | None:
    """The meld that takes most points from the hand (R18): a card of its own, jokers for the others."""
    jokers = hand.count(JOKER)
    best: Cards | None = None
    most = 0
    for meld in _MELDS:
        missing = [each for each in meld if each not in hand]
        if len(missing) > jokers or len(missing) == len(meld):
            continue
        points = hand_points(meld) - hand_points(missing) + len(missing) * JOKER.points
        if points > most:
            best, most = meld, points
    return best


def _take(hand: list[Card], meld: Cards) -> list[Card]:
    laid: list[Card] = []
    for each in meld:
        if each in hand:
            hand.remove(each)
            laid.append(each)
        else:
            hand.remove(JOKER)
            laid.append(declared(each))  # R14
    return laid


def _add_one(table: list[list[Card]], hand: list[Card]) -> bool:
    """Adds the card worth most that fits a meld."""
    for each in sorted(hand, key=lambda held: (-held.points, held.order)):
        for meld in table:
            fits = _fitting(meld, each)
            if fits is not None:
                hand.remove(each)
                meld.append(fits)
                return True
    return False


def _fitting(meld: list[Card], each: Card) -> Card | None:
    """The card as it would lie in this meld: a joker with the first value that is legal."""
    if each is JOKER:
        return next((values[0] for values in choices(meld, 1)), None)
    return each if flaw([*meld, each]) is None else None
