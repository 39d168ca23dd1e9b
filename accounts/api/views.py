"""The calls that concern accounts: registration, confirmation, the own profile."""

from __future__ import annotations

from typing import Any

from django.utils.translation import get_language
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api import schema, shapes
from accounts.models import User
from accounts.scopes import Scope
from accounts.services import registration
from config.api import throttles
from config.api.views import ApiView


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

    writes = Scope.MANAGE

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

    writes = Scope.MANAGE

    @schema.confirm_address
    def post(self, request: Request) -> Response:
        given = shapes.Confirmation.read(request.data)
        throttles.hit("login", f"address {throttles.address_of(request)}")
        return Response(profile_of(registration.confirm(key=given["key"])))


class MeView(ApiView):
    """`/me/`."""

    writes = Scope.MANAGE

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
