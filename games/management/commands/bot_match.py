"""`manage.py bot_match strong casual --deals 200`: how much better one level of house players is than another."""

from __future__ import annotations

import statistics
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.bots import LEVELS
from games.bots.matches import Match, mirrored


class Command(BaseCommand):
    """Plays mirrored deals and prints what came of them, with 95 % intervals. Touches no database."""

    help = "Plays mirrored deals between two levels of house players, and says who is better by how much."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("one", choices=LEVELS)
        parser.add_argument("other", choices=LEVELS)
        parser.add_argument("--players", type=int, default=2, help="2 to 5 (2)")
        parser.add_argument("--deals", type=int, default=100, help="mirrored deals (100)")
        parser.add_argument("--first", type=int, default=0, help="number of the first deal (0)")

    def handle(self, *_: Any, **options: Any) -> None:
        if not 2 <= options["players"] <= 5 or options["deals"] < 1 or options["first"] < 0:
            raise CommandError("Give 2 to 5 players and at least one deal.")
        one, other = options["one"], options["other"]
        playing = mirrored(
            LEVELS[one],
            LEVELS[other],
            players=options["players"],
            deals=options["deals"],
            first=options["first"],
        )
        match = Match()
        for match in playing:
            if len(match.points) % 50 == 0:
                self.stderr.write(self._line(one, other, match))
        self.stdout.write(self._line(one, other, match))
        for level, side in ((one, 0), (other, 1)):
            self.stdout.write(f"{level}: {_times(match.seconds[side])}")

    def _line(self, one: str, other: str, match: Match) -> str:
        share, low, high = match.share()
        mean, half = match.mean()
        return (
            f"{one} against {other}: {len(match.points)} mirrored deals, {match.won} won, {match.lost} lost; "
            f"{share:.1%} of the decided ones ({low:.1%} to {high:.1%}); "
            f"{mean:+.1f} points a mirrored deal (± {half:.1f})"
        )


def _times(seconds: list[float]) -> str:
    seconds = sorted(seconds)
    median, late = statistics.median(seconds), seconds[int(len(seconds) * 0.99)]
    return f"{len(seconds)} moves, median {median * 1000:.1f} ms, p99 {late * 1000:.1f} ms"
