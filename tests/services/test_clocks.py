"""The arithmetic of both clocks."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from games.services.clocks import HOUR, Clocks, close_turn, open_turn, start

NOW = datetime(2026, 3, 28, 12, tzinfo=UTC)
PER_TURN = {"kind": "per_turn", "hours": 72}
BANK = {"kind": "bank", "start_hours": 10, "turn_hours": 4, "cap_hours": 12}


def after(hours: float) -> datetime:
    return NOW + timedelta(hours=hours)


class TestPerTurn:
    def test_each_turn_gets_the_full_allowance(self) -> None:
        clocks = start(PER_TURN, 3)
        assert clocks == Clocks(banks=(), deadline=None)
        clocks = open_turn(PER_TURN, clocks, seat=1, now=NOW)
        assert (clocks.banks, clocks.deadline) == ((), after(72))
        clocks = close_turn(clocks, seat=1, now=after(71))
        assert clocks == Clocks(banks=(), deadline=None)
        assert open_turn(PER_TURN, clocks, seat=2, now=after(71)).deadline == after(143)

    def test_the_allowance_is_real_time_also_when_the_hour_changes(self) -> None:
        """Europe's clocks go forward on 29 March 2026: 72 hours are 72 hours."""
        clocks = open_turn(PER_TURN, start(PER_TURN, 2), seat=0, now=NOW)
        assert clocks.deadline is not None
        assert (clocks.deadline - NOW).total_seconds() == 72 * HOUR


class TestBank:
    def test_a_turn_adds_its_hours_up_to_the_cap(self) -> None:
        clocks = start(BANK, 2)
        assert clocks == Clocks(banks=(10 * HOUR, 10 * HOUR), deadline=None)
        clocks = open_turn(BANK, clocks, seat=0, now=NOW)
        assert (clocks.banks, clocks.deadline) == ((12 * HOUR, 10 * HOUR), after(12))

    def test_what_is_left_is_kept_and_nothing_else_is_ever_added(self) -> None:
        clocks = open_turn(BANK, start(BANK, 2), seat=0, now=NOW)
        clocks = close_turn(clocks, seat=0, now=after(9))
        assert clocks == Clocks(banks=(3 * HOUR, 10 * HOUR), deadline=None)
        clocks = open_turn(BANK, clocks, seat=1, now=after(9))
        assert clocks.banks == (3 * HOUR, 12 * HOUR)
        clocks = close_turn(clocks, seat=1, now=after(9))
        assert clocks.banks == (3 * HOUR, 12 * HOUR)
        clocks = open_turn(BANK, clocks, seat=0, now=after(9))
        assert clocks.banks[0] == 7 * HOUR and clocks.deadline == after(16)

    def test_seconds_count(self) -> None:
        clocks = open_turn(BANK, start(BANK, 1), seat=0, now=NOW)
        closed = close_turn(clocks, seat=0, now=NOW + timedelta(seconds=1))
        assert closed.banks == (12 * HOUR - 1,)

    def test_who_was_late_has_nothing_left_but_the_next_turns_hours(self) -> None:
        clocks = open_turn(BANK, start(BANK, 2), seat=0, now=NOW)
        clocks = close_turn(clocks, seat=0, now=after(50))
        assert clocks.banks == (0, 10 * HOUR)
        clocks = open_turn(BANK, clocks, seat=0, now=after(60))
        assert clocks.banks[0] == 4 * HOUR and clocks.deadline == after(64)

    def test_a_start_above_the_cap_comes_down_to_it(self) -> None:
        high = BANK | {"start_hours": 100}
        assert open_turn(high, start(high, 2), seat=1, now=NOW).deadline == after(12)

    @pytest.mark.parametrize("spent", [0, 1, 3.5, 4, 11])
    def test_ten_turns_of_one_length(self, spent: float) -> None:
        clocks, now, bank = start(BANK, 1), NOW, 10.0
        for _ in range(10):
            clocks = open_turn(BANK, clocks, seat=0, now=now)
            bank = min(12, bank + 4)
            assert clocks.banks == (int(bank * HOUR),)
            now += timedelta(hours=spent)
            clocks = close_turn(clocks, seat=0, now=now)
            bank = max(0, bank - spent)
            assert clocks.banks == (int(bank * HOUR),)
