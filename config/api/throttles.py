"""How many requests a visitor, a user or an address may send: counted in one round trip."""

from __future__ import annotations

import ipaddress
import logging
import time
from functools import cache
from typing import Any

from django.conf import settings
from limits import RateLimitItem, parse
from limits.errors import StorageError
from limits.storage import MemoryStorage, storage_from_string
from limits.strategies import FixedWindowRateLimiter
from redis.exceptions import RedisError
from rest_framework.exceptions import Throttled
from rest_framework.request import Request

log = logging.getLogger("rummy.api")

PERIODS = {"s": "second", "m": "minute", "h": "hour", "d": "day"}
LONGEST_WAIT = 0.5  # seconds for Redis to count
PAUSE = 10.0  # seconds that Redis is left alone after it failed


class Counter:
    """Counts in Redis, which all processes share; without Redis, and while it fails, in this process.

    A counter that fails must not stop play.
    """

    def __init__(self, url: str) -> None:
        self._own = FixedWindowRateLimiter(MemoryStorage())
        self._shared = _shared(url) if url else None
        self._paused_until = 0.0

    def hit(self, rate: RateLimitItem, *who: str) -> float:
        """Counts one; returns 0, or how many seconds to wait where it was one too many."""
        if self._shared is not None and time.monotonic() >= self._paused_until:
            try:
                return _hit(self._shared, rate, *who)
            except (RedisError, StorageError) as error:
                self._paused_until = time.monotonic() + PAUSE
                log.error("Redis does not count requests (%s): this process does", type(error).__name__)
        return _hit(self._own, rate, *who)


def _shared(url: str) -> FixedWindowRateLimiter:
    # Connects when it first counts, not here; the exceptions are caught above.
    return FixedWindowRateLimiter(
        storage_from_string(url, socket_timeout=LONGEST_WAIT, socket_connect_timeout=LONGEST_WAIT)
    )


def _hit(limiter: FixedWindowRateLimiter, rate: RateLimitItem, *who: str) -> float:
    if limiter.hit(rate, *who):
        return 0.0
    return max(1.0, limiter.get_window_stats(rate, *who).reset_time - time.time())


@cache
def limiter() -> Counter:
    """The one of this process."""
    return Counter(settings.REDIS_URL)


@cache
def rate_of(text: str) -> RateLimitItem:
    """`10/min` as a rate; of the period the first letter counts, as in DRF."""
    number, _slash, period = text.partition("/")
    return parse(f"{int(number)}/{PERIODS[period.strip()[0].lower()]}")


def hit(scope: str, who: str) -> None:
    """Counts one request of `who` under the rate of `scope` (anon, user, login). Raises Throttled."""
    wait = limiter().hit(rate_of(settings.THROTTLE_RATES[scope]), scope, who)
    if wait:
        raise Throttled(wait=wait)


def address_of(request: Any) -> str:
    """The client's address, as our last proxy saw it; of IPv6 the network, which is one client's."""
    address = str(request.META.get("REMOTE_ADDR", ""))
    if settings.TRUSTED_PROXIES:
        chain = [
            part.strip() for part in request.META.get("HTTP_X_FORWARDED_FOR", "").split(",") if part.strip()
        ]
        if chain:
            address = chain[-min(settings.TRUSTED_PROXIES, len(chain))]
    if ":" not in address:
        return address[:60]
    try:
        return str(ipaddress.ip_network((address.partition("%")[0].strip("[]"), 64), strict=False))
    except ValueError:
        return address[:60]


def count(request: Request) -> None:
    """Counts a request for whoever sent it."""
    if request.user.is_authenticated:
        hit("user", str(request.user.pk))
    else:
        hit("anon", address_of(request))
