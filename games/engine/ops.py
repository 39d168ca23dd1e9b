"""The five operations on a draft, as values and as JSON objects (`arrange` says what each of them does)."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from games.engine.cards import Card, parse_card
from games.engine.errors import InvalidMove

NEW: Final = "new"  # where a label may stand: a meld that does not exist yet
MOST_CARDS = 106  # R2: no more cards in any round
MOST_OPS = 300
_LABEL = re.compile(r"[mn][1-9][0-9]{0,3}", re.ASCII)


@dataclass(frozen=True, slots=True)
class New:
    """A new meld of loose cards or cards of the hand. It gets the next n-label."""

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Add:
    """Loose cards, or cards of the hand, go to a meld."""

    cards: tuple[Card, ...]
    to: str


@dataclass(frozen=True, slots=True)
class Move:
    """Cards of one meld go to another, or with `to` "new" to a meld that gets the next n-label."""

    source: str
    cards: tuple[Card, ...]
    to: str


@dataclass(frozen=True, slots=True)
class Split:
    """The meld ends before this card; what follows is a new meld with the next n-label."""

    label: str
    card: Card


@dataclass(frozen=True, slots=True)
class SetMeld:
    """This meld is to be exactly so. No cards: it is dissolved."""

    label: str
    cards: tuple[Card, ...]


Op = New | Add | Move | Split | SetMeld


def is_label(text: object) -> bool:
    """Whether this is written as a label: m3, n1."""
    return isinstance(text, str) and _LABEL.fullmatch(text) is not None


def encode_op(op: Op) -> dict[str, object]:
    """The operation as a JSON object; `decode_op` gives the same operation back."""
    match op:
        case New(cards):
            return {"op": "new", "cards": _texts(cards)}
        case Add(cards, to):
            return {"op": "add", "cards": _texts(cards), "to": to}
        case Move(source, cards, to):
            return {"op": "move", "from": source, "cards": _texts(cards), "to": to}
        case Split(label, card):
            return {"op": "split", "meld": label, "card": card.text}
        case SetMeld(label, cards):
            return {"op": "set", "meld": label, "cards": _texts(cards)}


def decode_op(data: object) -> Op:
    """The operation that a JSON object describes. Raises InvalidMove for its shape, then BadCard."""
    if not isinstance(data, Mapping):
        raise InvalidMove({"op": "must be an object"})
    kind = data.get("op")
    if not isinstance(kind, str) or kind not in _FIELDS:
        raise InvalidMove({"op": f"must be one of {', '.join(_FIELDS)}"})
    errors = {field: said for field, check in _FIELDS[kind].items() if (said := check(data.get(field)))}
    errors |= {
        str(field)[:40]: "is not a field of this operation" for field in data if field not in _KNOWN[kind]
    }
    if errors:
        raise InvalidMove(errors)
    cards = tuple(parse_card(each) for each in data.get("cards", ()))
    match kind:
        case "new":
            return New(cards)
        case "add":
            return Add(cards, data["to"])
        case "move":
            return Move(data["from"], cards, data["to"])
        case "split":
            return Split(data["meld"], parse_card(data["card"]))
        case _:
            return SetMeld(data["meld"], cards)


def decode_ops(data: object) -> tuple[Op, ...]:
    """A list of operations; the fields of a wrong one are named with its place: `ops.2.to`."""
    if not isinstance(data, list | tuple):
        raise InvalidMove({"ops": "must be a list"})
    if len(data) > MOST_OPS:
        raise InvalidMove({"ops": f"at most {MOST_OPS} operations"})
    ops: list[Op] = []
    for place, each in enumerate(data):
        try:
            ops.append(decode_op(each))
        except InvalidMove as wrong:
            raise InvalidMove(
                {f"ops.{place}.{field}": said for field, said in wrong.errors.items()}
            ) from None
    return tuple(ops)


def _texts(cards: tuple[Card, ...]) -> list[str]:
    return [each.text for each in cards]


def _cards(found: object, *, none: bool = False) -> str | None:
    if not isinstance(found, list | tuple) or len(found) > MOST_CARDS:
        return f"must be a list of at most {MOST_CARDS} cards"
    if not found and not none:
        return "must name a card"
    return None if all(isinstance(each, str) for each in found) else "must be a list of texts"


def _cards_or_none(found: object) -> str | None:
    return _cards(found, none=True)


def _card(found: object) -> str | None:
    return None if isinstance(found, str) else "must be a card"


def _label(found: object) -> str | None:
    return None if is_label(found) else "must be the label of a meld, as m3 or n1"


def _target(found: object) -> str | None:
    return None if found == NEW else _label(found)


_FIELDS: dict[str, dict[str, Callable[[object], str | None]]] = {
    "new": {"cards": _cards},
    "add": {"cards": _cards, "to": _label},
    "move": {"from": _label, "cards": _cards, "to": _target},
    "split": {"meld": _label, "card": _card},
    "set": {"meld": _label, "cards": _cards_or_none},
}
_KNOWN = {kind: {"op", *fields} for kind, fields in _FIELDS.items()}
