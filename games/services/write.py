"""The transaction that every writer runs in."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from typing import Any

from django.db import connection, transaction

# SQLite has one writer at a time and hands the lock out unfairly. Waiting here, in one queue, instead of in the
# database keeps the slowest of many clients fast; between processes SQLite's own lock still holds.
_one_writer = threading.RLock()
_depth = threading.local()

Last = Callable[[Sequence[Any]], None]


@contextmanager
def writing() -> Iterator[None]:
    """A transaction, joined when a service has one open already: whole or not at all, without savepoints."""
    inside = getattr(_depth, "count", 0)
    # Whoever has a transaction open holds SQLite's lock already: to wait for ours as well would be to wait crosswise.
    waits = connection.vendor == "sqlite" and (inside or not connection.in_atomic_block)
    lock = _one_writer if waits else nullcontext()
    with lock, transaction.atomic(savepoint=not inside):
        _depth.count = inside + 1
        if not inside:
            _depth.last = {}
        try:
            yield
            if not inside:
                _write_last(_depth.last)
        finally:
            _depth.count = inside


def at_the_end(write: Last, what: Any) -> None:
    """Has `write` called as the transaction's last act, once, with all that was given to it here.

    So rows that many want are locked after all others, and for the shortest time.
    """
    assert getattr(_depth, "count", 0), "only within writing()"
    _depth.last.setdefault(write, []).append(what)


def _write_last(owed: dict[Last, list[Any]]) -> None:
    for write, given in owed.items():
        write(given)
