"""Two players at a table."""

from __future__ import annotations

import pytest

from games.models import Game
from tests.decks import stack, stacked
from tests.people import table
from tests.web.table.tables import ANA, BEN, STOCK, Player


@pytest.fixture
def game(monkeypatch: pytest.MonkeyPatch) -> Game:
    stack(monkeypatch, stacked([BEN, ANA], STOCK))
    return table(2)


@pytest.fixture
def ana(game: Game) -> Player:
    return Player(game, "ana")


@pytest.fixture
def ben(game: Game) -> Player:
    return Player(game, "ben")
