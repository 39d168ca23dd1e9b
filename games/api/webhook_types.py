"""What is sent to webhooks, for the OpenAPI document: the other side's calls, one for each type."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import OpenApiExample, OpenApiResponse, OpenApiWebhook, extend_schema
from rest_framework import serializers

from games.api import shapes
from games.api.webhook_schema import ANSWERED

_AT = "2026-11-30T09:00:00Z"
_GAME = {"game": "k7f3q9wz", "version": 43}
_BEN = {"username": "ben", "kind": "human"}


class _Told(shapes.Shape):
    """What each type tells beside its own."""

    game = serializers.CharField(help_text="the game's `id`")
    version = serializers.IntegerField()


class WebhookTurn(_Told):
    at = serializers.DateTimeField()
    seat = serializers.IntegerField()
    round = serializers.IntegerField()
    phase = serializers.ChoiceField(["meld", "last"])
    deadline = serializers.DateTimeField(
        allow_null=True, help_text="null where the game has moved on already, or has no clock"
    )


class WebhookLine(shapes.LogEntry):
    game = serializers.CharField(help_text="the game's `id`")
    you = serializers.IntegerField(allow_null=True, help_text="my seat")


class WebhookRound(_Told, shapes.ScoredRound):
    at = serializers.DateTimeField()


class WebhookGame(_Told):
    event = serializers.ChoiceField(["joined", "left", "started", "ended"])
    player = shapes.Player(required=False, help_text="of `joined` and `left`")
    status = serializers.ChoiceField(["finished", "cancelled"], required=False, help_text="of `ended`")
    result = shapes.Result(required=False, allow_null=True, help_text="of `ended`")


class WebhookInvitation(_Told):
    player = shapes.Player(help_text="who invites me")
    invitation = serializers.CharField(help_text="to join with")


class WebhookTest(shapes.Shape):
    webhook = serializers.IntegerField()
    username = serializers.CharField()


def _body(kind: str, data: type[shapes.Shape]) -> type[shapes.Shape]:
    """The whole of a request of that type."""
    fields: dict[str, Any] = {
        "type": serializers.ChoiceField([kind]),
        "timestamp": serializers.DateTimeField(help_text="when it happened"),
        "data": data(),
        "__doc__": "",
    }
    return type(f"{data.__name__}Body", (shapes.Shape,), fields)


def _webhook(kind: str, said: str, data: type[shapes.Shape], example: dict[str, Any]) -> OpenApiWebhook:
    body = {"type": kind, "timestamp": _AT, "data": example}
    decorator = extend_schema(
        operation_id=f"told_{kind}",
        description=f"{said} Signed as Standard Webhooks has it: `webhook-id`, `webhook-timestamp`, "
        "`webhook-signature`. The same `webhook-id` can come twice.",
        request=_body(kind, data),
        responses={"2XX": OpenApiResponse(description=ANSWERED)},
        examples=[OpenApiExample(kind, body, summary=kind)],
        auth=[],
    )
    return OpenApiWebhook(kind, decorator)


your_turn = _webhook(
    "your_turn",
    "My turn opened.",
    WebhookTurn,
    {**_GAME, "at": _AT, "seat": 1, "phase": "meld", "round": 1, "deadline": "2026-12-03T09:00:00Z"},
)
move = _webhook(
    "move",
    "Something was added to the log of one of my games; as everybody at the table may see it.",
    WebhookLine,
    {
        **_GAME,
        "you": 1,
        "number": 12,
        "round": 1,
        "seat": 0,
        "type": "draw",
        "at": _AT,
        "timed_out": False,
        "stand_in": False,
        "reason": None,
        "card": None,
        "events": [{"type": "drawn", "seat": 0, "card": None, "stock": 61}],
    },
)
round_scored = _webhook(
    "round",
    "A round was scored.",
    WebhookRound,
    {
        **_GAME,
        "at": _AT,
        "number": 1,
        "dealer": 1,
        "knocker": None,
        "went_out": [0],
        "stock_exhausted": False,
        "hands": [[], ["9S", "KD"]],
        "points": [0, 19],
        "scores": [38, 0],
        "winners": [0],
    },
)
game = _webhook(
    "game",
    "A game begins or ends, or somebody joins or leaves before it begins.",
    WebhookGame,
    {**_GAME, "event": "joined", "player": _BEN},
)
invitation = _webhook(
    "invitation", "I was invited.", WebhookInvitation, {**_GAME, "player": _BEN, "invitation": "TOKEN"}
)
test = _webhook("test", "A test that was asked for.", WebhookTest, {"webhook": 3, "username": "ana"})
