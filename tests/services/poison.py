"""Games that nothing can play any more."""

from __future__ import annotations

from games.models import Game


def poisoned(game: Game) -> None:
    """Its state is damaged in a way that names a card to whoever stumbles over it."""
    state = Game.objects.get(pk=game.pk).state
    assert state is not None
    state["seats"][0]["hand"] = {"7D": "7D"}
    state["round"]["stock"] = "7D 7X"
    Game.objects.filter(pk=game.pk).update(state=state)
