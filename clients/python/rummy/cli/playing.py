"""The commands that play: new, join, leave, resign, draw, meld, knock, pass, plan."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rummy.calls import LEFT_OUT
from rummy.cli import shown
from rummy.cli.paint import clean
from rummy.cli.said import USAGE, Command, Failed
from rummy.engine.notation import move_of, parse_reply
from rummy.engine.notation_words import ALL
from rummy.problems import NotFound
from rummy.rules import Draw, Knock, MeldMove, Move, NotationError, Pass, RuleError
from rummy.shapes import Game, cards


def new(run: Command) -> None:
    """A new game."""
    given = run.given
    options: dict[str, Any] = {
        "visibility": "private" if given.private else None,
        "rounds": given.rounds,
        "target": given.target,
        "bots": given.bots,
        "invite": given.invite,
        "hints": given.hints or None,
        "contribution": given.contribution,
        "clock": None if given.hours is None else {"kind": "per_turn", "hours": given.hours},
    }
    chosen = {name: value for name, value in options.items() if value is not None}
    players = max(2, 1 + len(given.bots or ())) if given.players is None else given.players
    seen = run.client.games.create(players=players, **chosen)
    run.show(seen.data, shown.game(seen, run.paint))


def join(run: Command) -> None:
    """Sit down at a table."""
    given = run.given
    seen = run.client.games.join(
        given.game,
        invitation=given.invitation or LEFT_OUT,
        contribution=LEFT_OUT if given.contribution is None else given.contribution,
    )
    run.show(seen.data, shown.game(seen, run.paint))


def leave(run: Command) -> None:
    """Give the place back, before the start."""
    seen = run.client.games.leave(run.given.game)
    run.show(seen.data, [shown.headline(seen)])


def resign(run: Command) -> None:
    """Leave for good, during play."""
    if not run.agreed("Leave this game for good?"):
        raise Failed("Nothing was done.")
    seen = run.client.games.resign(run.given.game)
    run.show(seen.data, [shown.headline(seen)])


def draw(run: Command) -> None:
    """Take the next card."""
    _play(run, run.client.games.get(run.given.game), Draw())


def knock(run: Command) -> None:
    """End the round."""
    _play(run, run.client.games.get(run.given.game), Knock())


def pass_(run: Command) -> None:
    """Do not knock; or do not meld where nothing can be drawn."""
    _play(run, run.client.games.get(run.given.game), Pass())


def meld(run: Command) -> None:
    """Lay a new arrangement of the table, written as in replies by mail; shown first."""
    seen = run.client.games.get(run.given.game)
    move = _written(run, seen)
    try:
        after = seen.judge(move)
    except RuleError as error:
        run.client.games.check(seen, move)  # the service says it in a sentence, in your language
        raise Failed(f"The rules do not allow it ({error.rule}).") from None
    assert after is not None
    if not run.given.json and not run.given.yes:
        run.say(*shown.outcome(seen, after, run.paint), "")
    if not run.agreed("Lay this and knock?" if move.knock else "Lay this?"):
        raise Failed("Nothing was done.")
    _play(run, seen, move)


def _written(run: Command, seen: Game) -> MeldMove:
    """The meld that the lines make."""
    words = [] if run.given.knock is None else ["knock" if run.given.knock else "pass"]
    try:
        move = move_of(parse_reply([*run.given.lines, *words], ALL), seen.table, seen.hand)
    except NotationError as error:
        raise Failed(f"{str(error).rstrip('.')}.", USAGE) from None
    if not isinstance(move, MeldMove):
        raise Failed(f"That is no meld: say rummy {move.type} {seen.id}.", USAGE)
    return move


def _play(run: Command, seen: Game, move: Move) -> None:
    after = run.client.games.play(seen, move)
    run.show(after.data, _after(run, seen, after))


def _after(run: Command, before: Game, after: Game) -> list[str]:
    """What the move led to, and the game as it is now where it is still one's turn."""
    me = before.you.seat if before.you else None
    lines = []
    for event in after.events:
        if event["type"] == "drawn" and event["seat"] == me and event["card"]:
            lines.append(f" You drew{run.paint.cards(cards([event['card']]))}")
        if event["type"] == "round_scored":
            (record,) = (each for each in run.client.games.rounds(after.id) if each.number == event["number"])
            lines += ["", *shown.scored(record, shown.names_of(after), run.paint), ""]
    return [*lines, *(shown.game(after, run.paint) if after.my_turn else [shown.headline(after)])]


def plan(run: Command) -> None:
    """What is to be done when your turn opens: shown, made, or dropped."""
    given = run.given
    if given.drop:
        run.client.plans.drop(given.game)
        run.say("Nothing is planned.")
        return
    chosen: dict[str, Any] = {
        "draw": given.draw,
        "lay": given.lay,
        "knock": given.knock,
        "tell_if": given.tell_if,
        "watch": given.watch,
        "repeat": given.repeat or None,
    }
    chosen = {name: value for name, value in chosen.items() if value is not None}
    told = run.client.plans.put(given.game, **chosen) if chosen else _planned(run)
    run.show(
        told,
        (f"{clean(name)}: {_plain(value)}" for name, value in told.items() if value not in (None, [], "")),
    )


def _planned(run: Command) -> Mapping[str, Any]:
    """What is planned. Raises Failed where nothing is."""
    try:
        return run.client.plans.get(run.given.game)
    except NotFound:
        run.client.games.get(run.given.game)  # a game that is not there is another matter
        raise Failed("Nothing is planned.") from None


def _plain(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return clean(", ".join(map(str, value)) if isinstance(value, list) else value)
