"""What nobody goes on with ends by a rule that is written down, and everybody concerned is told, once."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from accounts.models import User
from accounts.services import vacations
from games import tasks
from games.engine.moves import Draw
from games.models import Game, Move, Outbox
from games.selectors import find, log_of, view_of
from games.services import abandoned, house, lobby, outbox, sweep, turns
from games.services.replays import faults_of
from games.services.terms import read_terms
from tests.people import mover, people, person, table
from tests.services.clockwork import DAY, START, now_of
from tests.services.poison import poisoned

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("frozen")]


def told(kind: str = "cancelled") -> list[str]:
    return sorted(Outbox.objects.filter(kind=kind).values_list("user__username", flat=True))


def silent(frozen: Any, game: Game, days: int, *, moves: bool = False) -> Game:
    """So many days in which the clock plays; with `moves` the one to move draws once each day."""
    for _ in range(days):
        frozen.shift(DAY)
        now = now_of(game).deadline
        if moves and now_of(game).status == "active":
            turns.play(code=game.code, user=mover(game), version=now_of(game).version, move=Draw())
        assert now is not None
        while (found := now_of(game)).status == "active" and found.deadline and found.deadline <= today():
            sweep.sweep(now=today())
            house.play_due(now=today())
    return now_of(game)


def today() -> Any:
    from django.utils import timezone

    return timezone.now()


class TestGame:
    def game(self, **more: Any) -> Game:
        return table(2, timeouts_to_leave=10, clock={"kind": "per_turn", "hours": 96}, **more)

    def test_that_only_the_clock_plays_ends_after_a_month(self, frozen: Any) -> None:
        game = silent(frozen, self.game(), 29)
        assert abandoned.end_all(now=today()) == 0
        game = silent(frozen, game, 1)
        assert (abandoned.end_all(now=today()), abandoned.end_all(now=today())) == (1, 0)
        over = now_of(game)
        assert over.status == "cancelled" and over.result == {
            "final": [0, 0],
            "winners": [],
            "reason": "abandoned",
        }
        assert (over.deadline, over.to_act, over.bot_due, over.turn_since) == (None, None, None, None)
        assert told() == ["ana", "ben"]
        assert list(faults_of(over)) == []

    def test_nothing_vanishes_from_its_history(self, frozen: Any) -> None:
        game = silent(frozen, self.game(), 30)
        lines = Move.objects.filter(game=game).count()
        abandoned.end_all(now=today())
        found, seats = find(code=game.code, user=person())
        assert [line["type"] for line in log_of(found, 0)][-1] == "abandon"
        assert Move.objects.filter(game=game).count() == lines + 1
        view = view_of(found, seats, person())
        assert view["can"] == [] and view["result"]["reason"] == "abandoned"

    def test_a_move_by_somebodys_own_hand_keeps_it(self, frozen: Any) -> None:
        game = silent(frozen, self.game(), 20)
        turns.play(code=game.code, user=mover(game), version=game.version, move=Draw())
        silent(frozen, game, 15)
        assert abandoned.end_all(now=today()) == 0

    def test_a_house_players_does_not(self, frozen: Any) -> None:
        terms = {
            "players": 2,
            "bots": ["beginner"],
            "timeouts_to_leave": 10,
            "clock": {"kind": "per_turn", "hours": 96},
        }
        game = lobby.create(creator=person(), terms=read_terms(terms))
        for _ in range(30):
            frozen.shift(DAY)
            for _ in range(6):
                house.play_due(now=today())
            sweep.sweep(now=today())
        assert now_of(game).status == "active"
        assert abandoned.end_all(now=today()) == 1

    def test_one_slow_turn_is_no_silence(self, frozen: Any) -> None:
        """Somebody has a bank of months, and has not missed a turn yet."""
        bank = {"kind": "bank", "start_hours": 2000, "turn_hours": 1, "cap_hours": 2000}
        silent(frozen, table(2, clock=bank), 40)
        assert abandoned.end_all(now=today()) == 0

    def test_nor_is_a_vacation(self, frozen: Any) -> None:
        game = silent(frozen, self.game(), 29)
        vacations.take(user=person("ben"), until=today() + 20 * DAY)
        silent(frozen, game, 5)
        assert abandoned.end_all(now=today()) == 0

    def test_one_that_is_broken_keeps_no_other(self, frozen: Any) -> None:
        first, second = self.game(), self.game()
        silent(frozen, second, 30)
        poisoned(first)
        assert abandoned.end_all(now=today()) == 1
        assert now_of(second).status == "cancelled"

    def test_many_are_looked_at_in_turn(self, frozen: Any, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(abandoned, "BATCH", 2)
        bank = {"kind": "bank", "start_hours": 2000, "turn_hours": 1, "cap_hours": 2000}
        for _ in range(3):
            table(2, clock=bank)  # these are slow, and come first
        game = self.game()
        silent(frozen, game, 30)
        assert abandoned.end_all(now=today()) == 1


class TestOpenTable:
    def opened(self, **more: Any) -> Game:
        return lobby.create(creator=person(), terms=read_terms({"players": 4, **more}))

    def test_that_nobody_joins_ends_after_two_weeks(self) -> None:
        game = self.opened(bots=["beginner"])
        person("ben")
        lobby.join(code=game.code, user=person("ben"))
        assert abandoned.end_all(now=START + 14 * DAY - timedelta(seconds=1)) == 0
        assert abandoned.end_all(now=START + 14 * DAY) == 1
        over = now_of(game)
        assert over.status == "cancelled" and over.result["reason"] == "expired"
        assert over.version == game.version + 2 and over.ended_at == START + 14 * DAY
        assert told() == ["ana", "ben"], "the creator did not close it, and hears it too"
        assert abandoned.end_all(now=START + 15 * DAY) == 0

    def test_that_people_come_to_and_leave_ends_with_its_invitations(self, frozen: Any) -> None:
        game = self.opened()
        for _ in range(3):
            frozen.shift(9 * DAY)
            lobby.join(code=game.code, user=person("ben"))
            lobby.leave(code=game.code, user=person("ben"))
        assert abandoned.end_all(now=START + 30 * DAY - timedelta(seconds=1)) == 0
        assert abandoned.end_all(now=START + 30 * DAY) == 1

    def test_who_was_asked_to_it_hears_it_too(self) -> None:
        people(4)
        game = self.opened(invite=["ben", "carla", "dino", "nobody@example.net"])
        Outbox.objects.filter(user__username__in=("ben", "carla")).update(state="sent")
        lobby.join(code=game.code, user=person("carla"))
        abandoned.end_all(now=START + 14 * DAY)
        # Carla had joined; dino's invitation was never sent; of the address nobody knows whose it is.
        assert told() == ["ana", "ben", "carla"]
        assert Outbox.objects.get(kind="cancelled", user=person("ben")).payload["invited"]

    def test_whose_creator_is_gone(self) -> None:
        game = self.opened()
        lobby.join(code=game.code, user=person("ben"))
        User.objects.filter(pk=game.creator_id).update(is_active=False)
        assert abandoned.end_all(now=START + DAY) == 1
        assert now_of(game).result["reason"] == "creator_left"

    def test_that_began_is_left_alone(self) -> None:
        game = table(2)
        assert not lobby.close(pk=game.pk, reason="expired", now=START)
        assert now_of(game).status == "active"


class TestOldMails:
    def test_are_forgotten_after_three_months(self) -> None:
        for number, state in enumerate(("sent", "moot", "refused", "queued")):
            Outbox.objects.create(
                kind="reset",
                key=str(number),
                state=state,
                created_at=START,
                due_at=START,
                address="a@b.example",
            )
        assert outbox.purge(now=START + 90 * DAY) == 0
        assert outbox.purge(now=START + 91 * DAY) == 3
        assert Outbox.objects.get().state == "queued"

    def test_by_the_hourly_task(self, frozen: Any) -> None:
        Outbox.objects.create(kind="reset", key="1", state="sent", created_at=START, due_at=START)
        game = lobby.create(creator=person(), terms=read_terms({"players": 4}))
        frozen.shift(91 * DAY)
        tasks.purge()
        assert not Outbox.objects.filter(key="1").exists()
        assert now_of(game).status == "cancelled"
