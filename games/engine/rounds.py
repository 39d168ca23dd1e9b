"""The course of a round: the deal, whose turn is next, the last turns, the scoring, the end of the game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from games.engine.cards import Card, deck, hand_points
from games.engine.errors import InvalidMove, NotStarted
from games.engine.events import Dealt, Event, GameEnded, RoundScored, TurnOpened
from games.engine.moves import Deal
from games.engine.scoring import ScoredRound, final_points, most_points, score
from games.engine.state import CARDS_EACH, Ending, Owes, Phase, Result, Round, State, Status, Turn


def next_dealer(state: State) -> int | None:
    """D3a, D4c: the deal passes clockwise, over leavers. None for the first, which is chance (R3)."""
    return next(state.clockwise_after(state.round.dealer)) if state.round else None


def deal(state: State, move: Deal, happened: list[Event]) -> State:
    """R4, R5, D4a: deals the round that `state` awaits."""
    players = state.still_in()
    due = next_dealer(state)
    if move.dealer not in players or (due is not None and due != move.dealer):
        raise InvalidMove({"dealer": "Somebody else deals this round."})
    if Counter(move.deck) != Counter(deck(len(players))):
        raise InvalidMove({"deck": "This is not the deck for so many players."})
    order = list(state.clockwise_after(move.dealer))
    hands, stock = dealt_hands(move.deck, order)
    seats = tuple(
        replace(seat, hand=hands.get(number, ()), dealt_in=number in hands)
        for number, seat in enumerate(state.seats)
    )
    number = state.round.number + 1 if state.round else 1
    fresh = Round(number=number, dealer=move.dealer, turn=None, table=(), stock=stock)
    happened.append(Dealt(number, move.dealer, tuple(seat.dealt_in for seat in seats)))
    return _open(replace(state, seats=seats, round=fresh), order[0], Phase.MELD, happened)


def dealt_hands(
    cards: tuple[Card, ...], order: Sequence[int]
) -> tuple[dict[int, tuple[Card, ...]], tuple[Card, ...]]:
    """R4: ten cards to each seat, one at a time in this order; the rest is the stock."""
    count = CARDS_EACH * len(order)
    return {seat: cards[place : count : len(order)] for place, seat in enumerate(order)}, cards[count:]


def advance(state: State, happened: list[Event]) -> State:
    """The open turn is over: opens the next one, or scores the round after the last of the last turns."""
    round_ = open_round(state)
    done = open_turn(state).seat
    if round_.stock:
        return _open(state, next(state.clockwise_after(done)), Phase.MELD, happened)
    if round_.last_turns is None:  # D20a, D20c: from the next player to the one who took the last card
        owed = tuple(state.clockwise_after(done))
    else:
        owed = tuple(seat for seat in round_.last_turns if seat != done)
    state = replace(state, round=replace(round_, last_turns=owed))
    if not owed:
        return score_round(state, None, happened)  # R20
    return _open(state, owed[0], Phase.LAST, happened)


def _open(state: State, seat: int, phase: Phase, happened: list[Event]) -> State:
    number = state.turns + 1
    round_ = replace(open_round(state), turn=Turn(number, seat, phase))
    if phase is Phase.LAST:  # D20b: nothing is drawn
        happened.append(TurnOpened(seat, phase, number))
        return replace(state, round=round_, turns=number, owes=None)
    return replace(state, round=round_, turns=number, owes=Owes.DRAW)  # D6d


def score_round(state: State, knocker: int | None, happened: list[Event]) -> State:
    """R17, R19, R20: the round is over. Counts the hands; ends the game where somebody has the target."""
    round_ = open_round(state)
    points = tuple(hand_points(seat.hand) if seat.dealt_in else None for seat in state.seats)
    went_out = tuple(n for n, seat in enumerate(state.seats) if seat.dealt_in and not seat.hand)
    scores, winners = score(points, state.still_in(), knocker, went_out)
    seats = tuple(
        replace(seat, score=seat.score + scores[number], rounds_won=seat.rounds_won + (number in winners))
        for number, seat in enumerate(state.seats)
    )
    record = ScoredRound(
        number=round_.number,
        dealer=round_.dealer,
        knocker=knocker,
        went_out=went_out,
        stock_exhausted=round_.last_turns is not None,
        hands=tuple(seat.hand for seat in state.seats),
        points=points,
        scores=scores,
        winners=winners,
    )
    happened.append(RoundScored(record))
    scored = replace(
        state,
        seats=seats,
        round=replace(round_, turn=None),
        owes=Owes.DEAL,
        rounds_scored=state.rounds_scored + 1,
    )
    return _end_where_due(scored, happened)


def _end_where_due(state: State, happened: list[Event]) -> State:
    still_in = state.still_in()
    scores = tuple(seat.score for seat in state.seats)
    if state.options.rounds is not None:  # D28b
        if state.rounds_scored < state.options.rounds:
            return state
        result = Result(scores, most_points(scores, still_in), Ending.SINGLE_ROUND)
        return end(state, Status.FINISHED, result, happened)
    target = state.options.target
    if not any(scores[seat] >= target for seat in still_in):
        return state
    won = tuple(seat.rounds_won for seat in state.seats)
    final = final_points(scores, won, still_in, target)  # R26, R27
    return end(state, Status.FINISHED, Result(final, most_points(final, still_in), Ending.TARGET), happened)


def end(state: State, status: Status, result: Result, happened: list[Event]) -> State:
    """The game is over; an open round is broken off, neither scored nor shown (D29)."""
    happened.append(GameEnded(result, status))
    round_ = replace(state.round, turn=None) if state.round else None
    return replace(state, status=status, result=result, owes=None, round=round_)


def open_round(state: State) -> Round:
    """The round, where there must be one."""
    if state.round is None:
        raise NotStarted
    return state.round


def open_turn(state: State) -> Turn:
    """The turn, where there must be one."""
    turn = open_round(state).turn
    if turn is None:
        raise NotStarted
    return turn
