"""The strong player: of all arrangements of the whole table the one that leaves the least points; knocks at once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.bots.chosen import Chosen, Why
from games.bots.seen import Seen, best, lay, plain, read
from games.engine.moves import Knock
from games.solver import Play


def think(view: Mapping[str, Any], seconds: float) -> Chosen:
    """A legal move for the seat of this view: knocks when it can, lays the best play there is, else draws."""
    seen = read(view)
    if "knock" in seen.can:
        return Chosen(Knock(), Why.LOW)
    if "meld" not in seen.can:
        return Chosen(plain(seen), Why.NOTHING_SEEN)
    return by_play(seen, best(seen, seconds))


def by_play(seen: Seen, play: Play) -> Chosen:
    """Lays this best play, if it plays anything; what is not proved is not claimed."""
    if not play.played:
        return Chosen(plain(seen), Why.NOTHING_FITS if play.optimal else Why.NOTHING_SEEN)
    return Chosen(lay(seen, play), Why.LEAST_POINTS if play.optimal else Why.BEST_SEEN)
