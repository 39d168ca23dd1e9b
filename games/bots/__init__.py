"""House players. Each level chooses a move from what its seat sees (`engine.view`), and from nothing else.

A new level is a function in a module of its own, named here. The same view gives the same move, unless the time
runs out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

from games.bots import beginner, casual, expert, strong
from games.bots.chosen import Chosen, Why
from games.engine.moves import Move

__all__ = ["LEVELS", "SECONDS", "THINKERS", "Choice", "Chosen", "Thinker", "Why"]

Choice = Callable[[Mapping[str, Any]], Move]
Thinker = Callable[[Mapping[str, Any], float], Chosen]

SECONDS: Final = 5.0  # for a whole choice, far beyond what positions of a game need: nobody waits for long

# The weakest first.
THINKERS: Final[Mapping[str, Thinker]] = {
    "beginner": beginner.think,
    "casual": casual.think,
    "strong": strong.think,
    "expert": expert.think,
}


def _choose(level: str, view: Mapping[str, Any]) -> Move:
    return THINKERS[level](view, SECONDS).move


LEVELS: Final[Mapping[str, Choice]] = {level: partial(_choose, level) for level in THINKERS}
