"""Random tables, hands and arrangements of them, for the tests of drafts and of notation."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

from hypothesis import strategies as st

from games.engine.arrange import Add, Draft, Move, New, Op, SetMeld, Split
from games.engine.cards import JOKER, RANKS, SUITS, Card, card, deck, declared, in_hand
from games.engine.melds import Meld, flaw, kind_of, ordered

GROUPS = [tuple(card(rank + suit) for suit in SUITS) for rank in RANKS]
GROUPS += [each[:skip] + each[skip + 1 :] for each in list(GROUPS) for skip in range(4)]
RUNS = [
    tuple(card((RANKS + "A")[at] + suit) for at in range(low, low + length))
    for suit in SUITS for length in range(3, 8) for low in range(15 - length)
]  # fmt: skip
MELDS = GROUPS + RUNS


@dataclass(frozen=True)
class Case:
    """A table, a hand, and an arrangement of legal melds that keeps every card of the table."""

    table: tuple[Meld, ...]
    hand: tuple[Card, ...]
    after: tuple[tuple[Card, ...], ...]
    chance: Random


@st.composite
def cases(draw: st.DrawFn) -> Case:
    return case(Random(draw(st.integers(0, 2**32))))


def case(chance: Random) -> Case:
    """Deals melds from two decks, then finds another way to lay some of them, with cards of the hand."""
    pile = Counter(deck(3))
    before = _deal(chance, pile, chance.randrange(0, 9))
    numbers = sorted(chance.sample(range(1, 40), len(before)))
    table = tuple(Meld(n, kind_of(meld), ordered(meld)) for n, meld in zip(numbers, before, strict=True))
    jokers = pile[JOKER]
    hand = chance.sample(list((pile - Counter({JOKER: jokers})).elements()), 10) + [JOKER] * jokers
    after = _rearranged(chance, [meld.cards for meld in table], list(hand))
    if sum(map(len, after)) == sum(len(meld.cards) for meld in table):
        return case(chance)  # R12: a card of the hand is added
    chance.shuffle(hand)
    return Case(table, tuple(hand), after, chance)


def _deal(chance: Random, pile: Counter[Card], count: int) -> list[tuple[Card, ...]]:
    found: list[tuple[Card, ...]] = []
    while len(found) < count:
        meld = [declared(each) if chance.random() < 0.08 else each for each in chance.choice(MELDS)]
        need = Counter(map(in_hand, meld))
        if need <= pile:
            pile -= need
            found.append(tuple(meld))
    return found


def _rearranged(
    chance: Random, melds: Sequence[tuple[Card, ...]], hand: list[Card]
) -> tuple[tuple[Card, ...], ...]:
    """A few random steps between legal tables; a joker may change its value where R16 lets it."""
    after = [list(meld) for meld in melds]
    for _ in range(30):
        step = chance.choice((_add, _add, _lay, _hand_over, _hand_over, _cut, _join, _free))
        step(chance, after, hand)
    chance.shuffle(after)
    for meld in after:
        chance.shuffle(meld)
    return tuple(map(tuple, after))


def _legal(meld: Sequence[Card]) -> bool:
    return flaw(meld) is None


def _add(chance: Random, after: list[list[Card]], hand: list[Card]) -> bool:
    if not after or not hand:
        return False
    each, meld = chance.choice(hand), chance.choice(after)
    for placed in [declared(value) for value in chance.choice(MELDS)] if each is JOKER else [each]:
        if _legal([*meld, placed]):
            meld.append(placed)
            hand.remove(each)
            return True
    return False


def _lay(chance: Random, after: list[list[Card]], hand: list[Card]) -> None:
    for meld in chance.sample(MELDS, 80):
        missing = [each for each in meld if each not in hand]
        if len(missing) <= min(hand.count(JOKER), 1):
            for each in meld:
                hand.remove(JOKER if each in missing else each)
            after.append([declared(each) if each in missing else each for each in meld])
            return


def _hand_over(chance: Random, after: list[list[Card]], hand: list[Card]) -> None:
    if len(after) < 2:
        return
    giver, taker = chance.sample(after, 2)
    for each in chance.sample(giver, len(giver)):
        rest = list(giver)
        rest.remove(each)
        if _legal(rest) and _legal([*taker, each]):
            giver.remove(each)
            taker.append(each)
            return


def _cut(chance: Random, after: list[list[Card]], hand: list[Card]) -> None:
    if after:
        meld = list(ordered(chance_meld := chance.choice(after)))
        for at in range(3, len(meld) - 2):
            if chance.random() < 0.5:
                after.remove(chance_meld)
                after.extend((meld[:at], meld[at:]))
                return


def _join(chance: Random, after: list[list[Card]], hand: list[Card]) -> None:
    if len(after) >= 2:
        one, other = chance.sample(range(len(after)), 2)
        if _legal(after[one] + after[other]):
            after[one] += after[other]
            del after[other]


def _free(chance: Random, after: list[list[Card]], hand: list[Card]) -> None:
    """R15, R16: the actual card takes a joker's place, and the joker is used at once."""
    for meld in after:
        for at, each in enumerate(meld):
            if each.joker and (actual := card(each.text[1:])) in hand:
                for other in chance.sample(after, len(after)):
                    for value in chance.sample(MELDS, 20):
                        swapped = [*meld[:at], actual, *meld[at + 1 :]]
                        base = swapped if other is meld else other
                        if _legal([*base, declared(value[0])]):
                            hand.remove(actual)
                            meld[at] = actual
                            other.append(declared(value[0]))
                            return


def random_ops(chance: Random, draft: Draft, count: int) -> Iterator[Op]:
    """Operations on what this draft had at first, most of which can be done."""
    names = [each.label for each in draft.melds] + ["n1", "n2", "n3"]
    everything = [*draft.hand, *(each for meld in draft.melds for each in meld.cards), JOKER, card("*7H")]

    def some(most: int) -> tuple[Card, ...]:
        return tuple(chance.sample(everything, min(chance.randint(1, most), len(everything))))

    for _ in range(count):
        meld = chance.choice(draft.melds) if draft.melds else None
        own = tuple(chance.sample(meld.cards, chance.randint(1, len(meld.cards)))) if meld else some(2)
        held = tuple(chance.sample(draft.hand, min(chance.randint(1, 3), len(draft.hand))))
        label = meld.label if meld else "n1"
        match chance.randrange(7):
            case 0:
                yield New(held or some(2))
            case 1:
                yield Add(held or some(1), chance.choice(names))
            case 2:
                yield Move(label, own, chance.choice([*names, "new"]))
            case 3:
                yield Split(label, chance.choice(own))
            case 4:
                yield SetMeld(label, own)
            case 5:
                yield SetMeld(chance.choice(names), chance.choice([(), own + held, some(3)]))
            case _:
                yield Add(some(2), chance.choice(names))
