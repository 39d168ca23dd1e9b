"""The moves of a turn: draw, meld, knock, pass (R6, R7, R17, R19, R20)."""

from __future__ import annotations

from dataclasses import replace

from games.engine.cards import hand_points
from games.engine.errors import HandAboveFive, RuleError, StockEmpty, ThirdCardDrawn, WrongPhase
from games.engine.events import Drawn, Event, Knocked, Melded, Passed, StockExhausted, TurnOpened, WentOut
from games.engine.leaving import end_turn, with_seat
from games.engine.moves import MeldMove
from games.engine.rounds import open_round, open_turn, score_round
from games.engine.state import KNOCK_LIMIT, MOST_DRAWN, Owes, Phase, State, Turn
from games.engine.table import Arrangement, rearrange


def draw(state: State, happened: list[Event]) -> State:
    """R6: the next card of the stock; D6d: the draw that opens a turn is this same move."""
    round_, turn = open_round(state), open_turn(state)
    if turn.phase is not Phase.MELD:
        raise WrongPhase(rule="D20b" if turn.phase is Phase.LAST else _rule_after(turn))
    if not round_.stock:
        raise StockEmpty
    opening = state.owes is Owes.DRAW
    card, stock = round_.stock[0], round_.stock[1:]
    turn = replace(turn, drawn=(*turn.drawn, card))
    round_ = replace(round_, turn=turn, stock=stock, took_last=None if stock else turn.seat)
    seat = state.seats[turn.seat]
    seat = replace(seat, hand=(*seat.hand, card))
    state = with_seat(replace(state, round=round_, owes=None), turn.seat, seat)
    happened.append(Drawn(turn.seat, card, len(stock)))
    if opening:
        happened.append(TurnOpened(turn.seat, turn.phase, turn.number))
    if not stock:
        happened.append(StockExhausted(turn.seat))
    if len(turn.drawn) < MOST_DRAWN:
        return state
    return _knock_or_end(state, happened)  # R6: after a third card nothing may be laid


def meld(state: State, move: MeldMove, happened: list[Event]) -> State:
    """R12 to R16, and what follows from the cards that are left: out (R19), knock (R17), or the next turn."""
    turn = open_turn(state)
    refusal = _no_meld(turn, move)
    if refusal is not None:
        raise refusal
    laid = judge(state, turn.seat, move)
    round_ = replace(open_round(state), table=laid.table, next_meld_id=laid.next_id)
    seat = replace(state.seats[turn.seat], hand=laid.hand)
    state = with_seat(replace(state, round=round_), turn.seat, seat)
    happened.append(Melded(turn.seat, laid.table, laid.played))
    if not laid.hand:
        happened.append(WentOut(turn.seat))
        if turn.phase is Phase.MELD:
            return score_round(state, None, happened)  # D19a; in a last turn D20b holds
    if turn.phase is Phase.MELD and move.knock is None:
        return _knock_or_end(state, happened)
    if turn.phase is Phase.MELD and move.knock:
        return knock(_in_phase(state, Phase.KNOCK), happened)
    return end_turn(state, happened)


def judge(state: State, seat: int, move: MeldMove) -> Arrangement:
    """Whether the hand of `seat`, as it is, can lay this on the table, whoever is to move."""
    round_ = open_round(state)
    laid = rearrange(round_.table, state.seats[seat].hand, move.table, round_.next_meld_id)
    if move.knock and hand_points(laid.hand) > KNOCK_LIMIT:
        raise HandAboveFive(points=hand_points(laid.hand))
    return laid


def knock(state: State, happened: list[Event]) -> State:
    """R17: the round ends at once and is scored."""
    turn = open_turn(state)
    if turn.phase is not Phase.KNOCK:
        raise WrongPhase(rule="D20b" if turn.phase is Phase.LAST else "R7")
    happened.append(Knocked(turn.seat))
    return score_round(state, turn.seat, happened)


def pass_(state: State, happened: list[Event]) -> State:
    """No knock (R7), no meld in a last turn (D20b), or no meld when the stock has ended (D6e)."""
    turn = open_turn(state)
    if turn.phase is Phase.MELD and open_round(state).stock:
        raise WrongPhase(rule="D6a")
    happened.append(Passed(turn.seat))
    if turn.phase is Phase.MELD:
        return _knock_or_end(state, happened)
    return end_turn(state, happened)


def _no_meld(turn: Turn, move: MeldMove) -> RuleError | None:
    if turn.phase is Phase.KNOCK:
        return ThirdCardDrawn() if len(turn.drawn) == MOST_DRAWN else WrongPhase(rule=_rule_after(turn))
    if turn.phase is Phase.LAST and move.knock:
        return WrongPhase(rule="D20b")
    return None


def _rule_after(turn: Turn) -> str:
    """Why there is nothing but to knock or not: a third card (R6), else a meld or a pass (D6b)."""
    return "R6" if len(turn.drawn) == MOST_DRAWN else "D6b"


def _knock_or_end(state: State, happened: list[Event]) -> State:
    """R7, R17: with five points or fewer the player decides whether to knock."""
    turn = open_turn(state)
    if hand_points(state.seats[turn.seat].hand) <= KNOCK_LIMIT:
        return _in_phase(state, Phase.KNOCK)
    return end_turn(state, happened)


def _in_phase(state: State, phase: Phase) -> State:
    round_ = open_round(state)
    return replace(state, round=replace(round_, turn=replace(open_turn(state), phase=phase)))
