"""An exported game read back: every line of its log is played again by the rules, and must say what they say.

Nothing of what somebody hands in is believed: not the hands, not the scores, not who has won. What a round that was
broken off hides (D29) is not there and is not asked for.
"""

from __future__ import annotations

import calendar
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from games.engine import codec
from games.engine.codec_values import Json, flag, is_whole, listed, members, one_card, text
from games.engine.errors import BadCard, BadState, InvalidMove, RuleError
from games.engine.events import RoundScored
from games.engine.moves import Deal, Move
from games.engine.rules import Step, apply, start
from games.engine.state import CARDS_EACH, Options, State
from games.engine.view import event_for, log_entry_for

FORMAT = 1  # of the document; a reader refuses what it does not know
MOST_LINES = 20_000
_LONGEST_NAME = 60
_KINDS = ("human", "guest", "bot")
_MOVES = ("deal", "draw", "meld", "knock", "pass", "resign", "abandon")
_BROKEN_OFF = ("resignation", "abandoned")
_MOMENT = re.compile(
    r"([1-9]\d{3})-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\dZ", re.ASCII
)


class BadExport(ValueError):
    """A document that is no game. `where` is the place in it, such as `log.12.events`; `code` says why.

    Codes: `not_an_export`, `other_format`, `shape`, `refused` (by the rule `rule`), `differs`, `unfinished`.
    """

    def __init__(self, code: str, where: str = "", *, rule: str = "") -> None:
        self.code, self.where, self.rule = code, where, rule
        super().__init__(f"{code} at {where or 'the document'}")


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the log: as the document has it, and what it did; `step` is None where that is hidden."""

    told: Json
    before: State
    step: Step | None


@dataclass(frozen=True, slots=True)
class Exported:
    """A game that the rules have played again."""

    code: str
    names: tuple[str, ...]
    scored: int  # rounds
    lines: tuple[Line, ...]
    document: Json

    def round(self, number: int) -> tuple[Line, ...]:
        """The lines of one round."""
        return tuple(line for line in self.lines if line.told["round"] == number)


def read(document: object) -> Exported:
    """The game of this document. Raises BadExport for the first thing that is wrong with it."""
    if not isinstance(document, dict) or "format" not in document or "log" not in document:
        raise BadExport("not_an_export")
    if type(document["format"]) is not int or document["format"] != FORMAT:
        raise BadExport("other_format", "format")
    options = _options(document)
    seats = _seats(document, options.players)
    scored = _list(document, "rounds", MOST_LINES)
    log = _list(document, "log", MOST_LINES)
    state = start(options, tuple(not seat["house"] for seat in seats))
    lines: list[Line] = []
    for place, told in enumerate(log):
        line = _line(place, told, state, scored=len(scored))
        hidden = bool(lines) and lines[-1].step is None
        if hidden != (line.step is None) and (hidden or line.told["type"] != "deal"):
            raise BadExport("differs", f"log.{place}.round")  # only the last round can have been broken off
        lines.append(line)
        state = line.step.state if line.step else state
    _compare_end(document, state, lines, scored)
    names = tuple(seat["name"] for seat in seats)
    return Exported(_code(document), names, len(scored), tuple(lines), document)


# --- the head -----------------------------------------------------------------------------------------------


def _options(document: Mapping[str, Any]) -> Options:
    given = document.get("options")
    try:
        given = members(given)
        level = given.get("replace_left")
        return Options(
            players=_exactly(given["players"]),
            target=_exactly(given["target"]),
            rounds=None if given["rounds"] is None else _exactly(given["rounds"]),
            timeouts_to_leave=_exactly(given["timeouts_to_leave"]),
            replace_left=None if level is None else text(level),
        )
    except (KeyError, ValueError):
        raise BadExport("shape", "options") from None


def _exactly(value: object) -> int:
    if not isinstance(value, int) or not is_whole(value):
        raise ValueError("a whole number is missing")
    return value


def _seats(document: Mapping[str, Any], players: int) -> list[dict[str, Any]]:
    seats = _list(document, "seats", players)
    if len(seats) != players:
        raise BadExport("shape", "seats")
    return [_seat(each, number) for number, each in enumerate(seats)]


def _seat(value: object, number: int) -> dict[str, Any]:
    try:
        given = members(value)
        player = members(given["player"])
        name, kind = text(player["username"]), text(player["kind"])
        fine = given["seat"] == number and kind in _KINDS and name.isprintable()
        if not fine or not 0 < len(name) <= _LONGEST_NAME:
            raise ValueError
        return {"name": name, "house": flag(given["house"])}
    except (KeyError, ValueError):
        raise BadExport("shape", f"seats.{number}") from None


def _code(document: Mapping[str, Any]) -> str:
    code = document.get("id")
    if not isinstance(code, str) or not re.fullmatch(r"[0-9a-z]{1,16}", code, re.ASCII):
        raise BadExport("shape", "id")
    return code


def _list(document: Mapping[str, Any], name: str, most: int) -> list[Any]:
    value = document.get(name)
    if not isinstance(value, list) or len(value) > most:
        raise BadExport("shape", name)
    return value


# --- the log ------------------------------------------------------------------------------------------------


def _line(place: int, value: object, before: State, *, scored: int) -> Line:
    where = f"log.{place}"
    told = _head(value, place, len(before.seats), where)
    if _number(told["round"]) > scored:
        return Line(told, before, None)
    step = _played(where, told, before)
    round_ = step.state.round if isinstance(step.move, Deal) else before.round
    if round_ is None or round_.number != told["round"]:
        raise BadExport("differs", f"{where}.round")
    _compare(where, told, step)
    return Line(told, before, step)


def _head(value: object, place: int, seats: int, where: str) -> Json:
    """What every line has, whatever was played."""
    try:
        told = members(value)
        fine = (
            told["number"] == place + 1
            and is_whole(told["round"])
            and is_whole(told["version"])
            and told["type"] in _MOVES
            and (told["seat"] is None or is_whole(told["seat"], seats - 1))
            and all(type(told[name]) is bool for name in ("timed_out", "stand_in"))
            and (told["type"] in ("draw", "pass") or not told["timed_out"])  # D30
            and _is_moment(text(told["at"]))
            and type(told["events"]) is list
            and all(type(event) is dict for event in told["events"])
        )
    except (KeyError, TypeError, ValueError):
        fine = None
    if not fine:
        raise BadExport("shape", where)
    return told


def _is_moment(at: str) -> bool:
    """Whether that is a second of UTC as `YYYY-MM-DDTHH:MM:SSZ`; told here, where there is no clock."""
    found = _MOMENT.fullmatch(at)
    if found is None:
        return False
    year, month, day = (int(part) for part in found.groups())
    return day <= calendar.monthrange(year, month)[1]


def _played(where: str, told: Json, before: State) -> Step:
    try:
        move = _move(told, before)
    except (KeyError, BadState, BadCard, InvalidMove):
        raise BadExport("shape", where) from None
    seat, late = told["seat"], flag(told["timed_out"])
    try:
        done = apply(before, seat, move, timed_out=late)  # type: ignore[arg-type]  # None or a whole number
    except RuleError as refusal:
        raise BadExport("refused", where, rule=refusal.rule) from None
    except (BadCard, InvalidMove):
        raise BadExport("refused", where, rule="R4") from None
    return Step(seat, move, late, done.events, done.state)  # type: ignore[arg-type]  # as above


def _move(told: Json, before: State) -> Move:
    if told["type"] == "deal":
        return _deal(told, before)
    if told["type"] == "meld":
        return codec.decode_move({"type": "meld", "table": told["table"], "knock": told["knock"]})
    return codec.decode_stored_move(text(told["type"]), {})


def _deal(told: Json, before: State) -> Deal:
    """The deck as it lay: a card to each seat in turn, then the stock (R4)."""
    dealer = told["dealer"]
    if not is_whole(dealer, len(before.seats) - 1) or not isinstance(dealer, int):
        raise BadState("no such dealer")
    hands = listed(told["hands"], lambda hand: listed(hand, one_card, CARDS_EACH), len(before.seats))
    clockwise = [(dealer + step) % len(hands) for step in range(1, len(hands) + 1)] if hands else []
    dealt = [hands[seat] for seat in clockwise if hands[seat]]
    if any(len(hand) != CARDS_EACH for hand in dealt):
        raise BadState("not ten cards")
    deck = [hand[turn] for turn in range(CARDS_EACH) for hand in dealt]
    return Deal((*deck, *listed(told["stock"], one_card)), dealer)


def _compare(where: str, told: Json, step: Step) -> None:
    """The line says what the rules say of the move; a deadline is the clock's, not theirs."""
    events = [codec.encode_event(event) for event in step.events]
    stored = {
        "seat": step.seat,
        "type": step.move.type,
        "data": codec.encode_move(step.move),
        "events": events,
    }
    for name, value in _unordered(log_entry_for(stored, None, True)).items():
        if _unordered(told).get(name) != value:
            raise BadExport("differs", f"{where}.{name}")
    shown = [{name: each[name] for name in each if name != "deadline"} for each in _events(told)]
    if [_unordered(each) for each in shown] != [_unordered(event_for(event, None, True)) for event in events]:
        raise BadExport("differs", f"{where}.events")


def _unordered(told: Json) -> dict[str, Any]:
    """Cards are played in the order in which somebody named them, and the table that is told is in its own."""
    played = told.get("played")
    return {**told, "played": sorted(played, key=str)} if isinstance(played, list) else dict(told)


def _events(told: Json) -> list[dict[str, Any]]:
    events = told["events"]
    return events if isinstance(events, list) else []


# --- the end ------------------------------------------------------------------------------------------------


def _compare_end(document: Mapping[str, Any], state: State, lines: list[Line], scored: list[Any]) -> None:
    hidden = [line for line in lines if line.step is None]
    if any(_number(line.told["round"]) != len(scored) + 1 for line in hidden):
        raise BadExport("differs", "log")
    if [record for line in lines for record in _records(line)] != scored:
        raise BadExport("differs", "rounds")
    last = [event for line in lines[-1:] for event in _events(line.told)][-1:]
    if not last or last[0].get("type") != "game_ended":
        raise BadExport("unfinished", "log")
    if {name: value for name, value in last[0].items() if name != "type"} != document.get("result"):
        raise BadExport("differs", "result")
    if (
        hidden
    ):  # the rules did not play to the end: a game that was broken off ends with the scores as they stand
        final = {name: last[0].get(name) for name in ("final", "reason")}
        if final["final"] != [seat.score for seat in state.seats] or final["reason"] not in _BROKEN_OFF:
            raise BadExport("differs", "result")
    for number, (seat, told) in enumerate(zip(state.seats, document["seats"], strict=True)):
        if (told.get("score"), told.get("rounds_won")) != (seat.score, seat.rounds_won):
            raise BadExport("differs", f"seats.{number}")


def _records(line: Line) -> Iterator[Json]:
    for event in line.step.events if line.step else ():
        if isinstance(event, RoundScored):
            yield {name: value for name, value in codec.encode_event(event).items() if name != "type"}


def _number(value: object) -> int:
    return value if isinstance(value, int) else 0


__all__ = ["FORMAT", "MOST_LINES", "BadExport", "Exported", "Line", "read"]
