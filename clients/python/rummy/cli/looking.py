"""The commands that look: list, show, hint, watch, replay, export, verify. They change nothing."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from rummy.cli import shown
from rummy.cli.paint import BOLD, FAINT, cell_to, clean, columns, moment
from rummy.cli.said import REFUSED, Command, Failed
from rummy.engine.melds import Meld, kind_of, ordered
from rummy.engine.shuffle_check import Finding, verify
from rummy.resources.games import Status
from rummy.rules import Table
from rummy.shapes import Entry, Event, Game, cards


def list_games(run: Command) -> None:
    """Your games, or all that are open to you."""
    given = run.given
    status: Status | None = "open" if given.open else given.status
    mine = None if given.open or given.all else True
    found = list(run.client.games.list(mine=mine, my_turn=given.my_turn or None, status=status))
    if mine and status is None and not given.my_turn:
        found = [each for each in found if each.status in ("open", "active")] or found
    if given.json:
        run.say_json([dict(each.data) for each in found])
    elif found:
        run.say(*shown.summaries(found, run.paint))
    else:
        run.say("No games.")


def show(run: Command) -> None:
    """The game, with your hand."""
    seen = run.client.games.get(run.given.game, invitation=run.given.invitation)
    run.show(seen.data, shown.game(seen, run.paint))


def hint(run: Command) -> None:
    """What could be done with the hand."""
    told = run.client.games.hint(run.given.game, step=run.given.step, upto=run.given.upto)
    run.show(told, list(_hint(run, told)))


def _hint(run: Command, told: Mapping[str, Any]) -> Iterator[str]:
    match run.given.step:
        case "fits":
            fitting = cards(told["cards"])
            yield f" These fit:{run.paint.cards(fitting)}" if fitting else " Nothing fits."
        case "where":
            for each in told["places"]:
                where = [*each["melds"]]
                where += ["a new meld"] if each["new"] else []
                where += ["by regrouping"] if each["regrouping"] else []
                yield f"{run.paint.cards(cards([each['card']]))}  {', '.join(where)}"
            if not told["places"]:
                yield " Nothing fits."
        case _:
            yield from (f' "{each["line"]}"' for each in told["ops"])
            yield f" Points left: {told['points']}."


def watch(run: Command) -> None:
    """What happens, a line each, until it is interrupted or the one game is over."""
    code, after = run.given.game, run.given.after
    if code and (seen := _nothing_comes(run, code, after)):
        if not run.given.json:
            run.say(shown.headline(seen))
        return
    names: dict[str, list[str]] = {}
    events, ended = run.client.events, False
    for event in events.of(code, after=after, until_over=True) if code else events.all(after=after):
        if run.given.json:
            head = {"id": event.id, "event": event.kind, "game": event.game}
            print(json.dumps(head | {"data": dict(event.data)}, ensure_ascii=False), flush=True)
        elif event.id is not None:
            print(_told(run, event, names, with_game=not code), flush=True)
        ended = event.ends_game
    if not ended and not run.given.json:  # no line told it: it was cancelled
        run.say(shown.headline(run.client.games.get(code)))


def _nothing_comes(run: Command, code: str, after: int | None) -> Game | None:
    """The game, if it is over and nothing is left to be told of it: one would wait for ever."""
    seen = run.client.games.get(code)
    if not seen.over or (after is not None and any(run.client.games.log(code, after=after, limit=1))):
        return None
    return seen


def _told(run: Command, event: Event, names: dict[str, list[str]], *, with_game: bool) -> str:
    where = f"{event.game or '':8}  " if with_game else ""
    number = run.paint.style(f"{event.id:>5}  ", FAINT)
    if event.kind != "move" or event.game is None:
        said = {name: value for name, value in event.data.items() if name not in ("game", "you")}
        more = ", ".join(f"{name} {clean(value)}" for name, value in said.items())
        return f"{number}{where}{clean(event.kind)}{': ' if more else ''}{more}"
    if event.game not in names:
        names[event.game] = shown.names_of(run.client.games.get(event.game))
    return f"{number}{where}{shown.entry(event.data, names[event.game], run.paint)}"


def replay(run: Command) -> None:
    """The game as it was played, round by round."""
    seen = run.client.games.get(run.given.game, invitation=run.given.invitation)
    log = list(run.client.games.log(seen.id, limit=500, invitation=run.given.invitation))
    if run.given.json:
        run.say_json([dict(each.data) for each in log])
        return
    names = shown.names_of(seen)
    records = {
        each.number: each for each in run.client.games.rounds(seen.id, invitation=run.given.invitation)
    }
    wanted = [run.given.round] if run.given.round is not None else sorted({each.round for each in log})
    for number in wanted:
        lines = [each for each in log if each.round == number]
        if not lines:
            raise Failed(f"There is no round {number}.")
        run.say(run.paint.style(f"Round {number}", BOLD), *_played(run, lines, names))
        if number in records:
            run.say("", *shown.scored(records[number], names, run.paint))
        run.say("")
    run.say(shown.headline(seen))


def _played(run: Command, lines: Sequence[Entry], names: Sequence[str]) -> Iterator[str]:
    """Each line, the hands as they were dealt as far as they are shown, the table after each meld."""
    for line in lines:
        number = run.paint.style(f"{line.number:>5}  {moment(line.at)}  ", FAINT)
        yield number + shown.entry(line.data, names, run.paint)
        if line.type == "deal":
            width = max(map(columns, names), default=0)
            for seat, hand in enumerate(line.data["hands"]):
                if hand:
                    held = sorted(cards(hand), key=lambda each: each.order)
                    yield f"        {cell_to(names[seat], width)} {run.paint.cards(held)}"
        if line.type == "meld":
            yield from (f"       {row}" for row in shown.table(_table(line), run.paint))


def _table(line: Entry) -> Table:
    """The table that a meld led to; the log names no labels, so they are counted."""
    melds = [cards(each) for each in line.data["table"]]
    return tuple(Meld(place, kind_of(each), ordered(each)) for place, each in enumerate(melds, 1))


def export(run: Command) -> None:
    """The record of a game that is over, as JSON or as text."""
    games = run.client.games
    if run.given.text:
        text = games.export_text(run.given.game)
    else:
        text = json.dumps(games.export(run.given.game), ensure_ascii=False, indent=2) + "\n"
    if run.given.output in (None, "-"):
        print(text, end="" if text.endswith("\n") else "\n")
        return
    to = Path(run.given.output)
    made = to.with_name(f".{to.name}.{os.getpid()}")
    try:
        made.write_text(text, "utf-8")
        made.replace(to)
    except OSError as error:
        made.unlink(missing_ok=True)
        raise Failed(f"{to} cannot be written: {error.strerror}.") from None


def verify_game(run: Command) -> None:
    """Whether the cards came as was promised before they were dealt: worked out here, not there."""
    told = run.client.games.shuffle(run.given.game)
    if told.get("commitment") is None:
        raise Failed("Nothing was promised for this game: it began before shuffles could be checked.")
    log = list(run.client.games.log(run.given.game, limit=500))
    found = verify(told, [dict(each.data) for each in log], run.given.commitment or "")
    if run.given.json:
        run.say_json([{"round": each.number, "open": each.open, "fault": _fault(each)} for each in found])
    else:
        run.say(f"commitment {told['commitment']}", *(_finding(run, each) for each in found))
    if any(each.fault for each in found):
        raise Failed("It is not as was promised.", REFUSED)


def _fault(found: Finding) -> str | None:
    return found.fault.name.lower() if found.fault else None


def _finding(run: Command, found: Finding) -> str:
    what = f"round {found.number}" if found.number else "seats and first dealer"
    if found.fault:
        return f"{what}: {run.paint.style(found.fault.value, BOLD, '31')}"
    return f"{what}: {'as was promised' if found.open else 'is told when it is scored'}"
