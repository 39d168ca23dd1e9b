"""The call that concerns what I want to hear by mail."""

from __future__ import annotations

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api import schema
from accounts.api.shapes import MailWishesChange
from accounts.models import User
from accounts.scopes import Scope
from accounts.services import wishes
from config.api.views import ApiView


class MyMailsView(ApiView):
    """`/me/mails/`."""

    writes = Scope.MANAGE

    @schema.get_mails
    def get(self, request: Request) -> Response:
        return Response(_shown(self.require_user(request)))

    @schema.change_mails
    def patch(self, request: Request) -> Response:
        given = MailWishesChange.read(request.data, partial=True)
        user = self.require_user(request)
        wishes.change(user=user, **given)
        return Response(_shown(user))


def _shown(user: User) -> dict[str, Any]:
    kept = wishes.of(user)
    return {
        **{name: getattr(kept, name) for name in wishes.NAMES},
        "stopped": bool(user.mail_stopped_at),
        "stopped_why": user.mail_stopped_why,
    }
