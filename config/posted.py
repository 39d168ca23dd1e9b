"""Addresses that only take a form: whoever opens one without it is led to the page that the form stands on.

They get there by the address of a form that was refused: reload it by hand, keep it, come back to it after a login.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from config import errors
from config.sent import page_of

View = Callable[..., HttpResponse]


def form_only(name: str, *parts: str) -> Callable[[View], View]:
    """`name` is the page with the form, and `parts` what its address has of this one's."""

    def guard(view: View) -> View:
        @wraps(view)
        def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            if request.method == "POST":
                return view(request, *args, **kwargs)
            words = _("Nothing was done: this is where a form is sent to. Open the page that it stands on.")
            answer = errors.said(request, 405, _("Nothing was sent"), words, again=page_of(request.path))
            answer.headers["Allow"] = "POST"
            return answer

        guarded.form_on = (name, parts)  # type: ignore[attr-defined]  # a mark on a function
        return guarded

    return guard
