"""Whole random games for tests: who plays how, what is counted, what must hold in every state."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from games.engine import codec, rules
from games.engine.cards import Card, deck, hand_points, in_hand
from games.engine.events import Event, GameEnded, Left, Melded, RoundScored
from games.engine.melds import flaw, ordered
from games.engine.moves import Deal, Draw, Knock, MeldMove, Move, Pass, Resign
from games.engine.rules import Step
from games.engine.state import Options, Owes, Phase, State, Status
from games.engine.table import Table
from games.engine.view import event_for, log_entry_for, view_for
from tests.engine.player import find_meld


@dataclass(frozen=True)
class Temper:
    """How a table plays: how often it lays, regroups, knocks, lets time run out, resigns."""

    lays: float
    regroups: float
    knocks: float
    late: float
    resigns: float


def play_game(options: Options, humans: tuple[bool, ...], temper: Temper, random: Random) -> Iterator[Step]:
    """The steps of one game, to its end."""
    state = rules.start(options, humans)
    while state.status is Status.ACTIVE:
        for step in _next(state, temper, random):
            yield step
            state = step.state


def _next(state: State, temper: Temper, random: Random) -> tuple[Step, ...]:
    if state.owes is Owes.DEAL:
        cards = list(deck(len(state.still_in())))
        random.shuffle(cards)
        dealer = rules.next_dealer(state)
        return rules.play(
            state, None, Deal(tuple(cards), random.randrange(len(state.seats)) if dealer is None else dealer)
        )
    assert state.turn is not None
    if random.random() < temper.resigns:
        return rules.play(state, random.choice(state.still_in()), Resign())
    if random.random() < temper.late:
        return rules.time_out(state)
    return rules.play(state, state.turn.seat, choose(state, temper, random))


def choose(state: State, temper: Temper, random: Random) -> Move:
    """A legal move for the seat whose turn it is."""
    assert state.round is not None
    assert state.turn is not None
    seat = state.turn.seat
    can = rules.allowed(state, seat)
    if "knock" in can:
        return Knock() if random.random() < temper.knocks else Pass()
    if random.random() < temper.lays:
        table = find_meld(
            state.round.table, state.seats[seat].hand, random, random.random() < temper.regroups
        )
        if table is not None:
            return MeldMove(tuple(map(tuple, table)), _knock(state, seat, table, temper, random))
    return Draw() if "draw" in can else Pass()


def _knock(
    state: State, seat: int, table: Sequence[Sequence[Card]], temper: Temper, random: Random
) -> bool | None:
    assert state.round is not None
    assert state.turn is not None
    laid = Counter(in_hand(each) for meld in table for each in meld)
    played = laid - Counter(map(in_hand, _cards(state.round.table)))
    left = hand_points((Counter(state.seats[seat].hand) - played).elements())
    if state.turn.phase is Phase.LAST or left > 5:
        return random.choice((None, False))
    return random.choice((None, random.random() < temper.knocks))


def _cards(table: Table) -> list[Card]:
    return [each for meld in table for each in meld.cards]


def check_state(state: State) -> None:
    """What holds in every state: all cards there once, a legal table, the same state back from JSON."""
    stored = json.loads(json.dumps(codec.encode_state(state)))
    assert codec.decode_state(stored) == state
    if state.round is None:
        return
    round_ = state.round
    held = [each for seat in state.seats for each in seat.hand]
    everything = Counter([*held, *round_.stock, *map(in_hand, _cards(round_.table))])
    assert everything == Counter(deck(sum(seat.dealt_in for seat in state.seats)))
    assert all(flaw(meld.cards) is None and ordered(meld.cards) == meld.cards for meld in round_.table)
    numbers = [meld.id for meld in round_.table]
    assert numbers == sorted(set(numbers))
    assert all(number < round_.next_meld_id for number in numbers)
    assert (round_.turn is None) == (state.owes is Owes.DEAL or state.status is not Status.ACTIVE)


def check_views(state: State, random: Random) -> None:
    """A view does not change when what its seat may not see is exchanged for other cards."""
    for seat in (None, *range(len(state.seats))):
        view = view_for(state, seat)
        assert json.loads(json.dumps(view)) == view
        assert view_for(_other_hidden_cards(state, seat, random), seat) == view


def _other_hidden_cards(state: State, seat: int | None, random: Random) -> State:
    """The same game with hidden cards exchanged among the stock and the hands that `seat` does not hold."""
    if state.round is None:
        return state
    hidden = [each for n, held in enumerate(state.seats) if n != seat for each in held.hand]
    hidden += state.round.stock
    random.shuffle(hidden)
    seats = []
    for number, held in enumerate(state.seats):
        if number == seat:
            seats.append(held)
            continue
        count = len(held.hand)
        seats.append(replace(held, hand=tuple(hidden[:count])))
        del hidden[:count]
    return replace(state, seats=tuple(seats), round=replace(state.round, stock=tuple(hidden)))


def check_step(step: Step) -> None:
    """Move and events come back from JSON; the log shows a seat nothing that is hidden from it."""
    move = json.loads(json.dumps(codec.encode_move(step.move)))
    assert codec.decode_stored_move(step.move.type, move) == step.move
    events = json.loads(json.dumps([codec.encode_event(event) for event in step.events]))
    assert tuple(map(codec.decode_event, events)) == step.events
    entry = {
        "seat": step.seat,
        "type": step.move.type,
        "data": move,
        "events": events,
        "timed_out": step.timed_out,
    }
    for seat in (None, *range(len(step.state.seats))):
        shown = log_entry_for(entry, seat, False)
        if step.move.type == "draw":
            assert (shown["card"] is None) == (seat != step.seat)
        if step.move.type == "deal":
            assert shown["stock"] is None
            assert [n for n, hand in enumerate(shown["hands"]) if hand is not None] == (
                [] if seat is None else [seat]
            )
        told = [event_for(event, seat, False) for event in events]
        assert all(
            event["card"] is None for event in told if event["type"] == "drawn" and event["seat"] != seat
        )


def count(before: Table, step: Step, counts: Counter[str]) -> None:
    """What happened, for the proof that the run means something."""
    for event in step.events:
        counts[event.type] += 1
        if isinstance(event, Melded):
            counts["regrouped"] += regroups(before, event.table)
            lost = Counter(each for each in _cards(before) if each.joker) - Counter(_cards(event.table))
            counts["freed joker"] += bool(lost)
        elif isinstance(event, RoundScored):
            _count_round(event, counts)
        elif isinstance(event, Left):
            counts[f"left by {event.by}"] += 1
            counts["replaced"] += not step.state.seats[event.seat].left
        elif isinstance(event, GameEnded):
            counts[f"ended by {event.result.reason.value}"] += 1
            counts["shared win"] += len(event.result.winners) > 1


def _count_round(event: RoundScored, counts: Counter[str]) -> None:
    points = [held for held in event.record.points if held is not None]
    counts["tie"] += points.count(min(points)) > 1
    counts["undercut"] += (
        event.record.knocker is not None and event.record.knocker not in event.record.winners
    )
    counts["last turns"] += event.record.stock_exhausted


def regroups(before: Table, after: Table) -> bool:
    """Whether a meld was taken apart: its cards do not all lie in one meld now."""
    return any(all(Counter(old.cards) - Counter(new.cards) for new in after) for old in before)


def events_of(steps: Sequence[Step]) -> list[Event]:
    """All that happened in some steps."""
    return [event for step in steps for event in step.events]


def short(steps: Sequence[Step]) -> list[Any]:
    """A game for an error message."""
    return [(step.seat, codec.encode_move(step.move), step.timed_out) for step in steps[-4:]]
