"""The best play of a hand onto a table, exactly: what hints say and house players know. Pure, like the engine.

`solve` gives the best arrangement, `follow` the one of the best that is easiest to follow, `fits` the cards that
can be played at all.
"""

from games.solver.fits import Fit, fits, fits_within
from games.solver.follow import Followed, follow, moved
from games.solver.position import Impossible
from games.solver.solve import Play, can_play, solve
from games.solver.supply import Objective

__all__ = [
    "Fit",
    "Followed",
    "Impossible",
    "Objective",
    "Play",
    "can_play",
    "fits",
    "fits_within",
    "follow",
    "moved",
    "solve",
]
