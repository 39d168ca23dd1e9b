"""A mailbox that is looked into (IMAP), where no server can hand mail on. It is this service's alone.

What was for us is stored and then deleted there, since it holds hands; what was not is marked as read and left.
"""

from __future__ import annotations

import logging
import re
from contextlib import suppress
from imaplib import IMAP4
from typing import Any
from urllib.parse import unquote, urlsplit

from imap_tools import AND, BaseMailBox, MailBox, MailBoxStartTls, MailBoxUnencrypted, MailMessageFlags
from imap_tools.errors import ImapToolsError, MailboxFetchError

from games.models import IncomingMail
from games.notify.incoming.doors import take_in

log = logging.getLogger(__name__)

AWAY = (OSError, ImapToolsError, IMAP4.error)
TIMEOUT = 30.0
MOST = 200  # mails at one look
KINDS: dict[str, type[BaseMailBox]] = {
    "imaps": MailBox,
    "imap+tls": MailBoxStartTls,
    "imap": MailBoxUnencrypted,
}
_SIZE = re.compile(rb"RFC822\.SIZE (\d+)")
PORTS = {"imaps": 993, "imap+tls": 143, "imap": 143}


def fetch(url: str, *, limit: int) -> int:
    """Takes what is new; returns how many were for us. A server that is away is looked for again at the next beat."""
    try:
        return _fetched(url, limit)
    except AWAY as error:
        # Its kind only: the server's words may hold the name that we log in with.
        log.warning("the mailbox could not be looked into: %s", type(error).__name__)
        return 0


def _fetched(url: str, limit: int) -> int:
    where = urlsplit(url)
    kind: Any = KINDS[where.scheme]
    box = kind(where.hostname or "", where.port or PORTS[where.scheme], timeout=TIMEOUT)
    folder = unquote(where.path.strip("/")) or "INBOX"
    try:
        box.login(unquote(where.username or ""), unquote(where.password or ""), folder)
        return sum(_take(box, uid, limit) for uid in box.uids(AND(seen=False))[:MOST])
    finally:
        with suppress(*AWAY):
            box.logout()


def _take(box: BaseMailBox, uid: str, limit: int) -> bool:
    """One mail: gone from the mailbox only when it is stored here."""
    size = _SIZE.search(b"".join(_part(item) for item in _asked(box, uid, "(RFC822.SIZE)")))
    if size is not None and int(size[1]) <= limit:
        raw = b"".join(item[1] for item in _asked(box, uid, "(BODY.PEEK[])") if isinstance(item, tuple))
        if take_in(raw, door=IncomingMail.Door.IMAP):
            box.delete(uid)
            return True
    box.flag(uid, MailMessageFlags.SEEN, True)
    return False


def _asked(box: BaseMailBox, uid: str, what: str) -> list[Any]:
    status, data = box.client.uid("fetch", uid, what)
    if status != "OK":
        raise MailboxFetchError((status, data), "OK")
    return data


def _part(item: Any) -> bytes:
    return b" ".join(item) if isinstance(item, tuple) else item or b""
