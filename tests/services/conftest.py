"""What tests of services share."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import time_machine

from games.services import plan_orders
from tests.services.clockwork import START


@pytest.fixture(autouse=True)
def _patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a plan plays is no matter of time."""
    given: Any = plan_orders.move.__kwdefaults__
    monkeypatch.setitem(given, "seconds", 900.0)


@pytest.fixture
def frozen() -> Iterator[Any]:
    """The clock stands at START until the test moves it."""
    with time_machine.travel(START, tick=False) as clock:
        yield clock
