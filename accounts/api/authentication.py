"""Who asks: a bearer token, or the session of the pages with CSRF protection."""

from __future__ import annotations

from copy import copy
from importlib import import_module
from typing import Any

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import CsrfViewMiddleware
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.utils.module_loading import import_string
from django.utils.translation import gettext as _
from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import AuthenticationFailed, PermissionDenied
from rest_framework.request import Request

from accounts.models import User
from accounts.selectors import user_by_token
from accounts.services.tokens import SHOWN_AFTER, digest_of, touch

SAFE = ("GET", "HEAD", "OPTIONS")
LONGEST = 200  # characters of a header that can be a token; ours are shorter


class BearerAuthentication(BaseAuthentication):
    """`Authorization: Bearer …`, in one query. `request.auth` is the token's id."""

    def authenticate(self, request: Request) -> tuple[User, int] | None:
        scheme, _blank, value = request.META.get("HTTP_AUTHORIZATION", "").partition(" ")
        if scheme.lower() != "bearer":
            return None
        value = value.strip()
        now, user = timezone.now(), None
        if 0 < len(value) <= LONGEST:
            user = user_by_token(digest=digest_of(value), idle_since=now - SHOWN_AFTER)
        if user is None or not user.is_active:
            raise AuthenticationFailed(
                _("This token is unknown, has expired, or was revoked: make a new one."), code="bad_token"
            )
        if user.token_idle:
            touch(token_id=user.token_id, now=now)
        return user, user.token_id

    def authenticate_header(self, request: Request) -> str:
        return "Bearer"


class SessionAuthentication(BaseAuthentication):
    """The session cookie of the pages. The API skips their middleware, so the session is read here."""

    def authenticate(self, request: Request) -> tuple[User, None] | None:
        key = request.COOKIES.get(settings.SESSION_COOKIE_NAME)
        user = _user_of_session(key, request.path_info) if key else None
        if user is None:
            return None
        if request.method not in SAFE:
            _enforce_csrf(request._request)
        return user, None

    def authenticate_header(self, request: Request) -> str:
        return "Bearer"


def _user_of_session(key: str, path: str) -> User | None:
    session = import_module(settings.SESSION_ENGINE).SessionStore(key)
    user_id, backend = session.get(SESSION_KEY), session.get(BACKEND_SESSION_KEY)
    if not user_id or backend not in settings.AUTHENTICATION_BACKENDS:
        passed: User | None = import_string(settings.SESSION_PASSES)(session, path)
        return passed
    user = User.objects.filter(pk=user_id, is_active=True).first()
    # A new password ends the sessions that were opened with the old one.
    if user and constant_time_compare(session.get(HASH_SESSION_KEY, ""), user.get_session_auth_hash()):
        return user
    return None


class _Csrf(CsrfViewMiddleware):
    def _reject(self, request: HttpRequest, reason: str) -> Any:
        return reason


def _enforce_csrf(request: HttpRequest) -> None:
    check = _Csrf(lambda _request: HttpResponse())
    check.process_request(request)
    asked = copy(request)
    asked.method = "PUT"  # a POST's body would be read as a form, which no body of ours is: the head counts
    if check.process_view(asked, HttpResponse, (), {}):
        raise PermissionDenied(_("The page is out of date: load it again, then repeat this."))
