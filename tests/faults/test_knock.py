"""A knock and two sweeps of the clock at the same instant, two hundred times: one result each time."""

from __future__ import annotations

from datetime import timedelta
from functools import partial

import pytest
from django.utils import timezone

from games.engine.moves import Knock
from games.models import Game, Move, Outbox, ScoredRound
from games.services import sweep, turns
from games.services.replays import faults_of
from tests.faults.test_races import at_once
from tests.notify.samples import GROUPS, play, started, tabled
from tests.people import person

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("part", range(4))
def test_fifty_of_two_hundred(part: int, monkeypatch: pytest.MonkeyPatch) -> None:
    for _ in range(50):
        game = play(started(monkeypatch, timeouts_to_leave=10), "ben", tabled(*GROUPS))
        now = timezone.now()
        Game.objects.filter(pk=game.pk).update(deadline=now - timedelta(seconds=1))
        knock = partial(turns.play, code=game.code, user=person("ben"), version=game.version, move=Knock())
        first, second, knocked = at_once(
            [partial(sweep.sweep, now=now), partial(sweep.sweep, now=now), knock]
        )
        log = Move.objects.filter(game=game, version__gt=game.version).order_by("number")
        scored = ScoredRound.objects.filter(game=game).count()
        if isinstance(knocked, Exception):  # the clock was first, and passed for ben
            assert getattr(knocked, "code", "") == "stale_version", knocked
            assert (first + second, scored) == (1, 0)
            assert [(row.type, row.timed_out) for row in log] == [("pass", True), ("draw", False)]
        else:  # ben was first: round 1 is scored, round 2 dealt, and there the clock has nothing to do
            assert (first + second, scored) == (0, 1)
            assert [(row.type, row.timed_out) for row in log] == [
                ("knock", False),
                ("deal", False),
                ("draw", False),
            ]
        stored = Game.objects.get(pk=game.pk)
        assert stored.version == game.version + 1
        assert list(faults_of(stored)) == []
        assert Outbox.objects.filter(game=game, kind="round").count() == 2 * scored
        assert Outbox.objects.filter(game=game, kind="turn", user=person("ana")).count() == 1
        Game.objects.filter(pk=game.pk).update(deadline=None)
