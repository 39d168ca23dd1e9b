"""Pure operations on a draft: the arrangement that a player is making, before it is laid (D6c, D13a).

The page, its plain forms, the mail and the command line all speak these operations, so they are exact:

*Where a card lies.* Each card of the table and of the hand is in a meld of the draft, loose, or in the
hand. `loose` are cards of the table that are in no meld at the moment: they must go to a meld again (R13b),
and never to the hand. A card of one's own that is taken out of a meld returns to the hand. Equal cards are
alike, and so are jokers (D16b): a card is one's own as long as all that the table had of its kind lies in
melds. So melds alone decide what is loose, and what the hand holds.

*Labels.* `m3` is the table's meld 3 and keeps its label. `n1`, `n2` … are melds made in this draft,
numbered as they are made. A meld without cards is dissolved: it is not laid, but its label remains and can
be filled again.

*Operations.* `New(cards)`, `Add(cards, to)` and `SetMeld(label, cards)` take cards that are loose first,
then cards of the hand; `SetMeld` first those that the meld has, and what it does not keep leaves the meld.
None takes a card out of another meld: that is `Move(source, cards, to)`. `Split(label, card)` makes a new
meld of that card and all that follow it in the meld's order; of two equal cards the second begins it. An
operation happens as a whole, or not at all. Melds need not be legal on the way; they are kept in the order
in which they are shown (`in_order`).

*Jokers* (R14, R15). `*9H` says what a joker stands for. It means the joker that is already so declared, if
there is one, else any joker, which then gets this value; whether that is allowed (R15, R16) is judged when
the meld is laid. `*` is any joker. It keeps its value where that makes a legal meld; otherwise it gets the
one value that does. Where several do, `which_value` asks. Where none does, because the meld is not
complete, it waits, and is looked at again when cards come to the meld. Where a meld has several jokers of
different values, `which_joker` asks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from games.engine.cards import JOKER, Card, in_hand
from games.engine.draft import (
    ArrangeError,
    Cards,
    Draft,
    DraftMeld,
    draft_from,
    labels,
    problems,
    resume,
    settled,
    texts,
    to_table,
)
from games.engine.melds import flaw
from games.engine.ops import NEW, Add, Move, New, Op, SetMeld, Split, decode_op, decode_ops, encode_op
from games.engine.undeclared import choices, in_order

__all__ = [
    "NEW", "Add", "ArrangeError", "Draft", "DraftMeld", "Move", "New", "Op", "SetMeld", "Split", "apply_op",
    "apply_ops", "decode_op", "decode_ops", "draft_from", "encode_op", "labels", "problems", "resume",
    "to_table",
]  # fmt: skip

Missing = Callable[[Card], ArrangeError]


def apply_op(draft: Draft, op: Op) -> Draft:
    """The draft after this operation, or ArrangeError."""
    try:
        match op:
            case New(cards):
                after = _put(*_with_new(draft), cards)
            case Add(cards, to):
                after = _put(draft, to, cards)
            case Move():
                after = _move(draft, op)
            case Split(label, card):
                after = _split(draft, label, card)
            case SetMeld(label, cards):
                after = _set(draft, label, cards)
    except ArrangeError as error:
        error.op = op
        raise
    return replace(after, ops=(*draft.ops, op))


def apply_ops(draft: Draft, ops: Iterable[Op]) -> Draft:
    """All of these, in order."""
    for op in ops:
        draft = apply_op(draft, op)
    return draft


def _with_new(draft: Draft) -> tuple[Draft, str]:
    label = f"n{draft.made + 1}"
    return replace(draft, melds=(*draft.melds, DraftMeld(label, ())), made=draft.made + 1), label


def _with(draft: Draft, label: str, cards: Cards) -> Draft:
    melds = tuple(DraftMeld(label, in_order(cards)) if each.label == label else each for each in draft.melds)
    return replace(draft, melds=melds)


def _put(draft: Draft, to: str, cards: Cards) -> Draft:
    """Loose cards, then cards of the hand, to a meld."""
    there = draft.meld(to)
    loose, hand = list(draft.loose), list(draft.hand)
    found = _take([loose, hand], cards, lambda card: _missing(draft, "not_held", card))
    placed = _declare(to, there, found)
    return _with(replace(draft, loose=tuple(loose), hand=tuple(hand)), to, placed)


def _move(draft: Draft, op: Move) -> Draft:
    if op.source == op.to:
        raise ArrangeError("same_meld", label=op.to)
    left = list(draft.meld(op.source))
    found = _take([left], op.cards, lambda card: _missing(draft, "not_in_meld", card, label=op.source))
    draft, to = _with_new(draft) if op.to == NEW else (draft, op.to)
    placed = _declare(to, draft.meld(to), found)
    return _with(_with(draft, op.source, _plain(tuple(left))), to, placed)


def _split(draft: Draft, label: str, card: Card) -> Draft:
    cards = draft.meld(label)
    where = [place for place, each in enumerate(cards) if each is card]
    if not where and card is JOKER:
        where = [place for place, each in enumerate(cards) if each.joker]
        _refuse_unclear([cards[place] for place in where], 1)
    if not where:
        raise _missing(draft, "not_in_meld", card, label=label)
    if not where[-1]:
        raise ArrangeError("nothing_to_split", label=label, card=card.text)
    draft, new = _with_new(_with(draft, label, _plain(cards[: where[-1]])))
    return _with(draft, new, _plain(cards[where[-1] :]))


def _set(draft: Draft, label: str, cards: Cards) -> Draft:
    own, loose, hand = list(draft.meld(label)), list(draft.loose), list(draft.hand)
    placed: Cards = ()
    if cards:
        found = _take([own, loose, hand], cards, lambda card: _missing(draft, "not_held", card))
        placed = _declare(label, (), found)
    after = _with(draft, label, placed)
    return settled(after, [*loose, *own, *hand])


def _take(pools: list[list[Card]], cards: Cards, missing: Missing) -> list[tuple[Card, Card]]:
    """Takes each card out of the first pool that has it. Gives pairs: what was named, what was found."""
    if not cards:
        raise ArrangeError("no_cards")
    found: list[tuple[Card, Card]] = []
    others: list[Card] = []
    for card in cards:
        if card is JOKER or not any(card in pool for pool in pools):
            others.append(card)
        else:
            found.append((card, _first(pools, card)))
    bare = sum(card is JOKER for card in others)
    for card in sorted(others, key=lambda each: each is JOKER):  # those with a value have the first choice
        pool = (
            next((pool for pool in pools if any(each.joker for each in pool)), None) if card.joker else None
        )
        if pool is None:
            raise missing(card)
        jokers = [each for each in pool if each.joker]
        if card is JOKER:
            _refuse_unclear(jokers, bare)
            bare -= 1
        pool.remove(jokers[0])
        found.append((card, jokers[0]))
    return found


def _first(pools: list[list[Card]], card: Card) -> Card:
    pool = next(pool for pool in pools if card in pool)
    pool.remove(card)
    return card


def _refuse_unclear(jokers: Sequence[Card], wanted: int) -> None:
    if wanted < len(jokers) and len(set(jokers)) > 1:
        raise ArrangeError("which_joker", options=texts(jokers))


def _declare(label: str, there: Cards, found: list[tuple[Card, Card]]) -> Cards:
    """The cards of the meld, with a value for each joker that was named without one, if only one is legal."""
    kept = [was for named, was in found if named is JOKER and was is not JOKER]
    cards = [*there, *(was if named is JOKER else named for named, was in found)]
    if kept and flaw(cards) is None and JOKER not in cards:
        return tuple(cards)  # R15: the value stays
    fixed = [card for card in cards if card is not JOKER]
    options = choices(fixed, len(cards) - len(fixed))
    if not options and kept:
        fixed = [*there, *(named for named, _was in found)]
        fixed = [card for card in fixed if card is not JOKER]
        options = choices(fixed, len(cards) - len(fixed))
    if len(options) > 1:
        raise ArrangeError("which_value", label=label, options=[texts(each) for each in options])
    return (*fixed, *options[0]) if options else tuple(cards)


def _plain(cards: Cards) -> Cards:
    """What is left of a meld: a joker without a value gets the only one that is legal; nothing is asked."""
    fixed = [card for card in cards if card is not JOKER]
    options = choices(fixed, len(cards) - len(fixed))
    return (*fixed, *options[0]) if len(options) == 1 else cards


def _missing(draft: Draft, code: str, card: Card, **members: object) -> ArrangeError:
    label = members.get("label")
    where = [
        each.label
        for each in draft.melds
        if each.label != label and any(each_card in (card, in_hand(card)) for each_card in each.cards)
    ]
    return ArrangeError(code, card=card.text, where=where, **members)
