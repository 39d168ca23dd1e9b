"""What the OpenAPI document says of the calls that concern my programs."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema

from accounts.api import shapes
from config.api.described import ALWAYS, BODY, REQUIRED, RETRY_AFTER, answer, refusals, sent

_OWN = ("not_authenticated", "bad_token", "not_allowed", *ALWAYS)
_ONE = (*_OWN, "not_found")
_NAME = OpenApiParameter("username", str, OpenApiParameter.PATH, description="the program's name")
_ID = OpenApiParameter("token_id", int, OpenApiParameter.PATH, description="the token's `id`")
_BOT: dict[str, Any] = {
    "username": "anas-robot",
    "kind": "bot",
    "owner": "ana",
    "created": "2026-11-30T08:15:00Z",
}
_FOR_WHAT: dict[str, Any] = {"scopes": ["read", "play"], "expires": "2027-11-30T08:15:00Z"}

list_bots = extend_schema(
    operation_id="list_bots",
    description="My programs, the oldest first.",
    parameters=[RETRY_AFTER],
    responses={200: shapes.Bot(many=True), **refusals(*_OWN)},
    examples=[answer("bots", "One program", 200, _BOT)],
    auth=REQUIRED,
)
create_bot = extend_schema(
    operation_id="create_bot",
    description=(
        "Make an account for a program of mine. It plays by tokens, by the clock like anybody, is shown as a program "
        "with my name beside it, gets no mail, and goes when my account goes. Several of mine may sit at one table."
    ),
    parameters=[RETRY_AFTER],
    request=shapes.NewBot,
    responses={201: shapes.Bot, **refusals(*BODY, *_OWN)},
    examples=[
        sent("name", "Its name, which is public", {"username": "anas-robot"}),
        answer("made", "The program", 201, _BOT),
    ],
    auth=REQUIRED,
)
get_bot = extend_schema(
    operation_id="get_bot",
    description="One of my programs.",
    parameters=[_NAME, RETRY_AFTER],
    responses={200: shapes.Bot, **refusals(*_ONE)},
    examples=[answer("bot", "The program", 200, _BOT)],
    auth=REQUIRED,
)
delete_bot = extend_schema(
    operation_id="delete_bot",
    description="End one of my programs: its games are resigned, its tokens are gone, its name is given up.",
    parameters=[_NAME, RETRY_AFTER],
    responses={204: OpenApiResponse(description="it is gone"), **refusals(*_ONE)},
    auth=REQUIRED,
)
list_bot_tokens = extend_schema(
    operation_id="list_bot_tokens",
    description="The tokens of one of my programs, newest first.",
    parameters=[_NAME, RETRY_AFTER],
    responses={200: shapes.ShownToken(many=True), **refusals(*_ONE)},
    examples=[
        answer(
            "tokens",
            "A token that may play and see, for a year",
            200,
            {
                "id": 8,
                "name": "on the laptop",
                **_FOR_WHAT,
                "created": "2026-11-30T08:15:00Z",
                "last_used": "2026-12-02T17:20:00Z",
            },
        )
    ],
    auth=REQUIRED,
)
create_bot_token = extend_schema(
    operation_id="create_bot_token",
    description="Make a token with which one of my programs plays. It is shown once.",
    parameters=[_NAME, RETRY_AFTER],
    request=shapes.TokenWanted,
    responses={201: shapes.NewToken, **refusals(*BODY, *_ONE)},
    examples=[
        sent(
            "wanted",
            "To play and see, for a year",
            {"name": "on the laptop", "scopes": ["read", "play"], "expires_in_days": 365},
        ),
        answer("token", "The token, shown once", 201, {"id": 8, "token": "mr_T9xk1…", **_FOR_WHAT}),
    ],
    auth=REQUIRED,
)
revoke_bot_token = extend_schema(
    operation_id="revoke_bot_token",
    description="Revoke a token of one of my programs.",
    parameters=[_NAME, _ID, RETRY_AFTER],
    responses={204: OpenApiResponse(description="it is revoked"), **refusals(*_ONE)},
    auth=REQUIRED,
)
