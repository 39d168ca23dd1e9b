"""Sentences with names and cards in them, as HTML: every part keeps its own direction."""

from __future__ import annotations

import re

from django import template
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe

register = template.Library()

_MARKS = re.compile("[\u2066\u2068\u2069]")
_OPENED = {
    "\u2066": ('<span dir="ltr" class="run">', "</span>"),
    "\u2068": ("<bdi>", "</bdi>"),
}


@register.filter
def told(text: str) -> SafeString:
    """Text with Unicode's marks of direction as HTML that says the same. Everything else is escaped."""
    ends: list[str] = []

    def tag(found: re.Match[str]) -> str:
        if found[0] in _OPENED:
            start, end = _OPENED[found[0]]
            ends.append(end)
            return start
        return ends.pop() if ends else ""

    html = _MARKS.sub(tag, conditional_escape(text))
    return mark_safe(html + "".join(reversed(ends)))  # noqa: S308  # escaped above; only our own tags are added


@register.filter
def untold(text: str) -> str:
    """The same for a title: no marks."""
    return _MARKS.sub("", text)
