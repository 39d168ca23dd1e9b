"""The calls that concern programs of mine: accounts of kind `bot`, which play by tokens that I make for them."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from rest_framework.exceptions import NotFound, PermissionDenied
from rest_framework.request import Request
from rest_framework.response import Response

from accounts import selectors
from accounts.api import program_schema as schema
from accounts.api import shapes
from accounts.api.tokens import GREATEST_ID, made, shown
from accounts.models import User
from accounts.scopes import Scope
from accounts.services import programs, tokens
from config.api import throttles
from config.api.views import ApiView


class _ProgramsView(ApiView):
    """A call of a person about their programs."""

    writes = Scope.MANAGE

    def owner(self, request: Request) -> User:
        user = self.require_user(request)
        if user.kind != User.Kind.HUMAN:
            raise PermissionDenied(_("Only a registered person has programs: ask as one."))
        return user

    def program(self, request: Request, username: str) -> User:
        program = selectors.program_of(self.owner(request), username)
        if program is None:
            raise NotFound
        return program


class BotsView(_ProgramsView):
    """`/bots/`."""

    @schema.list_bots
    def get(self, request: Request) -> Response:
        owner = self.owner(request)
        return Response([_shown(program, owner) for program in selectors.programs_of(owner)])

    @schema.create_bot
    def post(self, request: Request) -> Response:
        given = shapes.NewBot.read(request.data)
        owner = self.owner(request)
        throttles.hit("login", f"programs {owner.pk}")  # each takes a name from everybody else
        return Response(_shown(programs.make(owner=owner, username=given["username"]), owner), status=201)


class BotView(_ProgramsView):
    """`/bots/{username}/`."""

    @schema.get_bot
    def get(self, request: Request, username: str) -> Response:
        return Response(_shown(self.program(request, username), self.owner(request)))

    @schema.delete_bot
    def delete(self, request: Request, username: str) -> Response:
        programs.end(program=self.program(request, username))
        return Response(status=204)


class BotTokensView(_ProgramsView):
    """`/bots/{username}/tokens/`."""

    @schema.list_bot_tokens
    def get(self, request: Request, username: str) -> Response:
        return Response(shown(self.program(request, username)))

    @schema.create_bot_token
    def post(self, request: Request, username: str) -> Response:
        given = shapes.TokenWanted.read(request.data)
        return made(self.program(request, username), given)


class BotTokenView(_ProgramsView):
    """`/bots/{username}/tokens/{id}/`."""

    @schema.revoke_bot_token
    def delete(self, request: Request, username: str, token_id: int) -> Response:
        program = self.program(request, username)
        if token_id > GREATEST_ID or not tokens.revoke_token(user=program, token_id=token_id):
            raise NotFound
        return Response(status=204)


def _shown(program: User, owner: User) -> dict[str, Any]:
    return {
        "username": program.username,
        "kind": program.kind,
        "owner": owner.username,
        "created": program.date_joined,
    }
