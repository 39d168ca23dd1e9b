"""What is stored of games: columns, constraints, indexes. No rules, no writes (see games/services)."""

from games.models.game import Game, Move, ScoredRound, Seat
from games.models.incoming import IncomingMail
from games.models.keeping import Heartbeat, IdempotencyKey
from games.models.mail import Outbox, StoppedAddress
from games.models.own import Desk, Draft
from games.models.wishes import GameWishes

__all__ = [
    "Desk",
    "Draft",
    "Game",
    "GameWishes",
    "Heartbeat",
    "IdempotencyKey",
    "IncomingMail",
    "Move",
    "Outbox",
    "ScoredRound",
    "Seat",
    "StoppedAddress",
]
