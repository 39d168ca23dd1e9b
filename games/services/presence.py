"""Who has the page of a game open just now: kept in the cache only, for it is worth nothing a minute later."""

from __future__ import annotations

from datetime import timedelta

from django.core.cache import cache

# A page that is open asks or is heard at least so often.
STAYS = timedelta(minutes=2)


def seen(*, user_id: int, game_id: int) -> None:
    """The user looks at the game. A cache that is away is no reason to show nothing."""
    try:
        cache.set(_key(user_id, game_id), True, STAYS.total_seconds())
    except Exception:  # noqa: BLE001  # whatever the cache's client raises
        return


def is_here(*, user_id: int, game_id: int) -> bool:
    """Whether the user looked at the game a moment ago; not known where the cache is away."""
    try:
        return bool(cache.get(_key(user_id, game_id)))
    except Exception:  # noqa: BLE001  # whatever the cache's client raises
        return False


def _key(user_id: int, game_id: int) -> str:
    return f"here:{user_id}:{game_id}"
