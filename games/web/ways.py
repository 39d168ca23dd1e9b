"""What the links of mails lead to: into a game without a login, and to the end of a kind of mail.

Opening one changes nothing and shows nothing that is not public: programs that look after mails follow links, often
twice. A button does what the link is for.
"""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone, translation
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from config import languages
from config.errors import said
from games.models import Outbox
from games.notify import ways
from games.notify.ways import GOOD_FOR, PLAY, STOP, Way
from games.selectors import is_member, seats_of
from games.services import wishes
from games.web import passes

Kind = Outbox.Kind


@require_http_methods(["GET", "HEAD", "POST"])
def play(request: HttpRequest, token: str) -> HttpResponse:
    """Into the game, in this browser: who is logged in is there at once."""
    way = ways.find(PLAY, token, timezone.now())
    if way is None or way.user is None or way.game is None or not is_member(seats_of(way.game), way.user):
        return _too_old(request)
    if request.user == way.user:
        return redirect("game", way.game.code)
    if request.method == "POST" and not request.user.is_authenticated:
        passes.grant(request, way)
        return redirect("game", way.game.code)
    return _page(request, way, "games/way.html", until=way.row.created_at + GOOD_FOR[PLAY])


@csrf_exempt  # a mail program posts here by itself (RFC 8058); the token says who may
@require_http_methods(["GET", "HEAD", "POST"])
def stop(request: HttpRequest, token: str) -> HttpResponse:
    """The end of a kind of mail, by a press or by the mail program's own button; and the way back."""
    way = ways.find(STOP, token, timezone.now())
    if way is None:
        return _too_old(request)
    if request.method == "POST":
        again = "again" in request.POST
        (wishes.resume if again else wishes.stop)(row=way.row)
        done = "again" if again else "stopped"
    else:  # who comes once more, or after their mail program's own button, finds the way back
        done = "stopped" if wishes.is_stopped(row=way.row) else ""
    about = {Kind.DIGEST: "list", Kind.INVITATION: "invitations"}.get(Kind(way.row.kind), "game")
    return _page(request, way, "games/stop.html", done=done, about=about)


def _page(request: HttpRequest, way: Way, template: str, **more: object) -> HttpResponse:
    """In the language of whom the mail was for, who may never have been here before."""
    language = languages.shown(way.user.language) if way.user else translation.get_language()
    with translation.override(language):
        answer = render(request, template, {"way": way, "game": way.game, "whose": way.user, **more})
    patch_cache_control(answer, private=True, no_store=True)
    return answer


def _too_old(request: HttpRequest) -> HttpResponse:
    words = _("Log in to see your games, or use the link of a newer mail.")
    return said(request, 410, _("This link works no more"), words, again="/accounts/login/")
