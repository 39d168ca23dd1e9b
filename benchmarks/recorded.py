"""Recorded games: stores games with known decks, and says which requests play their first round.

Run as a program with the service's environment; prints JSON `{"games": [[[token, path, body], …], …]}`.
"""

from __future__ import annotations

import json
import os
import random
import sys
from typing import Any
from unittest import mock


def main(count: int) -> None:
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()

    from django.utils import timezone

    from accounts.models import Token, User
    from accounts.services.tokens import create_token
    from games.services import lobby, shuffles
    from games.services.terms import read_terms

    def player(name: str) -> tuple[User, str]:
        user = User(username=name, email=f"{name}@example.org", email_confirmed_at=timezone.now())
        user.set_unusable_password()
        user.save()
        return user, create_token(user=user)[1]

    chance = random.Random(7)
    games = []
    with (
        mock.patch.object(shuffles, "deck_of_round", lambda _game, _number, players: _deck(chance, players)),
        mock.patch.object(shuffles, "seating", lambda _game, seats: (list(seats), 0)),
    ):
        for number in range(count):
            # Players of their own, as games that are played at the same moment have: moves of one player wait for
            # each other at the end, where the numbers of what a player is told must follow each other.
            ana, ben = player(f"ana{number}"), player(f"ben{number}")
            game = lobby.create(creator=ana[0], terms=read_terms({"players": 2}))
            game = lobby.join(code=game.code, user=ben[0])
            games.append(_requests(game, [ana[1], ben[1]]))
    Token.objects.update(last_used_at=timezone.now())
    Token.objects.create(user=ana[0], digest="floor", created_at=timezone.now())
    json.dump({"games": games}, sys.stdout)


def _deck(chance: random.Random, players: int) -> tuple[Any, ...]:
    from games.engine.cards import deck

    cards = list(deck(players))
    chance.shuffle(cards)
    return tuple(cards)


def _requests(game: Any, tokens: list[str]) -> list[list[Any]]:
    """The requests of the first round, each move as house players of both seats would make it."""
    from games.bots import LEVELS
    from games.engine import codec, rules
    from games.engine.view import view_for

    requests, version = [], game.version
    state = codec.decode_state(game.state)
    while state.owes is None and state.turn is not None and state.rounds_scored == 0:
        seat = state.turn.seat
        move = LEVELS["beginner"](view_for(state, seat))
        body = {key: value for key, value in codec.encode_move(move).items() if value is not None}
        requests.append([tokens[seat], f"/api/v1/games/{game.code}/moves/", {"version": version, **body}])
        state = rules.play(state, seat, move)[-1].state
        version += 1
    return requests


if __name__ == "__main__":
    main(int(sys.argv[1]))
