"""The only writers of users and tokens."""

from accounts.services.house import house_player
from accounts.services.registration import confirmation_key

__all__ = ["confirmation_key", "house_player"]
