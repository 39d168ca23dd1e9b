"""A year of games of five players in five time zones, with all that holds up their clocks, as the service plays it."""

from __future__ import annotations

import random
from datetime import UTC, datetime
from typing import Any

import pytest
import time_machine

from accounts.models import User, Vacation
from accounts.services import vacations
from games.engine.moves import Draw, Pass
from games.models import ClockChange, Game
from games.selectors import seats_of, view_of
from games.services import sweep, turns
from games.services.replays import faults_of
from tests.decks import by_seed
from tests.people import NAMES, mover, person, table
from tests.services.minutes import MINUTE, ZONES, Minutes

pytestmark = pytest.mark.django_db
BEGIN = datetime(2026, 1, 1, 7, 30, tzinfo=UTC)
END = datetime(2027, 1, 1, tzinfo=UTC)
HOUR = 60
NIGHTS = {"ana": (22, 8), "ben": (23, 7), "carla": None, "dino": (0, 6), "emma": (21, 9)}
BANK = {"kind": "bank", "start_hours": 40, "turn_hours": 30, "cap_hours": 90}
PER_TURN = {"kind": "per_turn", "hours": 40}


class Year:
    """Plays, and beside it keeps its own books of every clock, in minutes."""

    def __init__(self, clock: dict[str, Any], travel: Any) -> None:
        self.chance = random.Random(str(clock))
        self.clock, self.travel, self.now = clock, travel, BEGIN
        self.banks: dict[str, int] = {}
        self.timed_out = self.moved = self.games = 0
        for name, zone in zip(NAMES, ZONES, strict=True):
            begins, ends = NIGHTS[name] or (0, 0)
            person(name, timezone=zone, night_from=begins, night_until=ends)
        self.begin()

    def begin(self) -> None:
        self.game = table(5, clock=self.clock, weekends=True, timeouts_to_leave=10, target=500)
        self.banks = dict.fromkeys(NAMES, self.clock.get("start_hours", 0) * HOUR)
        self.games += 1
        self.opened()

    def opened(self) -> None:
        """Notes the turn that opened now, and what its player has for it."""
        self.name, self.since = mover(self.game).username, self.now
        if self.clock is PER_TURN:
            self.allowance = PER_TURN["hours"] * HOUR
        else:
            more = self.banks[self.name] + self.clock["turn_hours"] * HOUR
            self.allowance = self.banks[self.name] = min(self.clock["cap_hours"] * HOUR, more)

    def slow(self) -> Minutes:
        away = Vacation.objects.filter(user__username=self.name).values_list("starts_at", "ends_at")
        return Minutes(dict(zip(NAMES, ZONES, strict=True))[self.name], weekends=True, away=away)

    def agree(self) -> datetime:
        """The deadline, which the service and our own books have alike."""
        counted = self.slow().deadline(self.since, self.allowance, NIGHTS[self.name])
        stored = Game.objects.get(pk=self.game.pk).deadline
        assert stored == counted, (self.name, self.since, self.allowance)
        return counted

    def go(self, moment: datetime) -> None:
        self.now = moment
        self.travel.move_to(moment)

    def turn(self) -> None:
        """Somebody's vacation, perhaps; then the player moves in time, or the clock does."""
        due = self.agree()
        if self.chance.random() < 0.12:
            self.go(self.since + (due - self.since) * self.chance.random() // MINUTE * MINUTE)
            self.vacation()
            due = self.agree()
        late = self.chance.random() < 0.3
        latest = max(0, int((due - self.now) / MINUTE) - 1)
        self.go(due if late else self.now + self.chance.randrange(latest + 1) * MINUTE)
        turn = Game.objects.get(pk=self.game.pk).state["turns"]
        if late:
            assert sweep.sweep(now=due - MINUTE / 60) == 0
            assert sweep.sweep(now=due) == 1
        while not late and (found := Game.objects.get(pk=self.game.pk)).state["turns"] == turn:
            if found.status != "active":
                break
            user = mover(found)
            can = view_of(found, seats_of(found), user)["can"]
            move = Draw() if "draw" in can else Pass()
            turns.play(code=found.code, user=user, version=found.version, move=move)
        self.closed(late)

    def closed(self, late: bool) -> None:
        self.timed_out += late
        self.moved += not late
        self.banks[self.name] = max(0, self.allowance - self.slow().ran(self.since, self.now))
        self.game = Game.objects.get(pk=self.game.pk)
        if self.game.status != "active":
            assert list(faults_of(self.game)) == []
            self.begin()
            return
        self.opened()
        if self.clock is not PER_TURN:
            order = self.game.seats.order_by("number").values_list("user__username", flat=True)
            assert self.game.banks == [self.banks[name] * 60 for name in order]

    def vacation(self) -> None:
        """One is taken, planned, or ended: by whoever is to move, or by another."""
        user = User.objects.get(username=self.chance.choice([self.name, self.chance.choice(NAMES)]))
        coming = vacations.of(user)
        if coming:
            vacations.end(user=user, vacation_id=coming[0].pk)
        elif vacations.days_left(user) > 8:
            start = self.now + self.chance.randrange(0, 3 * 24 * HOUR) * MINUTE
            end = start + self.chance.randrange(2 * HOUR, 6 * 24 * HOUR) * MINUTE
            vacations.take(user=user, since=start, until=end)


@pytest.mark.parametrize("clock", [PER_TURN, BANK], ids=["per turn", "bank"])
def test_every_deadline_of_a_year_is_the_one_that_counting_minutes_gives(
    clock: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    by_seed(monkeypatch, 1)
    with time_machine.travel(BEGIN, tick=False) as travel:
        year = Year(clock, travel)
        turned = 0
        while year.now < END:
            year.turn()
            turned += 1
    assert turned > 150 and year.timed_out > 40 and year.moved > 90
    assert Vacation.objects.count() > 10
    reasons = {reason for change in ClockChange.objects.all() for reason in change.reasons}
    assert reasons == {"vacation", "weekend", "night"}
