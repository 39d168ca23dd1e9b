"""`manage.py listen`: takes mail that comes in, where it is a process of its own."""

from __future__ import annotations

import signal
import threading
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError


class Command(BaseCommand):
    help = "Takes the replies that a mail server hands in over SMTP or LMTP, and stores them for the worker."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default="127.0.0.1")
        parser.add_argument("--port", type=int, default=settings.MAIL_IN_PORT or 8025)

    def handle(self, *args: Any, **options: Any) -> None:
        from games.notify.incoming.listener import Listener

        told = threading.Event()
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, lambda *_: told.set())
        listener = Listener(options["host"], options["port"])
        try:
            listener.start()
        except OSError as error:
            where = f"{options['host']}:{options['port']}"
            raise CommandError(f"{where} cannot be listened on ({error.strerror}).") from None
        self.stdout.write(f"Mail is taken at {options['host']}:{options['port']} (Ctrl-C stops it).")
        self.stdout.flush()
        told.wait()
        listener.stop()
