"""What somebody typed into a form that was not taken, since their login had run out or the form was too old.

It waits for them in their session, an hour at the most, until they come back to the form and send it themselves.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import wraps
from typing import Any
from urllib.parse import urlsplit

from django import forms
from django.conf import settings
from django.http import HttpRequest, HttpResponse, QueryDict
from django.utils.http import url_has_allowed_host_and_scheme
from rest_framework.exceptions import Throttled

from config.api import throttles

View = Callable[..., HttpResponse]

KEPT = "typed"  # in the session: the address that the form goes to, its fields, and when
AN_HOUR = 3600  # seconds
MOST = 20_000  # characters of a form
# A password is typed anew, and what a page fills in itself it fills in anew.
_NEVER = (forms.PasswordInput, forms.HiddenInput, forms.FileInput)


def typed_into(form: type[forms.Form]) -> Callable[[View], View]:
    """What this view takes is typed into `form`. What was kept of it goes as soon as it is sent."""

    def mark(view: View) -> View:
        @wraps(view)
        def marked(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            if request.method == "POST" and _known(request).get("path") == request.path:
                del request.session[KEPT]
            return view(request, *args, **kwargs)

        marked.typed_into = form  # type: ignore[attr-defined]  # a mark on a function
        return marked

    return mark


def keep(request: HttpRequest) -> bool:
    """Keeps what was typed into the form that was sent; False where that was nothing, or may not be kept."""
    match = request.resolver_match
    form: type[forms.Form] | None = getattr(match.func, "typed_into", None) if match else None
    if form is None or not _from_here(request):
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
    request.session[KEPT] = {"path": request.path, "fields": fields, "at": int(time.time())}
    return True


def kept(request: HttpRequest, path: str) -> QueryDict | None:
    """What was typed into the form that goes to this address."""
    known = _known(request)
    if known.get("path") != path or known["at"] < time.time() - AN_HOUR:
        return None
    found = QueryDict(mutable=True)
    for name, values in known["fields"].items():
        found.setlist(name, values)
    return found


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
