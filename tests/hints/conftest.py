"""For all tests of hints and reviews: what is found is no matter of time, but where a test says how much there is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from games.services import hints, reviews

LONG = 900.0  # seconds, on whatever machine
ASKED: tuple[Callable[..., Any], ...] = (
    *(hints.places, hints.best, hints.arrangement),
    *(reviews.work, reviews.beside_the_best),
)


@pytest.fixture(autouse=True)
def _patient(monkeypatch: pytest.MonkeyPatch) -> None:
    for each in ASKED:
        given: Any = each.__kwdefaults__
        monkeypatch.setitem(given, "seconds", LONG)
