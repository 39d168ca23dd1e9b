"""The expert: the strong player, who also weighs drawing on against laying now, by rounds played out in the head.

Not knocking, and holding back what would end the round, were tried on imagined rounds as well: they lose 20 to
30 points a decision, so they are not looked at.
"""

from __future__ import annotations

import math
import statistics
import time
from collections.abc import Mapping
from typing import Any

from games.bots import strong
from games.bots.chosen import Chosen, Why
from games.bots.imagining import Imagined, NoTime
from games.bots.seen import Seen, best, lay, plain, read
from games.engine.moves import Draw, Knock, MeldMove
from games.solver import solve

DEALS = 12  # imagined for one decision of two players
MARGIN = 1.0  # points by which something else must be better than what the strong player does
# Where more than two sit, rounds take longer to imagine, and one says little: hands of forty points more or less.
DEALS_OF_MANY = 8
SURE = 1.5  # standard errors by which something else must be better there


def think(view: Mapping[str, Any], seconds: float) -> Chosen:
    """A legal move for the seat of this view. Where the time runs out, it is the strong player's."""
    until = time.monotonic() + seconds
    seen = read(view)
    options = candidates(seen, seconds / 2)
    if len(options) == 1:
        return options[0]
    weigh = _of_two if len(seen.held) == 2 else _of_many
    try:
        return weigh(seen, options, until)
    except NoTime:
        return options[0]


def _of_two(seen: Seen, options: list[Chosen], until: float) -> Chosen:
    """The best on average, by rounds played to their end."""
    found = Imagined(seen, until=until).worth([each.move for each in options], deals(seen, DEALS))
    values = [sum(each) / len(each) for each in found]
    place = max(range(len(options)), key=lambda at: values[at] - (MARGIN if at else 0))
    return options[place]


def _of_many(seen: Seen, options: list[Chosen], until: float) -> Chosen:
    """What is surely better, by how things stand when all have had a turn; else the strong player's move.

    After half of the deals only what has been better so far is looked at further.
    """
    imagined = Imagined(seen, turns=len(seen.held), until=until)
    half = max(2, deals(seen, DEALS_OF_MANY) // 2)
    now, *others = imagined.worth([each.move for each in options], half)
    better = [place for place, values in enumerate(others, 1) if sum(values) > sum(now)]
    if not better:
        return options[0]
    more = imagined.worth([options[place].move for place in (0, *better)], half)
    now += more[0]
    best, most = options[0], MARGIN
    for place, values in zip(better, more[1:], strict=True):
        gains = [a - b for a, b in zip((*others[place - 1], *values), now, strict=True)]
        gain = statistics.fmean(gains)
        if gain > max(most, SURE * statistics.stdev(gains) / math.sqrt(len(gains))):
            best, most = options[place], gain
    return best


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


def deals(seen: Seen, most: int) -> int:
    """How many rounds are imagined: fewer where the table is crowded and each of them takes its time."""
    cards = sum(map(len, seen.table))
    return most if cards < 36 else most // 2 if cards < 56 else most // 4
