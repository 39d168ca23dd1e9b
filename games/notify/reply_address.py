"""The addresses that mails give out, signed: one to reply to, one for what comes back.

`make` and `read` are for replies: game, turn and player stand in the local part. `bounce` and `bounced_mail` are for
what a server returns: the number of the mail. Case does not matter, since servers change it.
"""

from __future__ import annotations

import re

from games.notify.signed import opened, packed, sealed, unpacked

LONGEST = 64  # of a local part (RFC 5321)
_LOCAL = re.compile(r"(?:\A|[\s<,;:\"'])([rb])\+([a-z2-7]{16,62})@", re.IGNORECASE)


def make(game_code: str, turn: int, user_id: int) -> str:
    """The local part of the address that the player replies to: `r+…`. `turn` is 0 where a mail is of none."""
    code = game_code.encode("ascii")
    return _local("r", bytes((len(code),)) + code + packed(turn) + packed(user_id))


def read(address: str) -> tuple[str, int, int] | None:
    """Game, turn and player of the reply address that `address` is or holds; None where it is none of ours."""
    body = _opened("r", address)
    if body is None:
        return None
    length, rest = body[0], body[1:]
    code, rest = rest[:length], rest[length:]
    turn, rest = unpacked(rest)
    user_id, _rest = unpacked(rest)
    return code.decode("ascii"), turn, user_id


def bounce(mail_id: int) -> str:
    """The local part of the address that a mail's failure is returned to: `b+…`."""
    return _local("b", packed(mail_id))


def bounced_mail(address: str) -> int | None:
    """Which mail's bounce address `address` is or holds; None where it is none of ours."""
    body = _opened("b", address)
    return None if body is None else unpacked(body)[0]


def _local(kind: str, body: bytes) -> str:
    local = f"{kind}+{sealed(kind, body)}"
    if len(local) > LONGEST:
        raise ValueError("too long for a local part")
    return local


def _opened(kind: str, address: str) -> bytes | None:
    """What was signed; None for what is not ours, whatever it is."""
    found = _LOCAL.search(address)
    if found is None or found[1].lower() != kind:
        return None
    return opened(kind, found[2])
