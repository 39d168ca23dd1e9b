"""Looks at a game's clock, for tests that travel in time from START on."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from games.models import Game

START = datetime(2026, 11, 30, 12, tzinfo=UTC)  # a Monday
HOUR, DAY = timedelta(hours=1), timedelta(days=1)


def now_of(game: Game) -> Game:
    """The game as it is stored now."""
    return Game.objects.get(pk=game.pk)


def deadline_of(game: Game) -> datetime:
    deadline = now_of(game).deadline
    assert deadline is not None
    return deadline


def reasons_of(game: Game) -> list[str]:
    """What moved the deadline beyond the allowance."""
    return list(now_of(game).deadline_reasons)
