"""The mails of an installation without a mail server, for whoever sits at the machine, and for staff.

They hold hands and keys, so nobody else is told that there are any.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any
from urllib.parse import urlsplit

from csp.constants import NONE, SELF, UNSAFE_INLINE
from csp.decorators import csp, csp_update
from django.conf import settings
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_cache_control
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.http import require_safe

from accounts.web.staff import is_staff
from config.here import from_this_machine
from games.notify import written

PAGE = 50
# A mail is laid out by inline styles, as mail programs want it; nothing else may come of it. Its links leave the frame.
_SANDBOX = "allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation"
_OF_A_MAIL = {
    "default-src": [NONE],
    "style-src": [UNSAFE_INLINE],
    "img-src": [SELF, "data:"],
    "form-action": [NONE],
    "base-uri": [NONE],
    "frame-ancestors": [SELF],
    "sandbox": _SANDBOX.split(),
}


def may_see(request: HttpRequest) -> bool:
    return written.as_files() and (from_this_machine(request) or is_staff(request))


def _guarded(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not may_see(request):
            raise Http404
        answer = view(request, *args, **kwargs)
        patch_cache_control(answer, private=True, no_store=True)
        return answer

    return guarded


@require_safe
@_guarded
def page(request: HttpRequest) -> HttpResponse:
    """The newest first."""
    pages = Paginator(written.names(), PAGE).get_page(request.GET.get("page", "")[:9])
    context = {"mails": written.listed(list(pages.object_list)), "pages": pages}
    return render(request, "staff/outbox.html", context)


@csp_update({"frame-src": [SELF]})
@require_safe
@_guarded
def mail(request: HttpRequest, name: str) -> HttpResponse:
    """One mail: its text, and beside it how a mail program shows it."""
    message, shown = written.read(name), written.of(name)
    if message is None or shown is None:
        raise Http404
    context = {
        "mail": shown,
        "lines": [_line(line) for line in written.part(message, "plain").splitlines()],
        "html": bool(written.part(message, "html")),
        "sandbox": _SANDBOX,
    }
    return render(request, "staff/mail.html", context)


@xframe_options_sameorigin
@csp(_OF_A_MAIL)
@require_safe
@_guarded
def as_shown(request: HttpRequest, name: str) -> HttpResponse:
    """The HTML of a mail, for the frame."""
    message = written.read(name)
    html = "" if message is None else written.part(message, "html")
    if not html:
        raise Http404
    return HttpResponse(html.replace("<head>", '<head><base target="_top">', 1))


def _line(line: str) -> tuple[str, str, str]:
    """What stands before a link to a page of this site, the link's path, what stands behind it."""
    before, site, rest = line.partition(settings.SITE_URL + "/")
    if not site or rest.startswith("api/v1/"):
        return line, "", ""
    address, blank, after = rest.partition(" ")
    parts = urlsplit(address)
    return before, f"/{parts.path}{'?' if parts.query else ''}{parts.query}", blank + after
