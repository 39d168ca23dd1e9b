"""`manage.py serve`: the whole service in one process."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError


class Command(BaseCommand):
    help = "Serves pages, API, worker and beat in one process."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default="127.0.0.1")
        parser.add_argument("--port", type=int, default=settings.PORT)

    def handle(self, *args: Any, **options: Any) -> None:
        from config import embedded
        from config.celery import app
        from config.wsgi import application

        host, port = options["host"], options["port"]
        try:
            listener = embedded.listen(host, port)
        except embedded.PortTaken as taken:
            raise CommandError(str(taken)) from None

        def started() -> None:
            self.stdout.write(f"Manipulation Rummy runs at http://{host}:{port} (Ctrl-C stops it).")
            self.stdout.flush()

        embedded.serve(app=app, wsgi=application, listener=listener, started=started)
