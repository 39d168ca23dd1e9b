"""Who has a page open just now: kept in the cache only, for it is worth nothing a minute later."""

from __future__ import annotations

import logging
from datetime import timedelta

from django.core.cache import cache

log = logging.getLogger(__name__)

# An open stream says so every minute; a page without a script says it once, when it is loaded.
EVERY = 60.0
STAYS = timedelta(minutes=2)


def seen(user_id: int | str) -> None:
    """The user is here. A cache that is away is no reason to show nothing."""
    try:
        cache.set(_key(user_id), True, STAYS.total_seconds())
    except Exception as error:  # noqa: BLE001  # whatever the cache's client raises
        log.info("nobody could be marked as here: %s", type(error).__name__)


def is_here(user_id: int | str) -> bool:
    """Whether the user was here a moment ago; not known where the cache is away."""
    try:
        return bool(cache.get(_key(user_id)))
    except Exception as error:  # noqa: BLE001  # whatever the cache's client raises
        log.info("who is here is not known: %s", type(error).__name__)
        return False  # so that mail is sent


def _key(user_id: int | str) -> str:
    return f"here:{user_id}"
