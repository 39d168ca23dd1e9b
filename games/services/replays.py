"""Folds a game's log and compares with the stored state. Reads only."""

from __future__ import annotations

from collections.abc import Iterator

from games.engine import codec
from games.engine.replay import replay
from games.models import Game, Move, Seat
from games.services.lobby import engine_options


def faults_of(game: Game) -> Iterator[str]:
    """What differs between the stored game and its log, as English sentences for the host; none: it replays.

    Cards are never named: what this says may end in a log or a mail.
    """
    if game.state is None:
        if game.log_length:
            yield "has a log but no state"
        return
    rows = list(Move.objects.filter(game=game).order_by("number"))
    if [row.number for row in rows] != list(range(1, game.log_length + 1)):
        yield "the log has gaps or a wrong length"
        return
    entries = [(row.seat, codec.decode_stored_move(row.type, row.data), row.timed_out) for row in rows]
    state = None
    try:
        for row, step in zip(rows, replay(engine_options(game), humans_at_start(game), entries), strict=True):
            state = step.state
            stored = [{k: v for k, v in event.items() if k != "deadline"} for event in row.events]
            if [codec.encode_event(event) for event in step.events] != stored:
                yield f"the events of line {row.number} differ"
    except Exception as error:  # a log that the rules refuse is exactly what is looked for
        yield f"the log does not replay: {type(error).__name__}"
        return
    if state is None or codec.encode_state(state) != game.state:
        yield "the stored state differs from the log's"
    if rows and rows[-1].version > game.version:
        yield "the log is newer than the game"
    scored = list(game.scored_rounds.order_by("number").values_list("record", flat=True))
    told = [
        {k: v for k, v in event.items() if k != "type"}
        for row in rows
        for event in row.events
        if event["type"] == "round_scored"
    ]
    if scored != told:
        yield "the scored rounds differ from the log's"


def humans_at_start(game: Game) -> tuple[bool, ...]:
    """For each seat whether a person took it when the game started (RULES D29a: a house player may sit there now)."""
    seats = Seat.objects.filter(game=game).order_by("number").select_related("user", "left_by")
    return tuple((seat.left_by or seat.user).kind != "bot" for seat in seats)
