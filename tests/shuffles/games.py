"""Games for checks of shuffles: played through to their end in no time, and what everybody may read of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.test import Client
from django.utils import timezone

from games.bots import LEVELS
from games.engine import rules
from games.engine.codec import decode_state
from games.engine.rules import Step
from games.engine.view import view_for
from games.models import Game
from games.selectors import seats_of
from games.services import lobby
from games.services.ledger import commit
from games.services.terms import read_terms
from games.services.write import writing
from tests.people import people

WORDS = ("seven of clubs", "", "حظ سعيد", "é\n♥", "0")


def opened(players: int, words: Sequence[str] = WORDS, **terms: Any) -> Game:
    """A game of so many persons, each of whom gave their words to the shuffle."""
    users = people(players)
    chosen = {"players": players, "timeouts_to_leave": 10, "contribution": words[0], **terms}
    game = lobby.create(creator=users[0], terms=read_terms(chosen))
    for user, said in zip(users[1:], words[1:], strict=False):
        lobby.join(code=game.code, user=user, invitation=game.invitation, contribution=said)
    return Game.objects.get(pk=game.pk)


def played(game: Game, *, rounds: int = 1, by: str = "") -> Game:
    """The game after so many rounds more, or at its end: by a house player's moves, or (quicker) by the clock's.

    Each round is stored at once, which no player could do; the log is the same as if they had played.
    """
    for _round in range(rounds):
        game = Game.objects.get(pk=game.pk)
        if game.status != Game.Status.ACTIVE:
            break
        before = state = decode_state(game.state)
        steps: list[Step] = []
        while state.turn is not None:
            if by:
                seat = state.turn.seat
                steps += rules.play(state, seat, LEVELS[by](view_for(state, seat)))
            else:
                steps += rules.time_out(state)
            state = steps[-1].state
        with writing():
            commit(game=game, seats=seats_of(game), before=before, steps=steps, now=timezone.now())
    return Game.objects.get(pk=game.pk)


def public(game: Game) -> dict[str, Any]:
    """What the interface answers to anybody: `{"shuffle": …, "moves": […]}`."""
    client, found = Client(), {"shuffle": {}, "moves": []}
    path = f"/api/v1/games/{game.code}/"
    invitation = {"invitation": game.invitation}
    found["shuffle"] = client.get(f"{path}shuffle/", invitation).json()
    after = 0
    while True:
        page = client.get(f"{path}moves/", {**invitation, "after": after, "limit": 500}).json()
        found["moves"] += page["results"]
        if page["next"] is None:
            return found
        after = page["results"][-1]["number"]
