"""Who asks: a bearer token, or the session of the pages with CSRF protection."""

from __future__ import annotations

from datetime import timedelta
from importlib import import_module
from typing import Any

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import CsrfViewMiddleware
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext as _
from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import AuthenticationFailed, PermissionDenied
from rest_framework.request import Request

from accounts.models import Token, User
from accounts.services.tokens import digest_of, touch

SAFE = ("GET", "HEAD", "OPTIONS")
SHOWN_AFTER = timedelta(hours=1)  # how exact `last_used_at` is: one write an hour, not one a request


class BearerAuthentication(BaseAuthentication):
    """`Authorization: Bearer …`, in one query."""

    def authenticate(self, request: Request) -> tuple[User, Token] | None:
        scheme, _blank, value = request.META.get("HTTP_AUTHORIZATION", "").partition(" ")
        if scheme.lower() != "bearer":
            return None
        value = value.strip()
        token = None
        if 0 < len(value) <= 200:
            token = Token.objects.select_related("user").filter(digest=digest_of(value)).first()
        if token is None or not token.user.is_active:
            raise AuthenticationFailed(_("This token is unknown or was revoked: make a new one."), code="bad_token")
        now = timezone.now()
        if token.last_used_at is None or now - token.last_used_at > SHOWN_AFTER:
            touch(token=token, now=now)
        return token.user, token

    def authenticate_header(self, request: Request) -> str:
        return "Bearer"


class SessionAuthentication(BaseAuthentication):
    """The session cookie of the pages. The API skips their middleware, so the session is read here, when there is one."""

    def authenticate(self, request: Request) -> tuple[User, None] | None:
        key = request.COOKIES.get(settings.SESSION_COOKIE_NAME)
        if not key:
            return None
        session = import_module(settings.SESSION_ENGINE).SessionStore(key)
        user = User.objects.filter(pk=session.get(SESSION_KEY), is_active=True).first() if session.get(SESSION_KEY) else None
        if user is None or session.get(BACKEND_SESSION_KEY) not in settings.AUTHENTICATION_BACKENDS:
            return None
        if not constant_time_compare(session.get(HASH_SESSION_KEY, ""), user.get_session_auth_hash()):
            return None
        if request.method not in SAFE:
            _enforce_csrf(request._request)
        return user, None

    def authenticate_header(self, request: Request) -> str:
        return "Bearer"


class _Csrf(CsrfViewMiddleware):
    def _reject(self, request: HttpRequest, reason: str) -> Any:
        return reason


def _enforce_csrf(request: HttpRequest) -> None:
    check = _Csrf(lambda _request: HttpResponse())
    check.process_request(request)
    if check.process_view(request, lambda: None, (), {}):
        raise PermissionDenied(_("The page is out of date: load it again, then repeat this."))
