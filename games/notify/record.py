"""A game that is over as text: who held what, every turn in the notation of docs/mail.md, every score."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any

from django.conf import settings
from django.utils.translation import get_language_bidi, ngettext
from django.utils.translation import gettext as _

from games.engine.cards import parse_card
from games.engine.exported import Exported, Line
from games.engine.moves import MeldMove
from games.engine.notation import format_move
from games.notify import times
from games.notify.cards import isolated, named, typed
from games.notify.of_round import listed

NEXT = " · "  # between the steps of a turn


def text_of(game: Exported) -> str:
    """The whole record, in the reader's language; the notation is the same in every language."""
    return "\n".join(_Record(game).lines()) + "\n"


class _Record:
    def __init__(self, game: Exported) -> None:
        self.game, self.told = game, game.document
        self.names = [_name(name) for name in game.names]

    def lines(self) -> Iterator[str]:
        yield from self._head()
        for number in range(1, self.game.scored + 1):
            yield ""
            yield from self._round(number)
        hidden = [line for line in self.game.lines if line.step is None]
        if hidden:
            yield ""
            yield _("A round was begun and broken off: its cards stay hidden.")
        yield ""
        yield from self._end()

    def _head(self) -> Iterator[str]:
        yield _("Manipulation Rummy, game %(code)s") % {"code": self.game.code}
        yield f"{settings.SITE_URL}/games/{self.game.code}/"
        if began := times.parsed(str(self.told.get("created"))):
            yield times.long(began, times.zone("UTC"))
        options: Any = self.told["options"]
        yield (
            _("A single round.")
            if options["rounds"]
            else _("To %(target)d points.") % {"target": options["target"]}
        )
        yield _("Players: %(names)s.") % {"names": listed(self.names)}

    def _round(self, number: int) -> Iterator[str]:
        lines = self.game.round(number)
        deal, record = lines[0].told, self.told["rounds"][number - 1]  # type: ignore[index]  # read has looked at it
        yield _("Round %(number)d began; %(name)s dealt.") % {
            "number": number,
            "name": self.names[record["dealer"]],
        }
        hands: Any = deal["hands"]
        for seat, hand in enumerate(hands):
            if hand:
                yield f"  {self.names[seat]}: {_hand(hand)}"
        yield _("  Stock, the next card first: %(cards)s") % {"cards": _cards(deal["stock"])}
        yield ""
        turns = groupby(lines[1:], key=_turn)
        for count, (_number, steps) in enumerate(turns, 1):
            yield self._turn(count, list(steps))
        yield from self._scored(record)

    def _turn(self, count: int, lines: Sequence[Line]) -> str:
        seat: Any = lines[0].told["seat"]
        name = "–" if seat is None else self.names[seat]
        marks = [
            said
            for sign, said in (
                ("timed_out", _("time ran out")),
                ("planned", _("as planned")),
                ("stand_in", _("a house player stood in")),
            )
            if any(line.told.get(sign) is True for line in lines)
        ]
        return (
            f"{count:>3}. {name}: {NEXT.join(step for line in lines for step in self._steps(line))}"
            + "".join(f" ({mark})" for mark in marks)
        )

    def _steps(self, line: Line) -> Iterator[str]:
        step, told = line.step, line.told
        assert step is not None, "hidden lines are not told"
        if told["type"] == "draw":
            yield _typed(f"draw {told['card']}")
        elif told["type"] == "resign":
            yield _("has resigned")
        elif told["type"] == "abandon":
            yield _("Nobody is left at the table.")
        else:
            round_ = line.before.round
            table = round_.table if round_ else ()
            hand = line.before.seats[step.seat].hand if step.seat is not None else ()
            move: Any = step.move
            yield from map(_typed, format_move(move, table, hand).splitlines())
            if isinstance(move, MeldMove) and any(event.type == "went_out" for event in step.events):
                yield _("out")

    def _scored(self, record: dict[str, Any]) -> Iterator[str]:
        winner = _("won the round")
        for seat, points in enumerate(record["points"]):
            if points is None:
                continue
            counts = ngettext("%(count)d point", "%(count)d points", points) % {"count": points}
            scored = _typed(f"+{record['scores'][seat]}")
            won = f" · {winner}: {scored}" if seat in record["winners"] else ""
            hand = record["hands"][seat]
            yield f"  {self.names[seat]}: {_hand(hand) if hand else '–'} · {counts}{won}"

    def _end(self) -> Iterator[str]:
        result: Any = self.told["result"]
        yield _("The game is over.")
        won = _("won")
        for seat, final in enumerate(result["final"]):
            yield f"  {self.names[seat]}: {final}{NEXT + won if seat in result['winners'] else ''}"


def _typed(line: str) -> str:
    """Notation reads from left to right, also amid a text that does not."""
    return typed(line) if get_language_bidi() else line


def _turn(line: Line) -> tuple[int, object]:
    """Lines of one turn stand together; what no turn is about stands by itself."""
    turn = line.before.turn
    mine = turn is not None and turn.seat == line.told["seat"]
    return (turn.number if turn and mine else -1, line.told["seat"])


def _hand(texts: Iterable[str]) -> str:
    return _cards(sorted(texts, key=lambda text: parse_card(text).order))


def _cards(texts: Any) -> str:
    line = " ".join(texts)
    return isolated(line) if get_language_bidi() else line


def _name(name: str) -> str:
    """As it is where everything is read from left to right: a file of text is read by programs, too."""
    return named(name) if get_language_bidi() else " ".join(name.split())
