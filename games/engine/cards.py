"""Cards: parsing, writing, points, and the deck of a round (R2, R14, R18)."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from typing import NoReturn

from games.engine.errors import BadCard

RANKS = "A23456789TJQK"
SUITS = "CDHS"
JOKER_POINTS = 25
CARDS_IN_PACK = 53


class Card:
    """One card. Equal cards are one object, so equality is identity and comparing is cheap.

    A joker without a value has rank 0 and suit "". A declared joker has the rank and suit of its value (R14).
    """

    __slots__ = ("joker", "order", "points", "rank", "suit", "text")

    rank: int
    suit: str
    joker: bool
    text: str
    points: int  # in a hand (R18)
    order: int  # by value C D H S, ace to king; an actual card before a joker of the same value

    def __init__(self, rank: int, suit: str, joker: bool) -> None:
        def put(name: str, value: object) -> None:
            object.__setattr__(self, name, value)

        put("rank", rank)
        put("suit", suit)
        put("joker", joker)
        put("text", ("*" if joker else "") + (RANKS[rank - 1] + suit if rank else ""))
        put("points", JOKER_POINTS if joker else min(rank, 10))
        put("order", (SUITS.index(suit) * 13 + rank if rank else 99) * 2 + joker)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError("a card does not change")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError("a card does not change")

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"card({self.text!r})"

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return card, (self.text,)

    def __copy__(self) -> Card:
        return self

    def __deepcopy__(self, memo: object) -> Card:
        return self


JOKER = Card(0, "", True)
_ACTUAL = tuple(Card(rank, suit, False) for suit in SUITS for rank in range(1, 14))
_DECLARED = tuple(Card(rank, suit, True) for suit in SUITS for rank in range(1, 14))
_BY_TEXT = {each.text: each for each in (*_ACTUAL, *_DECLARED, JOKER)}
_TO_DECLARED = dict(zip(_ACTUAL, _DECLARED, strict=True))
_TO_VALUE = {**dict(zip(_DECLARED, _ACTUAL, strict=True)), **{each: each for each in _ACTUAL}}

_SYMBOLS = str.maketrans("♣♧♦♢♥♡♠♤★", "CCDDHHSS*")
_DROPPED = {"Cf", "Zs"}  # marks of direction, blanks
_SELECTORS = range(0xFE00, 0xFE10)  # variation selectors: text or picture
_LONGEST = 24  # a card is never longer, whatever marks surround it


def card(text: str) -> Card:
    """The card with this canonical text (`7D`, `*`, `*7D`); KeyError for any other text."""
    return _BY_TEXT[text]


def parse_card(text: str) -> Card:
    """The card that somebody wrote: case, blanks, `10`, suit symbols and variation selectors are forgiven."""
    known = _BY_TEXT.get(text) if isinstance(text, str) else None
    if known is not None:
        return known
    if not isinstance(text, str) or len(text) > _LONGEST:
        raise BadCard(text)
    plain = unicodedata.normalize("NFKC", text).translate(_SYMBOLS)
    plain = "".join(c for c in plain if not _is_dropped(c)).upper()
    joker, rest = plain[:1] == "*", plain.removeprefix("*")
    if rest[:2] == "10":
        rest = "T" + rest[2:]
    found = _BY_TEXT.get(("*" if joker else "") + rest)
    if found is None:
        raise BadCard(text)
    return found


def _is_dropped(char: str) -> bool:
    return ord(char) in _SELECTORS or unicodedata.category(char) in _DROPPED


def in_hand(each: Card) -> Card:
    """The card as a hand holds it: a joker loses its value."""
    return JOKER if each.joker else each


def declared(each: Card) -> Card:
    """The joker that stands for this card (R14)."""
    return _TO_DECLARED[each]


def value(each: Card) -> Card:
    """The card that counts in R8 to R11: a declared joker's value (R14). Not for a bare joker."""
    return _TO_VALUE[each]


def card_points(each: Card) -> int:
    """R18: a joker 25; K, Q, J 10; 2 to 10 their number; an ace 1."""
    return each.points


def hand_points(cards: Iterable[Card]) -> int:
    """R18, for a whole hand."""
    return sum(each.points for each in cards)


def decks(players: int) -> int:
    """R2: one deck for two players, two decks for three to five."""
    return 1 if players == 2 else 2


def deck(players: int) -> tuple[Card, ...]:
    """R2: the cards of a round for so many players, in a fixed order. Shuffling is done outside (R4)."""
    return (*_ACTUAL, JOKER) * decks(players)
