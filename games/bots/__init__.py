"""House players. Each level chooses a move from what its seat sees (`engine.view`), and from nothing else.

A new level is a function in a module of its own, named here. The same view gives the same move.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from games.bots import beginner, casual, expert, strong
from games.engine.moves import Move

__all__ = ["LEVELS", "Chooser"]

Chooser = Callable[[Mapping[str, Any]], Move]

# The weakest first.
LEVELS: Final[Mapping[str, Chooser]] = {
    "beginner": beginner.choose,
    "casual": casual.choose,
    "strong": strong.choose,
    "expert": expert.choose,
}
