"""What is stored of games: columns, constraints, indexes. No rules, no writes (see games/services)."""

from games.models.clock import ClockChange, Outage
from games.models.feeds import Feed, FeedEntry
from games.models.game import Game, Move, ScoredRound, Seat
from games.models.incoming import IncomingMail
from games.models.keeping import Heartbeat, IdempotencyKey
from games.models.mail import Outbox, StoppedAddress
from games.models.own import Desk, Draft
from games.models.plans import Plan
from games.models.reviews import RoundReview
from games.models.shuffles import Chain, Contribution
from games.models.webhooks import Webhook, WebhookDelivery
from games.models.wishes import GameWishes

__all__ = [
    "Chain",
    "ClockChange",
    "Contribution",
    "Desk",
    "Draft",
    "Feed",
    "FeedEntry",
    "Game",
    "GameWishes",
    "Heartbeat",
    "IdempotencyKey",
    "IncomingMail",
    "Move",
    "Outage",
    "Outbox",
    "Plan",
    "RoundReview",
    "ScoredRound",
    "Seat",
    "StoppedAddress",
    "Webhook",
    "WebhookDelivery",
]
