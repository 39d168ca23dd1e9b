"""Workers that handle mail at once: each reply is played once, whoever takes it."""

from __future__ import annotations

from collections import Counter
from functools import partial

import pytest
from django.test import override_settings

from games.engine.moves import Draw
from games.models import Game, IncomingMail, Move, Outbox
from games.notify.incoming.handle import handle_due
from games.services import incoming, turns
from games.services.incoming import Taken
from games.services.replays import faults_of
from tests.faults.test_races import at_once
from tests.incoming.doors import SETTINGS, reply, reply_to
from tests.people import mover, table

pytestmark = pytest.mark.django_db(transaction=True)


def came(game: Game, count: int = 1) -> None:
    """So many mails that say the same, of who is to move."""
    name = mover(game).username
    for _ in range(count):
        mail = reply("draw", name=name)
        to = reply_to(game, name)
        incoming.take(
            [Taken(mail.as_bytes(), mail["Message-ID"], to, "smtp", f"{name}@example.org", local=True)]
        )


def test_many_workers_play_each_reply_once() -> None:
    with override_settings(**SETTINGS):
        games = [table(2) for _ in range(6)]
        for game in games:
            came(game)
        results = at_once([handle_due] * 8)
    counts = sum((Counter(result) for result in results), Counter())
    assert counts == {"played": len(games)}, results
    for game in games:
        assert Move.objects.filter(game=game, type="draw").count() == 2
        assert Outbox.objects.filter(game=game, kind="played").count() == 1
        assert list(faults_of(Game.objects.get(pk=game.pk))) == []


def test_the_same_reply_by_several_mails_is_played_once() -> None:
    with override_settings(**SETTINGS):
        game = table(2)
        came(game, 8)
        at_once([handle_due] * 8)
    outcomes = Counter(IncomingMail.objects.values_list("outcome", flat=True))
    assert outcomes == {"played": 1, "already": 7}
    assert Move.objects.filter(game=game, type="draw").count() == 2


def test_a_reply_and_a_press_on_the_page() -> None:
    """Either is first; the other finds the game as the first has left it, and both leave it whole."""
    with override_settings(**SETTINGS):
        for _ in range(10):
            game = table(2)
            came(game)
            press = partial(turns.play, code=game.code, user=mover(game), version=game.version, move=Draw())
            results = at_once([handle_due, press])
            assert results[0] == {"played": 1}, results
            stored = Game.objects.get(pk=game.pk)
            pressed = 0 if isinstance(results[1], Exception) else 1
            assert stored.version == game.version + 1 + pressed
            assert list(faults_of(stored)) == []
