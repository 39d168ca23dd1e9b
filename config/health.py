"""`/healthz`: whether database, worker and beat live. Each writes a heartbeat that every process sees."""

from __future__ import annotations

import logging
import threading
import time
from datetime import timedelta
from typing import Any

from celery import signals
from celery.beat import Scheduler
from django.db import DatabaseError, close_old_connections, connection
from django.http import HttpRequest, JsonResponse
from django.utils import timezone

log = logging.getLogger(__name__)

EVERY = 10.0  # seconds between two heartbeats
DEAD_AFTER = timedelta(seconds=45)


def beat(name: str) -> None:
    """Notes that `name` lives. A database that is away is the health page's to tell, not a reason to stop."""
    from games.models import Heartbeat  # needs the applications loaded

    if not connection.in_atomic_block:  # a transaction keeps its connection
        close_old_connections()
    try:
        Heartbeat.objects.update_or_create(name=name, defaults={"at": timezone.now()})
    except DatabaseError as error:
        log.warning("no heartbeat of %s could be written: %s", name, type(error).__name__)


class BeatingScheduler(Scheduler):
    """Celery's scheduler in memory (the schedule is fixed, no file is needed), with a heartbeat."""

    ticks = threading.Event()  # set by the first one
    _beaten = -EVERY

    def tick(self, *args: Any, **kwargs: Any) -> Any:
        if time.monotonic() - self._beaten >= EVERY:
            self._beaten = time.monotonic()
            beat("beat")
        self.ticks.set()
        return super().tick(*args, **kwargs)


class WorkerPulse:
    """The worker's heartbeat, as a thread of it."""

    def __init__(self) -> None:
        self.beaten = threading.Event()
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="worker-pulse", daemon=True)

    def _run(self) -> None:
        while True:
            beat("worker")
            self.beaten.set()
            if self._stop.wait(EVERY):
                return

    def start(self, *_: Any, **__: Any) -> None:
        self._thread.start()

    def stop(self, *_: Any, **__: Any) -> None:
        self._stop.set()


# A worker that is a process of its own tells when it is ready; the embedded one starts its pulse itself.
_pulse = WorkerPulse()
signals.worker_ready.connect(_pulse.start)
signals.worker_shutting_down.connect(_pulse.stop)


def page(request: HttpRequest) -> JsonResponse:
    """200 while everything lives, else 503; says what does."""
    from games.models import Heartbeat

    now = timezone.now()
    try:
        seen = dict(Heartbeat.objects.values_list("name", "at"))
        database = True
    except DatabaseError:
        seen, database = {}, False
    alive = {
        "database": database,
        "worker": "worker" in seen and now - seen["worker"] < DEAD_AFTER,
        "beat": "beat" in seen and now - seen["beat"] < DEAD_AFTER,
    }
    response = JsonResponse({"ok": all(alive.values()), **alive}, status=200 if all(alive.values()) else 503)
    response["Cache-Control"] = "no-store"
    return response
