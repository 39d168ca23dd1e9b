"""Mail that nobody wrote as a reply: it is neither acted on nor answered, so that no two programs ever converse."""

from __future__ import annotations

from email.message import Message

from games.notify import reply_address
from games.notify.incoming import heads, phrases
from games.notify.incoming.folding import folded

_OF_LISTS = ("List-Id", "List-Post", "List-Unsubscribe", "List-Help", "Mailing-List", "X-Loop")
_SAID_AUTOMATIC = ("X-Autoreply", "X-Autorespond", "X-Autoresponder", "X-Auto-Reply", "X-Mail-Autoreply")
_BULK = {"bulk", "junk", "list", "auto_reply", "auto-reply"}
_NOBODY = ("mailer-daemon", "postmaster", "no-reply", "noreply", "do-not-reply", "donotreply")


def why_automatic(message: Message, *, sender: str | None, ours: str) -> str:
    """Why nobody wrote this; "" where somebody may have. `sender` is the envelope's, None where it is not known."""
    author = heads.author(message)
    came_back = sender == "" or heads.returned_to(message) == "<>"
    said = heads.text(message, "Auto-Submitted").split(";")[0].strip().lower()
    by_program = said not in ("", "no") or author.lower().startswith(_NOBODY)
    signs = {
        "our own mail": _is_ours(message, author, ours),
        "it came back": came_back or message.get_content_type() == "multipart/report",
        "of a list": _has_any(message, _OF_LISTS),
        "written by a program": by_program or _has_any(message, _SAID_AUTOMATIC),
        "bulk": heads.text(message, "Precedence").strip().lower() in _BULK,
        "out of office": folded(heads.text(message, "Subject")).startswith(phrases.AWAY),
    }
    return next((why for why, holds in signs.items() if holds), "")


def _has_any(message: Message, names: tuple[str, ...]) -> bool:
    return any(message.get(name) is not None for name in names)


def _is_ours(message: Message, author: str, ours: str) -> bool:
    """Whether it is one of ours that went round in a circle."""
    return (
        author.lower() == ours.lower()
        or reply_address.read(author) is not None
        or reply_address.bounced_mail(heads.returned_to(message)) is not None
    )
