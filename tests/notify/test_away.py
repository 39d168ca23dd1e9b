"""Who is on vacation hears of their turn where they are waited for, and not where a house player stands in."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
import time_machine

from accounts.services import vacations
from games.models import Game, Outbox
from games.notify.holds import why_moot
from games.services import reminders
from tests.people import mover, table

pytestmark = pytest.mark.django_db
START = datetime(2026, 11, 30, 12, tzinfo=UTC)
DAY = timedelta(days=1)


def mails(game: Game) -> dict[str, str]:
    """Why the mails to whoever is to move are not sent; empty where they are."""
    rows = Outbox.objects.filter(game=game, user=mover(game)).select_related("user", "game")
    return {row.kind: why_moot(row) for row in rows}


@pytest.mark.parametrize(
    ("terms", "why"), [({}, ""), ({"vacation_bot": "beginner"}, "a house player stands in")]
)
def test_of_their_turn_and_reminders_of_it(terms: dict[str, str], why: str) -> None:
    with time_machine.travel(START, tick=False) as clock:
        game = table(2, clock={"kind": "per_turn", "hours": 12}, **terms)
        assert mails(game) == {"turn": ""}
        vacations.take(user=mover(game), until=START + 10 * DAY)
        assert mails(game) == {"turn": why}
        clock.move_to(START + 10 * DAY - timedelta(hours=4))  # within a day before the deadline
        assert reminders.sweep(now=START + 10 * DAY - timedelta(hours=4)) == 1
        assert mails(game) == {"turn": why, "reminder": why}
        clock.move_to(START + 10 * DAY)  # the vacation is over
        assert mails(game) == {"turn": "", "reminder": ""}
