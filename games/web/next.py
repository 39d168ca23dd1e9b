"""From game to game: the one that waits next, and those that are put off for a while."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from rest_framework.exceptions import Throttled

from accounts.web.safe import next_of
from accounts.web.shown import user_of, users_only
from config.api import throttles
from config.posted import form_only
from games.errors import Refused
from games.notify import times
from games.services import snoozes
from games.web.readers import reader
from games.web.refusals import refused, too_often
from games.web.shown import private


@require_safe
@users_only
def page(request: HttpRequest) -> HttpResponse:
    """Goes to the game that waits for the reader, soonest deadline first; to the lobby where none does."""
    user = user_of(request)
    code = snoozes.following(user, timezone.now(), after=request.GET.get("after", "")[:16])
    if code:
        return private(redirect("game", code))
    messages.info(request, _("No other game waits for you."))
    return private(redirect("lobby"))


@form_only("game", "code")
@users_only
def snooze(request: HttpRequest, code: str) -> HttpResponse:
    """Puts a game off: `until` is `hour`, `morning` (in the reader's zone), or nothing: it is taken up again."""
    user, now = user_of(request), timezone.now()
    reader(request)
    zone = times.zone(user.timezone)
    until = snoozes.end_of(request.POST.get("until", ""), now, zone)
    try:
        throttles.hit("user", str(user.pk))
        snoozes.snooze(code=code, user=user, until=until)
    except Throttled as error:
        return too_often(request, error)
    except Refused as refusal:
        return refused(request, refusal, code=code)
    if until:
        words = _("Put off until %(moment)s. Its clock runs on.")
        messages.success(request, words % {"moment": times.short(until, zone, now)})
    else:
        messages.success(request, _("It waits for you again."))
    return redirect(next_of(request) or "lobby")
