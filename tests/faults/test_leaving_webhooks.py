"""An account that ends at the same instant as its webhooks follow what happened at its tables."""

from __future__ import annotations

import threading
from functools import partial
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from accounts.services import leaving
from games.engine.moves import Draw
from games.models import Game, Webhook, WebhookDelivery
from games.services import departures, turns
from games.services.webhooks import following, targets
from tests.faults.test_races import at_once
from tests.people import mover, people, table


@pytest.mark.django_db(transaction=True)
def test_who_leaves_and_their_webhooks_do_not_wait_crosswise(monkeypatch: pytest.MonkeyPatch) -> None:
    game = table()
    user = mover(game)
    webhook = targets.create(user=user, url="https://example.org/", kinds=["move"])
    turns.play(code=game.code, user=user, version=game.version, move=Draw())
    owing, erasing = threading.Event(), threading.Event()
    create, erase = WebhookDelivery.objects.bulk_create, departures._erase

    def owed(*args: Any, **more: Any) -> Any:
        made = create(*args, **more)
        owing.set()
        erasing.wait(1)  # who leaves holds the games by then, unless they wait for us
        return made

    def erased(*args: Any) -> None:
        erasing.set()
        erase(*args)

    monkeypatch.setattr(WebhookDelivery.objects, "bulk_create", owed)
    monkeypatch.setattr(departures, "_erase", erased)
    (webhook,) = following.behind()

    def leave() -> None:
        owing.wait(600)
        leaving.delete_account(user=user)

    results = at_once([partial(following.follow, webhook=webhook, now=timezone.now()), leave])
    assert results == [True, None]
    assert not Webhook.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_nor_do_those_of_who_sits_at_the_same_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever leaves locks table after table; what is owed of these tables meanwhile waits for none of them."""
    first, second = table(), table()
    leaver, other = people(2)
    targets.create(user=other, url="https://example.org/", kinds=["move"])
    for game in (second, first):
        turns.play(code=game.code, user=mover(game), version=game.version, move=Draw())
    followed, leave = threading.Event(), departures._leave

    def left(game: Game, user: User) -> None:
        leave(game, user)
        if game.pk == first.pk:
            holding.set()
            followed.wait(1)

    holding = threading.Event()
    monkeypatch.setattr(departures, "_leave", left)
    (webhook,) = following.behind()

    def follow() -> bool:
        holding.wait(600)
        try:
            return following.follow(webhook=webhook, now=timezone.now())
        finally:
            followed.set()

    assert at_once([follow, partial(leaving.delete_account, user=leaver)]) == [True, None]
    assert WebhookDelivery.objects.count() == 2
