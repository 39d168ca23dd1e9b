"""A round folded from its log, step by step: who holds what, what lies on the table, what is left to draw.

It stands on the log as the reader may see it: what is hidden there stays hidden here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from games.engine.cards import hand_points, in_hand, parse_card
from games.web import reasons
from games.web.history import lines

Entry = dict[str, Any]
Texts = tuple[str, ...]
MARKS = {"late": "timed_out", "planned": "planned", "stand-in": "stand_in"}


@dataclass(frozen=True, slots=True)
class Lying:
    """A meld on the table. `new` are those of its cards that were laid in this step, as they lie."""

    cards: Texts
    changed: bool = False
    new: Texts = ()


@dataclass(frozen=True, slots=True)
class Step:
    """What a line of the log led to. `drawn` are the cards that `seat` took in it; `taken` counts those so far."""

    number: int
    at: str
    marks: Texts  # "late": time ran out; "planned": by its player's plan; "stand-in": for who is on vacation
    seat: int | None
    said: tuple[tuple[str, Texts], ...]
    reason: str
    hands: tuple[Texts, ...]
    drawn: Texts
    table: tuple[Lying, ...]
    stock: Texts
    taken: int

    @property
    def left(self) -> int:
        return len(self.stock) - self.taken

    def points(self, seat: int) -> int:
        """R18 of the hand as it is now."""
        return hand_points(tuple(map(parse_card, self.hands[seat])))


def steps_of(entries: Iterable[Entry], own: int | None, names: Mapping[int, str]) -> Iterator[Step]:
    """The steps of a round that lies open; the first is its deal. `entries`: all its lines, in order."""
    step: Step | None = None
    for entry in entries:
        after = _dealt(entry) if step is None else _moved(step, entry)
        told = tuple((line.text, line.cards) for line in lines([entry], own, names))
        step = replace(after, said=told, reason=reasons.said(entry["reason"]))
        yield step


def _dealt(entry: Entry) -> Step:
    hands = tuple(_sorted(hand) for hand in entry["hands"])
    return Step(0, entry["at"], (), None, (), "", hands, (), (), tuple(entry["stock"]), 0)


def _moved(before: Step, entry: Entry) -> Step:
    table = tuple(Lying(meld.cards) for meld in before.table)
    step = replace(
        before,
        number=before.number + 1,
        at=entry["at"],
        marks=tuple(name for name, sign in MARKS.items() if entry[sign]),
        seat=entry["seat"],
        drawn=(),
        table=table,
    )
    for event in entry["events"]:
        if event["type"] == "drawn":
            step = _drew(step, event["seat"], event["card"])
        elif event["type"] == "melded":
            step = _laid(step, event)
    return step


def _drew(step: Step, seat: int, card: str) -> Step:
    hand = _sorted([*step.hands[seat], card])
    return replace(step, hands=_with(step.hands, seat, hand), drawn=(*step.drawn, card), taken=step.taken + 1)


def _laid(step: Step, event: Entry) -> Step:
    held = Counter(step.hands[event["seat"]])
    held.subtract(event["played"])
    hand = _sorted(held.elements())
    table = tuple(_lying(step.table, event["table"], event["played"]))
    return replace(step, hands=_with(step.hands, event["seat"], hand), table=table)


def _lying(before: Sequence[Lying], table: Sequence[Sequence[str]], played: Sequence[str]) -> Iterator[Lying]:
    """A meld is changed if none lay there with its very cards; what was laid is shown in those first."""
    same, more = Counter(meld.cards for meld in before), Counter(played)
    for cards in map(tuple, table):
        if same[cards]:
            same[cards] -= 1
            yield Lying(cards)
            continue
        new = []
        for card in cards:
            kind = in_hand(parse_card(card)).text
            if more[kind]:
                more[kind] -= 1
                new.append(card)
        yield Lying(cards, True, tuple(new))


def _with(hands: tuple[Texts, ...], seat: int, hand: Texts) -> tuple[Texts, ...]:
    return (*hands[:seat], hand, *hands[seat + 1 :])


def _sorted(texts: Iterable[str]) -> Texts:
    return tuple(sorted(texts, key=lambda text: parse_card(text).order))
