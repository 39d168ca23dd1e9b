"""Where a form was sent from: a page of this site that can be opened again."""

from __future__ import annotations

from urllib.parse import urlsplit, urlunsplit

from django.http import HttpRequest
from django.urls import Resolver404, resolve, reverse
from django.utils.http import url_has_allowed_host_and_scheme


def sent_from(request: HttpRequest) -> str:
    """The page of this site that the form stood on, where the browser says it."""
    sent_from = request.META.get("HTTP_REFERER", "")
    if not url_has_allowed_host_and_scheme(sent_from, {request.get_host()}, request.is_secure()):
        return ""
    parts = urlsplit(sent_from)
    page = page_of(parts.path)
    return str(urlunsplit(("", "", page, parts.query if page == parts.path else "", "")))


def page_with_form(request: HttpRequest) -> str:
    """The page on which the form that was sent is filled in, with what its address said more."""
    page, came_from = page_of(request.path), sent_from(request)
    return came_from if urlsplit(came_from).path == page else page


def page_of(path: str) -> str:
    """The page whose form goes to this address (`config.posted`); the address itself where it is a page."""
    try:
        match = resolve(path)
    except Resolver404:
        return path
    name, parts = getattr(match.func, "form_on", ("", ()))
    return reverse(name, kwargs={part: match.kwargs[part] for part in parts}) if name else path
