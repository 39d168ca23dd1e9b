"""Text as people write it: what is forgiven, which cards and words it names, what is wrong with it."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from functools import lru_cache

from games.engine.cards import JOKER, RANKS, SUITS, Card, card

Words = Mapping[str, str]  # a word or phrase of the reader's language -> draw, pass, knock, new, split
ENGLISH: Words = {"draw": "draw", "pass": "pass", "knock": "knock", "new": "new", "split": "split"}

_DROPPED = {"Cf", "Mn", "Cc"}  # marks of direction, variation selectors
_SIGNS = str.maketrans(
    dict.fromkeys("♣♧", "C") | dict.fromkeys("♦♢", "D") | dict.fromkeys("♥♡", "H") | dict.fromkeys("♠♤", "S")
    | dict.fromkeys("→⇒➔›»≻", ">") | dict.fromkeys("‐‑‒–—―−", "-") | dict.fromkeys("∗✱★🃏", "*")
    | dict.fromkeys("،、;,", " ") | dict.fromkeys("ـ", "")  # the sign that stretches an Arabic word
)  # fmt: skip
_CARD = re.compile(r"\*(?:(10|[A2-9TJQK])\s*([CDHS]))?|(10|[A2-9TJQK])\s*([CDHS])")
_BLANKS = re.compile(r"\s+")
_ARROW = re.compile(r"[-=]+>")  # as it is typed
# What other languages and habits write for a rank, where we can tell what is meant.
_MEANT = {
    "D": "Q",
    "B": "J",
    "V": "J",
    "R": "K",
    "0": "T",
    "1": "A",
    "11": "J",
    "12": "Q",
    "13": "K",
    "14": "A",
}
NAMES = {"A": "ace", "T": "ten", "J": "jack", "Q": "queen", "K": "king"}

_SAID = {
    "no_rank": "no rank {rank}",
    "no_suit": "no suit {suit}; the suits are C D H S",
    "rank_first": "write the rank first: {card}",
    "not_a_card": "no card {text}",
    "not_understood": "not understood: {text}",
    "no_cards": "no card is named",
    "no_label": "no meld {text}; melds are called m1, m2 … or n1, n2 …",
    "one_card": "name the one card before which the meld ends",
    "word_alone": "{word} stands alone in its line",
    "draw_alone": "draw stands alone",
    "not_last": "{text} comes last",
    "not_a_meld": "no meld: {text}",
    "illegal_meld": "no legal meld ({reason}): {text}",
    "label_twice": "{text} is named twice",
    "too_long": "the line is too long",
    "too_many_lines": "there are too many lines",
    "empty": "nothing is said",
}


class NotationError(ValueError):
    """A line that cannot be understood or, with `cause`, not be done. `code` and `members` say why.

    Codes: the keys above, with `text`, the part that is meant; and those of ArrangeError. `no_rank` has
    `means`, the rank that must have been meant, or "".
    """

    def __init__(
        self, line: int, code: str, text: str, *, cause: Exception | None = None, **members: str
    ) -> None:
        self.line, self.code, self.cause = line, code, cause
        self.members: dict[str, str] = {"text": text[:60], **members}
        said = _SAID[code].format_map(self.members) if cause is None else str(cause)
        means = members.get("means", "")
        hint = f"; the {NAMES[means]} is {means}" if means else ""
        super().__init__(f"Line {line}: {said}{hint}")


def plain(text: str) -> str:
    """The text with everything made plain that a keyboard, a mail program or a screen may have added."""
    text = unicodedata.normalize("NFKC", text.translate(_SIGNS)).translate(_SIGNS)
    text = _ARROW.sub(">", text)
    kept = (_digit(each) for each in text if each.isspace() or unicodedata.category(each) not in _DROPPED)
    return _BLANKS.sub(" ", "".join(kept)).strip().strip(".!").strip()


def _digit(each: str) -> str:
    """Digits of every script are digits."""
    return str(unicodedata.digit(each)) if unicodedata.category(each) == "Nd" else each


def word_of(line: str, words: Words) -> tuple[str, str]:
    """The keyword with which a plain line begins, and the rest; no keyword: "" and the whole line."""
    folded = line.casefold()
    for word, keyword in _longest_first(tuple(words.items())):
        if folded == word or folded.startswith(word + " "):
            # Folding may change the length of a word, so the rest is found by counting its parts.
            parts = line.split(" ", word.count(" ") + 1)
            return keyword, parts[word.count(" ") + 1] if len(parts) > word.count(" ") + 1 else ""
    return "", line


@lru_cache(maxsize=64)
def _longest_first(words: tuple[tuple[str, str], ...]) -> tuple[tuple[str, str], ...]:
    folded = ((plain(word).casefold(), keyword) for word, keyword in words)
    return tuple(sorted(folded, key=lambda each: -len(each[0])))


def read_cards(text: str, line: int) -> tuple[Card, ...]:
    """The cards of a plain text. A joker's value follows it at once: `*9H` is one card, `* 9H` are two."""
    cards: list[Card] = []
    rest = text.upper().strip()
    while rest:
        found = _CARD.match(rest)
        if found is None:
            raise _wrong(rest, line)
        rank, suit = found[1] or found[3], found[2] or found[4]
        sign = found[0][:1] if found[0][:1] == "*" else ""
        cards.append(card(sign + ("T" if rank == "10" else rank) + suit) if rank else JOKER)
        rest = rest[found.end() :].lstrip()
    return tuple(cards)


def _wrong(rest: str, line: int) -> NotationError:
    """What is wrong with the first word of this."""
    text = rest.split(" ", 1)[0].split(">", 1)[0] or rest[:1]
    rank, suit = text.lstrip("*")[:-1], text[-1]
    means = _MEANT.get(rank, "")
    if suit in SUITS and rank and (means or len(rank) <= 2):
        return NotationError(line, "no_rank", text, rank=rank, means=means)
    if text[0] in SUITS and (text[1:] == "10" or (len(text) == 2 and text[1] in RANKS)):
        return NotationError(line, "rank_first", text, card=text[1:] + text[0])
    if len(text) == 2 and text[0] in RANKS:
        return NotationError(line, "no_suit", text, suit=text[1])
    return NotationError(line, "not_a_card", text)
