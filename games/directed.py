"""Text with Unicode's marks of direction as HTML that says the same."""

from __future__ import annotations

import re

from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe

MARKS = re.compile("[\u2066\u2068\u2069]")


def as_html(text: str, run: str) -> SafeString:
    """`run` is the opening `span` of what goes from left to right. Everything in `text` is escaped."""
    opened = {"\u2066": (run, "</span>"), "\u2068": ("<bdi>", "</bdi>")}
    ends: list[str] = []

    def tag(found: re.Match[str]) -> str:
        if found[0] in opened:
            start, end = opened[found[0]]
            ends.append(end)
            return start
        return ends.pop() if ends else ""

    html = MARKS.sub(tag, conditional_escape(text))
    return mark_safe(html + "".join(reversed(ends)))  # noqa: S308  # escaped above; only our own tags are added
