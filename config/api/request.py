"""A request to the API, on top of DRF's."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.utils.module_loading import import_string
from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import APIException
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.request import Request

_negotiation = DefaultContentNegotiation()
# They keep nothing of a request, so that one of each serves all.
_parsers = [import_string(name)() for name in settings.REST_FRAMEWORK["DEFAULT_PARSER_CLASSES"]]
_authenticators = [
    import_string(name)() for name in settings.REST_FRAMEWORK["DEFAULT_AUTHENTICATION_CLASSES"]
]


class ApiRequest(Request):
    """What differs: credentials that were refused stay refused, and a body may come without its length."""

    def __init__(self, request: HttpRequest) -> None:
        super().__init__(
            request,
            parsers=_parsers,
            authenticators=_authenticators,
            negotiator=_negotiation,
            parser_context={},
        )

    def _authenticate(self) -> None:
        try:
            super()._authenticate()  # type: ignore[misc]  # the stubs leave out what is private
        except APIException as error:
            # DRF would go on as if nobody had asked: whoever looks next would see a visitor without login.
            del self._user  # type: ignore[attr-defined]  # as above
            self.authenticators = [_Refused(error)]
            raise

    def _load_stream(self) -> None:
        super()._load_stream()  # type: ignore[misc]  # as above
        # A chunked body has no length, for which Django and DRF read nothing.
        if self._stream is None and "chunked" in self.META.get("HTTP_TRANSFER_ENCODING", "").lower():
            self._stream = self.META["wsgi.input"]


class _Refused(BaseAuthentication):
    """Refuses again, without another query."""

    def __init__(self, error: APIException) -> None:
        self.error = error

    def authenticate(self, request: Any) -> None:
        raise self.error.with_traceback(None)
