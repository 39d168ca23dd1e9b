"""Celery: the worker that sends what is owed, and the beat that plays out the clock (settings: CELERY_*)."""

from __future__ import annotations

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("rummy")
# Read when first used, so that importing this package from the settings file is no circle.
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks(["games"])
