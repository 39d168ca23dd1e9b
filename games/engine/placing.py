"""Cards chosen here and there go to one place: how what a page lets one choose becomes operations (`arrange`).

A joker that comes from the hand, or has no value yet, is placed last, so that what it may stand for is asked
once and with the whole meld in sight. A joker that was declared keeps its value (R15), unless that makes no
meld and the actual card lies in a meld already: then it is free (R16), and its value is worked out or asked.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from games.engine.arrange import apply_op
from games.engine.cards import JOKER, Card, value
from games.engine.draft import ArrangeError, Cards, Draft, DraftMeld, draft_from, resume, settled, texts
from games.engine.melds import Meld, flaw
from games.engine.ops import NEW, Add, Move, SetMeld
from games.engine.undeclared import choices, in_order

HAND = "hand"  # where chosen cards lie: here or loose, which are one place; or under a label


def place(draft: Draft, chosen: Mapping[str, Cards], to: str, values: Cards = ()) -> Draft:
    """All chosen cards (by where they lie) go to the meld `to`, or with "new" to a new one.

    `values` answers an earlier which_value: what the jokers without a value stand for. Raises ArrangeError.
    """
    chosen = {source: cards for source, cards in chosen.items() if cards and source != to}
    if not chosen:
        raise ArrangeError("no_cards")
    if to == NEW:
        to = f"n{draft.made + 1}"
        draft = replace(draft, melds=(*draft.melds, DraftMeld(to, ())), made=draft.made + 1)
    draft, waiting = _lifted(draft, to)
    moved: list[Card] = []
    for source, cards in chosen.items():
        plain = tuple(card for card in cards if card is not JOKER)
        bare = len(cards) - len(plain)
        if source == HAND:
            draft = apply_op(draft, Add(plain, to)) if plain else draft
        else:
            if bare:
                draft = _take_bare(draft, source, bare)
            draft = apply_op(draft, Move(source, plain, to)) if plain else draft
            moved += plain
        waiting += bare
    if waiting:
        return _with_jokers(draft, to, waiting, values)
    return _freed(draft, to, moved, values)


def take_back(draft: Draft, chosen: Mapping[str, Cards]) -> Draft:
    """The chosen cards leave their melds: one's own go to the hand, those of the table are loose."""
    chosen = {source: cards for source, cards in chosen.items() if cards and source != HAND}
    if not chosen:
        raise ArrangeError("no_cards")
    for source, cards in chosen.items():
        left = list(draft.meld(source))
        for card in cards:
            if card not in left:
                raise ArrangeError("not_in_meld", card=card.text, label=source, where=[])
            left.remove(card)
        draft = apply_op(draft, SetMeld(source, tuple(left)))
    return draft


def declare(draft: Draft, label: str, values: Cards) -> Draft:
    """The jokers of this meld that are without a value, or else all of them that are free, get these values."""
    cards = draft.meld(label)
    free = free_jokers(draft, label)
    if not values or len(values) != len(free) or not all(card.joker and card.rank for card in values):
        raise ArrangeError("no_cards")
    return apply_op(draft, SetMeld(label, (*_without(cards, free), *values)))


def free_jokers(draft: Draft, label: str) -> Cards:
    """The jokers of this meld whose value is yet to be said: those that have none, or all that lost theirs."""
    cards = draft.meld(label)
    bare = tuple(card for card in cards if card is JOKER)
    return bare or _free(draft, [card for card in cards if card.joker])


def joker_values(draft: Draft, label: str) -> list[Cards]:
    """What the free jokers of a meld may stand for, if that is not settled: each a way to declare them all."""
    cards = draft.meld(label)
    free = free_jokers(draft, label)
    if not free or (JOKER not in cards and flaw(cards) is None):
        return []
    return choices(_without(cards, free), len(free))


def reopen(
    table: Sequence[Meld], hand: Sequence[Card], labels: Sequence[str], melds: Sequence[Cards]
) -> Draft:
    """A stored draft with its labels, where table and hand still are what it was made from; else as `resume`."""
    known = {meld.label for meld in table}
    fits = len(labels) == len(melds) == len(set(labels)) and known == {
        each for each in labels if each[0] == "m"
    }
    pool = [card for meld in table for card in meld.cards] + list(hand)
    if not fits or not all(_drop(pool, card) for meld in melds for card in meld):
        return resume(table, hand, melds)
    placed = tuple(DraftMeld(label, in_order(cards)) for label, cards in zip(labels, melds, strict=True))
    made = max((int(label[1:]) for label in labels if label[0] == "n"), default=0)
    return settled(Draft(tuple(table), tuple(hand), placed, (), made=made), pool)


def untouched(draft: Draft) -> bool:
    """Whether the draft is the table as it lies."""
    return [(each.label, each.cards) for each in draft.melds if each.cards] == [
        (each.label, each.cards) for each in draft_from(draft.table, draft.dealt).melds
    ]


def _with_jokers(draft: Draft, to: str, count: int, values: Cards) -> Draft:
    """So many jokers without a value go to the meld, by the answer where there is one."""
    try:
        return apply_op(draft, Add((JOKER,) * count, to))
    except ArrangeError as error:
        return _answered(draft, to, draft.meld(to), error, values)


def _freed(draft: Draft, to: str, moved: Iterable[Card], values: Cards) -> Draft:
    """Jokers that came with a value which makes no meld here, and which they may give up, give it up."""
    cards = draft.meld(to)
    free = _free(draft, [card for card in moved if card.joker and card in cards])
    if not free or flaw(cards) is None or JOKER in cards:
        return draft
    fixed = _without(cards, free)
    options = choices(fixed, len(free))
    if not options:
        return draft
    if len(options) == 1:
        return apply_op(draft, SetMeld(to, (*fixed, *options[0])))
    error = ArrangeError("which_value", label=to, options=[texts(each) for each in options])
    return _answered(draft, to, fixed, error, values)


def _answered(draft: Draft, to: str, fixed: Cards, error: ArrangeError, values: Cards) -> Draft:
    """With the answer, if it is one; else the question, which also names the `fixed` cards of the meld."""
    options = error.members.get("options")
    answers = [sorted(each) for each in options] if isinstance(options, list) else []
    if error.code != "which_value" or sorted(texts(values)) not in answers:
        error.members["fixed"] = texts(fixed)
        raise error
    return apply_op(draft, SetMeld(to, (*fixed, *values)))


def _lifted(draft: Draft, label: str) -> tuple[Draft, int]:
    """The draft without the meld's jokers that have no value, and how many they are."""
    bare = sum(card is JOKER for card in draft.meld(label))
    return (_take_bare(draft, label, bare), bare) if bare else (draft, 0)


def _take_bare(draft: Draft, label: str, count: int) -> Draft:
    cards = draft.meld(label)
    if sum(card is JOKER for card in cards) < count:
        raise ArrangeError("not_in_meld", card=JOKER.text, label=label, where=[])
    return apply_op(draft, SetMeld(label, _without(cards, (JOKER,) * count)))


def _free(draft: Draft, jokers: Iterable[Card]) -> Cards:
    """Those of them whose actual card lies in a meld (R15, D16a)."""
    lying = {card for each in draft.melds for card in each.cards if not card.joker}
    return tuple(card for card in jokers if card is not JOKER and (value(card) in lying or _own(draft, card)))


def _own(draft: Draft, joker: Card) -> bool:
    """Whether this value was given in this draft: no joker of the table has it, so nothing holds it."""
    return all(joker not in meld.cards for meld in draft.table)


def _without(cards: Cards, gone: Cards) -> Cards:
    left = list(cards)
    for card in gone:
        left.remove(card)
    return tuple(left)


def _drop(pool: list[Card], card: Card) -> bool:
    """Takes this card, or for a joker any joker, out of the pool."""
    same = card if card in pool else next((each for each in pool if each.joker), None) if card.joker else None
    if same is None:
        return False
    pool.remove(same)
    return True
