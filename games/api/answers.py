"""How the calls on a game answer: JSON as text, recorded where the request carried a key."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

from django.http import HttpResponse
from rest_framework.request import Request

from accounts.models import User
from accounts.scopes import Scope
from config.api.views import ApiView
from games import selectors
from games.errors import Invalid
from games.models import Game, Seat
from games.services import idempotency
from games.services.idempotency import Answer, Key
from games.wording import sentence


class KeyedView(ApiView):
    """A call whose POST may carry a key: a bad one is a bad shape, and so comes before who asks."""

    writes = Scope.PLAY

    def require_user(self, request: Request) -> User:
        if request.method == "POST":
            _key_text(request)
        return super().require_user(request)


def dumps(value: Any) -> str:
    """JSON as the API writes it."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def view_text(game: Game, seats: Sequence[Seat], user: User, **more: Any) -> str:
    """The view of the game for `user`, with `more` members, as JSON text."""
    return dumps({**selectors.view_of(game, seats, user), **more})


def answered(request: Request, user: User, produce: Callable[[], Answer]) -> HttpResponse:
    """Carries out a POST under /games/ once for its Idempotency-Key, in one transaction with the record."""
    answer = idempotency.once(_key(request, user), produce)
    response = HttpResponse(answer.text, status=answer.status, content_type="application/json")
    response["Cache-Control"] = "private, no-store"
    return response


def _key(request: Request, user: User) -> Key | None:
    value = _key_text(request)
    return None if value is None else Key(user, request.get_full_path(), value, request.data)


def _key_text(request: Request) -> str | None:
    value: str | None = request.META.get("HTTP_IDEMPOTENCY_KEY")
    if value is not None and not (1 <= len(value) <= 64 and all("!" <= char <= "~" for char in value)):
        raise Invalid({"Idempotency-Key": [sentence("bad_key", {})]})
    return value
