"""The clock of a game: one absolute deadline an open turn, from an allowance a turn or from a time bank."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from games.services import deadlines
from games.services.deadlines import PLAIN, Reason, Rests

HOUR = 3600


@dataclass(frozen=True, slots=True)
class Clocks:
    """What is stored: the seconds in each seat's bank (empty for `per_turn`), and the open turn's deadline.

    `since` is when the turn opened, `reasons` what moved its deadline beyond the allowance. The bank of the seat
    whose turn is open holds what it had as the turn opened.
    """

    banks: tuple[int, ...]
    deadline: datetime | None
    since: datetime | None = None
    reasons: tuple[Reason, ...] = ()


def start(clock: Mapping[str, object], seats: int) -> Clocks:
    """The clocks of a game that starts: no turn is open yet."""
    if clock["kind"] == "bank":
        return Clocks(banks=(_seconds(clock, "start_hours"),) * seats, deadline=None)
    return Clocks(banks=(), deadline=None)


def close_turn(clocks: Clocks, *, seat: int, now: datetime, rests: Rests = PLAIN) -> Clocks:
    """The turn of `seat` ends: what is left of its time stays in its bank. Rests used none of it, and add none."""
    if clocks.deadline is None or not clocks.banks:
        return Clocks(banks=clocks.banks, deadline=None)
    if clocks.since is None:  # opened before it was noted when
        left = clocks.deadline - now
    else:
        used = deadlines.ran(opened=clocks.since, until=now, rests=rests)
        left = timedelta(seconds=clocks.banks[seat]) - used
    return Clocks(banks=_with(clocks.banks, seat, max(0, int(left.total_seconds()))), deadline=None)


def open_turn(
    clock: Mapping[str, object], clocks: Clocks, *, seat: int, now: datetime, rests: Rests = PLAIN
) -> Clocks:
    """The turn of `seat` opens: its allowance, or its bank with the turn's hours added, never above the cap."""
    banks = clocks.banks
    if clock["kind"] == "bank":
        bank = min(_seconds(clock, "cap_hours"), banks[seat] + _seconds(clock, "turn_hours"))
        banks = _with(banks, seat, bank)
    return counted(clock, replace(clocks, banks=banks, since=now), seat=seat, rests=rests)


def counted(clock: Mapping[str, object], clocks: Clocks, *, seat: int, rests: Rests) -> Clocks:
    """The open turn of `seat` with the deadline that follows from these rests; no allowance is filled again."""
    if clocks.since is None:
        return clocks
    seconds = clocks.banks[seat] if clock["kind"] == "bank" else _seconds(clock, "hours")
    found = deadlines.deadline(opened=clocks.since, allowance=timedelta(seconds=seconds), rests=rests)
    return replace(clocks, deadline=found.at, reasons=found.reasons)


def _seconds(clock: Mapping[str, object], name: str) -> int:
    hours = clock[name]
    assert isinstance(hours, int)
    return hours * HOUR


def _with(banks: Sequence[int], seat: int, seconds: int) -> tuple[int, ...]:
    return tuple(seconds if number == seat else bank for number, bank in enumerate(banks))
