"""What every page knows: the site's name, the languages on offer, where one is, how suits are coloured."""

from __future__ import annotations

from functools import partial
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import get_language

from config import languages, typed
from config.sent import page_of, sent_from

SUITS_COOKIE = "suits"


def html_tag(code: str) -> str:
    """`sr-Latn`: a language as HTML writes it."""
    name, _, script = code.partition("-")
    return f"{name}-{script.title()}" if script else name


def site(request: HttpRequest) -> dict[str, Any]:
    """The context processor."""
    return {
        "site_name": settings.SITE_NAME,
        "html_lang": html_tag(get_language() or settings.LANGUAGE_CODE),
        "languages": [(code, html_tag(code), name) for code, name in languages.shipped()],
        "here": _here(request),
        "made_for": partial(typed.made_for, request),  # called where a form shows it
        "two_colours": request.COOKIES.get(SUITS_COOKIE) == "2",
    }


def _here(request: HttpRequest) -> str:
    """Where whoever reads this page comes back to: an address that can be opened, whatever was sent to this one."""
    return request.get_full_path() if request.method == "GET" else sent_from(request) or page_of(request.path)
