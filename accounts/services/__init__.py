"""The only writers of users and tokens."""

from accounts.services.house import house_player

__all__ = ["house_player"]
