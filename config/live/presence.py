"""Who has a page open just now: kept in the cache only, for it is worth nothing a minute later."""

from __future__ import annotations

from datetime import timedelta

from django.core.cache import cache

# An open stream says so every minute; a page without a script says it once, when it is loaded.
EVERY = 60.0
STAYS = timedelta(minutes=2)


def seen(user_id: int | str) -> None:
    """The user is here. A cache that is away is no reason to show nothing."""
    try:
        cache.set(_key(user_id), True, STAYS.total_seconds())
    except Exception:  # noqa: BLE001  # whatever the cache's client raises
        return


def is_here(user_id: int | str) -> bool:
    """Whether the user was here a moment ago; not known where the cache is away."""
    try:
        return bool(cache.get(_key(user_id)))
    except Exception:  # noqa: BLE001  # whatever the cache's client raises
        return False


def _key(user_id: int | str) -> str:
    return f"here:{user_id}"
