"""The pages' middleware, each part of which steps aside for the API: a request pays only for what it uses."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from csp.middleware import CSPMiddleware
from django.conf import settings
from django.contrib.auth.middleware import AuthenticationMiddleware
from django.contrib.messages.middleware import MessageMiddleware
from django.contrib.sessions.middleware import SessionMiddleware
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.clickjacking import XFrameOptionsMiddleware
from django.middleware.csrf import CsrfViewMiddleware
from django.middleware.gzip import GZipMiddleware
from django.middleware.locale import LocaleMiddleware
from django.utils import timezone, translation

from config import languages

ASIDE = ("/api/v1/", "/healthz")


class _PagesOnly:
    """Mixed in before a middleware: requests for the API pass it by."""

    get_response: Any

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if request.path_info.startswith(ASIDE):
            response: HttpResponseBase = self.get_response(request)
        else:
            response = super().__call__(request)  # type: ignore[misc]  # the middleware mixed in after this one
        return response


class Gzip(_PagesOnly, GZipMiddleware):
    """Pages are small on the way; Django pads them, so that their size tells nothing of what is secret in them."""


class Session(_PagesOnly, SessionMiddleware):
    pass


class Authentication(_PagesOnly, AuthenticationMiddleware):
    pass


class Csrf(_PagesOnly, CsrfViewMiddleware):
    def process_view(self, request: HttpRequest, view: Any, args: Any, kwargs: Any) -> Any:
        return (
            None if request.path_info.startswith(ASIDE) else super().process_view(request, view, args, kwargs)
        )


class Locale(_PagesOnly, LocaleMiddleware):
    def process_request(self, request: HttpRequest) -> None:
        translation.activate(languages.readable(request))
        request.LANGUAGE_CODE = translation.get_language()


class Message(_PagesOnly, MessageMiddleware):
    pass


class Frames(_PagesOnly, XFrameOptionsMiddleware):
    pass


class Csp(_PagesOnly, CSPMiddleware):
    pass


class Reader:
    """Whoever is logged in reads in their own language and time zone, whatever their browser says."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        # Without a session nobody is logged in: then the database is not asked.
        if request.path_info.startswith(ASIDE) or settings.SESSION_COOKIE_NAME not in request.COOKIES:
            return self.get_response(request)
        user = request.user
        if not user.is_authenticated:
            return self.get_response(request)
        translation.activate(languages.shown(user.language))
        request.LANGUAGE_CODE = translation.get_language()
        with timezone.override(_zone(user.timezone)):
            response = self.get_response(request)
            response.headers.setdefault("Content-Language", translation.get_language() or "")
            return response


def _zone(name: str) -> ZoneInfo:
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return ZoneInfo("UTC")
