"""Runs the service, or its worker, with an expert that never comes to an end while the data folder says so.

python -m tests.faults.deep_thought manage serve
python -m tests.faults.deep_thought celery -A config worker
python -m tests.faults.deep_thought game         # makes one in which an expert is to move; its code
python -m tests.faults.deep_thought report CODE  # what became of it, as JSON
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping
from datetime import timedelta
from pathlib import Path
from typing import Any

import django

FOREVER, THINKING = "forever", "thinking"  # files: it is to think so; it does


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    kind, *arguments = sys.argv[1:]
    if kind == "game":
        sys.stdout.write(game())
    elif kind == "report":
        sys.stdout.write(json.dumps(report(*arguments)))
    else:
        from tests.faults import short_leases

        teach()
        short_leases.main()


def teach() -> None:
    """The expert's head as it is, over and over; and a short wait until its game is anybody's again."""
    from django.conf import settings

    from games.bots import THINKERS, Chosen
    from games.services import turns_held

    folder, think = Path(settings.DATA_DIR), THINKERS["expert"]

    def on_and_on(view: Mapping[str, Any], seconds: float) -> Chosen:
        chosen = think(view, seconds)
        while (folder / FOREVER).exists():
            (folder / THINKING).touch()
            think(view, seconds)
        return chosen

    THINKERS["expert"] = on_and_on  # type: ignore[index]  # a dictionary at run time
    turns_held.LEASE = timedelta(seconds=3)


def game() -> str:
    from games.services import lobby
    from games.services.terms import read_terms
    from tests.people import person

    terms = read_terms({"players": 2, "bots": ["expert"]})
    while True:
        made = lobby.create(creator=person(), terms=terms)
        if made.bot_due is not None:
            return made.code


def report(code: str) -> dict[str, Any]:
    from games.models import Game, Move
    from games.services.replays import faults_of
    from tests.people import person

    found = Game.objects.get(code=code)
    return {
        "lines": found.log_length,
        "reasons": Move.objects.filter(game=found, reason__isnull=False).count(),
        "anas": found.to_act_id == person().pk,
        "faults": [str(fault) for fault in faults_of(found)],
    }


if __name__ == "__main__":
    main()
