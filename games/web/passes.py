"""Who came by the link of a mail: known in that game alone, to look and to play, until the link is too old.

The pass lies in the session. It opens neither settings nor other games, and cannot resign, leave or invite.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.crypto import constant_time_compare, salted_hmac

from accounts.models import User
from config.typed import leave_only
from games.notify import ways
from games.notify.ways import GOOD_FOR, PLAY, Way

KEPT = "passes"  # in the session
MOST = 20  # games that one browser is let into so
_IN_GAME = re.compile(r"/(?:api/v1/)?games/([a-z0-9]{4,16})/(.*)")
# What ends a game for somebody, or reaches other people or games.
_NOT_BY_PASS = re.compile(r"(?:join|invite|leave|resign|rematch)(?:/|\Z)")


def grant(request: HttpRequest, way: Way) -> None:
    """Lets this browser into the game as the link's reader."""
    assert way.user is not None and way.game is not None, "a way into a game"
    request.session.cycle_key()  # whoever knew the session before does not come in with it
    leave_only(request, way.user)
    until = int((way.row.created_at + GOOD_FOR[PLAY]).timestamp())
    kept = dict(request.session.get(KEPT, {}))
    kept.pop(way.game.code, None)
    kept[way.game.code] = [way.user.pk, until, _print(way.user)]
    request.session[KEPT] = kept = dict(list(kept.items())[-MOST:])
    # However short the session was kept before, and as long as any of the passes holds.
    request.session.set_expiry(datetime.fromtimestamp(max(each[1] for each in kept.values()), UTC))


def user_of(session: Any, path: str) -> User | None:
    """Whom the session's passes make known at this address (settings.SESSION_PASSES)."""
    found = _IN_GAME.match(path)
    if found is None or _NOT_BY_PASS.match(found[2]):
        return None
    known = session.get(KEPT, {}).get(found[1])
    if not known or known[1] < time.time():
        return None
    user = User.objects.filter(pk=known[0], is_active=True).first()
    if user is None or not constant_time_compare(known[2], _print(user)):
        return None
    user.here_only = True
    return user


class Passes:
    """The middleware. A login counts before any pass."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        in_game = request.path_info.startswith("/games/")
        if in_game and settings.SESSION_COOKIE_NAME in request.COOKIES and request.session.get(KEPT):
            user = None if request.user.is_authenticated else user_of(request.session, request.path_info)
            if user is not None:
                request.user = user
                request.passed = True  # type: ignore[attr-defined]  # for the page's head
        return self.get_response(request)


def _print(user: User) -> str:
    return salted_hmac("games.web.passes", ways.proof_of(user), algorithm="sha256").hexdigest()[:32]
