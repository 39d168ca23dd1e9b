"""The pages of my webhooks: all of them, and one with what was sent to it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods
from rest_framework.exceptions import Throttled

from accounts.models import User
from accounts.web.shown import filled, user_of, users_only
from config.api import throttles
from config.posted import form_only
from config.typed import typed_into
from games.errors import Refused
from games.models import Webhook
from games.services.webhooks import keys, targets
from games.web.refusals import refused, too_often
from games.web.webhook_forms import WebhookForm

PAGE = 10


@typed_into(WebhookForm)
@require_http_methods(["GET", "HEAD", "POST"])
@users_only
def page(request: HttpRequest) -> HttpResponse:
    """All of them, and a form for a new one."""
    user = user_of(request)
    form = WebhookForm(request.POST if request.method == "POST" else None)
    try:
        if request.method == "POST":
            throttles.hit("user", str(user.pk))
            if form.is_valid():
                made = targets.create(user=user, **form.cleaned_data)
                messages.success(
                    request, _("The webhook is made. Give its secret to the receiver, then send a test.")
                )
                return redirect("webhook", made.pk)
    except ValidationError as refusal:
        form.refuse(refusal)
    except Throttled as error:
        return too_often(request, error)
    except Refused as refusal:
        return refused(request, refusal)
    rows = targets.of(user)
    full = len(rows) >= targets.MOST or user.kind == User.Kind.GUEST
    if request.method != "POST" and not full:
        filled(request, form)
    return _private(
        render(request, "games/webhooks/list.html", {"form": None if full else form, "rows": rows})
    )


@typed_into(WebhookForm)
@require_http_methods(["GET", "HEAD", "POST"])
@users_only
def one(request: HttpRequest, pk: int) -> HttpResponse:
    """One of them; its address, name and kinds can be changed here."""
    user = user_of(request)
    try:
        webhook = targets.find(user=user, pk=pk)
        if request.method != "POST":
            return _one(request, webhook, filled(request, WebhookForm(webhook=webhook)))
        form = WebhookForm(request.POST, webhook=webhook)
        throttles.hit("user", str(user.pk))
        if form.is_valid():
            targets.change(user=user, pk=pk, **form.cleaned_data)
            messages.success(request, _("The webhook is changed."))
            return redirect("webhook", pk)
    except ValidationError as refusal:
        form.refuse(refusal)
    except Throttled as error:
        return too_often(request, error)
    except Refused as refusal:
        return refused(request, refusal)
    return _one(request, webhook, form)


@form_only("webhook", "pk")
@users_only
def do(request: HttpRequest, pk: int) -> HttpResponse:
    """What is done by the press of a button: `action` says what."""
    action = ACTIONS.get(request.POST.get("action", ""))
    if action is None:
        raise Http404
    return _done(request, lambda user: action(request, user, pk))


@form_only("webhook", "pk")
@users_only
def again(request: HttpRequest, pk: int, delivery_id: int) -> HttpResponse:
    """The same request once more."""

    def send(user: User) -> HttpResponse:
        throttles.hit("login", f"webhook {user.pk}")
        targets.again(user=user, pk=pk, delivery=delivery_id)
        messages.success(request, _("It is on its way once more."))
        return redirect("webhook", pk)

    return _done(request, send)


def _done(request: HttpRequest, work: Callable[[User], HttpResponse]) -> HttpResponse:
    user = user_of(request)
    try:
        throttles.hit("user", str(user.pk))
        return work(user)
    except Throttled as error:
        return too_often(request, error)
    except Refused as refusal:
        return refused(request, refusal)


def _switch(request: HttpRequest, user: User, pk: int, *, on: bool) -> HttpResponse:
    targets.change(user=user, pk=pk, active=on)
    messages.success(
        request,
        _("It is on: what happens from now on is sent.") if on else _("It is off: nothing is sent there."),
    )
    return redirect("webhook", pk)


def _test(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    throttles.hit("login", f"webhook {user.pk}")
    targets.test(user=user, pk=pk)
    messages.success(request, _("A test is on its way: load this page again to see how it ended."))
    return redirect("webhook", pk)


def _show(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    webhook = targets.find(user=user, pk=pk)
    return _one(request, webhook, WebhookForm(webhook=webhook), secret=keys.secret_of(webhook))


def _rotate(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    webhook = targets.rotate(user=user, pk=pk, now=timezone.now())
    return _one(request, webhook, WebhookForm(webhook=webhook), secret=keys.secret_of(webhook))


def _delete(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    targets.delete(user=user, pk=pk)
    messages.success(request, _("The webhook is deleted."))
    return redirect("webhooks")


ACTIONS: dict[str, Callable[[HttpRequest, User, int], HttpResponse]] = {
    "on": lambda request, user, pk: _switch(request, user, pk, on=True),
    "off": lambda request, user, pk: _switch(request, user, pk, on=False),
    "test": _test,
    "show": _show,
    "rotate": _rotate,
    "delete": _delete,
}


def _one(request: HttpRequest, webhook: Webhook, form: WebhookForm, secret: str = "") -> HttpResponse:
    shown = Paginator(targets.deliveries(webhook), PAGE).get_page(request.GET.get("page", "")[:9])
    now = timezone.now()
    context: dict[str, Any] = {
        "webhook": webhook,
        "form": form,
        "secret": secret,
        "overlaps": webhook.old_until is not None and now < webhook.old_until,
        "rows": shown.object_list,
        "page": shown,
        "now": now,
    }
    return _private(render(request, "games/webhooks/one.html", context))


def _private(answer: HttpResponse) -> HttpResponse:
    patch_cache_control(answer, private=True, no_store=True)
    return answer
