"""The expert: the strong player, who also weighs drawing on against laying now, by rounds played out in the head.

Not knocking, and holding back what would end the round, were tried on imagined rounds as well: they lose 20 to
30 points a decision, so they are not looked at.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

from games.bots import strong
from games.bots.chosen import Chosen, Why
from games.bots.imagining import NoTime, worth
from games.bots.seen import Seen, best, lay, plain, read
from games.engine.moves import Draw, Knock, MeldMove
from games.solver import solve

DEALS = 12  # imagined for one decision; with more than two players only to when all have had a turn
MARGIN = 1.0  # points by which something else must be better than what the strong player does


def think(view: Mapping[str, Any], seconds: float) -> Chosen:
    """A legal move for the seat of this view. Where the time runs out, it is the strong player's."""
    until = time.monotonic() + seconds
    seen = read(view)
    options = candidates(seen, seconds / 2)
    if len(options) == 1:
        return options[0]
    turns = None if len(seen.held) == 2 else len(seen.held)
    try:
        values = worth(seen, [each.move for each in options], deals(seen), turns, until=until)
    except NoTime:
        return options[0]
    place = max(range(len(options)), key=lambda at: values[at] - (MARGIN if at else 0))
    return options[place]


def candidates(seen: Seen, seconds: float) -> list[Chosen]:
    """What is worth a thought, the strong player's move first."""
    if "knock" in seen.can:
        return [Chosen(Knock(), Why.LOW)]
    if "meld" not in seen.can:
        return [Chosen(plain(seen), Why.NOTHING_SEEN)]
    until = time.monotonic() + seconds
    play = best(seen, seconds)
    now = strong.by_play(seen, play)
    if not play.left or not isinstance(now.move, MeldMove) or now.move.knock or "draw" not in seen.can:
        return [now]
    options = [now, Chosen(Draw(), Why.DRAWS_ON)]
    left = until - time.monotonic()
    other = solve(seen.table, seen.hand, objective="cards", decks=seen.decks, seconds=max(0.0, left))
    if len(other.played) > len(play.played):
        options.append(Chosen(lay(seen, other), Why.MOST_CARDS))
    return options


def deals(seen: Seen) -> int:
    """How many rounds are imagined: fewer where the table is crowded and each of them takes its time."""
    cards = sum(map(len, seen.table))
    return DEALS if cards < 36 else DEALS // 2 if cards < 56 else DEALS // 4
