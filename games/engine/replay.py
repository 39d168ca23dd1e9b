"""A log folded back into a game: the same rules, line by line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from games.engine.moves import Move
from games.engine.rules import Step, apply, start
from games.engine.state import Options


def replay(
    options: Options, humans: tuple[bool, ...], entries: Iterable[tuple[int | None, Move, bool]]
) -> Iterator[Step]:
    """The steps of a game, one for each line `(seat, move, timed_out)` of its log.

    `humans` says by seat who was a person when the game started. Raises what `apply` raises.
    """
    state = start(options, humans)
    for seat, move, timed_out in entries:
        done = apply(state, seat, move, timed_out=timed_out)
        state = done.state
        yield Step(seat, move, timed_out, done.events, state)
