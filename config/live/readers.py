"""A few threads that read the database for all streams. None keeps a connection while it has nothing to do."""

from __future__ import annotations

import asyncio
import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, TypeVar

from django.db import connections

Result = TypeVar("Result")

MOST = 4
IDLE = 2.0  # seconds without work, after which a thread's connection is given back


class Readers:
    """The threads; started when they are first needed."""

    def __init__(self) -> None:
        self._work: queue.SimpleQueue[tuple[Future[Any], Callable[[], Any]]] = queue.SimpleQueue()
        self._lock = threading.Lock()
        self._threads = 0
        self._free = 0

    def read(self, what: Callable[[], Result]) -> asyncio.Future[Result]:
        """What `what` gives, on one of the threads; to be awaited on the running loop."""
        done: Future[Result] = Future()
        with self._lock:
            if self._threads < MOST and self._work.qsize() >= self._free:
                self._threads += 1
                name = f"live-reader-{self._threads}"
                threading.Thread(target=self._run, name=name, daemon=True).start()
        self._work.put((done, what))
        return asyncio.wrap_future(done)

    def _run(self) -> None:
        while True:
            done, what = self._next()
            if not done.set_running_or_notify_cancel():
                continue
            try:
                done.set_result(what())
            except BaseException as error:  # noqa: BLE001  # it is raised where the result is awaited
                done.set_exception(error)
                connections.close_all()  # what failed may be the connection
            del done, what  # nothing of it is kept while the thread waits

    def _next(self) -> tuple[Future[Any], Callable[[], Any]]:
        with self._lock:
            self._free += 1
        try:
            return self._work.get(timeout=IDLE)
        except queue.Empty:
            connections.close_all()
            return self._work.get()
        finally:
            with self._lock:
                self._free -= 1


readers = Readers()
