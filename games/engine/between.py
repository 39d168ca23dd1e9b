"""The operations that lead from a table and a hand to a new arrangement: how a meld is told."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from games.engine.arrange import apply_op, apply_ops
from games.engine.cards import Card
from games.engine.draft import ArrangeError, Cards, Draft, claims, draft_from, to_table
from games.engine.melds import Meld
from games.engine.ops import NEW, Add, Move, New, Op, SetMeld, Split
from games.engine.undeclared import in_order


def ops_between(
    table: Sequence[Meld], hand: Iterable[Card], after: Sequence[Sequence[Card]]
) -> tuple[Op, ...]:
    """Operations after which `to_table` gives exactly the melds of `after`, each in its order.

    Melds that keep their id (see `claims`) come first, by id, then the new ones in the order of `after`: the
    order in which the table lies once it is laid. Every joker of `after` has a value. Raises ArrangeError
    (not_held, loose_cards) where table and hand are not enough for it, or it leaves cards of the table out.
    """
    start = draft_from(table, hand)
    wanted = _wanted(table, after)
    told = _Telling(start, wanted).ops()
    if told is None:
        told = _plainly(start, wanted)
    return told


def _wanted(table: Sequence[Meld], after: Sequence[Sequence[Card]]) -> dict[str, Cards]:
    """What is to lie under each label in the end."""
    known = claims(table, after)
    places = {number: place for place, number in known.items()}
    wanted = {meld.label: tuple(after[places[meld.id]]) if meld.id in places else () for meld in table}
    new = [tuple(cards) for place, cards in enumerate(after) if place not in known]
    wanted |= {f"n{number}": cards for number, cards in enumerate(new, 1)}
    return {label: in_order(cards) for label, cards in wanted.items()}


def _arrived(draft: Draft, wanted: dict[str, Cards]) -> bool:
    return not draft.loose and {each.label: each.cards for each in draft.melds} == wanted


def _plainly(start: Draft, wanted: dict[str, Cards]) -> tuple[Op, ...]:
    """Takes all that changes apart, then lays it: always possible, but tells little."""
    changed = {each.label for each in start.melds if each.cards != wanted[each.label]}
    old = {each.label for each in start.melds}
    ops: list[Op] = [SetMeld(label, ()) for label in wanted if label in changed]
    ops += [SetMeld(label, cards) for label, cards in wanted.items() if label in changed and cards]
    ops += [New(cards) for label, cards in wanted.items() if label not in old]
    to_table(apply_ops(start, ops))  # refuses what is left out
    return tuple(ops)


class _Telling:
    """Finds operations that a person would use: cards that move, melds that split, cards from the hand."""

    def __init__(self, start: Draft, wanted: dict[str, Cards]) -> None:
        self.draft, self.wanted = start, wanted
        self.old = {each.label: each.cards for each in start.melds}
        self.sources: dict[str, dict[str, list[Card]]] = {label: {} for label in wanted}
        self.played: dict[str, list[Card]] = {label: [] for label in wanted}
        self.renamed: set[str] = set()  # melds in which a joker gets another value

    def ops(self) -> tuple[Op, ...] | None:
        """The operations, or None where this way does not lead there (jokers that change places)."""
        self._find_sources()
        try:
            for label in self.wanted:
                if label not in self.old:
                    self._make(label)
            for label in self.wanted:
                self._bring(label)
            for label in self.wanted:
                self._play(label)
        except ArrangeError:
            return None
        return self.draft.ops if _arrived(self.draft, self.wanted) else None

    def _find_sources(self) -> None:
        """Where each card of each meld comes from: it stays, another meld has too many of it, or the hand."""
        spare = {label: Counter(cards) - Counter(self.wanted[label]) for label, cards in self.old.items()}
        lacking = {
            label: list((Counter(cards) - Counter(self.old.get(label, ()))).elements())
            for label, cards in self.wanted.items()
        }
        for alike in (False, True):  # jokers with another value only where none has the right one
            for label, cards in lacking.items():
                lacking[label] = [card for card in cards if not self._spared(spare, label, card, alike)]
        for label, cards in lacking.items():
            self.played[label] = cards

    def _spared(self, spare: dict[str, Counter[Card]], to: str, card: Card, alike: bool) -> bool:
        for label in sorted(spare, key=lambda each: each != to):  # a joker rather changes in its own meld
            for other in spare[label]:
                if spare[label][other] > 0 and (other is card or (alike and card.joker and other.joker)):
                    spare[label][other] -= 1
                    if label == to:
                        self.renamed.add(to)
                    else:
                        self.sources[to].setdefault(label, []).append(card)
                    return True
        return False

    def _do(self, op: Op) -> None:
        self.draft = apply_op(self.draft, op)

    def _make(self, label: str) -> None:
        """A new meld begins with what another meld gives it, if one does, else with cards of the hand."""
        sources = self.sources[label]
        if not sources:
            self._do(New(tuple(self.played[label])))
            self.played[label] = []
            return
        source = max(sources, key=lambda each: len(sources[each]))
        cards = sources.pop(source)
        there = self.draft.meld(source)
        if len(cards) < len(there) and Counter(there[-len(cards) :]) == Counter(cards):
            self._do(Split(source, there[-len(cards)]))
        else:
            self._do(Move(source, tuple(cards), NEW))

    def _bring(self, label: str) -> None:
        for source, cards in self.sources[label].items():
            self._do(Move(source, tuple(cards), label))

    def _play(self, label: str) -> None:
        """Cards of the hand come last, and with them a joker's new value in its own meld."""
        if label in self.renamed:
            self._do(SetMeld(label, self.wanted[label]))
        elif self.played[label]:
            self._do(Add(tuple(self.played[label]), label))
