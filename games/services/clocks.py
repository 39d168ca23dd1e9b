"""The clock of a game: one absolute deadline an open turn, from an allowance a turn or from a time bank."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

HOUR = 3600


@dataclass(frozen=True, slots=True)
class Clocks:
    """What is stored: the seconds in each seat's bank (empty for `per_turn`), and the open turn's deadline."""

    banks: tuple[int, ...]
    deadline: datetime | None


def start(clock: Mapping[str, object], seats: int) -> Clocks:
    """The clocks of a game that starts: no turn is open yet."""
    if clock["kind"] == "bank":
        return Clocks(banks=(_seconds(clock, "start_hours"),) * seats, deadline=None)
    return Clocks(banks=(), deadline=None)


def close_turn(clocks: Clocks, *, seat: int, now: datetime) -> Clocks:
    """The turn of `seat` ends: what is left of its time stays in its bank."""
    if clocks.deadline is None or not clocks.banks:
        return Clocks(banks=clocks.banks, deadline=None)
    left = max(0, int((clocks.deadline - now).total_seconds()))
    return Clocks(banks=_with(clocks.banks, seat, left), deadline=None)


def open_turn(clock: Mapping[str, object], clocks: Clocks, *, seat: int, now: datetime) -> Clocks:
    """The turn of `seat` opens: its allowance, or its bank with the turn's hours added, never above the cap."""
    if clock["kind"] == "bank":
        bank = min(_seconds(clock, "cap_hours"), clocks.banks[seat] + _seconds(clock, "turn_hours"))
        return Clocks(banks=_with(clocks.banks, seat, bank), deadline=now + timedelta(seconds=bank))
    return Clocks(banks=(), deadline=now + timedelta(seconds=_seconds(clock, "hours")))


def _seconds(clock: Mapping[str, object], name: str) -> int:
    hours = clock[name]
    assert isinstance(hours, int)
    return hours * HOUR


def _with(banks: Sequence[int], seat: int, seconds: int) -> tuple[int, ...]:
    return tuple(seconds if number == seat else bank for number, bank in enumerate(banks))
