"""The service was down: who could not move gets a grace, once, whoever looks first."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest

from games import tasks
from games.models import ClockChange, Heartbeat, Outage
from games.services import outages, sweep
from tests.people import table
from tests.services.clockwork import DAY, HOUR, START, deadline_of, now_of, reasons_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("frozen")]


class TestOutage:
    def look(self, moment: datetime) -> None:
        outages.look(now=moment)

    def test_who_could_not_move_gets_as_long_as_it_was(self) -> None:
        game = table(2, clock={"kind": "per_turn", "hours": 3})
        self.look(START)
        self.look(START + 10 * HOUR)
        assert (deadline_of(game), reasons_of(game)) == (START + 20 * HOUR, ["outage"])
        assert sweep.sweep(now=START + 10 * HOUR) == 0
        assert sweep.sweep(now=START + 20 * HOUR) == 1
        assert ClockChange.objects.get().why == "outage"

    def test_but_at_most_a_day(self, settings: Any) -> None:
        game = table(2, clock={"kind": "per_turn", "hours": 3})
        self.look(START)
        self.look(START + 10 * DAY)
        assert deadline_of(game) == START + 11 * DAY

    def test_or_what_the_host_says(self, settings: Any) -> None:
        settings.OUTAGE_GRACE = timedelta(0)
        game = table(2, clock={"kind": "per_turn", "hours": 3})
        self.look(START)
        self.look(START + 10 * DAY)
        assert not Outage.objects.exists() and deadline_of(game) == START + 3 * HOUR

    def test_who_had_little_time_left_gets_no_less(self) -> None:
        game = table(2, clock={"kind": "per_turn", "hours": 11})
        later = table(2, clock={"kind": "per_turn", "hours": 30})
        self.look(START)
        self.look(START + 10 * HOUR)
        assert deadline_of(game) == START + 20 * HOUR
        assert deadline_of(later) == START + 30 * HOUR

    def test_a_restart_is_none(self) -> None:
        game = table(2, clock={"kind": "per_turn", "hours": 1})
        self.look(START + 58 * timedelta(minutes=1))
        self.look(START + 62 * timedelta(minutes=1))
        assert not Outage.objects.exists()
        assert sweep.sweep(now=START + 62 * timedelta(minutes=1)) == 1
        assert now_of(game).version == game.version + 1

    def test_two_that_wake_up_at_once_notice_one(self) -> None:
        table(2, clock={"kind": "per_turn", "hours": 3})
        self.look(START)
        seen = Heartbeat.objects.get(name=outages.PULSE).at
        self.look(START + 10 * HOUR)
        outages._note(seen, START + 10 * HOUR)
        assert Outage.objects.count() == 1 and ClockChange.objects.count() == 1

    def test_one_who_died_amid_it_is_followed_by_another(self, monkeypatch: pytest.MonkeyPatch) -> None:
        games = [table(2, clock={"kind": "per_turn", "hours": 3}) for _ in range(3)]
        self.look(START)
        with monkeypatch.context() as patch:
            patch.setattr(outages, "_settle", lambda *_: None)
            self.look(START + 10 * HOUR)
        # A sweep that comes between plays nobody's time out who is still to get a grace.
        assert sweep.sweep(now=START + 10 * HOUR) == 0
        self.look(START + 10 * HOUR)
        assert {deadline_of(game) for game in games} == {START + 20 * HOUR}
        assert Outage.objects.get().settled

    def test_a_grace_that_ends_at_night_ends_in_the_morning(self, settings: Any) -> None:
        settings.NIGHT_HOURS = (22, 8)
        game = table(2, clock={"kind": "per_turn", "hours": 1})
        self.look(START)
        self.look(START + 6 * HOUR)
        assert (deadline_of(game), reasons_of(game)) == (START + 20 * HOUR, ["outage", "night"])

    def test_the_task_looks_before_it_sweeps(self, frozen: Any) -> None:
        game = table(2, clock={"kind": "per_turn", "hours": 3})
        tasks.sweep()
        frozen.shift(2 * DAY)
        tasks.sweep()
        assert now_of(game).version == game.version
        frozen.shift(DAY)
        Heartbeat.objects.update(at=START + 3 * DAY)
        tasks.sweep()
        assert now_of(game).version == game.version + 1
