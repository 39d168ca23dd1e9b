"""The pass to the stream of live updates, for pages whose own has run out and for programs."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any

from django.conf import settings
from django.http import HttpResponse
from django.utils.translation import gettext as _
from rest_framework.exceptions import NotAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import User
from accounts.scopes import Scope
from config.api.views import ApiView
from config.live import passes
from games import selectors
from games.api import table_schema
from games.api.views import texts
from games.web import table_data
from games.web.passes import user_of

_FIELDS: Mapping[str, int] = {"game": 16, "invitation": 64}


def _let_in(request: Request, code: str) -> User | None:
    """Whom the link of a mail let into this game, and no other: their page goes on as well."""
    key = request.COOKIES.get(settings.SESSION_COOKIE_NAME)
    if not key:
        return None
    session = import_module(settings.SESSION_ENGINE).SessionStore(key)
    return user_of(session, f"/games/{code}/")


class TokenView(ApiView):
    """`/events/token/`: a pass to all games of the one who asks, and to one more that they may see."""

    writes = Scope.READ  # it changes nothing

    @table_schema.stream_token
    def post(self, request: Request) -> HttpResponse | Response:
        given = texts(request.data, _FIELDS)
        user = self.user_or_none(request)
        code = given.get("game", "")
        if code:
            reader = user or _let_in(request, code)
            selectors.stamp(code=code, user=reader, invitation=given.get("invitation", ""))
        elif user is None:
            raise NotAuthenticated(_("Log in, or name the game that you watch."))
        made: dict[str, Any] = {
            "token": table_data.stream_pass(code, user),
            "url": table_data.EVENTS,
            "expires_in": passes.GOOD_FOR,
        }
        return Response(made)
