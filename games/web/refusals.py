"""A page for what cannot be done: one sentence, the rule where one is named, and the way on."""

from __future__ import annotations

from math import ceil
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import ngettext
from rest_framework.exceptions import Throttled

from games.engine.errors import RuleError
from games.errors import NotFound, NotYourSeat, Refused
from games.wording import sentence


def refused(request: HttpRequest, refusal: Refused | RuleError, *, code: str = "") -> HttpResponse:
    """`code` is the game that the visitor may go back to."""
    status = 404 if isinstance(refusal, NotFound) else 403 if isinstance(refusal, NotYourSeat) else 409
    words = sentence(refusal.code, refusal.members)
    return _page(request, status, words, "" if isinstance(refusal, NotFound) else code)


def too_often(request: HttpRequest, error: Throttled) -> HttpResponse:
    """429, with how long to wait."""
    wait = ceil(getattr(error, "wait", None) or 1)
    words = ngettext(
        "Too many tries: wait %(count)d second, then go on.",
        "Too many tries: wait %(count)d seconds, then go on.",
        wait,
    ) % {"count": wait}
    answer = _page(request, 429, words, "")
    answer.headers["Retry-After"] = str(wait)
    return answer


def _page(request: HttpRequest, status: int, words: str, code: str) -> HttpResponse:
    context: dict[str, Any] = {"sentence": words, "code": code}
    answer = render(request, "games/refused.html", context, status=status)
    answer.headers["Cache-Control"] = "private, no-store"
    return answer
