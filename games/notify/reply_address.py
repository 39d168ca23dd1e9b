"""The addresses that mails give out, signed: one to reply to, one for what comes back.

`make` and `read` are for replies: game, turn and player stand in the local part. `bounce` and `bounced_mail` are for
what a server returns: the number of the mail. Case does not matter, since servers change it.
"""

from __future__ import annotations

import base64
import binascii
import re

from django.utils.crypto import constant_time_compare, salted_hmac

LONGEST = 64  # of a local part (RFC 5321)
# A guess costs a mail each, and a reply needs its sender's address beside it.
_MAC = 10
_SALT = "games.notify.reply_address"
_LOCAL = re.compile(r"(?:\A|[\s<,;:\"'])([rb])\+([a-z2-7]{16,62})@", re.IGNORECASE)


def make(game_code: str, turn: int, user_id: int) -> str:
    """The local part of the address that the player replies to: `r+…`. `turn` is 0 where a mail is of none."""
    code = game_code.encode("ascii")
    return "r+" + _signed("r", bytes((len(code),)) + code + _packed(turn) + _packed(user_id))


def read(address: str) -> tuple[str, int, int] | None:
    """Game, turn and player of the reply address that `address` is or holds; None where it is none of ours."""
    body = _opened("r", address)
    if body is None:
        return None
    length, rest = body[0], body[1:]
    code, rest = rest[:length], rest[length:]
    turn, rest = _unpacked(rest)
    user_id, _rest = _unpacked(rest)
    return code.decode("ascii"), turn, user_id


def bounce(mail_id: int) -> str:
    """The local part of the address that a mail's failure is returned to: `b+…`."""
    return "b+" + _signed("b", _packed(mail_id))


def bounced_mail(address: str) -> int | None:
    """Which mail's bounce address `address` is or holds; None where it is none of ours."""
    body = _opened("b", address)
    return None if body is None else _unpacked(body)[0]


def _signed(kind: str, body: bytes) -> str:
    token = base64.b32encode(body + _mac(kind, body)).decode().rstrip("=").lower()
    if len(token) + 2 > LONGEST:
        raise ValueError("too long for a local part")
    return token


def _opened(kind: str, address: str) -> bytes | None:
    """What was signed; None for what is not ours, whatever it is."""
    found = _LOCAL.search(address)
    if found is None or found[1].lower() != kind:
        return None
    token = found[2].upper()
    try:
        whole = base64.b32decode(token + "=" * (-len(token) % 8))
    except binascii.Error:
        return None
    body, mac = whole[:-_MAC], whole[-_MAC:]
    return body if body and constant_time_compare(mac, _mac(kind, body)) else None


def _mac(kind: str, body: bytes) -> bytes:
    return salted_hmac(f"{_SALT}.{kind}", body, algorithm="sha256").digest()[:_MAC]


def _packed(number: int) -> bytes:
    """Seven bits a byte, the lowest first; the last byte has its top bit clear."""
    if number < 0:
        raise ValueError("not below 0")
    out = bytearray()
    while number > 127:
        out.append(number & 127 | 128)
        number >>= 7
    out.append(number)
    return bytes(out)


def _unpacked(data: bytes) -> tuple[int, bytes]:
    number = 0
    for at, byte in enumerate(data):
        number |= (byte & 127) << (7 * at)
        if byte < 128:
            return number, data[at + 1 :]
    return number, b""
