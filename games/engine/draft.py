"""A draft: the arrangement that a player is making, before it is laid. `arrange` has the operations on it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from games.engine.cards import JOKER, Card, in_hand
from games.engine.melds import Meld, Reason, flaw
from games.engine.ops import Op
from games.engine.undeclared import choices, in_order

Cards = tuple[Card, ...]
UNDECLARED = "joker_undeclared"  # beside the reasons of an illegal meld: a joker's value has yet to be chosen


@dataclass(frozen=True, slots=True)
class DraftMeld:
    """A meld of the draft, legal or not yet, in the order in which it is shown."""

    label: str
    cards: Cards


@dataclass(frozen=True, slots=True)
class Draft:
    """An arrangement in the making. `ops` led to it; `made` counts the n-labels given."""

    table: tuple[Meld, ...]
    dealt: Cards  # the hand before anything was done
    melds: tuple[DraftMeld, ...]
    hand: Cards
    loose: Cards = ()
    ops: tuple[Op, ...] = ()
    made: int = 0

    def meld(self, label: str) -> Cards:
        """The cards under this label."""
        for each in self.melds:
            if each.label == label:
                return each.cards
        raise ArrangeError("no_meld", label=label)


_SAID = {
    "no_meld": "there is no meld {label}",
    "no_cards": "no card is named",
    "same_meld": "{label} is the meld that the cards are in",
    "not_in_meld": "{card} is not in {label}",
    "not_held": "{card} is neither in the hand nor loose",
    "which_value": "say what the joker in {label} stands for",
    "which_joker": "there are several jokers: say which",
    "nothing_to_split": "{label} begins with {card}: nothing would be left of it",
    "loose_cards": "loose cards must go to a meld: {cards}",
    UNDECLARED: "say what the joker in {label} stands for",
}


class ArrangeError(Exception):
    """An operation that cannot be done: nothing has changed. `code` and `members` say why.

    no_meld (label) · no_cards · same_meld (label) · not_in_meld (card, label, where) ·
    not_held (card, where) · which_value (label, options: each a list of values) · which_joker (options) ·
    nothing_to_split (label, card) · loose_cards (cards) · joker_undeclared (label, options).
    `where` lists the labels of melds that have such a card.
    """

    op: Op | None = None  # the operation that could not be done

    def __init__(self, code: str, **members: object) -> None:
        self.code, self.members = code, members
        shown = {
            name: " ".join(map(str, said)) if isinstance(said, list) else said
            for name, said in members.items()
        }
        super().__init__(_SAID[code].format_map(shown) + _hint(members))


def _hint(members: Mapping[str, object]) -> str:
    where, options = members.get("where"), members.get("options")
    if isinstance(where, list) and where:
        return f"; it lies in {', '.join(where)}"
    if isinstance(options, list) and options:
        return ": " + " or ".join(each if isinstance(each, str) else " ".join(each) for each in options)
    return ""


def draft_from(table: Iterable[Meld], hand: Iterable[Card]) -> Draft:
    """The table as it lies, and the whole hand: nothing has been done."""
    melds, held = tuple(table), tuple(hand)
    return Draft(melds, held, tuple(DraftMeld(each.label, in_order(each.cards)) for each in melds), held)


def labels(draft: Draft) -> tuple[str, ...]:
    """The labels of the melds in the order of `to_table`: what meld 2 of an error is called."""
    return tuple(each.label for each in draft.melds if each.cards)


def to_table(draft: Draft) -> tuple[Cards, ...]:
    """The whole new table, as a meld move wants it.

    Refuses loose cards and jokers without a value; all else the rules judge (R8 to R16).
    """
    if draft.loose:
        raise ArrangeError("loose_cards", cards=texts(draft.loose))
    for each in draft.melds:
        if JOKER in each.cards:
            raise ArrangeError(UNDECLARED, label=each.label, options=_options(each.cards))
    return tuple(each.cards for each in draft.melds if each.cards)


def problems(draft: Draft) -> dict[str, str]:
    """Why each meld that is not legal is not: a `Reason`, or joker_undeclared. Empty where all are legal."""
    found = ((each.label, _problem(each.cards)) for each in draft.melds if each.cards)
    return {label: reason for label, reason in found if reason}


def _problem(cards: Cards) -> str | None:
    if JOKER not in cards or len(cards) < 3:
        return flaw(cards)
    if _options(cards):
        return UNDECLARED
    fixed = [each for each in cards if each is not JOKER]
    if len({each.rank for each in fixed}) == 1:
        return Reason.DUPLICATE_CARD
    return Reason.GAP if len({each.suit for each in fixed}) == 1 else Reason.MIXED


def _options(cards: Cards) -> list[list[str]]:
    fixed = [each for each in cards if each is not JOKER]
    return [texts(each) for each in choices(fixed, len(cards) - len(fixed))]


def claims(table: Sequence[Meld], after: Sequence[Sequence[Card]]) -> dict[int, int]:
    """Which new meld (its index) keeps which old meld's id, by the same rule as `table.rearrange`.

    Oldest first, each old meld takes the unclaimed new meld that shares most cards with it, at least one;
    on a tie the one with the lower index. The new melds may be illegal still.
    """
    taken: dict[int, int] = {}
    counts = [Counter(meld) for meld in after]
    for old in sorted(table, key=lambda meld: meld.id):
        have = Counter(old.cards)
        shared = [0 if place in taken else (have & count).total() for place, count in enumerate(counts)]
        if max(shared, default=0):
            taken[shared.index(max(shared))] = old.id
    return taken


def resume(table: Sequence[Meld], hand: Sequence[Card], melds: Sequence[Sequence[Card]]) -> Draft:
    """A draft that was stored as its melds alone, brought to this table and this hand; `ops` is empty.

    Cards that are no longer there drop out of it. A meld of the table that the stored draft did not know is
    kept as it lies; other cards of the table that have no place are loose.
    """
    known = claims(table, melds)
    fresh = [each for each in table if each.id not in known.values() and not _named(each, melds)]
    pool = [card for meld in table if meld not in fresh for card in meld.cards] + list(hand)
    kept = [tuple(each for each in meld if _found(pool, each) is not None) for meld in melds]
    places = {number: place for place, number in known.items()}
    old = [
        DraftMeld(
            each.label,
            in_order(each.cards if each in fresh else kept[places[each.id]] if each.id in places else ()),
        )
        for each in table
    ]
    rest = [cards for place, cards in enumerate(kept) if place not in known and cards]
    new = [DraftMeld(f"n{place}", in_order(cards)) for place, cards in enumerate(rest, 1)]
    draft = Draft(tuple(table), tuple(hand), (*old, *new), (), made=len(new))
    return settled(draft, pool)


def _named(meld: Meld, melds: Sequence[Sequence[Card]]) -> bool:
    """Whether the stored melds have any of its cards: then they knew it, and took it apart."""
    named = {in_hand(card) for cards in melds for card in cards}
    return any(in_hand(card) in named for card in meld.cards)


def _found(pool: list[Card], card: Card) -> Card | None:
    """Takes this card, or for a joker any joker, out of the pool."""
    same = card if card in pool else next((each for each in pool if each.joker), None) if card.joker else None
    if same is not None:
        pool.remove(same)
    return same


def settled(draft: Draft, unplaced: Sequence[Card]) -> Draft:
    """What is in no meld is loose as far as the table had it, else in the hand."""
    missing = Counter(in_hand(card) for meld in draft.table for card in meld.cards)
    missing.subtract(in_hand(card) for meld in draft.melds for card in meld.cards)
    loose: list[Card] = []
    hand: list[Card] = []
    for card in _table_first(draft, unplaced):
        if missing[in_hand(card)] > 0:
            missing[in_hand(card)] -= 1
            loose.append(card)
        else:
            hand.append(in_hand(card))
    return replace(draft, loose=tuple(loose), hand=_as_dealt(draft.dealt, hand))


def _table_first(draft: Draft, unplaced: Sequence[Card]) -> list[Card]:
    """Of unplaced jokers, those that have a value of the table are the table's."""
    values = {card for meld in draft.table for card in meld.cards if card.joker}
    return sorted(unplaced, key=lambda card: card.joker and (card not in values) + (card is JOKER))


def _as_dealt(dealt: Cards, hand: Iterable[Card]) -> Cards:
    """The hand in its own order: a card that comes back finds its place."""
    left = Counter(hand)
    kept: list[Card] = []
    for card in dealt:
        if left[card] > 0:
            left[card] -= 1
            kept.append(card)
    return (*kept, *left.elements())


def texts(cards: Iterable[Card]) -> list[str]:
    """Cards as they are written."""
    return [card.text for card in cards]
