"""A process of its own that plays games, whoever is killed beside it. Reads commands, answers each with one JSON line.

`games 8`: makes so many games; of each: where a reply goes, and who writes it. `report`: what is owed and played.
"""

from __future__ import annotations

import json
import os
import random
import sys
from typing import Any

import django

PEOPLE = 12


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    for line in sys.stdin:
        command, *arguments = line.split()
        sys.stdout.write(json.dumps({"games": games, "report": report}[command](*arguments)) + "\n")
        sys.stdout.flush()


def games(count: str) -> list[dict[str, str]]:
    """Each owes the mail of its first turn; every fourth is resigned, which owes both players its result."""
    from django.conf import settings

    from games.models import Game
    from games.notify import reply_address
    from games.services import lobby, turns
    from games.services.terms import read_terms
    from tests.people import mover, person

    made = []
    for number in range(int(count)):
        one, other = random.sample(range(PEOPLE), 2)
        game = lobby.create(creator=person(f"player{one}"), terms=read_terms({"players": 2}))
        lobby.join(code=game.code, user=person(f"player{other}"))
        user = mover(game)
        if number % 4 == 3:
            turns.resign(code=game.code, user=user)
            continue
        address = reply_address.make(Game.objects.get(pk=game.pk).code, 1, user.pk)
        made.append({"game": game.code, "to": f"{address}@{settings.REPLY_DOMAIN}", "from": user.email})
    return made


def report() -> dict[str, Any]:
    """Mails by their ids and states, replies by their outcomes, and how many cards each first turn has drawn."""
    from games.models import Game, IncomingMail, Move, Outbox
    from games.notify import threads
    from games.services.replays import faults_of

    return {
        "mails": [[threads.message_id(row), row.state, row.kind] for row in Outbox.objects.all()],
        "replies": list(IncomingMail.objects.values_list("outcome", flat=True)),
        "waiting": IncomingMail.objects.filter(state="waiting").count(),
        "draws": {
            game.code: Move.objects.filter(game=game, type="draw").count() for game in Game.objects.all()
        },
        "faults": [str(fault) for game in Game.objects.all() for fault in faults_of(game)],
    }


if __name__ == "__main__":
    main()
