"""Plays a round of three beginners in a service's data folder: `python -m tests.browser.played` prints its game.

In a process of its own, for a test's own process has a test's database.
"""

from __future__ import annotations

import os

import django

SEED = 2
MOST_MOVES = 400


def play() -> str:
    """The code of a public game whose first round is scored; none of its players regroups anything."""
    import pytest
    from django.utils import timezone

    from games.bots import LEVELS
    from games.engine.codec import decode_state
    from games.engine.view import view_for
    from games.models import Game
    from games.services import house, lobby, turns
    from games.services.terms import read_terms
    from tests.decks import by_seed
    from tests.people import person

    ana = person("ana")
    with pytest.MonkeyPatch.context() as patch:
        by_seed(patch, SEED)  # the same cards at every run
        terms = {"players": 3, "rounds": 1, "bots": ["beginner"] * 2}
        game = lobby.create(creator=ana, terms=read_terms(terms))
        for _move in range(MOST_MOVES):
            game = Game.objects.get(pk=game.pk)
            if game.status == Game.Status.FINISHED:
                return game.code
            state = decode_state(game.state)
            if game.to_act_id != ana.pk:
                house.play_one(game_id=game.pk, now=timezone.now())
                continue
            assert state.turn is not None
            move = LEVELS["beginner"](view_for(state, state.turn.seat))
            turns.play(code=game.code, user=ana, version=game.version, move=move)
    raise AssertionError("the round did not end")


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    os.write(1, play().encode())
