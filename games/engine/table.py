"""The table, and what a new arrangement of it changes: R12, R13, R15, R16, D16a, D16b."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from games.engine.cards import Card, in_hand, value
from games.engine.errors import (
    CardNotInHand,
    IllegalMeld,
    JokerRedeclared,
    NothingPlayed,
    TableCardRemoved,
)
from games.engine.melds import Meld, flaw, kind_of, ordered, rule_of

Table = tuple[Meld, ...]  # by id, so the oldest first


@dataclass(frozen=True, slots=True)
class Arrangement:
    """What a legal meld leads to."""

    table: Table
    played: tuple[Card, ...]  # from the hand, jokers bare
    hand: tuple[Card, ...]  # what is left of it, in its order
    next_id: int


def rearrange(
    table: Table, hand: Sequence[Card], after: Sequence[Sequence[Card]], next_id: int
) -> Arrangement:
    """Lays `after` as the whole new table (D6b, D13a: only the end counts).

    Raises the first that applies of TableCardRemoved, NothingPlayed, CardNotInHand, IllegalMeld,
    JokerRedeclared.
    """
    old = [each for meld in table for each in meld.cards]
    new = [each for meld in after for each in meld]
    played = _played(old, new)
    left = _without(hand, played)
    _check_melds(table, after)
    _check_jokers(old, new)
    melds, next_id = _labelled(table, after, next_id)
    return Arrangement(melds, tuple(played), left, next_id)


def _played(old: Sequence[Card], new: Sequence[Card]) -> list[Card]:
    """The cards that `new` has beyond `old`, jokers being alike (D16b)."""
    spare = Counter(map(in_hand, old))
    played = []
    for each in map(in_hand, new):
        if spare.get(each, 0):
            spare[each] -= 1
        else:
            played.append(each)
    if any(spare.values()):
        raise TableCardRemoved(rule="R13", cards=_removed(old, new))
    if not played:
        raise NothingPlayed(rule="R13" if old else "R12")
    return played


def _removed(old: Sequence[Card], new: Sequence[Card]) -> list[str]:
    """What to put back: of the jokers those whose value is gone, as many as are missing."""
    gone = sorted((Counter(old) - Counter(new)).elements(), key=lambda each: each.order)
    jokers = [each.text for each in gone if each.joker]
    missing = sum(each.joker for each in old) - sum(each.joker for each in new)
    return [each.text for each in gone if not each.joker] + jokers[: max(missing, 0)]


def _without(hand: Sequence[Card], played: Sequence[Card]) -> tuple[Card, ...]:
    """The hand after these cards were played from it (R12)."""
    left = list(hand)
    unheld = []
    for each in played:
        if each in left:
            left.remove(each)
        else:
            unheld.append(each.text)
    if unheld:
        raise CardNotInHand(cards=unheld)
    return tuple(left)


def _check_melds(table: Table, after: Sequence[Sequence[Card]]) -> None:
    """R13 (c): at the end every card lies in a legal meld. Melds that lay there before were judged then."""
    known = {meld.cards for meld in table}
    for index, meld in enumerate(after):
        if tuple(meld) in known:
            continue
        reason = flaw(meld)
        if reason is not None:
            raise IllegalMeld(rule=rule_of(reason, meld), meld=index, reason=reason.value)


def _check_jokers(old: Sequence[Card], new: Sequence[Card]) -> None:
    """D16a: for each value that a joker lost, at least one actual such card lies on the table."""
    before = [each for each in old if each.joker]
    if not before:
        return
    lost = Counter(before) - Counter(each for each in new if each.joker)
    for each in before:
        if lost[each] and value(each) not in new:
            raise JokerRedeclared(rule="D16a", joker=value(each).text)


def _labelled(table: Table, after: Sequence[Sequence[Card]], next_id: int) -> tuple[Table, int]:
    """The new table: each old meld, oldest first, hands its id to the unclaimed meld that shares most."""
    places: dict[Card, list[int]] = {}
    for index, meld in enumerate(after):
        for each in meld:
            places.setdefault(each, []).append(index)
    owner: dict[int, int] = {}
    for old in table:
        heir = _heir(old, places, owner)
        if heir is not None:
            owner[heir] = old.id
    known = {meld.cards: meld for meld in table}
    laid = []
    for index, meld in enumerate(after):
        number = owner.get(index)
        if number is None:
            number, next_id = next_id, next_id + 1
        same = known.get(tuple(meld))
        kind, cards = (same.kind, same.cards) if same else (kind_of(meld), ordered(meld))
        laid.append(Meld(number, kind, cards))
    return tuple(sorted(laid, key=lambda meld: meld.id)), next_id


def _heir(old: Meld, places: dict[Card, list[int]], owner: dict[int, int]) -> int | None:
    """The index of the unclaimed new meld that shares most cards with `old`, the lower one on a tie."""
    shared: dict[int, int] = {}
    for each in old.cards:
        for index in places.get(each, ()):
            if index not in owner:
                shared[index] = shared.get(index, 0) + 1
    return min(shared, key=lambda index: (-shared[index], index)) if shared else None
