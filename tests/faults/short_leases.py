"""Runs `manage.py` or `celery` with leases of seconds: a test sees soon what becomes of what a killed worker held.

python -m tests.faults.short_leases manage serve
python -m tests.faults.short_leases celery -A config worker
"""

from __future__ import annotations

import os
import sys
from datetime import timedelta

import django


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    from games.notify import deliver
    from games.services import incoming, outbox

    outbox.LEASE = incoming.LEASE = timedelta(seconds=8)
    deliver.ENOUGH_TIME = timedelta(seconds=4)
    kind, *arguments = sys.argv[1:]
    if kind == "celery":
        from celery.bin.celery import main as celery

        sys.argv = ["celery", *arguments]
        celery()
    else:
        from django.core.management import execute_from_command_line

        execute_from_command_line(["manage.py", *arguments])


if __name__ == "__main__":
    main()
