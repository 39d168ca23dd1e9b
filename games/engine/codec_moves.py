"""Moves and drafts as JSON values: strict about shape and size, silent about legality."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from games.engine.cards import JOKER, Card, parse_card
from games.engine.codec_values import MOST_CARDS, Json, is_whole, joined, members, split, text, whole
from games.engine.errors import BadCard, BadState, InvalidMove, shown
from games.engine.moves import Abandon, Deal, Draw, Knock, MeldMove, Move, Pass, Resign

MOST_MELDS = 106  # one a card of the largest deck (R2)
_TYPES = "Send one of draw, meld, knock, pass."
_TABLE = (
    f"Send a list of at most {MOST_MELDS} melds, each a list of cards, at most {MOST_CARDS} cards in all."
)
_LOOSE = f"Send a list of at most {MOST_CARDS} cards."
_PLAIN: dict[str, Draw | Knock | Pass | Resign] = {"draw": Draw(), "knock": Knock(), "pass": Pass()}
_UNKNOWN = "This field is unknown here."
_OF_DRAFT = {"table", "loose", "version"}
_FIELDS = {"meld": {"type", "table", "knock"}}


@dataclass(frozen=True, slots=True)
class DraftShape:
    """An unsent arrangement that has the right shape; `table` is the refusal where a card cannot be read."""

    table: tuple[tuple[Card, ...], ...] | BadCard
    loose: tuple[Card, ...]
    version: int


def decode_move(data: object) -> Move:
    """The move that a player sent: draw, meld, knock or pass.

    Raises InvalidMove for a wrong shape, naming each field; else BadCard for a card that cannot be read, also
    for a joker without a value (R14).
    """
    if not isinstance(data, dict):
        raise InvalidMove({"body": "Send a JSON object."})
    kind = data.get("type")
    if not isinstance(kind, str) or (kind != "meld" and kind not in _PLAIN):
        raise InvalidMove({"type": _TYPES})
    errors = {shown(field): _UNKNOWN for field in list(data)[:20] if field not in _fields(kind)}
    if kind != "meld":
        if errors:
            raise InvalidMove(errors)
        return _PLAIN[kind]
    if not _is_table(data.get("table")):
        errors["table"] = _TABLE
    knock = data.get("knock")
    if knock is not None and type(knock) is not bool:
        errors["knock"] = "Send true or false, or leave it out."
    if errors:
        raise InvalidMove(errors)
    table = _table(data["table"])
    if any(each is JOKER for meld in table for each in meld):
        raise BadCard(JOKER)
    return MeldMove(table, knock)


def _fields(kind: str) -> set[str]:
    return _FIELDS.get(kind, {"type"})


def check_draft(data: object) -> DraftShape:
    """An unsent arrangement: its shape and size, not its legality. A joker in it may be without a value."""
    if not isinstance(data, dict):
        raise InvalidMove({"body": "Send a JSON object."})
    table, loose, version = data.get("table"), data.get("loose", []), data.get("version")
    errors = {shown(field): _UNKNOWN for field in list(data)[:20] if field not in _OF_DRAFT}
    if not _is_table(table):
        errors["table"] = _TABLE
    if not _is_cards(loose, MOST_CARDS):
        errors["loose"] = _LOOSE
    if not is_whole(version):
        errors["version"] = "Send the version that you saw, a whole number."
    if errors:
        raise InvalidMove(errors)
    try:
        return DraftShape(_table(table), tuple(map(parse_card, loose)), whole(version))
    except BadCard as refusal:
        return DraftShape(refusal, (), whole(version))


def encode_move(move: Move) -> Json:
    """Any move, a deal with its deck included, as a JSON value."""
    match move:
        case MeldMove():
            table = [[each.text for each in meld] for meld in move.table]
            return {"type": move.type, "table": table, "knock": move.knock}
        case Deal():
            return {"type": move.type, "deck": joined(move.deck), "dealer": move.dealer}
        case _:
            return {"type": move.type}


def decode_stored_move(kind: str, data: Mapping[str, object]) -> Move:
    """The move that `encode_move` wrote. Raises BadState."""
    try:
        if kind == "deal":
            return Deal(split(data["deck"]), whole(data["dealer"]))
        if kind == "resign":
            return Resign()
        if kind == "abandon":
            return Abandon()
        return decode_move({**members(data), "type": text(kind)})
    except (InvalidMove, BadCard, KeyError) as error:
        raise BadState(f"damaged: {type(error).__name__}") from error


def _is_table(value: object) -> bool:
    if not isinstance(value, list) or len(value) > MOST_MELDS:
        return False
    room = MOST_CARDS
    for meld in value:
        if not _is_cards(meld, room):
            return False
        room -= len(meld)
    return True


def _is_cards(value: object, most: int) -> bool:
    return isinstance(value, list) and len(value) <= most and all(isinstance(each, str) for each in value)


def _table(value: object) -> tuple[tuple[Card, ...], ...]:
    """A value that `_is_table` has found to be one."""
    melds = value if isinstance(value, list) else []
    return tuple(tuple(map(parse_card, meld)) for meld in melds)
