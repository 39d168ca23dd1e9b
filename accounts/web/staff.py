"""Pages for the staff of the service: visitors are asked to log in, everybody else is told so."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.web.shown import users_only
from config.errors import said


def is_staff(request: HttpRequest) -> bool:
    return isinstance(request.user, User) and request.user.is_active and request.user.is_staff


def refused(request: HttpRequest) -> HttpResponse:
    return said(request, 403, _("This is not for you"), _("This page is for those who run the service."))


def staff_only(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """What the view answers is kept nowhere."""

    @wraps(view)
    @users_only
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not is_staff(request):
            return refused(request)
        answer = view(request, *args, **kwargs)
        patch_cache_control(answer, private=True, no_store=True)
        return answer

    return guarded
