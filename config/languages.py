"""Which languages there are, which of them can be read already, and which one somebody gets.

The API takes and keeps every language of LANGUAGES. What is shown is in one of SHIPPED_LANGUAGES, those with a
whole catalogue: a text half in one language and half in another is read by nobody, and read out wrongly.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from django.conf import settings
from django.http import HttpRequest
from django.utils import translation
from django.utils.translation.trans_real import parse_accept_lang_header

# What a browser may ask for, and what its reader can read as well as their own.
NEAR: Mapping[str, str] = {"sr": "sr-latn", "hr": "sr-latn", "bs": "sr-latn", "sh": "sr-latn"}
LONGEST_TAG = 40  # of a cookie that can be a language


def known(tag: str) -> str | None:
    """The code of LANGUAGES for a tag such as `ar-EG`, `sr-RS` or `sr_Latn_RS`; None where there is none."""
    tag = tag.lower().replace("_", "-")
    codes = dict(settings.LANGUAGES)
    while tag:
        if tag in codes:
            return tag
        if tag in NEAR:
            return NEAR[tag]
        tag = tag.rpartition("-")[0]
    return None


def shown(code: str | None) -> str:
    """What somebody reads who wants this language: it, where it is shipped, else the default."""
    return code if code in settings.SHIPPED_LANGUAGES else settings.LANGUAGE_CODE


def _asked(request: HttpRequest) -> Iterator[str]:
    """The languages of LANGUAGES that a visitor asks for, best first: their choice on a page, their browser's."""
    chosen = known(request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME, "")[:LONGEST_TAG])
    if chosen:
        yield chosen
    for tag, _weight in parse_accept_lang_header(request.META.get("HTTP_ACCEPT_LANGUAGE", "")):
        if tag == "*":
            return
        code = known(tag)
        if code:
            yield code


def wanted(request: HttpRequest) -> str:
    """What the API keeps with an account, and answers in."""
    return next(_asked(request), settings.LANGUAGE_CODE)


def readable(request: HttpRequest) -> str:
    """What pages are shown in: the first of the visitor's languages that is shipped."""
    return next((code for code in _asked(request) if code == shown(code)), settings.LANGUAGE_CODE)


def shipped() -> list[tuple[str, str]]:
    """Code and own name of each language that pages offer."""
    return [
        (code, translation.get_language_info(code)["name_local"])
        for code, _name in settings.LANGUAGES
        if code in settings.SHIPPED_LANGUAGES
    ]
