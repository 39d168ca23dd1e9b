"""What the heads of a mail say, taken as they come: one that cannot be read says nothing."""

from __future__ import annotations

import re
from email.errors import MessageError
from email.header import decode_header, make_header
from email.message import Message
from email.utils import getaddresses

from games.notify.incoming.storable import storable

LONGEST = 2000  # characters of a head that are looked at
_ID = re.compile(r"<[^<>\s]{3,250}>")
_RECIPIENTS = ("Delivered-To", "X-Original-To", "X-Envelope-To", "Envelope-To", "To", "Cc", "Resent-To")


def text(message: Message, name: str) -> str:
    """The head's text, on one line; "" where there is none."""
    return _text(message.get(name))


def raw_of(message: Message, name: str) -> list[str]:
    """Every head of that name as it stands, the topmost first: what is hidden in encoded words says nothing."""
    return [" ".join(storable(str(found)[:LONGEST]).split()) for found in message.get_all(name) or []]


def addresses(message: Message, *names: str) -> list[str]:
    """The addresses in these heads."""
    found = getaddresses([head for name in names for head in raw_of(message, name)])
    return [address.strip() for _name, address in found if "@" in address]


def recipients(message: Message) -> list[str]:
    """Everybody to whom the mail says that it goes or went."""
    return addresses(message, *_RECIPIENTS)


def author(message: Message) -> str:
    """The one address that the mail says it is from; "" where it does not say exactly one."""
    found = addresses(message, "From")
    return found[0] if len(found) == 1 and len(raw_of(message, "From")) == 1 else ""


def returned_to(message: Message) -> str:
    """The envelope's sender, as the last server wrote it down; "<>" where there was none, "" where it is not said."""
    said = raw_of(message, "Return-Path")
    if not said:
        return ""
    return "<>" if said[0].replace(" ", "") in ("<>", "") else said[0].strip("<> ")


def answered(message: Message) -> list[str]:
    """The ids of the mails that this one answers, the nearest first."""
    ids = _ID.findall(text(message, "In-Reply-To")) + _ID.findall(text(message, "References"))[::-1]
    return list(dict.fromkeys(ids))


def identity(raw: bytes, message: Message) -> str:
    """What the mail has in common with itself, when it comes again."""
    found = _ID.search(text(message, "Message-ID"))
    if found:
        return found[0]
    # Without an id: all but what each server on the way adds on top.
    _head, _blank, body = raw.replace(b"\r\n", b"\n").partition(b"\n\n")
    own = [text(message, name) for name in ("From", "Date", "Subject")]
    return "\n".join(own) + "\n" + body.decode("latin-1")


def _text(value: object) -> str:
    if value is None:
        return ""
    plain = " ".join(storable(str(value)[:LONGEST]).split())
    try:
        return storable(str(make_header(decode_header(plain))))
    except (MessageError, LookupError, ValueError):
        return plain
