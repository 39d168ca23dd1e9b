"""The calls that concern accounts: registration, confirmation, tokens, the own profile."""

from __future__ import annotations

from typing import Any

from django.contrib.auth import authenticate
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from rest_framework.exceptions import AuthenticationFailed, NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from accounts import selectors
from accounts.api import schema, shapes
from accounts.models import User
from accounts.names import name_key
from accounts.services import registration, tokens
from config.api import throttles
from config.api.views import ApiView

GREATEST_ID = 2**63 - 1


def profile_of(user: User) -> dict[str, Any]:
    """The own profile, as its owner sees it."""
    return {
        "username": user.username,
        "email": user.email,
        "email_confirmed": user.email_confirmed_at is not None,
        "language": user.language,
        "timezone": user.timezone,
        "night": None if user.night is None else {"from": user.night[0], "until": user.night[1]},
        "kind": user.kind,
        "created": user.date_joined,
    }


class AccountsView(ApiView):
    """`/accounts/`."""

    @schema.register
    def post(self, request: Request) -> Response:
        given = shapes.Registration.read(request.data)
        throttles.hit("login", f"address {throttles.address_of(request)}")
        user = registration.register(
            username=given["username"],
            email=given["email"],
            password=given["password"],
            language=given.get("language") or get_language() or "en",
            timezone_name=given.get("timezone", "UTC"),
        )
        return Response(profile_of(user), status=201)


class ConfirmView(ApiView):
    """`/accounts/confirm/`."""

    @schema.confirm_address
    def post(self, request: Request) -> Response:
        given = shapes.Confirmation.read(request.data)
        throttles.hit("login", f"address {throttles.address_of(request)}")
        return Response(profile_of(registration.confirm(key=given["key"])))


class TokensView(ApiView):
    """`/tokens/`."""

    @schema.list_tokens
    def get(self, request: Request) -> Response:
        shown = [
            {"id": token.pk, "name": token.name, "created": token.created_at, "last_used": token.last_used_at}
            for token in selectors.tokens_of(self.require_user(request))
        ]
        return Response(shown)

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
        token, text = tokens.create_token(user=user, name=given.get("name", ""))
        return Response({"id": token.pk, "token": text}, status=201)


class TokenView(ApiView):
    """`/tokens/{id}/`."""

    @schema.revoke_token
    def delete(self, request: Request, token_id: int) -> Response:
        user = self.require_user(request)
        if token_id > GREATEST_ID or not tokens.revoke_token(user=user, token_id=token_id):
            raise NotFound
        return Response(status=204)


class MeView(ApiView):
    """`/me/`."""

    @schema.get_me
    def get(self, request: Request) -> Response:
        return Response(profile_of(self.require_user(request)))

    @schema.change_me
    def patch(self, request: Request) -> Response:
        given = shapes.ProfileChange.read(request.data, partial=True)
        user = self.require_user(request)
        if "email" in given:  # it sends a mail to an address that may be anybody's
            throttles.hit("login", f"mail {user.pk}")
        return Response(profile_of(registration.update_profile(user=user, **given)))
