"""Where a moderator stops the clock of a game, with a reason that its players read, and lets it go on."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from accounts.web.forms import Form
from accounts.web.shown import filled, user_of
from accounts.web.staff import staff_only
from config.typed import typed_into
from games import selectors
from games.errors import Invalid, Refused
from games.models import Game
from games.notify import delays
from games.services import pauses
from games.web import clocks
from games.web.refusals import refused

LINES = 30


class Stopping(Form):
    until = forms.DateTimeField(
        label=_("The clock stands still until"),
        help_text=_("At most 90 days from now; everybody may still move."),
        widget=forms.DateTimeInput(attrs={"type": "datetime-local", "class": "ltr"}, format="%Y-%m-%dT%H:%M"),
    )
    note = forms.CharField(
        label=_("Why"),
        max_length=pauses.LONGEST_NOTE,
        help_text=_("The players read it in the log."),
        widget=forms.TextInput(attrs={"dir": "auto"}),
    )


@typed_into(Stopping)
@require_http_methods(["GET", "HEAD", "POST"])
@staff_only
def page(request: HttpRequest, code: str) -> HttpResponse:
    """The clock as it is; `go_on` lets it go on, else it is stopped."""
    game = Game.objects.filter(code=code).first()
    if game is None:
        raise Http404
    if request.method != "POST":
        running = game.status == Game.Status.ACTIVE
        return _page(request, game, filled(request, Stopping()) if running else Stopping())
    form = Stopping(request.POST)
    try:
        if _done(request, code, form):
            return redirect("admin-clock", code=code)
    except Refused as refusal:
        return refused(request, refusal, code=code)
    return _page(request, game, form)


def _done(request: HttpRequest, code: str, form: Stopping) -> bool:
    if "go_on" in request.POST:
        pauses.go_on(code=code)
        messages.success(request, _now("The clock goes on."))
        return True
    if not form.is_valid():
        return False
    try:
        pauses.stop(code=code, staff=user_of(request), **form.cleaned_data)
    except Invalid as refusal:
        for name, sentences in refusal.errors.items():
            form.add_error(name, sentences)
        return False
    messages.success(request, _now("The clock stands still."))
    return True


def _page(request: HttpRequest, game: Game, form: Stopping) -> HttpResponse:
    names = {seat.number: seat.user.username for seat in selectors.seats_of(game) if seat.number is not None}
    changes: list[dict[str, Any]] = selectors.clock_of(game, limit=LINES)
    context = {
        "game": game,
        "form": form,
        "active": game.status == Game.Status.ACTIVE,
        "stopped": pauses.stopped_until(game, timezone.now()),
        "reasons": delays.listed(game.deadline_reasons),
        "lines": [(change["at"], clocks.told(change, names)) for change in reversed(changes)],
    }
    return render(request, "staff/clock.html", context)
