"""The calls that concern accounts: registration, confirmation, tokens, the own profile."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.contrib.auth import authenticate
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import AuthenticationFailed, NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from accounts import selectors
from accounts.api import shapes
from accounts.models import User
from accounts.names import name_key
from accounts.services import registration, tokens
from config.api import throttles
from config.api.views import ApiView

REFUSED = {400: shapes.Problem, 429: shapes.Problem}
REFUSED_USER = {**REFUSED, 401: shapes.Problem}


def profile_of(user: User) -> dict[str, Any]:
    """The own profile, as its owner sees it."""
    return {
        "username": user.username,
        "email": user.email,
        "email_confirmed": user.email_confirmed_at is not None,
        "language": user.language,
        "timezone": user.timezone,
        "kind": user.kind,
        "created": _time(user.date_joined),
    }


class AccountsView(ApiView):
    """`/accounts/`."""

    @extend_schema(
        operation_id="register", request=shapes.Registration, responses={201: shapes.Profile, **REFUSED}, auth=[]
    )
    def post(self, request: Request) -> Response:
        """Register. Playing does not wait for the address to be confirmed."""
        given = shapes.Registration.read(request.data)
        throttles.hit("login", f"address {throttles.address_of(request)}")
        user = registration.register(
            username=given["username"],
            email=given["email"],
            password=given["password"],
            language=given.get("language", _language()),
            timezone_name=given.get("timezone", "UTC"),
        )
        return Response(profile_of(user), status=201)


class ConfirmView(ApiView):
    """`/accounts/confirm/`."""

    @extend_schema(
        operation_id="confirm_address", request=shapes.Confirmation, responses={200: shapes.Profile, **REFUSED}, auth=[]
    )
    def post(self, request: Request) -> Response:
        """Confirm the address that the key was sent to."""
        given = shapes.Confirmation.read(request.data)
        throttles.hit("login", f"address {throttles.address_of(request)}")
        return Response(profile_of(registration.confirm(key=given["key"])))


class TokensView(ApiView):
    """`/tokens/`."""

    @extend_schema(operation_id="list_tokens", responses={200: shapes.ShownToken(many=True), **REFUSED_USER})
    def get(self, request: Request) -> Response:
        """My tokens, newest first; their texts are not known any more."""
        return Response(
            [
                {
                    "id": token.pk,
                    "name": token.name,
                    "created": _time(token.created_at),
                    "last_used": _time(token.last_used_at),
                }
                for token in selectors.tokens_of(self.require_user(request))
            ]
        )

    @extend_schema(
        operation_id="create_token", request=shapes.Login, responses={201: shapes.NewToken, **REFUSED_USER}, auth=[]
    )
    def post(self, request: Request) -> Response:
        """Log in with name and password for a token, which is shown once."""
        given = shapes.Login.read(request.data)
        throttles.hit("login", f"address {throttles.address_of(request)}")
        throttles.hit("login", f"account {name_key(given['username'])}")
        user = authenticate(request, username=given["username"], password=given["password"])
        if user is None:
            raise AuthenticationFailed(_("Name and password do not belong together: correct them, or register."))
        assert isinstance(user, User)
        token, text = tokens.create_token(user=user, name=given.get("name", ""))
        return Response({"id": token.pk, "token": text}, status=201)


class TokenView(ApiView):
    """`/tokens/{id}/`."""

    @extend_schema(
        operation_id="revoke_token", responses={204: None, 404: shapes.Problem, **REFUSED_USER}
    )
    def delete(self, request: Request, token_id: int) -> Response:
        """Revoke a token."""
        user = self.require_user(request)
        if token_id >= 2**63 or not tokens.revoke_token(user=user, token_id=token_id):
            raise NotFound
        return Response(status=204)


class MeView(ApiView):
    """`/me/`."""

    @extend_schema(operation_id="get_me", responses={200: shapes.Profile, **REFUSED_USER})
    def get(self, request: Request) -> Response:
        """My profile and settings."""
        return Response(profile_of(self.require_user(request)))

    @extend_schema(
        operation_id="change_me", request=shapes.ProfileChange, responses={200: shapes.Profile, **REFUSED_USER}
    )
    def patch(self, request: Request) -> Response:
        """Change my address, language or time zone."""
        given = shapes.ProfileChange.read(request.data, partial=True)
        return Response(profile_of(registration.update_profile(user=self.require_user(request), **given)))


def _language() -> str:


    return get_language() or "en"


def _time(moment: datetime | None) -> str | None:
    return None if moment is None else moment.strftime("%Y-%m-%dT%H:%M:%SZ")
