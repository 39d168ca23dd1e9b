"""The sole writer of a game's state and log: one commit a batch of steps, by compare-and-swap on `version`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.conf import settings

from accounts.models import User
from games.engine import codec, events, rules
from games.engine.moves import Deal
from games.engine.rules import Step
from games.engine.state import Owes, State, Status
from games.errors import StaleVersion
from games.models import ClockChange, Draft, Game, Move, ScoredRound, Seat
from games.services import feeds, live, notices, outbox, plans_kept, reminders, shuffles, timing, wake
from games.services import rows as rows_of

OPENED = ClockChange.Why.OPENED


@dataclass(frozen=True, slots=True)
class Committed:
    """A batch that is stored: the game as it is now, its seats in order, and the log of what happened."""

    game: Game
    seats: Sequence[Seat]
    state: State
    rows: Sequence[Move]


def commit(
    *,
    game: Game,
    seats: Sequence[Seat],
    before: State,
    steps: Sequence[Step],
    now: datetime,
    counts: int = 1,
    stand_in: bool = False,
    planned: bool = False,
    reason: Mapping[str, Any] | None = None,
) -> Committed:
    """Stores the steps and all that follows from them: deal, log, clocks, scored rounds, owed mails.

    `game` was read in this transaction. `counts` is how many changes of the game's version these are: a start
    counts beside the join that caused it. `stand_in`: a house player moves for who is on vacation;
    `reason`: why it does. `planned`: the player's plan moves. Raises StaleVersion when somebody else was faster.
    """
    steps = _with_deal(game, steps)
    state = steps[-1].state
    seen = game.version
    game.version = seen + counts
    game.revision += 1
    game.updated_at = now
    opened = _advance_clocks(game, seats, before, state, now)
    _settle(game, seats, state, now)
    _plan_next(game=game, seats=seats, before=before, steps=steps, planned=planned, now=now)
    if _by_hand(seats, steps[0], stand_in) or game.moved_at is None:
        game.moved_at = now
    rows = _log_rows(game, before, steps, now)
    rows[0].stand_in, rows[0].planned, rows[0].reason = stand_in, planned, reason
    game.log_length += len(rows)
    _compare_and_swap(game, seen)
    rows_of.insert(rows)
    if opened is not None and game.deadline_reasons:
        timing.change_of(game, opened, turn=state.turns, why=OPENED, before=None, now=now).save()
    _keep_scored_rounds(game, steps)
    _drop_drafts(game, seats, steps)
    feeds.moved(game=game, seats=seats, log_first=rows[0].number, count=len(rows), now=now)
    live.changed(game=game, seats=seats, what=live.MOVE)
    outbox.owe(notices.owed(game=game, seats=seats, before=before, steps=steps))
    if game.bot_due or game.plan_due:
        wake.bots(settings.BOT_DELAY)
    return Committed(game=game, seats=seats, state=state, rows=rows)


def _with_deal(game: Game, steps: Sequence[Step]) -> list[Step]:
    """The steps, and the deal that a scored round or a game's start awaits (RULES R4)."""
    steps = list(steps)
    state = steps[-1].state
    while state.owes is Owes.DEAL:
        steps.extend(deal(game, state))
        state = steps[-1].state
    return steps


def deal(game: Game, state: State, first_dealer: int = 0) -> tuple[Step, ...]:
    """The deal that `state` awaits, with the opening draw after it: chance comes from here.

    `first_dealer` deals the first round, and those of later ones follow by the rules.
    """
    dealer = rules.next_dealer(state)
    number = state.round.number + 1 if state.round else 1
    deck = shuffles.deck_of_round(game, number, sum(not seat.left for seat in state.seats))
    return rules.play(state, None, Deal(deck=deck, dealer=first_dealer if dealer is None else dealer))


def seat_to_act(state: State) -> int | None:
    """The seat whose turn is open."""
    return state.round.turn.seat if state.round and state.round.turn else None


def _advance_clocks(
    game: Game, seats: Sequence[Seat], before: State, after: State, now: datetime
) -> Seat | None:
    """Closes and opens turns on the game's clocks; the seat whose turn opens. Within a turn its deadline stays."""
    going_on = after.status is Status.ACTIVE
    if before.turns == after.turns and going_on:
        return None
    old, new = seat_to_act(before), seat_to_act(after) if going_on else None
    if old is not None:
        timing.close_turn(game, _seat(seats, old), now)
    if new is None:
        return None
    timing.open_turn(game, _seat(seats, new), now)
    return _seat(seats, new)


def _by_hand(seats: Sequence[Seat], step: Step, stand_in: bool) -> bool:
    """Whether the player makes the move, not the clock or the house."""
    if step.seat is None or step.timed_out or stand_in:
        return False
    return not _seat(seats, step.seat).user.is_house


def _seat(seats: Sequence[Seat], number: int) -> Seat:
    return next(seat for seat in seats if seat.number == number)


def _settle(game: Game, seats: Sequence[Seat], state: State, now: datetime) -> None:
    """The columns that repeat what SQL asks for, and the state itself."""
    game.state = codec.encode_state(state)
    game.status = state.status.value
    if state.status is Status.ACTIVE:
        number = seat_to_act(state)
        assert number is not None, "somebody is to act"
        mover = _seat(seats, number)
        game.to_act = mover.user
        game.bot_due = timing.house_due(game, mover, now)
        game.remind_at = None if mover.user.kind == User.Kind.BOT else reminders.first_look(now)
    else:
        game.to_act, game.bot_due, game.deadline, game.remind_at = None, None, None, None
        game.plan_due = None
        game.ended_at = now
        assert state.result is not None, "a game that is over has a result"
        game.result = codec.encode_result(state.result)


def _plan_next(
    *, game: Game, seats: Sequence[Seat], before: State, steps: Sequence[Step], planned: bool, now: datetime
) -> None:
    """A plan that was not followed is over; that of whoever is to act is due, before anybody stands in for them.

    Where somebody else leaves while a turn is open, what is due in it stays due.
    """
    seat, after = steps[0].seat, steps[-1].state
    if seat is not None and not planned:
        plans_kept.overtaken(game=game, seat=_seat(seats, seat), before=before, after=after, now=now)
    number = seat_to_act(after)
    if after.status is not Status.ACTIVE:
        plans_kept.forget(game=game)
        return
    assert number is not None, "somebody is to act"
    if planned or after.turns != before.turns:
        game.plan_due = plans_kept.due(_seat(seats, number), now)
    elif seat == number:
        game.plan_due = None
    game.bot_due = None if game.plan_due else game.bot_due


def _log_rows(game: Game, before: State, steps: Sequence[Step], now: datetime) -> list[Move]:
    rows = []
    state = before
    for number, step in enumerate(steps, start=game.log_length + 1):
        happened = [codec.encode_event(event) for event in step.events]
        for event in happened:
            if event["type"] == "turn_opened":
                event["deadline"] = game.deadline.strftime("%Y-%m-%dT%H:%M:%SZ") if game.deadline else None
        rows.append(
            Move(
                game_id=game.pk,
                number=number,
                version=game.version,
                round=round_of(state, step),
                seat=step.seat,
                type=step.move.type,
                data=codec.encode_move(step.move),
                events=happened,
                timed_out=step.timed_out,
                at=now,
            )
        )
        state = step.state
    return rows


def round_of(before: State, step: Step) -> int:
    """The number of the round that a line of the log belongs to: it decides when the line is open to all."""
    round_ = step.state.round or before.round
    return round_.number if round_ else before.rounds_scored + 1


# What a move changes of its game.
_WRITTEN = (
    "version",
    "revision",
    "log_length",
    "status",
    "state",
    "banks",
    "result",
    "to_act",
    "deadline",
    "turn_since",
    "pauses",
    "deadline_reasons",
    "bot_due",
    "plan_due",
    "remind_at",
    "updated_at",
    "ended_at",
    "moved_at",
)


def _compare_and_swap(game: Game, seen: int) -> None:
    if not rows_of.update(game, _WRITTEN, where={"id": game.pk, "version": seen}):
        current = Game.objects.filter(pk=game.pk).values_list("version", flat=True).get()
        raise StaleVersion(current)


def _keep_scored_rounds(game: Game, steps: Sequence[Step]) -> None:
    for event in (event for step in steps for event in step.events):
        if isinstance(event, events.RoundScored):
            record = {name: value for name, value in codec.encode_event(event).items() if name != "type"}
            ScoredRound.objects.create(game_id=game.pk, number=event.record.number, record=record)


def _drop_drafts(game: Game, seats: Sequence[Seat], steps: Sequence[Step]) -> None:
    """A draft is gone when its owner's meld is stored or the round ends."""
    if any(
        isinstance(event, events.RoundScored | events.GameEnded) for step in steps for event in step.events
    ):
        Draft.objects.filter(game_id=game.pk).delete()
        return
    melder = next((step.seat for step in steps if step.move.type == "meld"), None)
    if melder is not None:
        user_id = next(seat.user_id for seat in seats if seat.number == melder)
        Draft.objects.filter(game_id=game.pk, user_id=user_id).delete()
