"""Waiting for what comes: nothing that follows an action is read once."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

from playwright.sync_api import Error, Page

PATIENCE = 30.0  # seconds; costs nothing where all is well, and machines that are busy need it
Found = TypeVar("Found")


def until(page: Page, read: Callable[[], Found], good: Callable[[Found], bool]) -> Found:
    """What is read, once it is good. Fails with what it was at the last."""
    end = time.monotonic() + PATIENCE
    while not good(found := _read(page, read)):
        assert time.monotonic() < end, found
        page.wait_for_timeout(50)
    return found


def equals(page: Page, read: Callable[[], Found], wanted: Found) -> None:
    """Waits until that is what is read."""
    end = time.monotonic() + PATIENCE
    while (found := _read(page, read)) != wanted and time.monotonic() < end:
        page.wait_for_timeout(50)
    assert found == wanted, f"{found} instead of {wanted}"


def _read(page: Page, read: Callable[[], Found]) -> Found:
    """What is read; of the page that comes, where one was just going."""
    try:
        return read()
    except Error as error:
        if "context was destroyed" not in error.message:
            raise
        page.wait_for_load_state()
        return read()
