"""The door to the rules: start a game, apply a move, play a move with what it opens, play for who is late."""

from __future__ import annotations

from dataclasses import dataclass, replace

from games.engine import leaving, rounds, turns
from games.engine.errors import GameOver, NotStarted, NotYourTurn, WrongPhase
from games.engine.events import Event
from games.engine.moves import Abandon, Deal, Draw, Knock, MeldMove, Move, Pass, Resign
from games.engine.rounds import next_dealer
from games.engine.state import Ending, Options, Owes, Phase, SeatState, State, Status

__all__ = ["Step", "Transition", "allowed", "apply", "next_dealer", "plan", "play", "start", "time_out"]

_RULE_OF_ENDING = {
    Ending.TARGET: "R26",
    Ending.SINGLE_ROUND: "D28b",
    Ending.RESIGNATION: "D29",
    Ending.ABANDONED: "D29",
}


@dataclass(frozen=True, slots=True)
class Transition:
    """What a move leads to."""

    state: State
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Step:
    """One line of a game's log: the move, what happened, and the state after it."""

    seat: int | None
    move: Move
    timed_out: bool
    events: tuple[Event, ...]
    state: State


def start(options: Options, humans: tuple[bool, ...]) -> State:
    """A game in which nothing is dealt yet. `humans` says by seat whether a person sits there."""
    if len(humans) != options.players:
        raise ValueError("one seat for each player")
    return State(options=options, seats=tuple(SeatState(human=human) for human in humans))


def apply(state: State, seat: int | None, move: Move, *, timed_out: bool = False) -> Transition:
    """The state after one move, and what happened; `seat` is None for a deal. Nothing else is changed.

    `timed_out`: the move is made for a player who is late (D30). Raises the first RuleError that applies, in
    the order of the contract, or InvalidMove for a deal that cannot be.
    """
    if state.status is not Status.ACTIVE:
        raise GameOver(rule=_rule_of_end(state))
    happened: list[Event] = []
    after = _moved(state, seat, move, timed_out, happened)
    return Transition(after, tuple(happened))


def _rule_of_end(state: State) -> str:
    return _RULE_OF_ENDING[state.result.reason] if state.result else ""


def _moved(state: State, seat: int | None, move: Move, timed_out: bool, happened: list[Event]) -> State:
    if isinstance(move, Deal):
        if seat is not None or state.owes is not Owes.DEAL:
            raise WrongPhase(rule="R4")
        return rounds.deal(state, move, happened)
    if isinstance(move, Abandon):
        if seat is not None:
            raise NotYourTurn
        return leaving.abandon(state, happened)
    if seat is None or not 0 <= seat < len(state.seats):
        raise NotYourTurn
    if isinstance(move, Resign):
        return leaving.resign(state, seat, happened)
    return _played(_acting(state, seat, move, timed_out), move, happened)


def _acting(state: State, seat: int, move: Move, timed_out: bool) -> State:
    """The state in which the player on turn has acted (D30); refuses everybody else."""
    turn = state.turn
    if turn is None:
        raise NotStarted
    if turn.seat != seat:
        raise NotYourTurn
    if state.owes is Owes.DRAW:
        if not isinstance(move, Draw):
            raise WrongPhase(rule="D6d")
        return state
    if timed_out or turn.acted:
        return state
    return replace(state, round=replace(rounds.open_round(state), turn=replace(turn, acted=True)))


def _played(state: State, move: Draw | MeldMove | Knock | Pass, happened: list[Event]) -> State:
    match move:
        case Draw():
            return turns.draw(state, happened)
        case MeldMove():
            return turns.meld(state, move, happened)
        case Knock():
            return turns.knock(state, happened)
        case Pass():
            return turns.pass_(state, happened)


def play(state: State, seat: int | None, move: Move, *, timed_out: bool = False) -> tuple[Step, ...]:
    """The move, and the draw that opens the next turn (D6d). Stops where a deal is owed, which is chance."""
    steps = [_step(state, seat, move, timed_out)]
    while steps[-1].state.owes is Owes.DRAW:
        opened = steps[-1].state
        steps.append(_step(opened, rounds.open_turn(opened).seat, Draw(), False))
    return tuple(steps)


def time_out(state: State) -> tuple[Step, ...]:
    """D30: plays the open turn for its player: draws to the third card, or passes; never melds or knocks."""
    turn = state.turn
    if turn is None or state.owes is not None:
        raise NotStarted
    steps: list[Step] = []
    while state.turn is not None and state.turn.number == turn.number:
        steps.extend(play(state, turn.seat, _plain_move(state), timed_out=True))
        state = steps[-1].state
    return tuple(steps)


def _plain_move(state: State) -> Move:
    phase, stock = rounds.open_turn(state).phase, rounds.open_round(state).stock
    return Draw() if phase is Phase.MELD and stock else Pass()


def _step(state: State, seat: int | None, move: Move, timed_out: bool) -> Step:
    done = apply(state, seat, move, timed_out=timed_out)
    return Step(seat, move, timed_out, done.events, done.state)


def plan(state: State, seat: int, move: MeldMove) -> None:
    """Raises what would be wrong with this meld if it were the turn of `seat`, with the hand it has now."""
    if state.status is not Status.ACTIVE:
        raise GameOver(rule=_rule_of_end(state))
    if state.turn is None:
        raise NotStarted
    if state.seats[seat].left:
        raise NotYourTurn(rule="D29")
    turns.judge(state, seat, move)


def allowed(state: State, seat: int) -> list[str]:
    """What this seat may send now; resigning is not listed."""
    turn = state.turn
    if turn is None or turn.seat != seat or state.owes is not None:
        return []
    if turn.phase is Phase.KNOCK:
        return ["knock", "pass"]
    if turn.phase is Phase.MELD and rounds.open_round(state).stock:
        return ["draw", "meld"]
    return ["meld", "pass"]
