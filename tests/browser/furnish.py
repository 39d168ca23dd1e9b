"""Fills a service's data folder with games in every situation, and says how to come in as whom.

`python -m tests.browser.furnish`, with the environment of the service: prints JSON. In a process of its own, for
a test's own process has a test's database.
"""

from __future__ import annotations

import json
import os
import sys
from typing import Any

import django

SEED = 1
VISITORS = {
    "nobody": "nobody",
    "guest": "a guest",
    "player": "first seat",
    "other": "another user",
    "staff": "staff",
}


def furnish() -> dict[str, Any]:
    """Codes and invitations by what a game is, sessions by who comes."""
    import pytest

    from config.prepare import prepare
    from tests.decks import by_seed
    from tests.walk import world

    prepare()
    with pytest.MonkeyPatch.context() as patch:
        built = world.build(patch)
    with pytest.MonkeyPatch.context() as patch:
        by_seed(patch, SEED)  # so that the same is seen at every run
        built.games["full"] = _played(built.visitors["first seat"].user)
    return {
        "games": {name: game.code for name, game in built.games.items()},
        "invitations": {name: game.invitation for name, game in built.games.items()},
        "sessions": {name: built.visitors[stands_for].session for name, stands_for in VISITORS.items()},
        "users": {name: getattr(built.visitors[one].user, "pk", 0) for name, one in VISITORS.items()},
    }


def _played(ana: Any, melds: int = 10, most: int = 150) -> Any:
    """A table of four on which much lies; it is ana's turn, and she has arranged what she can lay."""
    from django.utils import timezone

    from games.bots import LEVELS
    from games.engine.codec import decode_state
    from games.engine.moves import MeldMove
    from games.engine.view import view_for
    from games.models import Game
    from games.services import house, lobby, turns
    from games.services.terms import read_terms
    from tests.api.api import Api

    game = lobby.create(
        creator=ana, terms=read_terms({"players": 4, "bots": ["beginner"] * 3, "hints": True})
    )
    for _step in range(most):
        game = Game.objects.get(pk=game.pk)
        state = decode_state(game.state)
        if game.to_act_id != ana.pk:
            house.play_one(game_id=game.pk, now=timezone.now())
            continue
        assert state.round is not None and state.round.turn is not None
        move = LEVELS["beginner"](view_for(state, state.round.turn.seat))
        if isinstance(move, MeldMove) and len(state.round.table) >= melds:
            table = [[card.text for card in meld] for meld in move.table]
            Api(ana).ok(
                "PUT",
                f"/games/{game.code}/draft/",
                {"table": table, "loose": [], "version": game.version},
            )
            return game
        turns.play(code=game.code, user=ana, version=game.version, move=move)
    raise AssertionError("ana never had anything to lay on a full table")


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    json.dump(furnish(), sys.stdout)
