"""The pages' middleware, each part of which steps aside for the API: a request pays only for what it uses."""

from __future__ import annotations

from typing import Any

from csp.middleware import CSPMiddleware
from django.contrib.auth.middleware import AuthenticationMiddleware
from django.contrib.messages.middleware import MessageMiddleware
from django.contrib.sessions.middleware import SessionMiddleware
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.clickjacking import XFrameOptionsMiddleware
from django.middleware.csrf import CsrfViewMiddleware
from django.middleware.locale import LocaleMiddleware

ASIDE = ("/api/v1/", "/healthz")


class _PagesOnly:
    """Mixed in before a middleware: requests for the API pass it by."""

    get_response: Any

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if request.path_info.startswith(ASIDE):
            response: HttpResponseBase = self.get_response(request)
            return response
        response = super().__call__(request)  # type: ignore[misc]  # the middleware mixed in after this one
        return response


class Session(_PagesOnly, SessionMiddleware):
    pass


class Authentication(_PagesOnly, AuthenticationMiddleware):
    pass


class Csrf(_PagesOnly, CsrfViewMiddleware):
    def process_view(self, request: HttpRequest, view: Any, args: Any, kwargs: Any) -> Any:
        return None if request.path_info.startswith(ASIDE) else super().process_view(request, view, args, kwargs)


class Locale(_PagesOnly, LocaleMiddleware):
    pass


class Message(_PagesOnly, MessageMiddleware):
    pass


class Frames(_PagesOnly, XFrameOptionsMiddleware):
    pass


class Csp(_PagesOnly, CSPMiddleware):
    pass
