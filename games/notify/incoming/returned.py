"""Mail of ours that came back (RFC 3464): whether for good, and what the other server said."""

from __future__ import annotations

import re
from email.message import Message

from games.notify.incoming import heads, reading

_FOR_GOOD = re.compile(r"\b5\.\d{1,3}\.\d{1,3}\b|\b55[0-4]\b")
# A full mailbox is no reason to give an address up, nor is what a server holds against us.
_MAY_PASS = re.compile(r"\b5\.(?:2\.2|7\.\d{1,3}|3\.\d|4\.\d)\b")
_FAILED = ("undeliver", "delivery status notification", "mail delivery failed", "returned mail", "failure notice",
           "unzustellbar", "delivery failure")  # fmt: skip


def why_returned(message: Message) -> str:
    """What the server said, where the mail failed for good; "" for a delay, an absence, or what is unclear."""
    for part in message.walk():
        if part.get_content_type() == "message/delivery-status":
            return _of_report(part)
    if not heads.text(message, "Subject").lower().startswith(_FAILED):
        return ""
    text = "\n".join((reading.text_lines(message) or [])[:100])
    found = _FOR_GOOD.search(text)
    return _line_of(text, found.start()) if found and not _MAY_PASS.search(text) else ""


def _of_report(part: Message) -> str:
    """The first recipient's part of the report; there is only one."""
    inner = part.get_payload()
    for block in inner if isinstance(inner, list) else []:
        if not isinstance(block, Message) or block.get("Action") is None:
            continue
        status = heads.text(block, "Status")
        failed = heads.text(block, "Action").strip().lower() == "failed"
        if failed and status.startswith("5") and not _MAY_PASS.match(status):
            return f"{status} {heads.text(block, 'Diagnostic-Code')}".strip()
        return ""
    return ""


def _line_of(text: str, place: int) -> str:
    return text[text.rfind("\n", 0, place) + 1 :].split("\n", 1)[0].strip()
