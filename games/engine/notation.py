"""Cards, tables, operations and moves as text: for replies by mail, the text export and the command line.

    reply = {line}      line = draw | pass | knock | op      one a line; case and blanks do not matter
    op    = "new" cards                     a meld of loose cards and cards of the hand
          | cards ">" label                 such cards go to a meld
          | label cards ">" (label | "new") cards of one meld go to another
          | "split" label card              the meld ends before that card
          | label ":" cards                 this meld is to be exactly so; "m5: -" dissolves it
    label = "m" n | "n" n                   m: the table's, stable; n: made in this reply, in order
    card  = rank suit | joker               A 2-10 T J Q K, C D H S or ♣♦♥♠; joker * or *9H, in one piece

Lines apply in order, the end alone is judged (D13a). After a meld `knock` knocks (R17) and `pass` does not.
The five words differ by language: a mapping from each word, or phrase, to its keyword is a parameter.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from games.engine.arrange import apply_op
from games.engine.between import ops_between
from games.engine.cards import Card
from games.engine.draft import ArrangeError, draft_from, to_table
from games.engine.melds import Meld, flaw, kind_of
from games.engine.moves import Draw, Knock, MeldMove, Pass
from games.engine.moves import Move as GameMove
from games.engine.notation_text import ENGLISH, NotationError, Words, plain, read_cards, word_of
from games.engine.ops import MOST_OPS, NEW, Add, Move, New, Op, SetMeld, Split

__all__ = [
    "ENGLISH",
    "Line",
    "NotationError",
    "format_cards",
    "format_move",
    "format_op",
    "format_table",
    "move_of",
    "ops_between",
    "parse_cards",
    "parse_line",
    "parse_move",
    "parse_reply",
    "parse_table",
]

_LABEL = r"([mn])\s*0*([1-9]\d{0,3})"
_SET = re.compile(rf"{_LABEL}\s*[:=](.*)", re.IGNORECASE)
_FROM = re.compile(rf"{_LABEL}(?!\d)(.*)", re.IGNORECASE)
_NOTHING = re.compile(r"\s*-*\s*")
_PLAIN: Mapping[str, Draw | Pass | Knock] = {"draw": Draw(), "pass": Pass(), "knock": Knock()}
LONGEST_LINE = 1000


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a reply, understood. `number` counts from 1, empty lines included."""

    number: int
    item: Op | Draw | Pass | Knock


# --- writing ---


def format_cards(cards: Iterable[Card]) -> str:
    """`7C 7D *7H`."""
    return " ".join(each.text for each in cards)


def format_table(table: Iterable[Meld]) -> str:
    """One meld a line: `m3: 7C 7D *7H`."""
    return "\n".join(f"{meld.label}: {format_cards(meld.cards)}" for meld in table)


def format_op(op: Op, words: Words = ENGLISH) -> str:
    """The operation as a line; `parse_line` reads the same operation back."""
    match op:
        case New(cards):
            return f"{_word(words, NEW)} {format_cards(cards)}"
        case Add(cards, to):
            return f"{format_cards(cards)} > {to}"
        case Move(source, cards, to):
            return f"{source} {format_cards(cards)} > {_word(words, NEW) if to == NEW else to}"
        case Split(label, at):
            return f"{_word(words, 'split')} {label} {at.text}"
        case SetMeld(label, cards):
            return f"{label}: {format_cards(cards) or '-'}"


def format_move(
    move: GameMove, table: Sequence[Meld] = (), hand: Iterable[Card] = (), words: Words = ENGLISH
) -> str:
    """A player's move, made with this table and hand, as lines that `parse_move` reads back."""
    match move:
        case MeldMove(after, knock):
            lines = [format_op(op, words) for op in ops_between(table, hand, after)]
            if knock is not None:
                lines.append(_word(words, "knock" if knock else "pass"))
            return "\n".join(lines)
        case Draw() | Pass() | Knock():
            return _word(words, move.type)
        case _:
            raise ValueError(f"there is no notation for {move.type}")


def _word(words: Words, keyword: str) -> str:
    """The first word for it; the English one where the mapping has none."""
    return next((word for word, means in words.items() if means == keyword), keyword)


# --- reading ---


def parse_cards(text: str) -> tuple[Card, ...]:
    """The cards of a text, in its order."""
    return read_cards(plain(text), 1)


def parse_table(text: str) -> tuple[Meld, ...]:
    """A table as `format_table` writes it: labels of the table, each once, legal melds; the order is kept."""
    table: list[Meld] = []
    for number, line in _lines(text):
        found = _SET.fullmatch(line)
        if found is None or found[1].lower() != "m":
            raise NotationError(number, "not_a_meld", line)
        cards = read_cards(found[3], number)
        if flaw(cards) is not None:
            raise NotationError(number, "illegal_meld", line, reason=str(flaw(cards)))
        if any(meld.id == int(found[2]) for meld in table):
            raise NotationError(number, "label_twice", f"m{found[2]}")
        table.append(Meld(int(found[2]), kind_of(cards), cards))
    return tuple(table)


def parse_reply(text: str | Iterable[str], words: Words = ENGLISH) -> list[Line]:
    """Every line that is not empty, as an operation or a plain move; one that cannot be read refuses all."""
    lines = [Line(number, _item(line, number, words)) for number, line in _lines(text)]
    if len(lines) > MOST_OPS:
        raise NotationError(lines[MOST_OPS].number, "too_many_lines", "")
    return lines


def parse_line(text: str, words: Words = ENGLISH) -> Op | Draw | Pass | Knock:
    """One line."""
    return _item(plain(text), 1, words)


def parse_move(
    text: str | Iterable[str], table: Sequence[Meld], hand: Iterable[Card], words: Words = ENGLISH
) -> Draw | Pass | Knock | MeldMove:
    """The move that a whole reply makes with this table and hand."""
    return move_of(parse_reply(text, words), table, hand)


def move_of(
    lines: Sequence[Line], table: Sequence[Meld], hand: Iterable[Card]
) -> Draw | Pass | Knock | MeldMove:
    """The move that these lines make. NotationError names the line; its `cause` may be an ArrangeError."""
    if not lines:
        raise NotationError(1, "empty", "")
    first, last = lines[0], lines[-1]
    if len(lines) == 1 and isinstance(first.item, Draw | Pass | Knock):
        return first.item
    draft = draft_from(table, hand)
    knock: bool | None = None
    for line in lines:
        if isinstance(line.item, Draw):
            raise NotationError(line.number, "draw_alone", "")
        if isinstance(line.item, Pass | Knock):
            if line is not last:
                raise NotationError(line.number, "not_last", line.item.type)
            knock = isinstance(line.item, Knock)
            continue
        try:
            draft = apply_op(draft, line.item)
        except ArrangeError as error:
            raise NotationError(line.number, error.code, str(error), cause=error) from error
    try:
        return MeldMove(to_table(draft), knock)
    except ArrangeError as error:
        raise NotationError(last.number, error.code, str(error), cause=error) from error


def _lines(text: str | Iterable[str]) -> Iterable[tuple[int, str]]:
    for number, raw in enumerate(text.splitlines() if isinstance(text, str) else text, 1):
        if len(raw) > LONGEST_LINE:
            raise NotationError(number, "too_long", raw)
        line = plain(raw)
        if line:
            yield number, line


def _item(line: str, number: int, words: Words) -> Op | Draw | Pass | Knock:
    keyword, rest = word_of(line, words)
    if keyword in _PLAIN:
        if rest:
            raise NotationError(number, "word_alone", rest, word=keyword)
        return _PLAIN[keyword]
    if keyword == NEW:
        return New(_some(rest, number))
    if keyword == "split":
        return _split(rest, number)
    named = _SET.fullmatch(line)
    if named is not None:
        cards = () if _NOTHING.fullmatch(named[3]) else read_cards(named[3], number)
        if not named[3].strip():
            raise NotationError(number, "no_cards", line)
        return SetMeld(_label(named), cards)
    before, arrow, after = line.partition(">")
    if not arrow:
        raise NotationError(number, "not_understood", line)
    return _moved(before, after.strip(), number, words)


def _moved(before: str, after: str, number: int, words: Words) -> Op:
    to = NEW if word_of(after, words) == (NEW, "") else _to_label(after, number)
    source = _FROM.fullmatch(before.strip())
    if source is not None:
        return Move(_label(source), _some(source[3], number), to)
    cards = _some(before, number)
    return New(cards) if to == NEW else Add(cards, to)


def _split(rest: str, number: int) -> Op:
    found = _FROM.fullmatch(rest)
    if found is None:
        raise NotationError(number, "no_label", rest)
    cards = _some(found[3], number)
    if len(cards) != 1:
        raise NotationError(number, "one_card", found[3].strip())
    return Split(_label(found), cards[0])


def _some(text: str, number: int) -> tuple[Card, ...]:
    cards = read_cards(text, number)
    if not cards:
        raise NotationError(number, "no_cards", text)
    return cards


def _label(found: re.Match[str]) -> str:
    return f"{found[1].lower()}{found[2]}"


def _to_label(text: str, number: int) -> str:
    found = _FROM.fullmatch(text)
    if found is None or found[3].strip():
        raise NotationError(number, "no_label", text)
    return _label(found)
