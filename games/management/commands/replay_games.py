"""`manage.py replay_games`: folds every log and compares with the stored state."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.models import Game
from games.services.replays import faults_of


class Command(BaseCommand):
    help = "Replays the log of every game (or of those named) and compares with what is stored."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("codes", nargs="*", help="ids of games; all by default")

    def handle(self, *args: Any, **options: Any) -> None:
        games = Game.objects.order_by("pk")
        if options["codes"]:
            games = games.filter(code__in=options["codes"])
            unknown = set(options["codes"]) - set(games.values_list("code", flat=True))
            if unknown:
                raise CommandError(f"no such game: {', '.join(sorted(unknown))}")
        count = bad = 0
        for game in games.iterator(chunk_size=100):
            count += 1
            faults = list(faults_of(game))
            bad += bool(faults)
            for fault in faults:
                self.stderr.write(f"{game.code}: {fault}")
        if bad:
            raise CommandError(f"{bad} of {count} games do not replay")
        self.stdout.write(f"{count} games replay")
