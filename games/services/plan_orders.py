"""What a player can plan for a turn, and what follows from it move by move. Pure: it knows what the seat sees."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.engine.cards import Card, card, hand_points
from games.engine.moves import Draw, Knock, MeldMove, Move, Pass
from games.engine.state import KNOCK_LIMIT
from games.solver import Objective, solve
from games.solver.solve import left_of

# How far to draw: until something can be laid; to the third card (R6), whatever fits.
UNTIL_FITS, TO_THIRD = "until_fits", "to_third"
DRAWS = (UNTIL_FITS, TO_THIRD)
LAYS: dict[str, Objective] = {"most_points": "points", "most_cards": "cards"}
# Of what the player wants to be told, instead of being played for; in the order in which they are asked.
NEW_ROUND, TABLE, WATCHED, LAST, FEW = (
    "new_round",
    "table_changed",
    "melds_changed",
    "last_turns",
    "few_cards",
)
TELL_IF = (NEW_ROUND, TABLE, LAST, FEW)
FAULT = "not_playable"  # why a plan is set aside that comes to nothing by itself
FEW_CARDS = 3
SECONDS = 2.0  # that the best play is looked for

Melds = Mapping[str, Sequence[str]]


@dataclass(frozen=True, slots=True)
class Orders:
    """What is to be played. `table`: laid at once where the table lies as it lay then; `watch`: labels of melds."""

    draw: str = UNTIL_FITS
    lay: str = "most_points"
    knock: bool = True
    table: tuple[tuple[Card, ...], ...] | None = None
    tell_if: tuple[str, ...] = ()
    watch: tuple[str, ...] = ()


def encode(orders: Orders) -> dict[str, Any]:
    """As JSON."""
    return {
        "draw": orders.draw,
        "lay": orders.lay,
        "knock": orders.knock,
        "table": orders.table and [[each.text for each in meld] for meld in orders.table],
        "tell_if": list(orders.tell_if),
        "watch": list(orders.watch),
    }


def decode(stored: Mapping[str, Any]) -> Orders:
    """As they were encoded."""
    table = stored["table"]
    return Orders(
        draw=stored["draw"],
        lay=stored["lay"],
        knock=stored["knock"],
        table=table and tuple(tuple(map(card, meld)) for meld in table),
        tell_if=tuple(stored["tell_if"]),
        watch=tuple(stored["watch"]),
    )


def melds_of(view: Mapping[str, Any]) -> dict[str, list[str]]:
    """The melds of a view (engine.view), by label."""
    return {meld["id"]: meld["cards"] for meld in view["round"]["table"]}


def to_tell(orders: Orders, seen: Melds, seen_round: int, view: Mapping[str, Any]) -> str:
    """Of what the player is to be told instead, where it has happened since they saw these melds; else empty."""
    found = {
        NEW_ROUND: view["round"]["number"] != seen_round,
        TABLE: changed(seen, seen_round, view),
        LAST: view["round"]["turn"]["phase"] == "last",
        FEW: any(
            seat["status"] == "playing" and 0 < seat["cards"] <= FEW_CARDS
            for seat in view["seats"]
            if seat["seat"] != view["you"]["seat"]
        ),
    }
    now = melds_of(view) if view["round"]["number"] == seen_round else {}
    if any(now.get(label) != seen.get(label) for label in orders.watch):
        return WATCHED
    return next((why for why in orders.tell_if if found[why]), "")


def changed(seen: Melds, seen_round: int, view: Mapping[str, Any]) -> bool:
    """Whether the table lies otherwise than these melds; in another round, whether anything lies there yet."""
    return melds_of(view) != (seen if view["round"]["number"] == seen_round else {})


def move(orders: Orders, view: Mapping[str, Any], *, as_it_lay: bool, seconds: float = SECONDS) -> Move:
    """The next move of the open turn. `as_it_lay`: the table has not changed since the plan was made."""
    can = view["you"]["can"]
    if "knock" in can:
        return Knock() if orders.knock else Pass()
    hand = tuple(map(card, view["you"]["hand"]))
    phase = view["round"]["turn"]["phase"]
    if orders.table is not None and as_it_lay:
        return _lay(orders, orders.table, phase, _left(view, orders.table, hand))
    if orders.draw == UNTIL_FITS:
        table = [tuple(map(card, cards)) for cards in melds_of(view).values()]
        play = solve(table, hand, objective=LAYS[orders.lay], seconds=seconds)
        if play.played:
            return _lay(orders, play.melds, phase, play.left)
    return Draw() if "draw" in can else Pass()


def _lay(orders: Orders, table: tuple[tuple[Card, ...], ...], phase: str, left: Sequence[Card]) -> MeldMove:
    """R7, R17: whether to knock is said with the meld, where it can be (D20b: not in a last turn)."""
    low = phase == "meld" and bool(left) and hand_points(left) <= KNOCK_LIMIT
    return MeldMove(table, orders.knock if low else None)


def _left(
    view: Mapping[str, Any], table: tuple[tuple[Card, ...], ...], hand: tuple[Card, ...]
) -> tuple[Card, ...]:
    """What of the hand this table leaves."""
    lying = [tuple(map(card, cards)) for cards in melds_of(view).values()]
    return left_of(lying, hand, table)[1]
