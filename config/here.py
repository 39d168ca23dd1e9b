"""Whether a visitor sits at the machine that the service runs on. In doubt: no."""

from __future__ import annotations

import ipaddress
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest

# What proxies add. A request that came through one came from elsewhere, whatever address it has here.
_THROUGH = ("FORWARDED", "X_FORWARDED_FOR", "X_FORWARDED_HOST", "X_FORWARDED_PROTO", "X_REAL_IP", "VIA")


def from_this_machine(request: HttpRequest) -> bool:
    """For an installation that itself is for this machine only: its public address says so."""
    return (
        not settings.TRUSTED_PROXIES
        and _is_loopback(urlsplit(settings.SITE_URL).hostname or "")
        and _is_loopback(urlsplit(f"//{request.get_host()}").hostname or "")
        and _is_loopback(str(request.META.get("REMOTE_ADDR", "")))
        and not any(f"HTTP_{name}" in request.META for name in _THROUGH)
    )


def _is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
