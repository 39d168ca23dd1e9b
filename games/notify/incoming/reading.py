"""What a reply says: the lines that its writer wrote. Pure, and never raises, whatever the bytes are."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from email.message import Message
from email.parser import BytesParser
from email.policy import compat32

from games.notify.incoming import decoding, html
from games.notify.incoming.cutting import own_lines

MOST_PARTS = 100
_SEALED = {
    "application/pkcs7-mime",
    "application/x-pkcs7-mime",
    "multipart/encrypted",
    "application/pgp-encrypted",
}
_ARMOUR = "-----BEGIN PGP "


@dataclass(frozen=True, slots=True)
class Reply:
    """The lines that are to be read as moves. `problem`: empty, below_quote, sealed (encrypted), or no_text."""

    lines: tuple[str, ...]
    problem: str = ""


def parsed(raw: bytes) -> Message:
    """The mail as a tree of parts; the forgiving kind, that takes every header as it is."""
    return BytesParser(policy=compat32).parsebytes(raw)


def read(message: Message, *, ours: Collection[str] = (), markers: Collection[str] = ()) -> Reply:
    """The reply in this mail (see `cutting.own_lines` for what is cut)."""
    lines = text_lines(message)
    if lines is None:
        sealed = any(part.get_content_type() in _SEALED for part in _parts(message))
        return Reply((), "sealed" if sealed else "no_text")
    if any(line.startswith(_ARMOUR + "MESSAGE") for line in lines):
        return Reply((), "sealed")
    own = own_lines(_without_armour(lines), ours=ours, markers=markers)
    return Reply(own.lines, "below_quote" if own.below else "")


def text_lines(message: Message) -> list[str] | None:
    """The lines of the first text part that says anything; None where there is none."""
    found: list[str] | None = None
    for part in _parts(message):
        kind = part.get_content_type()
        if kind not in ("text/plain", "text/html") or _is_attached(part):
            continue
        text = decoding.text_of(part)
        is_html = kind == "text/html" or text.lstrip()[:15].lower().startswith(("<!doctype html", "<html"))
        lines = html.lines_of(text) if is_html else text.split("\n")
        if any(line.strip() for line in lines):
            return lines
        found = lines if found is None else found
    return found


def _parts(message: Message) -> Iterator[Message]:
    """The parts in their order. A mail within the mail is not the reply."""
    waiting, seen = [message], 0
    while waiting and seen < MOST_PARTS:
        part = waiting.pop(0)
        seen += 1
        yield part
        if part.is_multipart() and part.get_content_maintype() == "multipart":
            waiting = [each for each in part.get_payload() if isinstance(each, Message)] + waiting


def _is_attached(part: Message) -> bool:
    return str(part.get("Content-Disposition", "")).strip().lower().startswith("attachment")


def _without_armour(lines: list[str]) -> list[str]:
    """The text of a signed mail (RFC 4880, 7): between its heads and its signature."""
    if not any(line.startswith(_ARMOUR + "SIGNED MESSAGE") for line in lines):
        return lines
    start = next(place for place, line in enumerate(lines) if line.startswith(_ARMOUR))
    blank = next(
        (place for place, line in enumerate(lines) if place > start and not line.strip()), len(lines)
    )
    end = next(
        (place for place, line in enumerate(lines) if line.startswith(_ARMOUR + "SIGNATURE")), len(lines)
    )
    return lines[:start] + [line.removeprefix("- ") for line in lines[blank:end]]
