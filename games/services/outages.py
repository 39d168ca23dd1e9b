"""The service notices that it was down, and gives a grace to those whose time ran out while they could not move."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta

from django.conf import settings

from games.models import ClockChange, Game, Heartbeat, Outage
from games.selectors import seats_of
from games.services import pauses
from games.services.faults import told
from games.services.seats import locked
from games.services.write import writing

log = logging.getLogger(__name__)

PULSE = "clock"  # the heartbeat of whoever looks for deadlines
EVERY = timedelta(seconds=10)  # between two notes that the clock is looked at
# Shorter than this is a restart or a long sweep; who is a moment late may still move.
FROM = timedelta(minutes=5)
BATCH = 100


def look(*, now: datetime) -> None:
    """Notes that clocks are looked at now; after an outage moves the deadlines that passed in it. Before each sweep."""
    seen = Heartbeat.objects.filter(name=PULSE).values_list("at", flat=True).first()
    if seen is None:
        Heartbeat.objects.get_or_create(name=PULSE, defaults={"at": now})
    elif now - seen >= EVERY:
        _note(seen, now)
    for outage in list(Outage.objects.filter(settled=False)):
        _settle(outage, now)


def _note(seen: datetime, now: datetime) -> None:
    """The pulse and the outage in one transaction: who finds the new pulse finds the outage as well."""
    with writing():
        first = Heartbeat.objects.filter(name=PULSE, at=seen).update(at=now)
        length = now - seen
        grace = min(length, settings.OUTAGE_GRACE)
        if first and length >= FROM and grace:
            Outage.objects.create(began_at=seen, ended_at=now, grace_until=now + grace)
            log.warning("the clock was not looked at for %s; deadlines wait until %s", length, now + grace)


def _settle(outage: Outage, now: datetime) -> None:
    """Moves every deadline that falls before the end of the grace; each game in a transaction of its own."""
    after = 0
    while True:
        due = Game.objects.filter(
            deadline__lt=outage.grace_until, turn_since__lt=outage.ended_at, pk__gt=after
        )
        batch = list(due.order_by("pk").values_list("pk", flat=True)[:BATCH])
        for after in batch:
            _grant(after, now)
        if len(batch) < BATCH:
            break
    Outage.objects.filter(pk=outage.pk).update(settled=True)


def _grant(pk: int, now: datetime) -> None:
    try:
        with writing():
            game = locked(pk=pk)
            pauses.recounted(game=game, seats=seats_of(game), why=ClockChange.Why.OUTAGE, now=now)
    except Exception as error:  # noqa: BLE001  # one broken game must not keep the others from their grace
        log.error("game %s got no grace after an outage: %s", pk, told(error))
