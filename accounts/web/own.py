"""The own account: settings, address, password, and its end."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth import logout, update_session_auth_hash
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from accounts.models import User
from accounts.services import leaving, mailboxes, passwords, registration
from accounts.web import forms
from accounts.web.limits import counted
from accounts.web.preferences import keep_language
from accounts.web.shown import filled, page, user_of, users_only
from config import languages
from config.posted import form_only
from config.typed import typed_into


def _page(request: HttpRequest, form: forms.Form | None = None, **more: Any) -> HttpResponse:
    user = user_of(request)
    shown = {
        "preferences": form
        if isinstance(form, forms.Preferences)
        else filled(request, forms.Preferences(user=user), reverse("settings")),
        "address": form
        if isinstance(form, forms.Address)
        else filled(request, forms.Address(), reverse("settings-address")),
    }
    return page(request, "accounts/settings.html", form, **shown, **more)


@typed_into(forms.Preferences)
@require_http_methods(["GET", "HEAD", "POST"])
@users_only
def settings(request: HttpRequest) -> HttpResponse:
    """Language, time zone."""
    user = user_of(request)
    if request.method != "POST":
        return _page(request)
    form = forms.Preferences(request.POST, user=user)
    if form.is_valid():
        try:
            registration.update_profile(user=user, **form.cleaned_data)
        except ValidationError as refusal:
            form.refuse(refusal)
        else:
            translation.activate(languages.shown(user.language))  # what is said of it is said in the new one
            messages.success(request, _("Your settings are kept."))
            return keep_language(redirect("settings"), user.language)
    return _page(request, form)


@sensitive_post_parameters("password")
@typed_into(forms.Address)
@form_only("settings")
@users_only
def address(request: HttpRequest) -> HttpResponse:
    """Another mail address, once it is confirmed. It can do what a password can: that is asked for."""
    user = user_of(request)
    form = forms.Address(request.POST)
    if form.is_valid() and counted(request, form, f"mail {user.pk}"):
        try:
            if not user.check_password(form.cleaned_data["password"]):
                raise passwords.wrong_password("password")
            registration.update_profile(user=user, email=form.cleaned_data["email"])
        except ValidationError as refusal:
            form.refuse(refusal)
        else:
            _say_sent(request, user)
            return redirect("settings")
    return _page(request, form)


@form_only("settings")
@users_only
def confirm_again(request: HttpRequest) -> HttpResponse:
    """The mail that asks to confirm the address, once more."""
    user = user_of(request)
    form = forms.Form(request.POST)
    if not counted(request, form, f"mail {user.pk}"):
        return _page(request, form)
    if user.email and user.email_confirmed_at is None:
        try:
            registration.update_profile(user=user, email=user.email)
        except ValidationError as refusal:  # the account ended at this very moment
            form.refuse(refusal)
            return _page(request, form)
        _say_sent(request, user)
    return redirect("settings")


@form_only("settings")
@users_only
def mail_again(request: HttpRequest) -> HttpResponse:
    """The address takes mail again, its owner says."""
    mailboxes.resume(user=user_of(request))
    messages.success(request, _("Mails go to your address again."))
    return redirect("settings")


@sensitive_post_parameters("old", "new")
@require_http_methods(["GET", "HEAD", "POST"])
@users_only
def password(request: HttpRequest) -> HttpResponse:
    """Every other login ends with the old password."""
    if request.method != "POST":
        return page(request, "accounts/password.html", forms.PasswordChange())
    user = user_of(request)
    form = forms.PasswordChange(request.POST)
    if form.is_valid() and counted(request, form, f"account {user.username_key}"):
        try:
            passwords.change(user=user, old=form.cleaned_data["old"], new=form.cleaned_data["new"])
        except ValidationError as refusal:
            form.refuse(refusal)
        else:
            update_session_auth_hash(request, user)
            messages.success(request, _("Your new password holds. You are logged out everywhere else."))
            return redirect("settings")
    return page(request, "accounts/password.html", form)


@sensitive_post_parameters("password")
@require_http_methods(["GET", "HEAD", "POST"])
@users_only
def delete(request: HttpRequest) -> HttpResponse:
    """The end of the account, after its password."""
    user = user_of(request)
    guest = user.kind == User.Kind.GUEST
    if request.method != "POST":
        return page(request, "accounts/delete.html", forms.Deletion(guest=guest))
    form = forms.Deletion(request.POST, guest=guest)
    if form.is_valid() and counted(request, form, f"account {user.username_key}"):
        if guest or user.check_password(form.cleaned_data["password"]):
            leaving.delete_account(user=user)
            logout(request)
            messages.success(request, _("Your account is deleted. Thank you for the games."))
            return redirect("home")
        form.refuse(passwords.wrong_password("password"))
    return page(request, "accounts/delete.html", form)


def _say_sent(request: HttpRequest, user: User) -> None:
    if user.email_confirmed_at is None:
        said = _("A mail is on its way to %(address)s: follow its link to confirm the address.")
        messages.success(request, said % {"address": user.email})
