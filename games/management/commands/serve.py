"""`manage.py serve`: the whole service in one process."""

from __future__ import annotations

import os
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError


class Command(BaseCommand):
    help = "Brings database and static files up to date; runs pages, API, worker and beat in one process."
    requires_system_checks: list[str] = []  # Celery's worker makes them

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default="127.0.0.1")
        parser.add_argument("--port", type=int, default=settings.PORT)

    def handle(self, *args: Any, **options: Any) -> None:
        from config import embedded, prepare
        from config.celery import app

        host, port = options["host"], options["port"]
        try:
            listener = embedded.listen(host, port)
        except embedded.PortTaken as taken:
            raise CommandError(str(taken)) from None
        try:
            prepare.prepare()
        except DatabaseError as error:
            raise CommandError(f"The database does not answer: {error}") from None
        except OSError as error:  # the disk is full, or not ours to write to
            raise CommandError(
                f"{error.filename or settings.DATA_DIR} cannot be written ({error.strerror}): see to DATA_DIR."
            ) from None

        # Loads whitenoise, which looks at the collected files once.
        from config.asgi import application, close

        def started() -> None:
            shown = f"[{host}]" if ":" in host else host
            self.stdout.write(f"Manipulation Rummy runs at http://{shown}:{port} (Ctrl-C stops it).")
            self.stdout.flush()

        try:
            embedded.Embedded(
                app=app,
                asgi=application,
                listener=listener,
                started=started,
                mail_port=settings.MAIL_IN_PORT,
            ).run()
        except RuntimeError as error:
            raise CommandError(str(error)) from None
        if not close(within=1.0):
            os._exit(0)  # all is stored and said; Python would wait for the thread for ever
