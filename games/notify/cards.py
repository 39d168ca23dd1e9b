"""Cards, melds and names as a mail shows them: as symbols, as letters to reply with, and for HTML."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from games.engine.cards import RANKS, Card, parse_card

# A suit without the variation selector may be drawn as a coloured picture that hides whose colour is meant.
TEXT_STYLE = "\N{VARIATION SELECTOR-15}"
LEFT_TO_RIGHT, OF_ITS_OWN, END = "\u2066", "\u2068", "\u2069"
SYMBOLS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
# Dark enough on a white card for every eye; the symbol says the same without the colour.
COLOURS = {"C": "#14703a", "D": "#1550b0", "H": "#b3162b", "S": "#14181f", "": "#14181f"}
# A name that reads like a host would become a link in somebody's mail program; a word joiner prevents it.
_DOT = re.compile(r"\.(?=\w)")
_RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff]+")
_LEFT = "\N{LEFT-TO-RIGHT MARK}"
_NO_LINK = ".\N{WORD JOINER}"


@dataclass(frozen=True, slots=True)
class ShownCard:
    """One card: `text` for reading, `letters` for replying; rank, suit and colour for HTML."""

    text: str
    letters: str
    rank: str
    suit: str
    colour: str
    joker: bool
    new: bool = False


@dataclass(frozen=True, slots=True)
class ShownCards:
    """Some cards in their order, a meld's with its label."""

    cards: tuple[ShownCard, ...]
    label: str = ""

    @property
    def text(self) -> str:
        """For a text part: reads left to right in every language."""
        return isolated(" ".join(card.text for card in self.cards))

    @property
    def letters(self) -> str:
        return isolated(" ".join(card.letters for card in self.cards))


def shown(card: Card, *, new: bool = False) -> ShownCard:
    """The card as a mail shows it."""
    rank = "" if not card.rank else "10" if RANKS[card.rank - 1] == "T" else RANKS[card.rank - 1]
    suit = SYMBOLS[card.suit] + TEXT_STYLE if card.suit else ""
    text = ("*" if card.joker else "") + rank + suit
    return ShownCard(text, card.text, rank, suit, COLOURS[card.suit], card.joker, new)


def in_order(texts: Iterable[str], label: str = "") -> ShownCards:
    """Cards in the order in which they are given, as a meld's."""
    return ShownCards(tuple(shown(parse_card(text)) for text in texts), label)


def sorted_hand(texts: Iterable[str], drawn: Sequence[str] = ()) -> ShownCards:
    """A hand by suit and rank, jokers last; the `drawn` ones are marked as new."""
    new = list(drawn)
    cards = []
    for card in sorted(map(parse_card, texts), key=lambda card: card.order):
        is_new = card.text in new
        if is_new:
            new.remove(card.text)
        cards.append(shown(card, new=is_new))
    return ShownCards(tuple(cards))


def melds(table: Iterable[dict[str, Any]]) -> list[ShownCards]:
    """The table of a view."""
    return [in_order(meld["cards"], meld["id"]) for meld in table]


def isolated(text: str) -> str:
    """Left to right, whatever stands around it (Unicode's LRI … PDI)."""
    return f"{LEFT_TO_RIGHT}{text}{END}"


def typed(line: str) -> str:
    """A line of notation, left to right, whatever language its words are of."""
    # Without the mark the digit behind an Arabic word would be drawn before it, and its suit behind.
    return isolated(_RIGHT_TO_LEFT.sub(rf"\g<0>{_LEFT}", line))


def named(name: str) -> str:
    """A user's name in running text: of its own direction, on one line, never a link."""
    plain = "".join(char for char in " ".join(name.split()) if char.isprintable())
    return f"{OF_ITS_OWN}{_DOT.sub(_NO_LINK, plain)}{END}"


def in_prose(texts: Iterable[str]) -> str:
    """Cards inside a sentence: no line break falls between them."""
    return isolated("\N{NO-BREAK SPACE}".join(card.text for card in in_order(texts).cards))


def text_lines(rows: Sequence[ShownCards]) -> list[str]:
    """Melds for a text part: label, symbols and, in a column of their own or below, letters to reply with."""
    label = max((len(row.label) for row in rows), default=0)
    plain = [" ".join(card.text for card in row.cards) for row in rows]
    letters = [" ".join(card.letters for card in row.cards) for row in rows]
    fitting = [_width(cards) for cards, typed in zip(plain, letters, strict=True) if _fits(cards, typed)]
    column = max(fitting, default=0)
    lines = []
    for row, cards, typed in zip(rows, plain, letters, strict=True):
        start = f"{row.label:<{label}}  " if label else ""
        if _fits(cards, typed):
            gap = " " * (column - _width(cards) + 3)
            lines.append("  " + isolated(start + cards + gap + typed))
        else:
            lines.append("  " + isolated(start + cards))
            lines.append("  " + isolated(" " * len(start) + typed))
    return lines


def _fits(cards: str, letters: str) -> bool:
    """Long melds have their letters on a line of their own, so that no line is cut or broken."""
    return _width(cards) <= 30 and len(letters) <= 30


def _width(text: str) -> int:
    return len(text.replace(TEXT_STYLE, ""))
