"""What the OpenAPI document says of an exported game."""

from __future__ import annotations

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import serializers

from config.api.described import ALWAYS, REQUIRED, RETRY_AFTER, refusals
from config.api.described import STATUS as OF_FRAME
from games.api.errors import STATUS
from games.api.examples import OPTIONS, line
from games.api.shapes import LogEntry, Options, Player, Result, ScoredRound, Shape
from games.engine.exported import FORMAT


class ExportedSeat(Shape):
    seat = serializers.IntegerField()
    player = Player()
    house = serializers.BooleanField(help_text="a house player sat here when the game began")
    score = serializers.IntegerField()
    rounds_won = serializers.IntegerField()
    status = serializers.ChoiceField(["playing", "left"])


class Export(Shape):
    """A game that is over: all that whoever may see it sees, and enough to play it again."""

    format = serializers.IntegerField(help_text=f"of this document: {FORMAT}; it grows where a field changes")
    id = serializers.CharField()
    status = serializers.ChoiceField(
        ["open", "active", "finished", "cancelled"], help_text="finished or cancelled"
    )
    rules_version = serializers.IntegerField(help_text="of the rules that the game was played by")
    options = Options()
    created = serializers.DateTimeField()
    updated = serializers.DateTimeField()
    seats = ExportedSeat(many=True)
    result = Result()
    rounds = ScoredRound(many=True)
    log = LogEntry(many=True, help_text="as of `moves/`; each deal of a scored round with hands and stock")


_SEATS = [
    {
        "seat": seat,
        "player": {"username": name, "kind": "human"},
        "house": False,
        "score": score,
        "rounds_won": 0,
        "status": status,
    }
    for seat, name, score, status in ((0, "ana", 0, "left"), (1, "ben", 0, "playing"))
]
_RESULT: dict[str, Any] = {"final": [0, 0], "winners": [1], "reason": "resignation"}
_DEALT = {"type": "dealt", "round": 1, "dealer": 0}
_DRAWN = [
    {"type": "drawn", "seat": 1, "card": None, "stock": 32},
    {"type": "turn_opened", "seat": 1, "phase": "meld", "deadline": "2026-12-03T09:00:00Z"},
]
_ENDED = [{"type": "left", "seat": 0, "by": "resigned"}, {"type": "game_ended", **_RESULT}]
_LOG = [
    line(1, 2, None, "deal", [_DEALT], dealer=0, hands=[None, None], stock=None),
    line(2, 2, 1, "draw", _DRAWN, card=None),
    line(3, 3, 0, "resign", _ENDED),
]
EXAMPLE: dict[str, Any] = {
    "format": FORMAT,
    "id": "k7f3q9wz",
    "status": "finished",
    "rules_version": 1,
    "options": OPTIONS,
    "created": "2026-11-30T08:15:00Z",
    "updated": "2026-11-30T08:25:00Z",
    "seats": _SEATS,
    "result": _RESULT,
    "rounds": [],
    "log": _LOG,
}
_RECORD = """Manipulation Rummy, game k7f3q9wz
Monday, 30 November 2026, 08:15 UTC
To 150 points.
"""

_OPTIONAL: Any = [{}, *REQUIRED]

export_game = extend_schema(
    operation_id="export_game",
    description=(
        "A game that is over, as one document: its terms, its players, each scored round with its deal, every line of "
        "the log, the result. It is the same for everybody who may see the game, so that it can be passed on; a round "
        "that was broken off stays hidden. `/replay/` shows such a document step by step, also one of another "
        "service. With `as=text` (or `Accept: text/plain`) it is text to read, in the notation of replies by mail. "
        "`format` is 1; it grows when a field changes its meaning or goes, not when one comes."
    ),
    parameters=[
        OpenApiParameter("code", str, OpenApiParameter.PATH, description="the game's `id`"),
        OpenApiParameter(
            "as", str, enum=["json", "text"], description="else what `Accept` says, else `json`"
        ),
        OpenApiParameter(
            "invitation", str, description="the token of an invitation, for a private game before joining"
        ),
        RETRY_AFTER,
    ],
    responses={
        (200, "application/json"): OpenApiResponse(Export),
        (200, "text/plain"): OpenApiResponse(OpenApiTypes.STR, description="the game"),
        **refusals(
            "invalid",
            "bad_token",
            "not_found",
            "not_started",
            "not_over",
            *ALWAYS,
            status={**OF_FRAME, **STATUS},
        ),
    },
    examples=[
        OpenApiExample(
            "exported",
            EXAMPLE,
            summary="A game that was broken off in its first round",
            response_only=True,
            status_codes=[200],
            media_type="application/json",
        ),
        OpenApiExample(
            "text",
            _RECORD,
            summary="How the text begins",
            response_only=True,
            status_codes=[200],
            media_type="text/plain",
        ),
    ],
    auth=_OPTIONAL,
)
