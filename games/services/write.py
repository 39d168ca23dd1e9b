"""The transaction that every writer runs in."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection, transaction

# SQLite has one writer at a time and hands the lock out unfairly. Waiting here, in one queue, instead of in the
# database keeps the slowest of many clients fast; between processes SQLite's own lock still holds.
_one_writer = threading.RLock()


@contextmanager
def writing() -> Iterator[None]:
    """A transaction without savepoints: joined when there is one already, whole or not at all."""
    if connection.vendor == "sqlite":
        with _one_writer, transaction.atomic(savepoint=False):
            yield
    else:
        with transaction.atomic(savepoint=False):
            yield
