"""Who has a page open just now: kept in the cache only, for it is worth nothing a minute later."""

from __future__ import annotations

from datetime import timedelta

from config import kept

# Seconds. An open stream says so every minute; a page without a script says it once, when it is loaded.
EVERY = 60.0
STAYS = timedelta(minutes=2)


def seen(user_id: int | str) -> None:
    """The user is here. A cache that is away is no reason to show nothing."""
    kept.put(_key(user_id), True, seconds=STAYS.total_seconds())


def is_here(user_id: int | str) -> bool:
    """Whether the user was here a moment ago; where the cache is away nobody is, so that mail is sent."""
    return bool(kept.get(_key(user_id)))


def _key(user_id: int | str) -> str:
    return f"here:{user_id}"
