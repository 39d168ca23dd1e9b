"""The calls of the interface, one class for each kind of thing."""

from rummy.resources.accounts import Accounts, Bots, Me, Tokens
from rummy.resources.events import Events
from rummy.resources.games import Drafts, Games
from rummy.resources.plans import Plans
from rummy.resources.webhooks import Webhooks

__all__ = ["Accounts", "Bots", "Drafts", "Events", "Games", "Me", "Plans", "Tokens", "Webhooks"]
