"""The pages of what went wrong: nothing there, not allowed, a form too old or too long, a fault of ours."""

from __future__ import annotations

from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.cache import patch_cache_control
from django.utils.translation import get_language, get_language_bidi
from django.utils.translation import gettext as _
from django.views import defaults

from config import typed
from config.sent import page_with_form, sent_from


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    title, words = _("There is nothing here"), _("Check the address, or go on from one of these pages.")
    return said(request, 404, title, words)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """A form that is too long, with the way back to it; all else is no browser's, and answered as Django does."""
    if not isinstance(exception, RequestDataTooBig):
        return defaults.bad_request(request, exception)
    words = _(
        "Nothing was done: a form takes 256 kB at the most. Go back, make it shorter, and send it again."
    )
    return said(request, 413, _("That is too much"), words, again=sent_from(request))


def forbidden(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    title, words = (
        _("This is not for you"),
        _("You may not see this page with the name you are logged in with."),
    )
    return said(request, 403, title, words)


def form_too_old(request: HttpRequest, reason: str = "") -> HttpResponse:
    """A form whose token does not hold: mostly one that stood open while its reader logged in or out."""
    kept, title = typed.keep(request), _("This form has become too old")
    if kept:
        words = _(
            "The form stood open while you logged in or out. Nothing was done, and what you typed is kept: "
            "open the page anew, look it over, and send it."
        )
    else:
        words = _(
            "The form stood open while you logged in or out. Nothing was done: open its page anew and try again."
        )
    return said(request, 403, title, words, again=page_with_form(request) if kept else sent_from(request))


def fault(request: HttpRequest) -> HttpResponse:
    """Rendered from nothing that can fail as well: no user, no database."""
    context = {"lang": get_language() or "en", "rtl": get_language_bidi()}
    answer = HttpResponse(render_to_string("500.html", context), status=500)
    answer.headers["Cache-Control"] = "no-store"
    return answer


def said(request: HttpRequest, status: int, title: str, words: str, *, again: str = "") -> HttpResponse:
    """A page of one sentence and the way on. `again`: an address that can be opened again."""
    answer = render(request, "error.html", {"title": title, "sentence": words, "again": again}, status=status)
    patch_cache_control(answer, private=True, no_store=True)
    return answer
