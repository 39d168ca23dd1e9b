"""For all tests of house players: what they choose, and with it the course of a game, is no matter of time."""

from __future__ import annotations

import pytest

from games import bots
from games.services import house
from tests.bots.patience import LONG


@pytest.fixture(autouse=True)
def _patient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots, "SECONDS", LONG)
    monkeypatch.setattr(house, "SECONDS", LONG)
