"""For all tests of open connections: this process alone, whose threads give their connections back soon."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import pytest

from config.live import following, readers


@pytest.fixture(autouse=True)
def _here(settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    settings.REDIS_URL = ""
    monkeypatch.setattr(readers, "IDLE", 0.05)
    yield
    following._readings.clear()
    # What is still read is read before the test's database is emptied, and the connection given back soon after.
    end = time.monotonic() + 240
    while readers.readers._free < readers.readers._threads:
        assert time.monotonic() < end, "a reading does not end"
        time.sleep(0.005)
