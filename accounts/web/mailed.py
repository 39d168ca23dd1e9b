"""What a mailed link leads to: an address confirmed, a new password. Opening the link changes nothing."""

from __future__ import annotations

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_safe

from accounts.names import address_key
from accounts.services import passwords, registration
from accounts.web import forms
from accounts.web.entering import enter
from accounts.web.limits import counted
from accounts.web.shown import filled, page
from config.typed import typed_into

LONGEST_KEY = 1000


@require_http_methods(["GET", "HEAD", "POST"])
def confirm(request: HttpRequest) -> HttpResponse:
    """A button: programs that look after mails follow links, and would confirm what nobody has read."""
    key = (request.POST.get("key") or request.GET.get("key") or "")[:LONGEST_KEY].strip()
    if request.method != "POST":
        return page(request, "accounts/confirm.html", key=key)
    form = forms.Form(request.POST)
    if counted(request, form):
        try:
            user = registration.confirm(key=key)
        except ValidationError as refusal:
            form.refuse(refusal)
        else:
            said = _("%(address)s is confirmed: you will hear of your turns.") % {"address": user.email}
            messages.success(request, said)
            return redirect("home" if request.user.is_authenticated else "login")
    return page(request, "accounts/confirm.html", form, key=key if form.wait else "")


@typed_into(forms.Reset)
@require_http_methods(["GET", "HEAD", "POST"])
def ask_reset(request: HttpRequest) -> HttpResponse:
    """The answer is the same whether or not anybody has the address."""
    if request.method != "POST":
        return page(request, "accounts/reset.html", filled(request, forms.Reset()))
    form = forms.Reset(request.POST)
    if form.is_valid():
        address = form.cleaned_data["email"]
        if counted(request, form, f"reset {address_key(address)}"):
            try:
                passwords.owe_reset(email=address)
            except ValidationError as refusal:
                form.refuse(refusal)
            else:
                return redirect("password-reset-sent")
    return page(request, "accounts/reset.html", form)


@require_safe
def reset_sent(request: HttpRequest) -> HttpResponse:
    return page(request, "accounts/reset_sent.html")


@sensitive_post_parameters("password", "key")
@require_http_methods(["GET", "HEAD", "POST"])
def reset(request: HttpRequest) -> HttpResponse:
    """A new password for whom the key was sent to, who is logged in with it."""
    key = (request.POST.get("key") or request.GET.get("key") or "")[:LONGEST_KEY].strip()
    form = forms.NewPassword(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid() and counted(request, form):
        try:
            user = passwords.reset(key=key, password=form.cleaned_data["password"])
        except ValidationError as refusal:
            form.refuse(refusal)
        else:
            enter(request, user)
            messages.success(request, _("Your new password holds. Other logins and all tokens have ended."))
            return redirect("home")
    try:
        whose = passwords.user_of_key(key=key)
    except ValidationError as refusal:
        return page(request, "accounts/reset_old.html", sentence=refusal.messages[0], status=410)
    return page(request, "accounts/reset_new.html", form, key=key, whose=whose)
