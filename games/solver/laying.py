"""From what is done at each rank to melds: which cards lie together, and where the jokers are."""

from __future__ import annotations

from collections.abc import Sequence

from games.engine.cards import RANKS, SUITS, Card, card, declared
from games.solver.groups import NONE
from games.solver.supply import HIGH
from games.solver.sweep import Choice

_LINE = RANKS + RANKS[0]  # the ace at both ends
Melds = list[list[Card]]


def melds_of(choices: Sequence[Choice]) -> Melds:
    """The melds; a joker stands for the value of its place. A sequence of 14 is cut in two (D11a)."""
    melds: Melds = []
    for choice in choices:
        if choice.groups != NONE:
            melds += _groups(choice)
    for suit in range(4):
        melds += _sequences(choices, suit)
    return melds


def _groups(choice: Choice) -> Melds:
    """The cards of one rank dealt out to as few groups as they need, each suit once in each."""
    total = sum(choice.groups) + choice.group_jokers
    counts = list(choice.groups)
    count = next(k for k in range(1, total) if max(counts) <= k and 3 * k <= total <= 4 * k)
    cards = [
        _card(choice.rank, suit)
        for suit in sorted(range(4), key=lambda s: -counts[s])
        for _ in range(counts[suit])
    ]
    groups: Melds = [[] for _ in range(count)]
    for place, each in enumerate(
        cards
    ):  # dealt round: no suit comes twice to a group, sizes differ by one at most
        groups[place % count].append(each)
    for _ in range(choice.group_jokers):
        smallest = min(groups, key=len)
        held = {each.suit for each in smallest}
        suit = next(suit for suit in SUITS if suit not in held)
        smallest.append(declared(_card(choice.rank, SUITS.index(suit))))
    return groups


def _sequences(choices: Sequence[Choice], suit: int) -> Melds:
    open_: Melds = []
    done: Melds = []
    for choice in choices:
        cards, jokers = choice.runs[suit], choice.run_jokers[suit]
        if not (cards or jokers):
            done += open_
            open_ = []
            continue
        each = _card(choice.rank, suit)
        here = [each] * cards + [declared(each)] * jokers
        short: Melds = []
        long: Melds = []
        for run in open_:
            (short if len(run) < 3 else long).append(run)
        order = [*short, *sorted(long, key=len)]
        done += order[len(here) :]
        order += [[] for _ in range(len(here) - len(order))]
        open_ = order[: len(here)]
        for run, card_ in zip(open_, here, strict=True):
            run.append(card_)
    done += open_
    return [part for run in done for part in ([run] if len(run) < HIGH else [run[:7], run[7:]])]


def _card(rank: int, suit: int) -> Card:
    return card(_LINE[rank - 1] + SUITS[suit])
