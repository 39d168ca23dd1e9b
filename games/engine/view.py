"""What one seat, or somebody without a seat, may see: of the game, of its log, of an event.

The one place where hidden things are left out: other hands, cards drawn by others, the order of the stock.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from games.engine.cards import Card, hand_points
from games.engine.codec_events import encode_result
from games.engine.codec_values import split, whole
from games.engine.rounds import dealt_hands
from games.engine.rules import allowed
from games.engine.state import Round, State


def view_for(state: State, seat: int | None) -> dict[str, Any]:
    """The game as `seat` (None: nobody's) sees it: `seats`, `round`, `you`, `result` of the contract.

    `you` has beside the contract's members `drawn`: the cards drawn in this turn that are still in the hand.
    """
    if seat is not None and not 0 <= seat < len(state.seats):
        raise ValueError("no such seat")
    return {
        "seats": [
            {
                "seat": number,
                "score": each.score,
                "rounds_won": each.rounds_won,
                "cards": len(each.hand),
                "status": "left" if each.left else "playing",
            }
            for number, each in enumerate(state.seats)
        ],
        "round": _round(state.round) if state.round else None,
        "you": None if seat is None else _you(state, seat),
        "result": encode_result(state.result) if state.result else None,
    }


def _round(round_: Round) -> dict[str, Any]:
    turn = round_.turn
    return {
        "number": round_.number,
        "dealer": round_.dealer,
        "turn": turn and {"seat": turn.seat, "phase": turn.phase.value, "drawn": len(turn.drawn)},
        "table": [
            {"id": meld.label, "kind": meld.kind.value, "cards": _texts(meld.cards)} for meld in round_.table
        ],
        "stock": len(round_.stock),
        "last_turns": round_.last_turns is not None,
    }


def _you(state: State, number: int) -> dict[str, Any]:
    hand, turn = state.seats[number].hand, state.turn
    drawn: tuple[Card, ...] = turn.drawn if turn is not None and turn.seat == number else ()
    return {
        "seat": number,
        "hand": _texts(hand),
        "points": hand_points(hand),
        "can": allowed(state, number),
        "drawn": _texts(tuple((Counter(drawn) & Counter(hand)).elements())),
    }


def event_for(event: Mapping[str, Any], seat: int | None, revealed: bool) -> dict[str, Any]:
    """An encoded event as `seat` may know it; `revealed`: its round was scored, so everything is open."""
    kind, shown = event["type"], dict(event)
    if kind == "drawn" and not revealed and (seat is None or seat != event["seat"]):
        shown["card"] = None
    for inner in _INNER.get(kind, ()):
        shown.pop(inner, None)
    return shown


# For the log's own use; not of the contract.
_INNER = {"dealt": ("dealt_in",), "melded": ("labels",), "turn_opened": ("turn",)}


def log_entry_for(entry: Mapping[str, Any], seat: int | None, revealed: bool) -> dict[str, Any]:
    """What a line of the log says beside its head, as `seat` may know it.

    `entry` is the line as stored: `seat`, `type`, `data` (the encoded move), `events` (encoded).
    A deal: `dealer`, `hands` (by seat: cards or null), `stock` (null until revealed).
    A draw: `card`, or null. A meld: `table`, `played`, `knock`. Others: nothing.
    """
    happened = {event["type"]: event for event in entry["events"]}
    if entry["type"] == "deal":
        return _deal(entry["data"], happened["dealt"], seat, revealed)
    if entry["type"] == "draw":
        return {"card": event_for(happened["drawn"], seat, revealed)["card"]}
    if entry["type"] == "meld":
        melded = happened["melded"]
        return {"table": melded["table"], "played": melded["played"], "knock": entry["data"]["knock"]}
    return {}


def _deal(
    data: Mapping[str, Any], dealt: Mapping[str, Any], seat: int | None, revealed: bool
) -> dict[str, Any]:
    """A deal shows a seat its own cards only, until the round was scored; then everything."""
    dealer, count = whole(data["dealer"]), len(dealt["dealt_in"])
    clockwise = [(dealer + step) % count for step in range(1, count + 1)]
    hands, stock = dealt_hands(split(data["deck"]), [n for n in clockwise if dealt["dealt_in"][n]])
    shown = [_texts(hands.get(n, ())) if revealed or n == seat else None for n in range(count)]
    return {"dealer": dealer, "hands": shown, "stock": _texts(stock) if revealed else None}


def _texts(cards: tuple[Card, ...]) -> list[str]:
    return [each.text for each in cards]
