"""Whether a page's foot leads to the mails that were written."""

from __future__ import annotations

from typing import Any

from django import template

from games.web.staff.mails import may_see

register = template.Library()


@register.simple_tag(takes_context=True)
def mails_are_shown(context: dict[str, Any]) -> bool:
    return "request" in context and may_see(context["request"])
