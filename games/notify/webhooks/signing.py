"""The signature of a request, exactly as the specification Standard Webhooks has it."""

from __future__ import annotations

import base64
import hashlib
import hmac
from collections.abc import Sequence

VERSION = "v1"


def headers(*, key: str, timestamp: int, body: bytes, secrets: Sequence[bytes]) -> dict[str, str]:
    """The three headers. `key` is the same at every try, `timestamp` (seconds) of this one."""
    return {
        "webhook-id": key,
        "webhook-timestamp": str(timestamp),
        "webhook-signature": " ".join(_signature(key, timestamp, body, secret) for secret in secrets),
    }


def _signature(key: str, timestamp: int, body: bytes, secret: bytes) -> str:
    signed = b".".join((key.encode(), str(timestamp).encode(), body))
    return f"{VERSION},{base64.b64encode(hmac.digest(secret, signed, hashlib.sha256)).decode()}"
