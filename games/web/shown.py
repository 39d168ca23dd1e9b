"""What pages of a game share: that nobody keeps them, and who the reader is to those who write in words."""

from __future__ import annotations

from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.utils.translation import get_language

from accounts.models import User
from games.notify import times
from games.notify.reader import Reader


def private(answer: HttpResponse) -> HttpResponse:
    """Kept by nobody: whoever goes back sees the game as it is."""
    answer.headers["Cache-Control"] = "private, no-store"
    return answer


def guest_key(request: HttpRequest, member: bool) -> str:
    """`?invitation=…` for the links of who sees a private game by its link only."""
    token = request.GET.get("invitation", "")
    return f"?{urlencode({'invitation': token})}" if token and not member else ""


def as_reader(user: User | None) -> Reader:
    """The visitor, as those who tell of games in words know a reader."""
    zone = times.zone(user.timezone if user else "UTC")
    return Reader("", get_language() or "en", zone, user)
