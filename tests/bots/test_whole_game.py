"""A table of five house players, as the worker plays it: a whole game, each move with its reason, and it replays."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.services import vacations
from games import tasks
from games.models import Game, Move
from games.services import lobby
from games.services.replays import faults_of
from games.services.terms import read_terms
from tests.decks import by_seed
from tests.people import person

pytestmark = pytest.mark.django_db
LEVELS = ["beginner", "casual", "strong", "expert"]
MOST_TASKS = 3000


def test_five_of_all_levels_play_a_whole_game(monkeypatch: pytest.MonkeyPatch) -> None:
    by_seed(monkeypatch, 2)
    vacations.take(user=person(), until=timezone.now() + timedelta(days=5))
    terms = read_terms({"players": 5, "bots": LEVELS, "vacation_bot": "strong"})
    game = lobby.create(creator=person(), terms=terms)
    for _ in range(MOST_TASKS):
        tasks.bots()
        game = Game.objects.get(pk=game.pk)
        if game.status != Game.Status.ACTIVE:
            break
    assert game.status == "finished" and game.result["reason"] == "target"
    assert list(faults_of(game)) == []
    moved = Move.objects.filter(game=game, reason__isnull=False)
    assert {row.seat for row in moved} == set(range(5))
    assert {row.reason["why"] for row in moved} >= {"as_it_lies", "best_seen", "least_points"}
    assert "at_a_loss" not in {row.reason["why"] for row in moved}
