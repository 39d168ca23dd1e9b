"""What is worth keeping for a while and no more: in the cache. One that is away keeps nothing, and stops nobody."""

from __future__ import annotations

import logging
from typing import Any

from django.core.cache import cache

log = logging.getLogger(__name__)


def get(key: str) -> Any:
    """What was kept under this key, or None."""
    try:
        return cache.get(key)
    except Exception as error:  # noqa: BLE001  # whatever the cache's client raises
        log.info("nothing could be looked up: %s", type(error).__name__)
        return None


def put(key: str, value: Any, *, seconds: float) -> None:
    """Keeps this, in the place of what was kept before."""
    try:
        cache.set(key, value, seconds)
    except Exception as error:  # noqa: BLE001  # as above
        log.info("nothing could be kept: %s", type(error).__name__)


def first(key: str, value: Any, *, seconds: float) -> Any:
    """Keeps this, where nothing is kept yet. What is kept then: of two at once, the first one's."""
    try:
        return value if cache.add(key, value, seconds) else cache.get(key, value)
    except Exception as error:  # noqa: BLE001  # as above
        log.info("nothing could be kept: %s", type(error).__name__)
        return value
