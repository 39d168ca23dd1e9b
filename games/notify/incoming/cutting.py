"""Which lines of a reply its writer wrote: everything from the first sign of a quote or a signature on is cut off.

A line that reads as a move is never such a sign: a Danish sign-off begins as a king of hearts does.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import Enum, auto

from games.engine.notation import LONGEST_LINE, NotationError, parse_line
from games.engine.notation_text import plain
from games.engine.notation_words import ALL
from games.notify.incoming import phrases
from games.notify.incoming.folding import folded, unquoted

MOST_LINES = 2000  # that are looked at
JOINED = 3  # lines over which a program may break its line above a quote
LONG = 40  # characters of a line that was broken because it was long
_REPLY_ADDRESS = re.compile(r"[rb]\+[a-z2-7]{16,62}@", re.IGNORECASE)
_HEAD_WITHIN = 4


class Sign(Enum):
    """What begins with a line that is not the writer's."""

    QUOTED = auto()  # `>`
    INTRODUCED = auto()  # the line above a quote
    BLOCK = auto()  # a quote that does not mark its lines: nothing can be told from what stands below
    SIGNED = auto()


@dataclass(frozen=True, slots=True)
class Own:
    """The writer's lines, none empty; `below`: moves stand below a quote or a signature as well."""

    lines: tuple[str, ...]
    below: bool = False


def own_lines(lines: Sequence[str], *, ours: Collection[str] = (), markers: Collection[str] = ()) -> Own:
    """`ours` are addresses that our mails come from, `markers` our line above which one is to write (folded)."""
    lines = list(lines[:MOST_LINES])
    looker = _Looker(lines, ours, markers)
    kept: list[str] = []
    for place, line in enumerate(lines):
        if looker.sign(place) is not None:
            return Own(tuple(kept), looker.moves_below(place))
        if (text := unquoted(line)) and plain(text):
            kept.append(text)
    return Own(tuple(kept))


class _Looker:
    def __init__(self, lines: Sequence[str], ours: Collection[str], markers: Collection[str]) -> None:
        self.lines = lines
        self.folded = [folded(line[:LONGEST_LINE]) for line in lines]
        self.ours = [folded(address) for address in ours if address]
        self.markers = [folded(marker) for marker in markers if marker]

    def sign(self, place: int) -> Sign | None:
        """What this line is the first of, if it is not the writer's."""
        line = self.folded[place]
        if line.startswith(">"):
            return Sign.QUOTED
        if any(self._holds(place, marker) for marker in self.markers):
            return Sign.BLOCK
        if not line or reads_as_move(self.lines[place]):
            return None
        if self._introduces(place):
            return Sign.INTRODUCED
        if line in ("-", "--") or _is_signature(line):
            return Sign.SIGNED
        return Sign.BLOCK if phrases.RULE.fullmatch(line) or self._is_heads(place) else None

    def moves_below(self, start: int) -> bool:
        """Whether a move stands below the first sign, outside of what is quoted there."""
        inside_block = False
        for place in range(start, len(self.lines)):
            sign = self.sign(place)
            if sign is Sign.QUOTED:
                inside_block = False  # its lines are marked, so what is not marked is none of it
            elif sign in (Sign.BLOCK, Sign.INTRODUCED):
                inside_block = True
            elif not inside_block and reads_as_move(self.lines[place]):
                return True
        return False

    def _holds(self, place: int, text: str) -> bool:
        """Whether the text begins in this line; it may be broken over the next ones."""
        if not text:
            return False
        joined = ""
        for line in self.folded[place : place + JOINED]:
            joined = f"{joined} {line}" if joined else line
            found = joined.find(text)
            if found >= 0:
                return found < len(self.folded[place])
            if not line:
                return False
        return False

    def _introduces(self, place: int) -> bool:
        """`On Monday, Rummy <…> wrote:`, on one line or broken over some."""
        first = self.folded[place]
        joined = tight = ""
        for count, line in enumerate(self.folded[place : place + JOINED], 1):
            if not line or (count > 1 and (line.startswith(">") or reads_as_move(line))):
                return False
            joined = f"{joined} {line}" if joined else line
            tight += line
            # A short line before it was not broken: it stands for itself.
            if count > 1 and len(first) < LONG and not first.endswith(("<", "(", ",")):
                return False
            if phrases.ATTRIBUTION.fullmatch(joined) or self._is_our_address(joined, tight):
                return True
        return False

    def _is_our_address(self, *texts: str) -> bool:
        return any(
            _REPLY_ADDRESS.search(text) or any(address in text for address in self.ours) for text in texts
        )

    def _is_heads(self, place: int) -> bool:
        """A block of heads, as Outlook writes it; others begin it with the date, or with whom it was to."""
        first = self.folded[place]
        is_from = phrases.FROM.fullmatch(first) is not None
        if not is_from and not phrases.BESIDE.fullmatch(first):
            return False
        wanted = phrases.BESIDE if is_from else phrases.FROM
        seen = 0
        for below in range(place + 1, min(place + 2 * _HEAD_WITHIN, len(self.lines))):
            line = self.folded[below]
            if wanted.fullmatch(line):
                return True
            seen += bool(line)
            if seen == _HEAD_WITHIN or reads_as_move(self.lines[below]):
                return False  # no move stands among heads: what looked like one is the writer's own
        return False


def _is_signature(line: str) -> bool:
    bare = line.strip(" .!,،-*_")
    if bare in phrases.CLOSINGS:
        return True
    return bare.replace("ħ", "h").startswith(phrases.ADDED) or (
        len(line) < 100 and phrases.PROGRAMS.search(line) is not None
    )


def reads_as_move(line: str) -> bool:
    """Whether the line is one of the notation."""
    try:
        parse_line(unquoted(line)[:200], ALL)
    except NotationError:
        return False
    return True
