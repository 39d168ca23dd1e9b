"""Login, logout, registration, and a guest who stays."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth import authenticate, login, logout
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from accounts import selectors
from accounts.models import User
from accounts.names import name_key
from accounts.services import keeping, registration
from accounts.web import forms
from accounts.web.limits import counted
from accounts.web.safe import next_of
from accounts.web.shown import filled, page, user_of, users_only
from config.typed import leave_only, typed_into

BACKEND = "django.contrib.auth.backends.ModelBackend"


def enter(request: HttpRequest, user: User) -> None:
    """Logs in. What a visitor's session was kept for, and how long, is no measure for the login."""
    login(request, user, backend=BACKEND)
    leave_only(request, user)
    request.session.set_expiry(None)


def is_guest(request: HttpRequest) -> bool:
    return isinstance(request.user, User) and request.user.kind == User.Kind.GUEST


@sensitive_post_parameters("password")
@typed_into(forms.Login)
@require_http_methods(["GET", "HEAD", "POST"])
def log_in(request: HttpRequest) -> HttpResponse:
    """By name, or by the address that was confirmed."""
    if request.method != "POST":
        if request.user.is_authenticated and not is_guest(request):
            return redirect(next_of(request, "/"))
        return page(request, "accounts/login.html", filled(request, forms.Login()))
    form = forms.Login(request.POST)
    if form.is_valid():
        given = form.cleaned_data["name"].strip()
        owner = selectors.user_by_confirmed_address(given) if "@" in given else None
        name = owner.username if owner else given
        if counted(request, form, f"account {name_key(name)}"):
            # Hashes a password for unknown names too, so that the time tells as little as the words.
            user = authenticate(request, username=name, password=form.cleaned_data["password"])
            if isinstance(user, User):
                enter(request, user)
                return redirect(next_of(request, "/"))
            form.add_error(None, _("Name and password do not belong together: correct them, or register."))
    return page(request, "accounts/login.html", form)


@require_http_methods(["GET", "HEAD", "POST"])
def log_out(request: HttpRequest) -> HttpResponse:
    """Asks first: a guest never comes back."""
    if request.method != "POST":
        return page(request, "accounts/logout.html")
    if request.user.is_authenticated:
        logout(request)
        messages.success(request, _("You are logged out."))
    return redirect("home")


@sensitive_post_parameters("password")
@typed_into(forms.Registration)
@require_http_methods(["GET", "HEAD", "POST"])
def register(request: HttpRequest) -> HttpResponse:
    """A new account, and logged in with it at once."""
    if is_guest(request):
        return redirect("keep")
    if request.method != "POST":
        if request.user.is_authenticated:
            return redirect(next_of(request, "/"))
        return page(request, "accounts/register.html", filled(request, forms.Registration()))
    form = forms.Registration(request.POST)
    if form.is_valid():
        given = form.cleaned_data
        if counted(request, form, f"account {name_key(given['username'])}"):
            try:
                user = registration.register(
                    username=given["username"],
                    email=given["email"],
                    password=given["password"],
                    language=get_language() or "en",
                    timezone_name=given["timezone"],
                )
            except ValidationError as refusal:
                # The same form for a second time: whoever knows the password is the one who registered.
                known = authenticate(request, username=given["username"], password=given["password"])
                if not isinstance(known, User):
                    form.refuse(refusal)
                else:
                    enter(request, known)
                    return redirect(next_of(request, "/"))
            else:
                enter(request, user)
                _welcome(request, user)
                return redirect(next_of(request, "/"))
    return page(request, "accounts/register.html", form)


@sensitive_post_parameters("password")
@typed_into(forms.Registration)
@require_http_methods(["GET", "HEAD", "POST"])
@users_only
def keep(request: HttpRequest) -> HttpResponse:
    """A guest gives a name, an address and a password, and has an account with their games."""
    if not is_guest(request):
        return redirect(next_of(request, "settings"))
    if request.method != "POST":
        form = forms.Registration(initial={"timezone": user_of(request).timezone})
        return page(request, "accounts/keep.html", filled(request, form))
    form = forms.Registration(request.POST)
    if form.is_valid() and counted(request, form):
        given = form.cleaned_data
        try:
            user = keeping.keep(
                guest=user_of(request),
                username=given["username"],
                email=given["email"],
                password=given["password"],
                timezone_name=given["timezone"],
            )
        except ValidationError as refusal:
            form.refuse(refusal)
        else:
            enter(request, user)
            _welcome(request, user)
            return redirect(next_of(request, "/"))
    return page(request, "accounts/keep.html", form)


def _welcome(request: HttpRequest, user: User) -> None:
    messages.success(
        request,
        _("Welcome, %(name)s. A mail is on its way to %(address)s: confirm it to hear of your turns.")
        % {"name": user.username, "address": user.email},
    )
