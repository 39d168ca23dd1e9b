"""How text looks in a terminal: colours where they are wanted, cards with their suits, columns that stand straight."""

from __future__ import annotations

import os
import sys
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TextIO

from rummy.rules import Card

_SIGNS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
# What the service puts around names and cards so that they stand right beside each other in every script. A
# terminal that does not know them would show a box; none can turn around what stands outside of them.
_ISOLATING = dict.fromkeys(map(ord, "\u2066\u2067\u2068\u2069\u200e\u200f\u061c"))
_TAKES_NO_COLUMN = {"Mn", "Me", "Cf"}
RED, GREEN, BOLD, FAINT = "31", "32", "1", "2"


@dataclass(frozen=True, slots=True)
class Paint:
    """`colours`: whether they may be used; `signs`: whether suits can be written as such, or only as letters."""

    colours: bool
    signs: bool

    def style(self, text: str, *styles: str) -> str:
        """The text in these styles, if there are colours."""
        return f"\033[{';'.join(styles)}m{text}\033[0m" if self.colours and text and styles else text

    def card(self, card: Card, *styles: str, width: int = 0) -> str:
        """`10♥`, `*7♦`, `*`; to the right in so many columns."""
        rank = "10" if card.text[-2:-1] == "T" else card.text[-2:-1]
        suit = _SIGNS[card.suit] if self.signs and card.suit else card.suit
        text = ("*" if card.joker else "") + (rank + suit if card.rank else "")
        return " " * (width - len(text)) + self.style(
            text, *([RED] if card.suit in ("D", "H") else []), *styles
        )

    def cards(self, cards: Iterable[Card], *, marked: Sequence[Card] = (), width: int = 4) -> str:
        """Cards in columns; the marked ones stand out."""
        left = list(marked)
        shown = []
        for each in cards:
            stands_out = each in left
            if stands_out:
                left.remove(each)
            shown.append(self.card(each, *([BOLD, "7"] if stands_out else []), width=width))
        return "".join(shown)

    def inline(self, cards: Iterable[Card]) -> str:
        """Cards in running text."""
        return " ".join(self.card(each) for each in cards)

    def rows(self, rows: Sequence[Sequence[str]], *, right: Iterable[int] = ()) -> list[str]:
        """Lines whose columns stand straight; those in `right` to the right."""
        widths = [max(map(columns, column)) for column in zip(*rows, strict=True)] if rows else []
        to_right = set(right)
        lines = []
        for row in rows:
            cells = [
                cell_to(cell, width, right=place in to_right)
                for place, (cell, width) in enumerate(zip(row, widths, strict=True))
            ]
            lines.append("  ".join(cells).rstrip())
        return lines


def columns(text: str) -> int:
    """How many columns a terminal takes for it."""
    return sum(
        0
        if unicodedata.category(each) in _TAKES_NO_COLUMN
        else 2
        if unicodedata.east_asian_width(each) in "WF"
        else 1
        for each in text
    )


def cell_to(text: str, width: int, *, right: bool = False) -> str:
    """The text, filled up to so many columns."""
    blank = " " * (width - columns(text))
    return blank + text if right else text + blank


def paint_for(out: TextIO | None = None) -> Paint:
    """What suits this output: colours in a terminal that knows them, unless NO_COLOR says otherwise."""
    out = out or sys.stdout
    plain = bool(os.environ.get("NO_COLOR")) or os.environ.get("TERM") == "dumb"
    try:
        "♣♦♥♠".encode(out.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return Paint(out.isatty() and not plain, signs=False)
    return Paint(out.isatty() and not plain, signs=True)


def clean(text: object) -> str:
    """What others wrote, without what could steer a terminal."""
    plain = str(text).translate(_ISOLATING)
    return "".join(char if char.isprintable() else _shown(char) for char in plain)


def _shown(char: str) -> str:
    """A blank at which no line breaks is a blank; anything else is shown to have been there."""
    return " " if unicodedata.category(char) == "Zs" else "\N{REPLACEMENT CHARACTER}"


def moment(at: datetime | None) -> str:
    """A time as it is here."""
    return at.astimezone().strftime("%a %d %b %H:%M") if at else ""
