"""The lesser answer, for when there is no time: single cards added to the melds as they lie, nothing regrouped."""

from __future__ import annotations

from collections.abc import Sequence

from games.engine.cards import JOKER, Card
from games.engine.melds import flaw

Melds = list[list[Card]]


def greedy(table: Sequence[Sequence[Card]], hand: Sequence[Card]) -> Melds:
    """The table with every card added that simply fits, the dearest first; jokers stay in the hand."""
    melds = [list(meld) for meld in table]
    waiting = sorted(
        (card for card in hand if card is not JOKER), key=lambda card: (-card.points, card.order)
    )
    added = True
    while added:
        added = False
        for card in list(waiting):
            meld = next((meld for meld in melds if flaw([*meld, card]) is None), None)
            if meld is not None:
                meld.append(card)
                waiting.remove(card)
                added = True
    return melds
