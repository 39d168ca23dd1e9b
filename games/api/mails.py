"""The call that concerns what I want to hear of one game by mail."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import Wishes
from accounts.scopes import Scope
from accounts.services.wishes import LONGEST_LEAD, LONGEST_WAIT, MOST_LEADS
from config.api import described
from config.api.described import ALWAYS, BODY, REQUIRED, RETRY_AFTER, answer, refusals, sent
from config.api.shapes import Strict
from config.api.views import ApiView
from games.api.errors import STATUS
from games.models import GameWishes
from games.services import wishes

_STATUS = {**described.STATUS, **STATUS}
_MEMBER = ("not_authenticated", "bad_token", "not_found", "not_your_seat", *ALWAYS)
_GAME = [OpenApiParameter("code", str, OpenApiParameter.PATH, description="the game's `id`"), RETRY_AFTER]
_EXAMPLE: dict[str, Any] = {"muted": False, "turn": "digest", "turn_minutes": None, "leads": [6]}


class GameMailsChange(Strict):
    muted = serializers.BooleanField(required=False, help_text="no mail of this game")
    turn = serializers.ChoiceField(
        Wishes.Turn.choices, allow_null=True, required=False, help_text="null: as everywhere"
    )
    turn_minutes = serializers.IntegerField(
        min_value=1, max_value=LONGEST_WAIT, allow_null=True, required=False, help_text="null: as everywhere"
    )
    leads = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=LONGEST_LEAD),
        max_length=MOST_LEADS,
        allow_null=True,
        required=False,
        help_text="hours before a deadline; null: as everywhere",
    )


class GameMails(serializers.Serializer[Any]):
    muted = serializers.BooleanField()
    turn = serializers.ChoiceField(Wishes.Turn.choices, allow_null=True)
    turn_minutes = serializers.IntegerField(allow_null=True)
    leads = serializers.ListField(child=serializers.IntegerField(), allow_null=True)


class GameMailsView(ApiView):
    """`/games/{id}/mails/`."""

    writes = Scope.MANAGE

    @extend_schema(
        operation_id="get_game_mails",
        description="What I want to hear of this game, where it is not what I want of all.",
        parameters=_GAME,
        responses={200: GameMails, **refusals(*_MEMBER, status=_STATUS)},
        examples=[answer("wishes", "My wishes for this game", 200, _EXAMPLE)],
        auth=REQUIRED,
    )
    def get(self, request: Request, code: str) -> Response:
        return Response(_shown(wishes.of_game(user=self.require_user(request), code=code)[1]))

    @extend_schema(
        operation_id="change_game_mails",
        description="Change what I want to hear of this game.",
        parameters=_GAME,
        request=GameMailsChange,
        responses={200: GameMails, **refusals(*BODY, "not_allowed", *_MEMBER, status=_STATUS)},
        examples=[
            sent("mute", "No mail of this game", {"muted": True}),
            answer("kept", "My wishes for this game", 200, _EXAMPLE | {"muted": True}),
        ],
        auth=REQUIRED,
    )
    def patch(self, request: Request, code: str) -> Response:
        given = GameMailsChange.read(request.data, partial=True)
        return Response(_shown(wishes.change(user=self.require_user(request), code=code, **given)))


def _shown(kept: GameWishes) -> dict[str, Any]:
    return {name: getattr(kept, name) for name in ("muted", "turn", "turn_minutes", "leads")}
