"""Folds a game's log and compares with what is stored beside it. Reads only."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

from games.engine import codec, rules
from games.engine.replay import replay
from games.engine.rules import Step
from games.engine.state import State
from games.models import Game, Move, Seat
from games.services.ledger import round_of, seat_to_act
from games.services.lobby import engine_options


def faults_of(game: Game) -> Iterator[str]:
    """What differs between the stored game and its log, as English sentences for the host; none: it replays.

    Cards are never named: what this says may end in a log or a mail. Whatever is stored, nothing is raised.
    """
    rows = list(Move.objects.filter(game=game).order_by("number"))
    if game.state is None:
        if rows or game.log_length:
            yield "has a log but no state"
        if game.status in (Game.Status.ACTIVE, Game.Status.FINISHED):
            yield f"is {game.status} but has no state"
        return
    if [row.number for row in rows] != list(range(1, game.log_length + 1)):
        yield "the log has gaps or a wrong length"
        return
    try:
        steps = _replayed(game, rows)
        yield from _faults_of_lines(game, rows, steps)
        yield from _faults_of_state(game, steps[-1].state)
        yield from _faults_of_rounds(game, rows)
    except Exception as error:  # noqa: BLE001  # a log that the rules refuse is exactly what is looked for
        yield f"the log does not replay: {type(error).__name__}"


def _replayed(game: Game, rows: Sequence[Move]) -> list[Step]:
    entries = [(row.seat, codec.decode_stored_move(row.type, row.data), row.timed_out) for row in rows]
    return list(replay(engine_options(game), humans_at_start(game), entries))


def _faults_of_lines(game: Game, rows: Sequence[Move], steps: Sequence[Step]) -> Iterator[str]:
    before = rules.start(engine_options(game), humans_at_start(game))
    versions = [row.version for row in rows]
    for row, step in zip(rows, steps, strict=True):
        stored = [{k: v for k, v in event.items() if k != "deadline"} for event in row.events]
        if [codec.encode_event(event) for event in step.events] != stored:
            yield f"the events of line {row.number} differ"
        if row.round != round_of(before, step):
            yield f"line {row.number} is in another round"
        before = step.state
    if any(later - earlier not in (0, 1) for earlier, later in pairwise(versions)):
        yield "the versions of the log do not follow each other"
    if versions[-1] != game.version:
        yield "the log and the game have different versions"


def _faults_of_state(game: Game, state: State) -> Iterator[str]:
    """The state, and the columns that repeat what SQL asks for."""
    if codec.decode_state(game.state) != state:
        yield "the stored state differs from the log's"
    if game.status != state.status.value:
        yield "the stored status differs from the log's"
    if game.result != (codec.encode_result(state.result) if state.result else None):
        yield "the stored result differs from the log's"
    holders = dict(Seat.objects.filter(game=game).values_list("number", "user_id"))
    number = seat_to_act(state)
    if (None if number is None else holders.get(number)) != game.to_act_id:
        yield "somebody else is to act than the log says"


def _faults_of_rounds(game: Game, rows: Sequence[Move]) -> Iterator[str]:
    told: list[tuple[int, Any]] = [
        (event["number"], {k: v for k, v in event.items() if k != "type"})
        for row in rows
        for event in row.events
        if event["type"] == "round_scored"
    ]
    if list(game.scored_rounds.order_by("number").values_list("number", "record")) != told:
        yield "the scored rounds differ from the log's"


def humans_at_start(game: Game) -> tuple[bool, ...]:
    """For each seat whether nobody of the house took it at the start (D29a: a house player may sit there now)."""
    seats = Seat.objects.filter(game=game).order_by("number").select_related("user", "left_by")
    return tuple(not (seat.left_by or seat.user).is_house for seat in seats)
