"""What there is to arrange: the cards of the table, which must lie, and those of the hand, which may."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from games.engine.cards import JOKER, SUITS, Card, value

HIGH: Final = 14  # the ace above the king (R11)
SUIT_NUMBERS: Final = {suit: number for number, suit in enumerate(SUITS)}
Objective = Literal["points", "cards"]
Grid = list[list[int]]  # [rank][suit number] -> how many; rank 0 is not used


@dataclass(frozen=True, slots=True)
class Supply:
    """Counts of cards by rank 1 to 13 and suit (a grid), and of jokers that may stand for anything.

    `must`: cards of the table, jokers that keep their value among them; `may`: cards of the hand. `freed`:
    jokers of the table that lost their value (R16), which must lie as well; `own`: jokers of the hand.
    """

    must: Grid
    may: Grid
    freed: int
    own: int
    kept: tuple[Card, ...] = ()  # the values of the jokers among `must`
    forced: bool = False  # whether cards of the hand are among `must`

    @property
    def jokers(self) -> int:
        return self.freed + self.own


def supplies(table: Sequence[Sequence[Card]], hand: Sequence[Card]) -> Iterator[Supply]:
    """The cases that D16a leaves: every legal arrangement belongs to one of them.

    A joker of the table whose actual card lies there may stand for anything. Where that card is only in the
    hand there are two cases: the joker keeps its value, or the card is played and the joker is free.
    """
    actual = Counter(card for meld in table for card in meld if not card.joker)
    standing = Counter(value(card) for meld in table for card in meld if card.joker)
    freed = sum(count for card, count in standing.items() if actual[card])
    bound = {card: count for card, count in standing.items() if not actual[card]}
    choices: list[tuple[Card, ...]] = [()]
    for card in bound:
        if card in hand:
            choices += [(*chosen, card) for chosen in choices]
    for played in choices:
        must, may = _grid(actual), _grid(Counter(card for card in hand if card is not JOKER))
        kept: list[Card] = []
        for card, count in bound.items():
            suit = SUIT_NUMBERS[card.suit]
            if card in played:
                must[card.rank][suit] += 1
                may[card.rank][suit] -= 1
            else:
                must[card.rank][suit] += count
                kept += [card] * count
        more = sum(bound[card] for card in played)
        yield Supply(must, may, freed + more, sum(card is JOKER for card in hand), tuple(kept), bool(played))


def _grid(cards: Counter[Card]) -> Grid:
    grid = [[0, 0, 0, 0] for _rank in range(HIGH)]
    for card, count in cards.items():
        grid[card.rank][SUIT_NUMBERS[card.suit]] += count
    return grid


def without_hopeless(supply: Supply) -> Supply:
    """The supply without the cards of the hand that no meld can have, whatever else is played."""
    if supply.jokers > 1:
        return supply
    must, may = supply.must, [list(row) for row in supply.may]
    there = [[a + b for a, b in zip(*rows, strict=True)] for rows in zip(must, may, strict=True)]
    waiting = [(rank, suit) for rank in range(1, HIGH) for suit in range(4) if may[rank][suit]]
    while hopeless := [cell for cell in waiting if not _may_lie(there, *cell, supply.jokers)]:
        for rank, suit in hopeless:
            there[rank][suit] -= may[rank][suit]
            may[rank][suit] = 0
            waiting.remove((rank, suit))
    return Supply(must, may, supply.freed, supply.own, supply.kept, supply.forced)


def _may_lie(there: Grid, rank: int, suit: int, jokers: int) -> bool:
    """Whether any group or three cards in sequence can have this card."""
    row = there[rank]
    if bool(row[0]) + bool(row[1]) + bool(row[2]) + bool(row[3]) + jokers >= 3:
        return True
    for place in (1, HIGH) if rank == 1 else (rank,):
        for first in range(max(1, place - 2), min(place, 12) + 1):
            held = 0
            for at in (first, first + 1, first + 2):
                held += bool(there[at if at < HIGH else 1][suit])
            if held + jokers >= 3:
                return True
    return False


def points_of(rank: int) -> int:
    """R18, by rank."""
    return min(rank, 10)


def loss_weights(hand: Sequence[Card], objective: Objective) -> tuple[int, int]:
    """(for each card, for each point) of what stays in the hand, so that ties go by the other one.

    `points`: the least points, then the most cards played. `cards`: the most cards, then the least points.
    """
    if objective == "points":
        return 1, len(hand) + 1
    return sum(card.points for card in hand) + 1, 1
