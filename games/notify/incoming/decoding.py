"""The text of one part of a mail, whatever it says of itself: transfer encoding, charset, flowed lines."""

from __future__ import annotations

import base64
import binascii
import codecs
import re
from copy import copy
from email.message import Message

from games.notify.incoming.storable import storable

# Text codecs by name only: Python's others (zip, punycode, …) are no charset of a mail.
_CHARSET = re.compile(
    r"(?:x-)?(?:utf|us-ascii|ascii|iso|latin|windows|cp|koi|mac|big5|gb|euc|shift|hz|ks|tis)[\w-]*", re.ASCII
)
_WESTERN = {"ascii", "iso8859-1", "iso8859-15", "cp1252"}
_NO_BASE64 = re.compile(rb"[^A-Za-z0-9+/]")
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f]")
# What stands in place of a character that cannot be told; no move is made of it.
_LOST = "\N{REPLACEMENT CHARACTER}"


def text_of(part: Message) -> str:
    """The part's text, its lines ended by \\n. Never raises."""
    text = storable(decoded(_bytes_of(part), _parameter(part, "charset")))
    text = text.replace("\r\n", "\n").replace("\r", "\n").removeprefix("\ufeff")
    if part.get_content_type() == "text/plain" and _parameter(part, "format").lower() == "flowed":
        return unflowed(text, joined=_parameter(part, "delsp").lower() == "yes")
    return text


def decoded(data: bytes, label: str) -> str:
    """Bytes as text by the charset that the label names, if that can be; else by the one that they fit."""
    name = _known(label)
    if name is None or (name in _WESTERN and not data.isascii()):
        # Many a mail says Latin and is UTF-8; hardly any Latin text is UTF-8 by chance.
        tried = ["utf-8", name or "cp1252"]
    elif name.startswith("utf-16") and b"\0" not in data:
        tried = ["utf-8"]
    else:
        tried = [name, "utf-8"]
    for one in (*tried, "cp1252"):
        try:
            return data.decode(one)
        except (UnicodeError, LookupError, ValueError):
            continue
    return data.decode("utf-8", "replace")


def unflowed(text: str, *, joined: bool = False) -> str:
    """format=flowed (RFC 3676): a line that ends in a blank goes on in the next one of the same depth."""
    out: list[str] = []
    depth_before, flowing = 0, False
    for line in text.split("\n"):
        bare = line.lstrip(">")
        depth = len(line) - len(bare)
        bare = bare.removeprefix(" ")
        if flowing and depth == depth_before and bare != "-- ":
            out[-1] += bare
        else:
            out.append(">" * depth + (" " if depth else "") + bare)
        flowing, depth_before = bare.endswith(" ") and bare != "-- ", depth
        if flowing and joined:
            out[-1] = out[-1][:-1]
    return "\n".join(out)


def _bytes_of(part: Message) -> bytes:
    # Without its headers, which Python would already follow, and fall over.
    bare = copy(part)
    del bare["Content-Type"], bare["Content-Transfer-Encoding"]
    data = bare.get_payload(decode=True)
    if not isinstance(data, bytes):
        return b""
    how = str(part.get("Content-Transfer-Encoding", "")).strip().lower()
    if how == "base64":
        return _from_base64(data, _known(_parameter(part, "charset")) or "utf-8")
    if how == "quoted-printable":
        return binascii.a2b_qp(data)
    return data


def _from_base64(data: bytes, charset: str) -> bytes:
    """As much as can be read; what is no base64 at all is taken as it stands."""
    if b" " in data.strip():  # words: the label is wrong
        return data
    kept = _NO_BASE64.sub(b"", data)
    kept = kept[: len(kept) - (len(kept) % 4 == 1)]
    found = base64.b64decode(kept + b"=" * (-len(kept) % 4))
    try:
        is_text = not _CONTROL.search(found.decode("utf-8" if charset in _WESTERN else charset))
    except (UnicodeError, LookupError, ValueError):
        is_text = False
    # A short word may be base64 as well: then it is what makes sense.
    return found if is_text or len(kept) > 16 else data


def _known(label: str) -> str | None:
    label = label.strip(" \"'").lower()
    if not _CHARSET.fullmatch(label):
        return None
    try:
        return codecs.lookup(label).name
    except (LookupError, ValueError):
        return None


def _parameter(part: Message, name: str) -> str:
    try:
        found = part.get_param(name, "")
    except (ValueError, LookupError, UnicodeError, AttributeError):  # a header that cannot be taken apart
        return ""
    # By RFC 2231 a parameter may come as charset, language, value.
    return str(found[2] if isinstance(found, tuple) else found or "")
