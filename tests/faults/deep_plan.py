"""Runs the service, or its worker, with a planned turn that is thought about without end while the data folder says so.

python -m tests.faults.deep_plan manage serve
python -m tests.faults.deep_plan celery -A config worker
python -m tests.faults.deep_plan game         # makes one in which a plan is due; its code
python -m tests.faults.deep_plan report CODE  # what became of it, as JSON
"""

from __future__ import annotations

import json
import os
import sys
import time
from datetime import timedelta
from pathlib import Path
from typing import Any

import django

from tests.faults.deep_thought import FOREVER, THINKING


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
    """A plan is thought about while the folder says so; after a short wait it is anybody's again."""
    from django.conf import settings

    from games.services import plan_orders, turns_held

    folder, move = Path(settings.DATA_DIR), plan_orders.move

    def on_and_on(*args: Any, **how: Any) -> Any:
        while (folder / FOREVER).exists():
            (folder / THINKING).touch()
            time.sleep(0.05)
        return move(*args, **how)

    plan_orders.move = on_and_on
    turns_held.LEASE = timedelta(seconds=3)


def game() -> str:
    """Ana has planned to draw to the third card, and her turn has opened."""
    from games.engine.moves import Draw
    from games.models import Game
    from games.services import lobby, plans, turns
    from games.services.plan_orders import Orders
    from games.services.terms import read_terms
    from tests.people import mover, person

    while True:
        made = lobby.create(creator=person("ana"), terms=read_terms({"players": 2}))
        lobby.join(code=made.code, user=person("ben"))
        if mover(made) == person("ben"):
            break
    plans.put(code=made.code, user=person("ana"), orders=Orders(draw="to_third"))
    for _ in range(2):
        version = Game.objects.get(pk=made.pk).version
        turns.play(code=made.code, user=person("ben"), version=version, move=Draw())
    return made.code


def report(code: str) -> dict[str, Any]:
    from games.models import Game, Move, Outbox, Plan
    from games.services.replays import faults_of
    from tests.people import person

    found = Game.objects.get(code=code)
    return {
        "lines": found.log_length,
        "planned": Move.objects.filter(game=found, planned=True).count(),
        "waits": Plan.objects.filter(game=found, status="waiting").exists(),
        "bens": found.to_act_id == person("ben").pk,
        "anas_mails": Outbox.objects.filter(game=found, kind="turn", user=person("ana")).count(),
        "faults": [str(fault) for fault in faults_of(found)],
    }


if __name__ == "__main__":
    main()
