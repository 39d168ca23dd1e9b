"""How a page with a form is answered: with what was refused beside its field, 429 where it came too often."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar, cast
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.web.forms import Form
from accounts.web.safe import next_of
from config import typed
from config.sent import page_with_form, sent_from

Filled = TypeVar("Filled", bound=Form)


def page(request: HttpRequest, template: str, form: Form | None = None, **more: Any) -> HttpResponse:
    """The page, private to whoever asked."""
    status = 429 if form is not None and form.wait else 200
    context = {"form": form, "next": next_of(request), **more}
    answer = render(request, template, context, status=more.get("status", status))
    if form is not None and form.wait:
        answer.headers["Retry-After"] = str(form.wait)
    patch_cache_control(answer, private=True, no_store=True)
    return answer


def users_only(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Whoever is not logged in is asked to, and then comes back."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if isinstance(request.user, User):
            return view(request, *args, **kwargs)
        if request.method in ("GET", "HEAD"):
            wanted = request.get_full_path()
        else:  # the login ended while the form stood open
            kept = typed.keep(request)
            wanted = page_with_form(request) if kept else sent_from(request)
            messages.warning(
                request,
                _(
                    "You were not logged in any more. Nothing was done: log in, and what you typed is there again."
                )
                if kept
                else _("You were not logged in any more. Nothing was done: log in, then try again."),
            )
        way = f"?{urlencode({'next': wanted})}" if wanted else ""
        return HttpResponseRedirect(reverse("login") + way)

    return guarded


def filled(request: HttpRequest, form: Filled, path: str = "") -> Filled:
    """The form as it opens; with what its reader typed before, where that was not taken. `path`: where it goes."""
    before = typed.kept(request, path or request.path)
    if before is not None:
        form.refill(before)
        messages.warning(
            request,
            _("What you typed stands in the form again. It was not sent: look it over, then send it."),
        )
    return form


def user_of(request: HttpRequest) -> User:
    """Who is logged in; only for views that `users_only` guards."""
    return cast(User, request.user)
