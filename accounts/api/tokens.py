"""The calls that concern my tokens."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.contrib.auth import authenticate
from django.utils.translation import gettext as _
from rest_framework.exceptions import AuthenticationFailed, NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from accounts import selectors
from accounts.api import schema, shapes
from accounts.models import Token, User
from accounts.names import name_key
from accounts.scopes import ALL, Scope
from accounts.services import tokens
from config.api import throttles
from config.api.views import ApiView

GREATEST_ID = 2**63 - 1


class TokensView(ApiView):
    """`/tokens/`."""

    writes = Scope.MANAGE

    @schema.list_tokens
    def get(self, request: Request) -> Response:
        return Response(shown(self.require_user(request)))

    @schema.create_token
    def post(self, request: Request) -> Response:
        given = shapes.Login.read(request.data)
        throttles.hit("login", f"address {throttles.address_of(request)}")
        throttles.hit("login", f"account {name_key(given['username'])}")
        # Hashes a password for unknown names too, so that the time tells as little as the words.
        user = authenticate(request, username=given["username"], password=given["password"])
        if user is None:
            raise AuthenticationFailed(
                _("Name and password do not belong together: correct them, or register.")
            )
        return made(user, given)


class TokenView(ApiView):
    """`/tokens/{id}/`."""

    writes = Scope.MANAGE

    @schema.revoke_token
    def delete(self, request: Request, token_id: int) -> Response:
        user = self.require_user(request)
        if token_id > GREATEST_ID or not tokens.revoke_token(user=user, token_id=token_id):
            raise NotFound
        return Response(status=204)

    def lets_pass(self, request: Request) -> bool:
        """Whoever is done with a token can end it with itself."""
        return request.auth is not None and request.auth == self.kwargs["token_id"]


def shown(user: User) -> list[dict[str, Any]]:
    """The user's tokens, newest first."""
    return [
        {
            "id": token.pk,
            "name": token.name,
            **_for_what(token),
            "created": token.created_at,
            "last_used": token.last_used_at,
        }
        for token in selectors.tokens_of(user)
    ]


def made(user: User, wanted: Mapping[str, Any]) -> Response:
    """A new token of the user as it was asked for, with its text."""
    token, text = tokens.create_token(
        user=user,
        name=wanted.get("name", ""),
        scopes=wanted.get("scopes", ALL),
        days=wanted.get("expires_in_days"),
    )
    return Response({"id": token.pk, "token": text, **_for_what(token)}, status=201)


def _for_what(token: Token) -> dict[str, Any]:
    return {"scopes": token.scopes.split(), "expires": token.expires_at}
