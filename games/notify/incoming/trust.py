"""Whether a mail is from whom it says: by what our own mail server found out about it, and nobody else's (RFC 8601)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from email.message import Message

from accounts.names import address_key
from games.notify.incoming import heads

_RESULT = re.compile(r"([a-z0-9-]+)\s*(?:/\s*\d+\s*)?=\s*([a-z]+)\b(.*)", re.IGNORECASE | re.DOTALL)
_PROPERTY = re.compile(r"([a-z0-9_.-]+)\s*=\s*(\S+)", re.IGNORECASE)
_HARMLESS = re.compile(r"[\w.@+-]")
# What names the domain that was proved, for each way to prove one.
_PROVED = {"dkim": ("header.d", "header.i"), "spf": ("smtp.mailfrom",), "dmarc": ("header.from",)}


def why_not(message: Message, *, confirmed: str, local: bool, authserv: str) -> str:
    """Why the mail is not taken as its player's; "" where it is.

    `local`: it was handed in from this machine, which is trusted. `authserv`: how our own server calls itself in
    `Authentication-Results`; its word is the topmost one of that name, since what a stranger wrote lies below.
    """
    author = heads.author(message)
    if not author or address_key(author) != address_key(confirmed):
        return "from another address"
    if local:
        return ""
    if not authserv:
        return "nobody here says whether it is genuine"
    domain = author.rpartition("@")[2].lower().rstrip(".")
    for said in heads.raw_of(message, "Authentication-Results"):
        name, *results = _bare(said).split(";")
        if name.lower().split()[:1] == [authserv.lower()]:
            proved = any(is_aligned(each, domain) for each in _proved(results))
            return "" if proved else "neither DKIM nor SPF passed for its address"
    return "our server has said nothing of it"


def is_aligned(proved: str, domain: str) -> bool:
    """Whether what was proved covers the domain: the same one, or one above or below it (DMARC's relaxed way)."""
    if "." not in proved:
        return proved == domain
    return proved == domain or domain.endswith(f".{proved}") or proved.endswith(f".{domain}")


def _proved(results: list[str]) -> Iterator[str]:
    """The domains for which a method passed."""
    for result in results:
        found = _RESULT.match(result.strip())
        if found is None or found[2].lower() != "pass":
            continue
        wanted = _PROVED.get(found[1].lower(), ())
        for name, value in _PROPERTY.findall(found[3]):
            if name.lower() in wanted:
                yield value.rpartition("@")[2].lower().rstrip(".")


def _bare(text: str) -> str:
    """Without comments, and of what stands in quotes only what an address is made of: a sender's own words, which a
    server may repeat there, never read as a result.
    """
    out: list[str] = []
    depth, quoted, escaped = 0, False, False
    for each in text:
        if escaped or each == "\\":
            escaped = not escaped
        elif quoted or (each == '"' and not depth):
            quoted = quoted != (each == '"')
            out.append(each if _HARMLESS.match(each) else "")
        elif each in "()":
            depth = max(0, depth + (1 if each == "(" else -1))
            out.append(" ")
        elif not depth:
            out.append(each)
    return "".join(out)
