"""Leaving for good: resignation and missed turns (D29, D29a, D29b, D30)."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from games.engine.errors import NotYourTurn, WrongPhase
from games.engine.events import Event, Left
from games.engine.rounds import advance, end, open_turn
from games.engine.state import Ending, Result, SeatState, State, Status


def resign(state: State, number: int, happened: list[Event]) -> State:
    """D29, D29b: the player leaves, in or out of turn; amid one's turn that ends it."""
    if state.seats[number].left:
        raise NotYourTurn(rule="D29")
    state = leave(state, number, "resigned", happened)
    turn = state.turn
    if turn is not None and turn.seat == number and state.seats[number].left:
        return advance(state, happened)
    return state


def abandon(state: State, happened: list[Event]) -> State:
    """Cancels a game in which everybody who could play has missed their last turn (D30)."""
    people = [state.seats[number] for number in state.still_in() if state.seats[number].human]
    if any(seat.missed == 0 for seat in people):
        raise WrongPhase(rule="D30")
    scores = tuple(seat.score for seat in state.seats)
    return end(state, Status.CANCELLED, Result(scores, (), Ending.ABANDONED), happened)


def end_turn(state: State, happened: list[Event]) -> State:
    """The open turn is over. If its player did nothing it is missed; too many in a row: left (D30)."""
    turn = open_turn(state)
    seat = state.seats[turn.seat]
    missed = 0 if turn.acted or not seat.human else seat.missed + 1
    if missed != seat.missed:
        state = with_seat(state, turn.seat, replace(seat, missed=missed))
    if missed >= state.options.timeouts_to_leave:
        state = leave(state, turn.seat, "timeout", happened)
    return advance(state, happened) if state.status is Status.ACTIVE else state


def leave(state: State, number: int, by: Literal["resigned", "timeout"], happened: list[Event]) -> State:
    """The player of the seat is out; ends the game where D29 says so. An open turn is left as it is."""
    happened.append(Left(number, by))
    seat = state.seats[number]
    if state.options.replace_left is not None:  # D29a: a house player goes on with seat, hand and score
        state = with_seat(state, number, replace(seat, human=False, missed=0))
    else:
        state = _without_last_turn(with_seat(state, number, replace(seat, left=True)), number)
    return _end_where_due(state, happened)


def _without_last_turn(state: State, number: int) -> State:
    """D20c: a player who left has no last turn."""
    round_ = state.round
    if round_ is None or round_.last_turns is None:
        return state
    owed = tuple(seat for seat in round_.last_turns if seat != number)
    return replace(state, round=replace(round_, last_turns=owed))


def _end_where_due(state: State, happened: list[Event]) -> State:
    """D29: no human player left: cancelled; one player left: that one wins. No bonuses."""
    still_in = state.still_in()
    scores = tuple(seat.score for seat in state.seats)
    if not any(state.seats[seat].human for seat in still_in):
        return end(state, Status.CANCELLED, Result(scores, (), Ending.ABANDONED), happened)
    if len(still_in) == 1:
        return end(state, Status.FINISHED, Result(scores, still_in, Ending.RESIGNATION), happened)
    return state


def with_seat(state: State, number: int, seat: SeatState) -> State:
    """The state with this seat changed."""
    return replace(state, seats=(*state.seats[:number], seat, *state.seats[number + 1 :]))
