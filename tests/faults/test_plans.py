"""Planned turns at once with their players, with other workers, and with a worker that is killed amid one."""

from __future__ import annotations

from datetime import timedelta
from functools import partial
from pathlib import Path

import pytest
from django.utils import timezone

from games.engine.moves import Draw
from games.models import Game, Move, Outbox, Plan
from games.services import lobby, plans, plans_due, turns
from games.services.plan_orders import Orders
from games.services.replays import faults_of
from games.services.terms import read_terms
from tests.decks import stack, stacked
from tests.faults.test_races import at_once
from tests.faults.thinking import killed_in_thought
from tests.people import mover, person

BEN = "KC QD JH 9S 8C 6D 4H 2S TC 7S"
ANA = "7C 7D 2H 4D 9H JC KD 3S 5S QS"
STOCK = "2C 3D KS 5D 7H AC 8S 6C QH TS JD 9C"


def table(monkeypatch: pytest.MonkeyPatch) -> Game:
    """Ana waits, Ben is to move."""
    stack(monkeypatch, stacked([BEN, ANA], STOCK))
    game = lobby.create(creator=person("ana"), terms=read_terms({"players": 2}))
    lobby.join(code=game.code, user=person("ben"))
    return Game.objects.get(pk=game.pk)


def draw(game: Game, name: str) -> Game:
    version = Game.objects.get(pk=game.pk).version
    turns.play(code=game.code, user=person(name), version=version, move=Draw())
    return Game.objects.get(pk=game.pk)


def mails_of_anas_turn(game: Game) -> int:
    return Outbox.objects.filter(game=game, kind="turn", user=person("ana")).count()


@pytest.mark.django_db(transaction=True)
class TestAtOnce:
    @pytest.mark.parametrize("attempt", range(12))
    def test_two_workers_and_the_player_play_a_turn_once(
        self, attempt: int, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        game = table(monkeypatch)
        plans.put(code=game.code, user=person("ana"), orders=Orders(draw="to_third"))
        game = draw(draw(game, "ben"), "ben")
        now = timezone.now() + timedelta(seconds=5)
        worker = partial(plans_due.play_one, game_id=game.pk, now=now)
        others = {
            0: partial(turns.play, code=game.code, user=person("ana"), version=game.version, move=Draw()),
            1: partial(plans.drop, code=game.code, user=person("ana")),
            2: worker,
        }
        first, second, third = at_once([worker, worker, others[attempt % 3]])
        faults = [each for each in (first, second, third) if isinstance(each, Exception)]
        assert all(getattr(each, "code", "") == "stale_version" for each in faults), faults
        after = Game.objects.get(pk=game.pk)
        moved = Move.objects.filter(game=game, version__gt=game.version, seat=0)  # hers
        assert after.version - game.version == moved.count()
        assert [first, second, third].count(True) == moved.filter(planned=True).count()
        assert list(faults_of(after)) == []
        planned = Plan.objects.filter(game=game).exists()
        assert (after.plan_due is not None) == planned, "what is planned is due, and nothing else is"
        assert mails_of_anas_turn(game) <= 1

    @pytest.mark.parametrize("attempt", range(6))
    def test_planned_as_the_turn_opens(self, attempt: int, monkeypatch: pytest.MonkeyPatch) -> None:
        """Either it was planned before, or the player is told of the turn: never both, never neither."""
        game = draw(table(monkeypatch), "ben")
        put = partial(plans.put, code=game.code, user=person("ana"), orders=Orders())
        third = partial(turns.play, code=game.code, user=person("ben"), version=game.version, move=Draw())
        planned, opened = at_once([put, third])
        after = Game.objects.get(pk=game.pk)
        assert mover(after) == person("ana") and not isinstance(opened, Exception)
        if isinstance(planned, Exception):
            assert getattr(planned, "code", "") == "wrong_phase", planned
        known = not isinstance(planned, Exception)
        assert (after.plan_due is not None) == known == Plan.objects.filter(game=game).exists()
        assert mails_of_anas_turn(game) == (0 if known else 1)


@pytest.mark.server
def test_a_worker_that_is_killed_amid_a_plan_plays_on_after_the_restart(tmp_path: Path) -> None:
    before, after = killed_in_thought(tmp_path, "tests.faults.deep_plan", done=lambda _was, now: now["bens"])
    assert (before["planned"], before["waits"], before["bens"]) == (0, True, False)
    assert (after["planned"], after["waits"], after["anas_mails"]) == (2, False, 0)
    assert after["faults"] == []
