"""Small readers for JSON that was stored: each gives exactly its type or raises BadState. True is not 1."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

from games.engine.cards import Card, card
from games.engine.errors import BadState
from games.engine.melds import Meld, flaw, kind_of, ordered

T = TypeVar("T")
Json = dict[str, object]
MOST_CARDS = 200  # more than any deck; nothing longer is looked at
MOST_SEATS = 5  # R1


def is_whole(value: object, most: int = 2**31 - 1) -> bool:
    """Whether this is a whole number from 0 on; a boolean is not."""
    return type(value) is int and 0 <= value <= most


def whole(value: object) -> int:
    """A whole number from 0 on."""
    if type(value) is not int or not 0 <= value < 2**31:
        raise BadState("a whole number is missing")
    return value


def flag(value: object) -> bool:
    """True or False."""
    if type(value) is not bool:
        raise BadState("true or false is missing")
    return value


def text(value: object) -> str:
    """A short text."""
    if type(value) is not str or len(value) > MOST_CARDS * 4:
        raise BadState("a text is missing")
    return value


def members(value: object) -> Json:
    """A JSON object."""
    if type(value) is not dict:
        raise BadState("an object is missing")
    return value


def listed(value: object, read: Callable[[object], T], most: int = MOST_CARDS) -> tuple[T, ...]:
    """A list of at most so many of what `read` reads."""
    if type(value) is not list or len(value) > most:
        raise BadState("a list is missing, or too long")
    return tuple(map(read, value))


def maybe(value: object, read: Callable[[object], T]) -> T | None:
    """None, or what `read` reads."""
    return None if value is None else read(value)


def one_card(value: object) -> Card:
    """A card by its canonical text."""
    try:
        return card(text(value))
    except KeyError:
        raise BadState("no such card") from None


def joined(cards: Iterable[Card]) -> str:
    """Cards as one text: short, and quick to read."""
    return " ".join([each.text for each in cards])


def split(value: object) -> tuple[Card, ...]:
    """What `joined` wrote."""
    try:
        return tuple([card(each) for each in text(value).split()])
    except KeyError:
        raise BadState("no such card") from None


def meld(number: int, cards: tuple[Card, ...]) -> Meld:
    """A meld that lay on a table; an illegal one cannot be stored."""
    if flaw(cards) is not None:
        raise BadState("an illegal meld")
    return Meld(number, kind_of(cards), ordered(cards))
