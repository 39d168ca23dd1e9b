"""What the table's page shows: seats, melds as the reader has arranged them, the hand, what can be done."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.engine.cards import Card, in_hand
from games.engine.draft import Draft, problems
from games.engine.placing import HAND, joker_values
from games.engine.undeclared import in_order
from games.services.hand_order import Order
from games.web.said import title, verdict


@dataclass(frozen=True, slots=True)
class Face:
    """One card as it is shown. `value` is what choosing it sends; `new`: drawn in this turn, or from the hand."""

    card: Card
    value: str
    new: bool = False
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class ShownMeld:
    """One meld: legal or not, changed or not, and what its joker may stand for where that is to be said."""

    label: str
    title: str
    faces: tuple[Face, ...]
    verdict: str
    legal: bool
    changed: bool
    jokers: tuple[tuple[str, tuple[Card, ...]], ...] = ()
    chosen: bool = False


def melds_of(draft: Draft, chosen: Collection[str] = ()) -> list[ShownMeld]:
    """The melds of the draft in its order; the table's own come first."""
    wrong = problems(draft)
    lying = {meld.label: in_order(meld.cards) for meld in draft.table}
    played = played_cards(draft)
    picked = Counter(chosen)
    shown = []
    for each in draft.melds:
        if not each.cards:
            continue
        options = tuple(
            (f"{each.label} {' '.join(card.text for card in values)}", values)
            for values in joker_values(draft, each.label)
        )
        shown.append(
            ShownMeld(
                each.label,
                title(each.label),
                tuple(_faces(each.label, each.cards, played.get(each.label, Counter()), picked)),
                verdict(each.cards, wrong.get(each.label)),
                each.label not in wrong,
                lying.get(each.label) != each.cards,
                options,
                bool(picked[each.label]),
            )
        )
    return shown


def played_cards(draft: Draft) -> dict[str, Counter[Card]]:
    """By meld, the cards that lie in it from the hand: those that the table did not have."""
    more = Counter(in_hand(card) for each in draft.melds for card in each.cards)
    more.subtract(in_hand(card) for meld in draft.table for card in meld.cards)
    lying = {meld.label: Counter(map(in_hand, meld.cards)) for meld in draft.table}
    found: dict[str, Counter[Card]] = {}
    for first in (True, False):  # those that their meld did not have, before others of the same kind
        for each in reversed(draft.melds):
            for card, count in Counter(map(in_hand, each.cards)).items():
                spare = count - found.get(each.label, Counter())[card]
                if first:
                    spare = min(spare, count - lying.get(each.label, Counter())[card])
                taken = min(max(spare, 0), max(more[card], 0))
                if taken:
                    more[card] -= taken
                    found.setdefault(each.label, Counter())[card] += taken
    return found


def hand_of(draft: Draft, order: Order, chosen: Collection[str] = ()) -> list[Face]:
    """What the hand still holds, in its holder's order."""
    left = Counter(draft.hand)
    cards = []
    for card in order.cards:
        if left[card] > 0:
            left[card] -= 1
            cards.append(card)
    return list(_faces(HAND, cards, Counter(order.new), Counter(chosen)))


def loose_of(draft: Draft, chosen: Collection[str] = ()) -> list[Face]:
    """Cards of the table that are in no meld at the moment."""
    return list(_faces(HAND, draft.loose, Counter(), Counter(chosen)))


def _faces(source: str, cards: Sequence[Card], new: Counter[Card], picked: Counter[str]) -> Iterable[Face]:
    left = Counter(new)
    for card in cards:
        kind, value = in_hand(card), f"{source} {card.text}"
        is_new, is_chosen = left[kind] > 0, picked[value] > 0
        left[kind] -= is_new
        picked[value] -= is_chosen
        yield Face(card, value, is_new, is_chosen)


def seats_of(view: Mapping[str, Any], own: int | None) -> list[dict[str, Any]]:
    """Everybody at the table, in the order of play."""
    round_ = view["round"] or {}
    turn = round_.get("turn") or {}
    return [
        {
            **seat,
            "name": seat["player"]["username"],
            "bot": seat["player"]["kind"] == "bot",
            "owner": seat["player"].get("owner", ""),
            "you": seat["seat"] == own,
            "to_act": turn.get("seat") == seat["seat"],
            "dealer": round_.get("dealer") == seat["seat"],
            "left": seat["status"] == "left",
        }
        for seat in view["seats"]
    ]
