"""How many requests a visitor, a user or an address may send: counted in one round trip."""

from __future__ import annotations

import time
from functools import cache
from typing import Any

from django.conf import settings
from limits import RateLimitItem, parse
from limits.storage import Storage, storage_from_string
from limits.strategies import FixedWindowRateLimiter
from rest_framework.exceptions import Throttled
from rest_framework.request import Request


@cache
def limiter() -> FixedWindowRateLimiter:
    """The counter that all processes share where there is Redis, else this process's own."""
    storage: Storage = storage_from_string(settings.REDIS_URL or "memory://")
    return FixedWindowRateLimiter(storage)


@cache
def _rate(text: str) -> RateLimitItem:
    return parse(text.replace("/min", "/minute").replace("/sec", "/second").replace("secondond", "second").replace("minuteute", "minute"))


def hit(scope: str, who: str) -> None:
    """Counts one request of `who` under the rate of `scope` (anon, user, login). Raises Throttled."""
    rate = _rate(settings.THROTTLE_RATES[scope])
    if not limiter().hit(rate, scope, who):
        reset = limiter().get_window_stats(rate, scope, who).reset_time
        raise Throttled(wait=max(1.0, reset - time.time()))


def address_of(request: Any) -> str:
    """The client's address, as the last proxy of ours saw it."""
    if settings.TRUSTED_PROXIES:
        chain = [part.strip() for part in request.META.get("HTTP_X_FORWARDED_FOR", "").split(",") if part.strip()]
        if chain:
            return str(chain[-min(settings.TRUSTED_PROXIES, len(chain))])
    return str(request.META.get("REMOTE_ADDR", ""))


def count(request: Request) -> None:
    """Counts a request for whoever sent it."""
    if request.user.is_authenticated:
        hit("user", str(request.user.pk))
    else:
        hit("anon", address_of(request))
