"""Language and colours of suits, at the foot of every page: for visitors too."""

from __future__ import annotations

from contextlib import suppress

from django.conf import settings
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse

from accounts.models import User
from accounts.services import registration
from accounts.web.safe import back
from config.context import SUITS_COOKIE
from config.posted import form_only

A_YEAR = 365 * 24 * 3600


@form_only("home")
def language(request: HttpRequest) -> HttpResponse:
    """Kept with the account of who is logged in, and in a cookie for everybody."""
    answer = back(request)
    code = request.POST.get("language", "")
    if code in dict(settings.LANGUAGES):
        if isinstance(request.user, User):
            with suppress(ValidationError):  # the account ended at this very moment
                registration.update_profile(user=request.user, language=code)
        keep_language(answer, code)
    return answer


def keep_language(answer: HttpResponse, code: str) -> HttpResponse:
    """So that who logs out reads on in the same language."""
    _keep(answer, settings.LANGUAGE_COOKIE_NAME, code)
    return answer


@form_only("home")
def suits(request: HttpRequest) -> HttpResponse:
    """Four colours of suits, or two."""
    answer = back(request)
    _keep(answer, SUITS_COOKIE, "2" if request.POST.get("colours") == "2" else "4")
    return answer


def _keep(answer: HttpResponse, name: str, value: str) -> None:
    answer.set_cookie(
        name, value, max_age=A_YEAR, secure=settings.SESSION_COOKIE_SECURE, httponly=True, samesite="Lax"
    )
