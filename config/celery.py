"""Celery: the worker that sends what is owed, and the beat that plays out the clock."""

from __future__ import annotations

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

from django.conf import settings  # noqa: E402  # needs the line above

app = Celery("rummy")
app.conf.update(
    broker_url=settings.REDIS_URL or "memory://",
    # The default of one second between looks into the in-memory queue makes everything slow.
    broker_transport_options={"visibility_timeout": 600} if settings.REDIS_URL else {"polling_interval": 0.05},
    broker_connection_retry_on_startup=True,
    task_ignore_result=True,
    task_acks_late=True,
    task_serializer="json",
    accept_content=["json"],
    timezone="UTC",
    worker_hijack_root_logger=False,
    worker_prefetch_multiplier=1,
    task_default_queue="rummy",
    beat_max_loop_interval=1,
    # A message that nobody took is worth nothing when the next one is there: they never pile up.
    beat_schedule={
        "deliver": {"task": "games.deliver", "schedule": 3.0, "options": {"expires": 10}},
        "sweep": {"task": "games.sweep", "schedule": 3.0, "options": {"expires": 10}},
        "bots": {"task": "games.bots", "schedule": 2.0, "options": {"expires": 10}},
        "purge": {"task": "games.purge", "schedule": 3600.0, "options": {"expires": 600}},
    },
)
app.autodiscover_tasks(["games"])
