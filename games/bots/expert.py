"""The expert: the strong player, who also weighs drawing on against laying now, by rounds played out in the head.

Not knocking, and holding back what would end the round, were tried on imagined rounds as well: they lose 20 to
30 points a decision, so they are not looked at.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.bots.imagining import worth
from games.bots.seen import Seen, best, lay, plain, read
from games.engine.moves import Draw, Knock, Move
from games.solver import solve

DEALS = 12  # imagined for one decision; with more than two players only to when all have had a turn
MARGIN = 1.0  # points by which something else must be better than what the strong player does


def choose(view: Mapping[str, Any]) -> Move:
    """A legal move for the seat of this view."""
    seen = read(view)
    moves = candidates(seen)
    if len(moves) == 1:
        return moves[0]
    two = len(seen.held) == 2
    values = worth(seen, moves, deals(seen), None if two else len(seen.held))
    place = max(range(len(moves)), key=lambda at: values[at] - (MARGIN if at else 0))
    return moves[place]


def candidates(seen: Seen) -> list[Move]:
    """What is worth a thought, the strong player's move first."""
    if "knock" in seen.can:
        return [Knock()]
    if "meld" not in seen.can:
        return [plain(seen)]
    play = best(seen)
    if not play.played:
        return [plain(seen)]
    now = lay(seen, play)
    if now.knock or not play.left or "draw" not in seen.can:
        return [now]
    moves: list[Move] = [now, Draw()]
    other = solve(seen.table, seen.hand, objective="cards", decks=seen.decks)
    if len(other.played) > len(play.played):
        moves.append(lay(seen, other))
    return moves


def deals(seen: Seen) -> int:
    """How many rounds are imagined: fewer where the table is crowded and each of them takes its time."""
    cards = sum(map(len, seen.table))
    return DEALS if cards < 36 else DEALS // 2 if cards < 56 else DEALS // 4
