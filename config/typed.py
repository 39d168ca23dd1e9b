"""What somebody typed into a form that was not taken, since their login had run out or the form was too old.

It waits in the session until they come back to the form and send it themselves, and for nobody else: a form says for
whom it was made. What is older than an hour is never shown, and goes when it is come upon or when somebody logs in.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Any
from urllib.parse import urlsplit

from django import forms
from django.conf import settings
from django.http import HttpRequest, HttpResponse, QueryDict
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.html import format_html
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.safestring import SafeString
from rest_framework.exceptions import Throttled

from config.api import throttles

View = Callable[..., HttpResponse]

KEPT = "typed"  # in the session: the address that the form goes to, whose it is, its fields, and when
MADE_FOR = "made_for"  # beside the token of a form
AN_HOUR = 3600  # seconds
MOST = 20_000  # characters of a form
_LENGTH = 32  # of a reader's print
# A password is typed anew, and what a page fills in itself it fills in anew.
_NEVER = (forms.PasswordInput, forms.HiddenInput, forms.FileInput)


def made_for(request: HttpRequest) -> SafeString:
    """Says in a form whose it is: it may stand open until somebody else is logged in, or nobody."""
    return format_html('<input type="hidden" name="{}" value="{}">', MADE_FOR, _print(request.user))


def typed_into(form: type[forms.Form]) -> Callable[[View], View]:
    """What this view takes is typed into `form`. What was kept of it goes as soon as it is sent.

    Unless it came too often: then it was not taken. (Where the view fails, the session stays as it was.)
    """

    def mark(view: View) -> View:
        @wraps(view)
        def marked(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            known = _known(request) if request.method == "POST" else {}
            if known.get("path") != request.path:
                return view(request, *args, **kwargs)
            del request.session[KEPT]  # first: the view's answer may hold the form anew
            answer = view(request, *args, **kwargs)
            if answer.status_code == HTTPStatus.TOO_MANY_REQUESTS:
                request.session.setdefault(KEPT, known)
            return answer

        marked.typed_into = form  # type: ignore[attr-defined]  # a mark on a function
        return marked

    return mark


def keep(request: HttpRequest) -> bool:
    """Keeps what was typed into the form that was sent; False where that was nothing, or may not be kept."""
    if not request.COOKIES:  # the browser takes none, and would find nothing again
        return False
    match = request.resolver_match
    form: type[forms.Form] | None = getattr(match.func, "typed_into", None) if match else None
    whose = _whose(request)
    if form is None or not whose or not _from_here(request):
        return False
    fields = {
        name: request.POST.getlist(name)
        for name, field in form.base_fields.items()
        if name in request.POST and not isinstance(field.widget, _NEVER)
    }
    length = sum(len(value) + 10 for values in fields.values() for value in values)
    if length > MOST or not any(value for values in fields.values() for value in values):
        return False
    try:
        throttles.hit(
            "login", f"typed {throttles.address_of(request)}"
        )  # a row of a visitor's session is made
    except Throttled:
        return False
    if not request.user.is_authenticated and request.session.is_empty():
        request.session.set_expiry(AN_HOUR)
    request.session[KEPT] = {
        "path": request.path,
        "whose": whose,
        "fields": fields,
        "at": int(time.time()),
    }
    return True


def kept(request: HttpRequest, path: str) -> QueryDict | None:
    """What this reader typed into the form that goes to this address."""
    known = _known(request)
    if known and _too_old(known):
        del request.session[KEPT]
        return None
    if known.get("path") != path or not _is_of(known, request.user):
        return None
    found = QueryDict(mutable=True)
    for name, values in known["fields"].items():
        found.setlist(name, values)
    return found


def leave_only(request: HttpRequest, user: Any) -> None:
    """Somebody comes in: what is not theirs goes, and what is too old. Nobody knows who typed a visitor's words."""
    known = _known(request)
    if known and (_too_old(known) or not _is_of(known, user)):
        del request.session[KEPT]


def _whose(request: HttpRequest) -> str:
    """For whom the form that was sent is kept: whoever it was made for, and nobody where somebody else sends it."""
    made_for, sender = request.POST.get(MADE_FOR, ""), request.user
    if len(made_for) != _LENGTH:
        return ""
    if not sender.is_authenticated:
        return made_for
    mine = _print(sender)  # who logs in while a visitor's form stands open goes on with it
    return mine if any(constant_time_compare(made_for, of) for of in (mine, _print(None))) else ""


def _is_of(known: dict[str, Any], user: Any) -> bool:
    return constant_time_compare(known.get("whose", ""), _print(user))


def _too_old(known: dict[str, Any]) -> bool:
    return bool(known["at"] < time.time() - AN_HOUR)


def _print(user: Any) -> str:
    """What tells readers apart, and nobody can make up. All visitors are one."""
    pk = user.pk if user is not None and user.is_authenticated else ""
    return salted_hmac("config.typed", str(pk), algorithm="sha256").hexdigest()[:_LENGTH]


def _known(request: HttpRequest) -> dict[str, Any]:
    if settings.SESSION_COOKIE_NAME not in request.COOKIES:
        return {}
    known: dict[str, Any] = request.session.get(KEPT, {})
    return known


def _from_here(request: HttpRequest) -> bool:
    """Whether the browser says that a page of ours was typed into: nobody else fills in a form for its reader."""
    said = request.headers.get("origin") or request.headers.get("referer", "")
    ours = {request.get_host(), *(urlsplit(origin).netloc for origin in settings.CSRF_TRUSTED_ORIGINS)}
    return "://" in said and url_has_allowed_host_and_scheme(said, ours, request.is_secure())
