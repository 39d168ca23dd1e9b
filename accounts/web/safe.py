"""Where to go after a form: only to addresses of this site."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponseRedirect
from django.utils.http import url_has_allowed_host_and_scheme

LONGEST = 2000


def next_of(request: HttpRequest, default: str = "") -> str:
    """The address of this site that the visitor was on the way to, else `default`."""
    wanted = request.POST.get("next") or request.GET.get("next") or ""
    allowed = len(wanted) <= LONGEST and url_has_allowed_host_and_scheme(
        wanted, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return wanted if allowed else default


def back(request: HttpRequest) -> HttpResponseRedirect:
    """To where the form was sent from."""
    return HttpResponseRedirect(next_of(request, "/"))
