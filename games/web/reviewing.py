"""What laying an arrangement would change, and what a joker in it may stand for: shown before it is so."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from games.engine import rules
from games.engine.cards import Card, card, hand_points
from games.engine.draft import ArrangeError, Draft, to_table
from games.engine.errors import RuleError
from games.engine.moves import MeldMove
from games.engine.state import KNOCK_LIMIT, Phase, State
from games.engine.table import rearrange
from games.engine.undeclared import in_order
from games.models import Game, Seat
from games.services.arranging import Arrangement
from games.web import board
from games.web.board import ShownMeld
from games.web.said import title


@dataclass(frozen=True, slots=True)
class Changed:
    """A meld of the new table beside what lay there before; `meld` is None where nothing lies there any more."""

    title: str
    meld: ShownMeld | None
    before: tuple[Card, ...]


def context(game: Game, seat: Seat, state: State, kept: Arrangement) -> dict[str, Any] | None:
    """What the review shows; None where there is nothing that could be laid now."""
    number, draft, round_, turn = seat.number, kept.draft, state.round, state.turn
    if number is None or round_ is None or turn is None or "meld" not in rules.allowed(state, number):
        return None
    try:
        after = to_table(draft)
        rules.plan(state, number, MeldMove(after))
        laid = rearrange(round_.table, state.seats[number].hand, after, round_.next_meld_id)
    except (ArrangeError, RuleError):
        return None
    points = hand_points(laid.hand)
    last = turn.phase is Phase.LAST
    return {
        "game": game,
        "kept": kept,
        "changes": changes(draft),
        "played": sorted(laid.played, key=lambda each: each.order),
        "left": sorted(laid.hand, key=lambda each: each.order),
        "points": points,
        "last": last,
        "out": not laid.hand,
        "may_knock": bool(laid.hand) and points <= KNOCK_LIMIT and not last,
    }


def changes(draft: Draft) -> list[Changed]:
    """Every meld that is not as it was, the new ones last."""
    lying = {meld.label: in_order(meld.cards) for meld in draft.table}
    shown = {meld.label: meld for meld in board.melds_of(draft)}
    return [
        Changed(title(each.label), shown.get(each.label), lying.get(each.label, ()))
        for each in draft.melds
        if (each.cards or each.label in lying) and lying.get(each.label) != each.cards
    ]


def answers(error: ArrangeError) -> list[dict[str, Any]]:
    """What the jokers may stand for (which_value), each answer with the meld as it would be."""
    fixed = tuple(map(card, _texts(error.members.get("fixed"))))
    options = error.members.get("options")
    found = []
    for texts in options if isinstance(options, list) else []:
        values = tuple(map(card, texts))
        found.append({"value": " ".join(texts), "jokers": values, "cards": in_order((*fixed, *values))})
    return found


def _texts(named: object) -> list[str]:
    return [str(each) for each in named] if isinstance(named, list) else []
