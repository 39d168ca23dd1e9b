"""Sentences with names and cards in them, as HTML: every part keeps its own direction."""

from __future__ import annotations

from django import template
from django.utils.safestring import SafeString

from games import directed

register = template.Library()
_RUN = '<span dir="ltr" class="run">'


@register.filter
def told(text: str) -> SafeString:
    """Text with Unicode's marks of direction as HTML that says the same. Everything else is escaped."""
    return directed.as_html(text, _RUN)


@register.filter
def untold(text: str) -> str:
    """The same for a title: no marks."""
    return directed.MARKS.sub("", text)
