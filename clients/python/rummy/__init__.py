"""Play Manipulation Rummy from a program: `Client`, `AsyncClient`, and the rules as `rummy.engine`."""

from rummy._version import __version__
from rummy.client import AsyncClient, Client
from rummy.problems import (
    Conflict,
    GameOver,
    IllegalMove,
    Invalid,
    NotAllowed,
    NotFound,
    NotLoggedIn,
    NotYourTurn,
    Problem,
    RummyError,
    StaleVersion,
    Throttled,
    Unavailable,
    Unreachable,
    WrongPhase,
)
from rummy.shapes import Entry, Event, Game, ScoredRound, Seat, Summary
from rummy.talks import Patience

__all__ = [
    "AsyncClient",
    "Client",
    "Conflict",
    "Entry",
    "Event",
    "Game",
    "GameOver",
    "IllegalMove",
    "Invalid",
    "NotAllowed",
    "NotFound",
    "NotLoggedIn",
    "NotYourTurn",
    "Patience",
    "Problem",
    "RummyError",
    "ScoredRound",
    "Seat",
    "StaleVersion",
    "Summary",
    "Throttled",
    "Unavailable",
    "Unreachable",
    "WrongPhase",
    "__version__",
]
