"""Wakes the worker by the name of a task, after the commit. A lost wake-up is harmless: the beat drains."""

from __future__ import annotations

import logging
import threading
import time

from celery import current_app
from django.db import transaction

log = logging.getLogger(__name__)

# One message is enough for all that became due within this many seconds: a task takes everything that is due.
QUIET = 0.3
# A broker that is away can hold up a request for seconds; meanwhile the beat is enough.
REST = 10.0
ALL = ""  # tasks: whoever could not be reached for one of them is not tried for the next
_lock = threading.Lock()
_quiet_until: dict[str, float] = {}


def deliver() -> None:
    """Mail is owed."""
    transaction.on_commit(lambda: _send("games.deliver"))


def incoming() -> None:
    """A mail came in."""
    transaction.on_commit(lambda: _send("games.incoming"))


def bots(delay: float = 0.0) -> None:
    """A house player is to move, `delay` seconds from now."""
    transaction.on_commit(lambda: _send("games.bots", delay))


def reviews() -> None:
    """The review of a round is asked for, or goes on."""
    transaction.on_commit(lambda: _send("games.reviews"))


def webhooks() -> None:
    """Something happened that webhooks may be told of."""
    transaction.on_commit(lambda: _send("games.webhooks"))


def _send(task: str, delay: float = 0.0) -> None:
    now = time.monotonic()
    with _lock:
        if now < max(_quiet_until.get(task, now), _quiet_until.get(ALL, now)):
            return
        _quiet_until[task] = now + QUIET
    try:
        current_app.send_task(
            task, countdown=delay or None, ignore_result=True, retry=False, expires=60 + delay
        )
    except Exception as error:  # noqa: BLE001  # whatever the broker's client raises: the move is committed
        # Its kind only: a client's own words may hold the broker's address, with its password.
        with _lock:
            _quiet_until[ALL] = time.monotonic() + REST
        log.warning("could not wake %s (%s); the beat will", task, type(error).__name__)
