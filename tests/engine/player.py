"""A player for tests that likes to take the table apart: finds legal melds quickly, often by regrouping."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random

from games.engine.cards import RANKS, SUITS, Card, card, declared, in_hand, value
from games.engine.melds import flaw
from games.engine.table import Table

Melds = list[list[Card]]
MOST_STEPS = 250  # of one search; a player may also overlook something


class Search:
    """Covers all cards that must lie on the table, with spare cards of the hand, by legal melds."""

    def __init__(self, must: Sequence[Card], spare: Sequence[Card], wild: int, random: Random) -> None:
        """`wild` jokers may stand for anything; the first of `must` and of the wild ones must be used."""
        self.must = Counter(map(value, must))
        self.spare = Counter(each for each in spare if not each.joker)
        self.wild_must = wild
        self.wild_spare = sum(each.joker for each in spare)
        self.random = random
        self.steps = 0
        self.used = 0

    def solve(self) -> Melds | None:
        """Melds that hold every `must` card and at least one spare one, or None."""
        self.steps += 1
        if self.steps > MOST_STEPS:
            return None
        targets = [each for each, count in self.must.items() if count][:1]
        if not targets:
            if not self.wild_must and self.used:
                return []
            targets = [each for each, count in self.spare.items() if count]
        for target in targets:
            shapes = list(_shapes(target))
            self.random.shuffle(shapes)
            for shape in shapes:
                found = self._with(shape)
                if found is not None:
                    return found
        return None

    def _with(self, shape: Sequence[Card]) -> Melds | None:
        """The rest solved after this meld was taken out of what there is; puts it back where that fails."""
        taken: list[tuple[Counter[Card], Card]] = []
        wild: list[Card] = []
        for each in shape:
            if self.must[each]:
                taken.append((self.must, each))
            elif self.spare[each]:
                taken.append((self.spare, each))
            else:
                wild.append(each)
        if len(wild) > min(1, self.wild_must + self.wild_spare):
            return None
        from_hand = sum(pile is self.spare for pile, _ in taken)
        before = self.wild_must, self.wild_spare, self.used
        for pile, each in taken:
            pile[each] -= 1
        if wild and self.wild_must:
            self.wild_must -= 1
        elif wild:
            self.wild_spare -= 1
            from_hand += 1
        self.used += from_hand
        rest = self.solve()
        if rest is not None:
            return [[declared(each) if each in wild else each for each in shape], *rest]
        for pile, each in taken:
            pile[each] += 1
        self.wild_must, self.wild_spare, self.used = before
        return None


def _shapes(target: Card) -> Iterator[tuple[Card, ...]]:
    """Small melds that hold this card: enough, since longer ones grow from them afterwards."""
    rank = RANKS[target.rank - 1]
    others = [suit for suit in SUITS if suit != target.suit]
    for left_out in (*others, ""):
        yield (target, *(card(rank + suit) for suit in others if suit != left_out))
    ladder = RANKS + "A"
    for length in (3, 4, 5):
        for low in range(len(ladder) - length + 1):
            ranks = ladder[low : low + length]
            if rank in ranks:
                yield tuple(card(each + target.suit) for each in ranks)


def find_meld(table: Table, hand: Sequence[Card], random: Random, regroup: bool) -> Melds | None:
    """A new arrangement of the table that this hand can lay, or None. `regroup`: by taking melds apart."""
    melds = [list(meld.cards) for meld in table]
    if regroup and melds:
        for _ in range(6):
            found = _regrouped(melds, hand, random)
            if found is not None:
                return _extended(found, _left(melds, hand, found), random)
    found, left = melds, list(hand)
    while len(left) > 2 and (own := Search((), left, 0, random).solve()):
        found = [*found, *own]
        left = _left(melds, hand, found)
    extended = _extended(found, left, random)
    return None if extended == melds else extended


def _regrouped(melds: Melds, hand: Sequence[Card], random: Random) -> Melds | None:
    """Some melds put into one heap with the hand and laid anew; jokers are freed where that can be."""
    chosen = set(random.sample(range(len(melds)), min(len(melds), random.choice((1, 2, 2, 3)))))
    heap = [each for index in chosen for each in melds[index]]
    actual = {each for each in (*heap, *hand) if not each.joker}
    freed = [each for each in heap if each.joker and value(each) in actual]
    free = Counter(freed)
    must = [each for each in heap if not each.joker or not free[each]]
    # The actual card is laid in the joker's place: it must lie on the table at the end (R15, D16a).
    if any(each.joker and value(each) in must for each in must):
        return None
    spare = list(hand)
    for each in {value(one) for one in freed} - set(must):
        spare.remove(each)
        must.append(each)
    search = Search(must, spare, len(freed), random)
    search.used = len(hand) - len(spare)
    laid = search.solve()
    if laid is None:
        return None
    for joker in (each for each in must if each.joker):
        _put_back(laid, joker)
    return [*(meld for index, meld in enumerate(melds) if index not in chosen), *laid]


def _put_back(laid: Melds, joker: Card) -> None:
    """A joker that was not freed lies where the search has laid its value."""
    for meld in laid:
        if value(joker) in meld:
            meld[meld.index(value(joker))] = joker
            return


def _left(melds: Melds, hand: Sequence[Card], found: Melds) -> list[Card]:
    """What is left of the hand after `found` was laid."""
    on_table = Counter(in_hand(each) for meld in melds for each in meld)
    laid = Counter(in_hand(each) for meld in found for each in meld)
    return list((Counter(hand) - (laid - on_table)).elements())


def _extended(melds: Melds, hand: Sequence[Card], random: Random) -> Melds:
    """The melds with the cards of the hand that fit onto them as they are."""
    melds = [list(meld) for meld in melds]
    for each in hand:
        if each.joker:
            continue
        for meld in random.sample(melds, len(melds)):
            if flaw([*meld, each]) is None:
                meld.append(each)
                break
    return melds
