"""Short texts that only we can make: some bytes and a proof, in letters that no server and no person changes."""

from __future__ import annotations

import base64
import binascii

from django.utils.crypto import constant_time_compare, salted_hmac

# A guess costs a request or a mail each; behind most there is another check.
PROOF = 10
_SALT = "games.notify.reply_address"


def sealed(kind: str, body: bytes, more: str = "") -> str:
    """`body` with its proof. `kind` and `more` are part of what is proven, and not of the text."""
    return base64.b32encode(body + _proof(kind, body, more)).decode().rstrip("=").lower()


def unproven(token: str) -> bytes | None:
    """The body, whoever made it; None for what has no such shape."""
    if not token.isascii():
        return None
    try:
        whole = base64.b32decode(token.upper() + "=" * (-len(token) % 8))
    except binascii.Error:
        return None
    return whole[:-PROOF] or None


def opened(kind: str, token: str, more: str = "") -> bytes | None:
    """The body; None for what is not ours, whatever it is."""
    body = unproven(token)
    if body is None or not constant_time_compare(sealed(kind, body, more), token.lower()):
        return None
    return body


def packed(number: int) -> bytes:
    """Seven bits a byte, the lowest first; the last byte has its top bit clear."""
    if number < 0:
        raise ValueError("not below 0")
    out = bytearray()
    while number > 127:
        out.append(number & 127 | 128)
        number >>= 7
    out.append(number)
    return bytes(out)


def unpacked(data: bytes) -> tuple[int, bytes]:
    """The first number, and what stands behind it."""
    number = 0
    for at, byte in enumerate(data):
        number |= (byte & 127) << (7 * at)
        if byte < 128:
            return number, data[at + 1 :]
    return number, b""


def _proof(kind: str, body: bytes, more: str) -> bytes:
    salt = f"{_SALT}.{kind}"
    return salted_hmac(salt, body + more.encode(), algorithm="sha256").digest()[:PROOF]
