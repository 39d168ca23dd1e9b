"""Template filters for mails."""

from __future__ import annotations

from django import template
from django.utils.safestring import SafeString

from games import directed as marks

register = template.Library()
# Mail programs know no style sheet of ours.
_RUN = '<span dir="ltr" style="white-space:nowrap">'


@register.filter
def directed(text: str) -> SafeString:
    """Text with Unicode's marks of direction as HTML that says the same. Everything else is escaped."""
    return marks.as_html(text, _RUN)
