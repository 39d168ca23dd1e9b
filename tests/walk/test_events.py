"""The streams of events as everybody: from their beginning they tell of no card that the visitor may not see."""

from __future__ import annotations

import secrets
from collections import Counter
from functools import partial
from typing import Any

import pytest

from games.models import Game
from games.selectors import is_member, seats_of
from tests.config.live.asking import Asking, run
from tests.walk import prying, world
from tests.walk.walking import Walk
from tests.walk.world import NAMES, World

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def built(monkeypatch: pytest.MonkeyPatch, settings: Any) -> World:
    settings.REDIS_URL = ""
    monkeypatch.setattr(secrets, "token_urlsafe", secrets.token_hex)
    return world.build(monkeypatch)


def test_no_stream_tells_a_hidden_card(built: World) -> None:
    """Through the door that holds connections open; what it sends is looked through as any answer is."""
    paths: list[tuple[Walk, Game | None, str]] = []
    for name in NAMES:
        walk = Walk(built, name)
        paths.append((walk, None, "/api/v1/events/?after=0"))
        for game in built.games.values():
            told = f"&invitation={game.invitation}" if walk.visitor.invited else ""
            paths.append((walk, game, f"/api/v1/games/{game.code}/events/?after=0{told}"))
    asked: list[Asking] = []

    async def scene() -> None:
        for walk, _game, path in paths:
            heads = walk.visitor.headers()
            client = Asking(path, address=f"10.0.{len(asked)}.1", **heads).open()
            await client.until(partial(answered, client))
            if client.status == 200:
                whole = Asking(f"{path}&wait=0", **heads).open()
                await whole.over()
                await client.until(
                    lambda client=client, whole=whole: len(client.told) >= len(whole.answer["results"])
                )
            await client.goes()
            asked.append(client)

    run(scene)
    seen: Counter[str] = Counter()
    for (walk, game, path), client in zip(paths, asked, strict=True):
        seen[walk.visitor.name] += look(walk, game, path, client, built)
    assert seen["first seat"] > seen["nobody"] > 0 and seen["second seat"] > seen["another user"] > 0
    assert seen["a revoked token"] == 0


def answered(client: Asking) -> bool:
    return len(client.sent) > 1


def look(walk: Walk, game: Game | None, path: str, client: Asking, built: World) -> int:
    """Looks through all that one stream told; how many events that were."""
    where = f"{path} as {walk.visitor.name}"
    known = walk.visitor.known
    if walk.visitor.bad or (game is None and known is None):
        assert client.status == 401, where
        return 0
    hides = game is not None and game.visibility == "private" and not walk.visitor.invited
    if game is not None and hides and not is_member(seats_of(game), known):
        assert client.status == 404, where
        return 0
    assert client.status == 200, where
    codes = {each.code: each for each in built.games.values()}
    for each in client.told:
        about = codes[each.data["game"]]
        assert game is None or about == game
        hidden, scored = walk.at_first(about)
        shown = set(prying.shown_cards(each.data, scored))
        assert not shown & hidden, f"{where} shows {sorted(shown & hidden)} in {each}"
    mine = {each.invitation for each in built.games.values() if is_member(seats_of(each), known)}
    mine |= {each.data["invitation"] for each in client.told if each.event == "invited"}
    found = set(walk.secrets.hidden_from(known).findall(client.text)) - mine
    assert not found, f"{where} tells {found}"
    return len(client.told)
