"""Which values a joker without one may have in a meld (R14): the way to ask only where it is not clear."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations_with_replacement

from games.engine.cards import JOKER, RANKS, SUITS, Card, card, declared
from games.engine.melds import ACE, KING, flaw

_VALUES = tuple(card(rank + suit) for suit in SUITS for rank in RANKS)
MOST_JOKERS = 4  # a round has two (R2); nothing is worked out for more


def choices(fixed: Sequence[Card], jokers: int) -> list[tuple[Card, ...]]:
    """Each way to declare so many jokers that makes a legal meld together with the fixed cards."""
    if not jokers or not fixed or jokers > MOST_JOKERS or len(fixed) + jokers > KING:
        return []
    first = fixed[0]
    near = [
        each for each in _VALUES if each.rank == first.rank or each.suit == first.suit
    ]  # R8: no other fits
    return [
        tuple(declared(each) for each in values)
        for values in combinations_with_replacement(near, jokers)
        if flaw((*fixed, *values)) is None
    ]


def in_order(cards: Sequence[Card]) -> tuple[Card, ...]:
    """Cards of a meld, legal or not yet, as they are shown: `melds.ordered` for a legal one.

    By rank, then C D H S, an actual card before a joker of its value, jokers without a value last. An ace is
    high where there is a king but no two.
    """
    ranks = {each.rank for each in cards}
    high = KING in ranks and ACE + 1 not in ranks

    def key(each: Card) -> tuple[int, int, bool]:
        if each is JOKER:
            return (99, 0, True)
        return (KING + 1 if high and each.rank == ACE else each.rank, SUITS.index(each.suit), each.joker)

    return tuple(sorted(cards, key=key))
