"""What tests of services share."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import time_machine

from tests.services.clockwork import START


@pytest.fixture
def frozen() -> Iterator[Any]:
    """The clock stands at START until the test moves it."""
    with time_machine.travel(START, tick=False) as clock:
        yield clock
