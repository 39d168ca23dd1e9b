"""The page of my absences: vacations, taken at once or planned, and the hours of my night."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from accounts.models import User
from accounts.services import registration, vacations
from accounts.web.forms import Form
from accounts.web.shown import filled, page, user_of, users_only
from config.posted import form_only
from config.typed import typed_into

HOURS = [(hour, f"{hour:02}:00") for hour in range(24)]


def _moment(label: Any, help_text: Any) -> forms.DateTimeField:
    return forms.DateTimeField(
        label=label,
        required=False,
        help_text=help_text,
        widget=forms.DateTimeInput(attrs={"type": "datetime-local", "class": "ltr"}, format="%Y-%m-%dT%H:%M"),
    )


def _hour(label: Any) -> forms.TypedChoiceField:
    return forms.TypedChoiceField(
        label=label, choices=HOURS, coerce=int, widget=forms.Select(attrs={"dir": "ltr"})
    )


class Away(Form):
    since = _moment(_("From"), _("Leave it empty to begin now."))
    until = _moment(_("Until"), _("Leave it empty to be away as long as your days last."))


class Night(Form):
    none = forms.BooleanField(label=_("My deadlines may be at any hour"), required=False)
    begins = _hour(_("My night is from"))
    ends = _hour(_("until"))

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        begins, ends = user.night or (22, 8)
        super().__init__(
            *args, initial={"none": user.night is None, "begins": begins, "ends": ends}, **kwargs
        )


@typed_into(Away)
@require_http_methods(["GET", "HEAD", "POST"])
@users_only
def away(request: HttpRequest) -> HttpResponse:
    """Where I see, plan and begin vacations."""
    if request.method != "POST":
        return _page(request)
    form = Away(request.POST)
    if form.is_valid():
        try:
            made = vacations.take(user=user_of(request), **form.cleaned_data)
        except ValidationError as refusal:
            form.refuse(refusal, **{"from": "since"})
        else:
            begun = made.starts_at <= timezone.now()
            messages.success(
                request, _now("You are on vacation.") if begun else _now("Your vacation is planned.")
            )
            return redirect("away")
    return _page(request, away=form)


@form_only("away")
@users_only
def end(request: HttpRequest, vacation_id: int) -> HttpResponse:
    """Ends the vacation, or drops a planned one; again does no harm."""
    if vacation_id < 2**63 and vacations.end(user=user_of(request), vacation_id=vacation_id):
        messages.success(request, _now("Your vacation is ended; the days that are left are yours."))
    return redirect("away")


@typed_into(Night)
@form_only("away")
@users_only
def night(request: HttpRequest) -> HttpResponse:
    """The hours into which no deadline of mine falls."""
    user = user_of(request)
    form = Night(request.POST, user=user)
    if form.is_valid():
        given = form.cleaned_data
        hours = (
            None if given["none"] or given["begins"] == given["ends"] else (given["begins"], given["ends"])
        )
        try:
            registration.update_profile(user=user, night=hours)
        except ValidationError as refusal:
            form.refuse(refusal, night="ends")
        else:
            messages.success(request, _now("Your settings are kept."))
            return redirect("away")
    return _page(request, night=form)


def _page(request: HttpRequest, away: Away | None = None, night: Night | None = None) -> HttpResponse:
    user, now = user_of(request), timezone.now()
    coming = vacations.of(user, now=now)
    current = next((each for each in coming if each.starts_at <= now), None)
    days_left = vacations.days_left(user, now=current.ends_at if current else now)
    more = {
        "away": away or filled(request, Away(), reverse("away")),
        "night": night or filled(request, Night(user=user), reverse("night")),
        "current": current,
        "planned": [each for each in coming if each.starts_at > now],
        "days_left": vacations.in_words(days_left),
    }
    return page(request, "accounts/vacation.html", away or night, **more)
