"""Shapes of the OpenAPI document that no serializer can say: cards, moves by type, operations, events by type.

`components` are put into the document by config.api.finish; the fields below refer to them.
"""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from games.engine.codec_moves import MOST_MELDS
from games.engine.ops import MOST_CARDS, MOST_OPS
from games.services.arranging import MOST_STEPS

GREATEST = 2**31 - 1
Json = dict[str, Any]


def _ref(name: str) -> Json:
    return {"$ref": f"#/components/schemas/{name}"}


@extend_schema_field(_ref("Card"))
class Card(serializers.CharField):
    """A card as it is always written."""


@extend_schema_field(_ref("SentCard"))
class SentCard(serializers.CharField):
    """A card as it may be sent."""


@extend_schema_field(_ref("Event"))
class Event(serializers.DictField):
    """What happened."""


@extend_schema_field({"oneOf": [_ref("ClockPerTurn"), _ref("ClockBank")]})
class Clock(serializers.DictField):
    """How much time there is."""


def _object(said: str, required: list[str], **properties: Json) -> Json:
    return {"type": "object", "description": said, "properties": properties, "required": required}


def _whole(said: str = "", least: int = 0, most: int = GREATEST) -> Json:
    return {"type": "integer", "minimum": least, "maximum": most} | ({"description": said} if said else {})


def _listed(items: Json, said: str = "", **more: int) -> Json:
    return {"type": "array", "items": items, **more} | ({"description": said} if said else {})


def _const(value: str) -> Json:
    return {"type": "string", "enum": [value]}


_SEAT = {"type": "integer", "minimum": 0, "maximum": 4}
_LABEL = r"^[mn][1-9][0-9]{0,3}$"
_RANKS, _SUITS = "(10|[2-9AaTtJjQqKk])", "[CcDdHhSs♣♦♥♠]"
_CARD = rf"(\*|\*?{_RANKS}{_SUITS})"
CARDS_ASKED, MOST_ASKED = rf"^({_CARD}(,{_CARD})*)?$", 400  # cards in an address, and its characters
_CARDS = _listed(_ref("Card"))
_TABLE = _listed(_CARDS, "a list of melds, a meld a list of cards")
_SENT = _listed(_ref("SentCard"), minItems=1, maxItems=MOST_CARDS)

_CARD_SHAPES: dict[str, Json] = {
    "Card": {
        "type": "string",
        "pattern": r"^(\*|\*?[2-9ATJQK][CDHS])$",
        "description": "Rank and suit: `7D`, `TS`, `AH`. A joker is `*` in a hand; on the table it carries its "
        "declared value: `*7D`.",
        "examples": ["7D", "TS", "*", "*7D"],
    },
    "SentCard": {
        "type": "string",
        "pattern": f"^{_CARD}$",
        "description": "A card as it may be sent: small letters, `10` for `T` and the signs of suits are forgiven. `*` "
        "is a joker whose value is clear or not said yet.",
        "examples": ["7D", "10s", "*7D"],
    },
    "LaidCard": {
        "type": "string",
        "pattern": rf"^\*?{_RANKS}{_SUITS}$",
        "description": "A card on the table as it may be sent; a joker says what it stands for.",
        "examples": ["7D", "*7H"],
    },
}

_MOVES: dict[str, Json] = {
    "PlainMove": _object(
        "Draw; knock; or pass, which means not to knock, or not to meld where nothing can be drawn.",
        ["version", "type"],
        version=_whole("the game's version that you saw"),
        type={"type": "string", "enum": ["draw", "knock", "pass"]},
    ),
    "MeldMove": _object(
        "Lay cards: the whole new table.",
        ["version", "type", "table"],
        version=_whole("the game's version that you saw"),
        type=_const("meld"),
        table=_listed(
            _listed(_ref("LaidCard"), maxItems=14), "all melds of the new table", maxItems=MOST_MELDS
        ),
        knock={
            "type": ["boolean", "null"],
            "description": "with five points or fewer left: whether to knock; left out, the turn waits for the answer",
        },
    ),
    "Move": {
        "oneOf": [_ref("PlainMove"), _ref("MeldMove")],
        "description": "A move, and the version it is for.",
    },
}

_CLOCKS: dict[str, Json] = {
    "ClockPerTurn": _object(
        "So many hours for each turn.",
        ["kind"],
        kind=_const("per_turn"),
        hours=_whole(least=1, most=336) | {"default": 72},
    ),
    "ClockBank": _object(
        "A bank of time for the whole game; each turn adds to it.",
        ["kind"],
        kind=_const("bank"),
        start_hours=_whole("what the bank holds at first; at most `cap_hours`", most=2000) | {"default": 240},
        turn_hours=_whole("what each turn adds", least=1, most=336) | {"default": 36},
        cap_hours=_whole("the most that it holds", least=1, most=2000) | {"default": 240},
    ),
}


def _operation(name: str, said: str, **fields: Json) -> Json:
    return _object(said, ["op", *fields], op=_const(name), **fields)


_MELD = {
    "type": "string",
    "pattern": _LABEL,
    "description": "a meld's label: `m3` of the table, `n1` of the draft",
}
_TO = {"type": "string", "pattern": rf"{_LABEL}|^new$", "description": "a meld's label, or `new`"}
_STEP: Json = {
    "key": {
        "type": "string",
        "pattern": "^[A-Za-z0-9_-]{1,40}$",
        "description": "a name that you give this step: of that name it is made once, however often it comes",
    },
}
_OPS: Json = {"ops": _listed(_ref("Operation"), "done in order, all or none", minItems=1, maxItems=MOST_OPS)}
_DO: Json = {
    "do": {
        "type": "string",
        "enum": ["undo", "redo", "reset"],
        "description": "a step back, forth, or all put back",
    }
}
_OF_ARRANGING: Json = {
    "step": _whole("the step of the arrangement that is changed"),
    "version": _whole("the game's version that was seen: 409 where its table is another by now"),
    "then": _listed(
        {"oneOf": [_ref("OperationsStep"), _ref("BackStep")]},
        "further steps, made in order up to one that is refused",
        maxItems=MOST_STEPS,
    ),
}
_ARRANGING: dict[str, Json] = {
    "NewMeld": _operation("new", "A new meld of loose cards or cards of the hand.", cards=_SENT),
    "AddCards": _operation("add", "Loose cards, or cards of the hand, go to a meld.", cards=_SENT, to=_MELD),
    "MoveCards": _operation(
        "move", "Cards of one meld go to another, or into a new one.", **{"from": _MELD}, cards=_SENT, to=_TO
    ),
    "SplitMeld": _operation("split", "The meld ends before this card.", meld=_MELD, card=_ref("SentCard")),
    "SetMeld": _operation(
        "set",
        "This meld is to be exactly so; without cards it is dissolved.",
        meld=_MELD,
        cards=_listed(_ref("SentCard"), maxItems=MOST_CARDS),
    ),
    "Operation": {
        "oneOf": [_ref(name) for name in ("NewMeld", "AddCards", "MoveCards", "SplitMeld", "SetMeld")]
    },
    "OperationsStep": _object("One step: operations.", ["ops"], **_OPS, **_STEP),
    "BackStep": _object("One step back, forth, or all put back.", ["do"], **_DO, **_STEP),
    "ArrangeOperations": _object(
        "Operations, as one step.", ["step", "ops"], **_OPS, **_STEP, **_OF_ARRANGING
    ),
    "ArrangeBack": _object("A step back or forth.", ["step", "do"], **_DO, **_STEP, **_OF_ARRANGING),
    "Arrange": {"oneOf": [_ref("ArrangeOperations"), _ref("ArrangeBack")]},
}


def _event(kind: str, said: str, **fields: Json) -> Json:
    return _object(said, ["type", *fields], type=_const(kind), **fields)


_NULL: Json = {"type": "null"}
_EVENTS: dict[str, Json] = {
    "DealtEvent": _event("dealt", "A round begins.", round=_whole(), dealer=_SEAT),
    "DrawnEvent": _event(
        "drawn",
        "A seat took a card. The card is null for who may not know it.",
        seat=_SEAT,
        card={"oneOf": [_ref("Card"), _NULL]},
        stock=_whole("how many cards are left"),
    ),
    "TurnOpenedEvent": _event(
        "turn_opened",
        "A turn waits for this seat.",
        seat=_SEAT,
        phase={"type": "string", "enum": ["meld", "knock", "last"]},
        deadline={"type": ["string", "null"], "format": "date-time"},
    ),
    "MeldedEvent": _event(
        "melded",
        "The table is this one now; `played` came from the hand.",
        seat=_SEAT,
        table=_TABLE,
        played=_CARDS,
    ),
    "KnockedEvent": _event("knocked", "This seat ended the round.", seat=_SEAT),
    "WentOutEvent": _event("went_out", "This seat played its last card.", seat=_SEAT),
    "PassedEvent": _event("passed", "This seat did not lay, or did not knock.", seat=_SEAT),
    "StockExhaustedEvent": _event("stock_exhausted", "This seat took the last card.", seat=_SEAT),
    "LeftEvent": _event(
        "left",
        "The player of this seat is out.",
        seat=_SEAT,
        by={"type": "string", "enum": ["resigned", "timeout"]},
    ),
    "RoundScoredEvent": _event(
        "round_scored",
        "The round is over, and its hands lie open.",
        number=_whole(),
        dealer=_SEAT,
        knocker={"oneOf": [_SEAT, _NULL]},
        went_out=_listed(_SEAT),
        stock_exhausted={"type": "boolean"},
        hands=_listed(_CARDS, "by seat"),
        points=_listed({"type": ["integer", "null"]}, "by seat; null for who was not dealt in"),
        scores=_listed({"type": "integer"}, "by seat"),
        winners=_listed(_SEAT),
    ),
    "GameEndedEvent": _event(
        "game_ended",
        "The game is over.",
        final=_listed({"type": "integer"}, "points by seat"),
        winners=_listed(_SEAT),
        reason={
            "type": "string",
            "enum": ["target", "single_round", "resignation", "creator_left", "expired", "abandoned"],
        },
    ),
}
components: dict[str, Json] = {
    **_CARD_SHAPES,
    **_MOVES,
    **_CLOCKS,
    **_ARRANGING,
    **_EVENTS,
    "Event": {
        "oneOf": [_ref(name) for name in _EVENTS],
        "description": "What happened, as the one who asks may know it; `type` says which of these it is.",
    },
}


def body(name: str) -> dict[str, Json]:
    """A request body of this shape."""
    return {"application/json": _ref(name)}
