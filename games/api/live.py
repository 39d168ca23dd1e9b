"""The pass to the stream of live updates, for pages whose own has run out and for programs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import HttpResponse
from django.utils.translation import gettext as _
from rest_framework.exceptions import NotAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.scopes import Scope
from config.api.views import ApiView
from config.live import passes
from games import selectors
from games.api import table_schema
from games.api.views import texts
from games.web import table_data

_FIELDS: Mapping[str, int] = {"game": 16, "invitation": 64}


class TokenView(ApiView):
    """`/events/token/`: a pass to all games of the one who asks, and to one more that they may see."""

    writes = Scope.READ  # it changes nothing

    @table_schema.stream_token
    def post(self, request: Request) -> HttpResponse | Response:
        given = texts(request.data, _FIELDS)
        user = self.user_or_none(request)
        code = given.get("game", "")
        if code:
            selectors.stamp(code=code, user=user, invitation=given.get("invitation", ""))
        elif user is None:
            raise NotAuthenticated(_("Log in, or name the game that you watch."))
        made: dict[str, Any] = {
            "token": table_data.stream_pass(code, user),
            "url": table_data.EVENTS,
            "expires_in": passes.GOOD_FOR,
        }
        return Response(made)
