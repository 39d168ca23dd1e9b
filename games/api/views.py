"""The calls under /api/v1/games/ that concern one game's life: list, create, view, join, leave, resign."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.http import HttpResponse
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import User
from config.api.shapes import MOST_NAMED
from config.api.views import ApiView
from games import selectors
from games.api import schema
from games.api.answers import KeyedView, answered, view_text
from games.api.caching import conditional
from games.api.listing import GameList
from games.engine.errors import InvalidMove
from games.models import Game
from games.services import lobby, terms, turns
from games.services.idempotency import Answer


class GamesView(KeyedView):
    """`/games/`: the list, and a new game."""

    @schema.list_games
    def get(self, request: Request) -> HttpResponse | Response:
        return GameList(request, self.user_or_none(request)).response()

    @schema.create_game
    def post(self, request: Request) -> HttpResponse | Response:
        chosen = terms.read_terms(_object(request.data))
        user = self.require_user(request)

        def create() -> Answer:
            game = lobby.create(creator=user, terms=chosen)
            return Answer(status=201, text=view_text(game, selectors.seats_of(game), user))

        return answered(request, user, create)


class GameView(ApiView):
    """`/games/{id}/`: the game as the one who asks may see it."""

    @schema.get_game
    def get(self, request: Request, code: str) -> HttpResponse | Response:
        user = self.user_or_none(request)
        invitation = request.query_params.get("invitation", "")
        seen = selectors.stamp(code=code, user=user, invitation=invitation)

        def body() -> dict[str, Any]:
            game, seats = selectors.find(code=code, user=user, invitation=invitation)
            return selectors.view_of(game, seats, user)

        return conditional(request, user, seen, body)


class _DoorView(KeyedView):
    """A call that changes who plays, and answers with the new view."""

    fields: Mapping[str, int] = {}  # name -> longest text

    def door(
        self, request: Request, code: str, act: Callable[[str, User, Mapping[str, str]], Game]
    ) -> HttpResponse | Response:
        given = texts(request.data, self.fields)
        user = self.require_user(request)

        def go() -> Answer:
            game = act(code, user, given)
            return Answer(status=200, text=view_text(game, selectors.seats_of(game), user))

        return answered(request, user, go)


class JoinView(_DoorView):
    """`/games/{id}/join/`."""

    fields = {"invitation": 64, "contribution": terms.LONGEST_CONTRIBUTION}

    @schema.join_game
    def post(self, request: Request, code: str) -> HttpResponse | Response:
        return self.door(
            request,
            code,
            lambda code, user, given: lobby.join(
                code=code,
                user=user,
                invitation=given.get("invitation", ""),
                contribution=given.get("contribution", ""),
            ),
        )


class LeaveView(_DoorView):
    """`/games/{id}/leave/`."""

    @schema.leave_game
    def post(self, request: Request, code: str) -> HttpResponse | Response:
        return self.door(request, code, lambda code, user, _given: lobby.leave(code=code, user=user))


class ResignView(_DoorView):
    """`/games/{id}/resign/`."""

    @schema.resign_game
    def post(self, request: Request, code: str) -> HttpResponse | Response:
        return self.door(request, code, lambda code, user, _given: turns.resign(code=code, user=user).game)


def _object(data: Any) -> Mapping[str, Any]:
    if not isinstance(data, Mapping):
        raise InvalidMove({"body": ["Send a JSON object."]})
    return data


def texts(data: Any, fields: Mapping[str, int]) -> Mapping[str, str]:
    """The texts of a body whose every field is optional; an empty body is an empty object."""
    given = _object(data)
    unknown = [name for name in given if name not in fields][:MOST_NAMED]
    errors = {str(name)[:60]: [_("There is no such field.")] for name in unknown}
    for name, most in fields.items():
        value = given.get(name)
        if value is not None and (not isinstance(value, str) or len(value) > most or "\0" in value):
            errors[name] = [_("Send a text of at most %(most)d characters.") % {"most": most}]
    if errors:
        raise InvalidMove(errors)
    return {name: value for name, value in given.items() if value is not None}
