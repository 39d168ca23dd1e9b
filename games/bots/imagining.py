"""Rounds played out in the head: what cannot be seen is dealt at random, and every seat plays the strong way.

Only what the view shows goes in. The chance comes from the view as well, so that the same view gives the same
answer, whatever the hidden cards are.
"""

from __future__ import annotations

import hashlib
import math
import random
import time
from collections.abc import Sequence
from typing import Final

from games.bots.seen import Cards, Seen, unseen
from games.engine import rules
from games.engine.cards import Card, hand_points
from games.engine.melds import Meld, kind_of
from games.engine.moves import Draw, Knock, MeldMove, Move, Pass
from games.engine.state import KNOCK_LIMIT, Options, Owes, Phase, Round, SeatState, State, Status, Turn
from games.solver import solve

MOST_MOVES: Final = 400  # of one imagined round: far more than any has


def chance(seen: Seen) -> random.Random:
    """A source of chance that is the same for the same view."""
    text = repr(
        (sorted(each.text for each in seen.hand), seen.table, seen.stock, seen.held, seen.drawn, seen.phase)
    )
    return random.Random(hashlib.sha256(text.encode()).digest())  # noqa: S311  # it decides nothing that is secret


class NoTime(Exception):
    """The time ran out before everything was imagined; a part of it says nothing."""


class Imagined:
    """A view, and as many imagined deals of it as are asked for: every move is tried on the same ones.

    Not for last turns. With `turns` a round is broken off after so many, and the hands are compared as they are then.
    """

    def __init__(self, seen: Seen, *, turns: int | None = None, until: float = math.inf) -> None:
        """`until`: when NoTime is raised (time.monotonic)."""
        self.seen, self.turns, self.until = seen, turns, until
        self._chance, self._hidden = chance(seen), unseen(seen)

    def worth(self, moves: Sequence[Move], deals: int) -> list[list[float]]:
        """What each move is worth by further deals: own score of the round, less the mean of the others' scores."""
        found: list[list[float]] = [[] for _ in moves]
        for _ in range(deals):
            state = _imagined(self.seen, self._hidden, self._chance)
            for values, move in zip(found, moves, strict=True):
                values.append(_played_out(state, self.seen.seat, move, self.turns, self.until))
        return found


def _imagined(seen: Seen, hidden: list[Card], random_: random.Random) -> State:
    """The game as it might be: the cards that cannot be seen, dealt to the other hands and the stock."""
    random_.shuffle(hidden)
    rest = iter(hidden)
    hands: list[Cards] = [
        seen.hand if seat == seen.seat else tuple(next(rest) for _ in range(count))
        for seat, count in enumerate(seen.held)
    ]
    table = tuple(Meld(number, kind_of(meld), meld) for number, meld in enumerate(seen.table, 1))
    drawn = seen.hand[: seen.drawn]  # which of the hand they are does not matter any more
    seats = tuple(
        SeatState(hand=hand, dealt_in=True, left=not plays)
        for hand, plays in zip(hands, seen.playing, strict=True)
    )
    return State(
        options=Options(players=len(hands), rounds=1),
        seats=seats,
        round=Round(
            number=1,
            dealer=0,
            turn=Turn(1, seen.seat, Phase(seen.phase), drawn),
            table=table,
            stock=tuple(rest),
            next_meld_id=len(table) + 1,
        ),
        owes=None,
        turns=1,
    )


def _played_out(state: State, seat: int, move: Move, turns: int | None, until: float) -> float:
    last = math.inf if turns is None else state.turns + turns
    for _ in range(MOST_MOVES):
        assert state.round is not None and state.round.turn is not None
        mover = state.round.turn.seat
        for step in rules.play(state, mover, move):
            state = step.state
        if state.status is not Status.ACTIVE or state.owes is Owes.DEAL:
            break
        if state.turns > last:
            break
        move = _strong(state, until)
        if time.monotonic() > until:
            raise NoTime
    ended = state.result
    values = ended.final if ended else [-hand_points(each.hand) for each in state.seats]
    others = [value for number, value in enumerate(values) if number != seat]
    return values[seat] - sum(others) / len(others)


def _strong(state: State, until: float) -> Move:
    assert state.round is not None and state.round.turn is not None
    turn = state.round.turn
    can = rules.allowed(state, turn.seat)
    if "knock" in can:
        return Knock()
    if "meld" in can:
        decks = 1 if len(state.seats) == 2 else 2
        table, hand = [meld.cards for meld in state.round.table], state.seats[turn.seat].hand
        play = solve(table, hand, decks=decks, seconds=until - time.monotonic())
        if play.played:
            knocks = turn.phase is Phase.MELD and bool(play.left) and play.points_left <= KNOCK_LIMIT
            return MeldMove(play.melds, True if knocks else None)
    return Draw() if "draw" in can else Pass()
