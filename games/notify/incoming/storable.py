"""What came in as text that every database takes and every mail can hold: no NUL, no half of a character."""

from __future__ import annotations

import re

# PostgreSQL stores no NUL; lone surrogates, which some charsets and a server's raw bytes lead to, are in no UTF-8.
_HALVES = re.compile("[\ud800-\udfff]")


def storable(text: str) -> str:
    """The text without them; what was a character shows that it is lost."""
    return _HALVES.sub("\N{REPLACEMENT CHARACTER}", text.replace("\0", ""))
