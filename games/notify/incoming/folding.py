"""A line as it is compared with what is known: without marks, accents, case, and the many forms of one sign."""

from __future__ import annotations

import re
import unicodedata

_QUOTES = "\"“”„‟‘’‚‛'`´ʼ＂＇"
_SIGNS = str.maketrans(dict.fromkeys(_QUOTES, "'") | dict.fromkeys("‐‑‒–—―−", "-") | {"ـ": ""})
_DROPPED = {"Cf", "Mn", "Cc"}
_BLANKS = re.compile(r"\s+")
_ANY_QUOTE = re.compile(f"[{_QUOTES}]")


def folded(line: str) -> str:
    """For comparing only: letters have lost their accents, Arabic ones their hamzas."""
    kept = (
        each
        for each in unicodedata.normalize("NFKD", line.translate(_SIGNS))
        if each.isspace() or unicodedata.category(each) not in _DROPPED
    )
    return _BLANKS.sub(" ", "".join(kept)).strip().casefold()


def unquoted(line: str) -> str:
    """The line without quotation marks, which mean nothing in the notation."""
    return _ANY_QUOTE.sub("", line).strip().strip("«»").replace("»", ">").strip()
