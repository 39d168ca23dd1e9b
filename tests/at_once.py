"""The same work on several threads, begun at the same moment."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from django.db import connection

Result = TypeVar("Result")


def at_once(work: Callable[[], Result], threads: int = 4) -> list[Result]:
    """What each of them gave. A fault of one is raised here."""
    start = threading.Barrier(threads)

    def one() -> Result:
        try:
            start.wait(600)
            return work()
        finally:
            connection.close()

    with ThreadPoolExecutor(threads) as pool:
        return [each.result(600) for each in [pool.submit(one) for _ in range(threads)]]
