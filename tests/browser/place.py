"""Makes games whose table and hands are given, in a service's data folder: `python -m tests.browser.place`.

Reads a JSON list of positions, prints for each the code of its game, and the session of who is to move; then it
waits for the next line. In a process of its own, for a test's own process has a test's database.
"""

from __future__ import annotations

import json
import os
import sys
from typing import Any

import django

NAME = "ana"


def place(positions: list[dict[str, Any]]) -> dict[str, Any]:
    from django.conf import settings
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
    from django.contrib.sessions.backends.db import SessionStore

    from tests.people import person

    ana = person(NAME)
    type(ana).objects.filter(pk=ana.pk).update(language="en")  # whatever a test before this one left
    session = SessionStore()
    session[SESSION_KEY] = str(ana.pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = ana.get_session_auth_hash()
    session.save()
    return {"session": session.session_key, "games": [_game(ana, **each) for each in positions]}


def _game(
    ana: Any,
    *,
    hand: str,
    table: list[str],
    drawn: str = "",
    mine: bool = True,
    phase: str = "meld",
    hints: bool = False,
) -> str:
    """A table of two or three against house players, with this hand of hers and these melds."""
    from games.engine import codec
    from games.engine.state import Phase
    from games.models import Game, Seat
    from games.services import lobby
    from games.services.terms import read_terms
    from tests.engine.positions import position

    game = lobby.create(creator=ana, terms=read_terms({"players": 2, "bots": ["beginner"], "hints": hints}))
    seats = {seat.user_id: seat.number for seat in Seat.objects.filter(game=game)}
    own = seats[ana.pk]
    hands = ["", ""]
    hands[own], hands[1 - own] = hand, "2C 3D 5S 8C 9D TS JC QD KS"
    state = position(
        *hands,
        table=table,
        turn=own if mine else 1 - own,
        phase=Phase(phase),
        drawn=drawn or hand.split(maxsplit=1)[0],
    )
    mover = next(user for user, number in seats.items() if (number == own) == mine)
    Game.objects.filter(pk=game.pk).update(state=codec.encode_state(state), to_act=mover, bot_due=None)
    return game.code


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    for line in sys.stdin:
        sys.stdout.write(json.dumps(place(json.loads(line))) + "\n")
        sys.stdout.flush()
