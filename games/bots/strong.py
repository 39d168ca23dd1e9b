"""The strong player: of all arrangements of the whole table the one that leaves the least points; knocks at once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.bots.seen import best, lay, plain, read
from games.engine.moves import Knock, Move


def choose(view: Mapping[str, Any]) -> Move:
    """A legal move for the seat of this view: knocks when it can, lays the best play there is, else draws."""
    seen = read(view)
    if "knock" in seen.can:
        return Knock()
    if "meld" in seen.can:
        play = best(seen)
        if play.played:
            return lay(seen, play)
    return plain(seen)
