"""What the OpenAPI document says of the accounts' calls: one decorator a call, named as its operation."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema

from accounts.api import shapes
from config.api.described import ALWAYS, BODY, REQUIRED, RETRY_AFTER, answer, refusal, refusals, sent

_OWN = ("not_authenticated", "bad_token", *ALWAYS)
_OWN_CHANGE = (*_OWN, "not_allowed")
_ID = OpenApiParameter("token_id", int, OpenApiParameter.PATH, description="the token's `id`")
_ME: dict[str, Any] = {
    "username": "ana",
    "email": "ana@example.org",
    "email_confirmed": False,
    "language": "mt",
    "timezone": "Europe/Malta",
    "night": {"from": 22, "until": 8},
    "kind": "human",
    "created": "2026-11-30T08:15:00Z",
}
_TOKEN = "mr_Jk2v0…"  # noqa: S105  # an example
_FOR_WHAT: dict[str, Any] = {"scopes": ["read", "play"], "expires": "2027-11-30T08:15:00Z"}

register = extend_schema(
    operation_id="register",
    description=(
        "Register. Playing does not wait for the address to be confirmed. Whether an address is known "
        "does not show here."
    ),
    parameters=[RETRY_AFTER],
    request=shapes.Registration,
    responses={201: shapes.Profile, **refusals(*BODY, *ALWAYS)},
    examples=[
        sent(
            "register",
            "Register",
            {
                "username": "ana",
                "email": "ana@example.org",
                "password": "four-of-a-kind",
                "language": "mt",
                "timezone": "Europe/Malta",
            },
        ),
        answer("registered", "The new profile", 201, _ME),
        refusal(
            "invalid",
            "Correct the named fields and send it again.",
            errors={"username": ["This name is taken; choose another."]},
        ),
    ],
    auth=[],
)
confirm_address = extend_schema(
    operation_id="confirm_address",
    description="Confirm the address that the key was sent to.",
    parameters=[RETRY_AFTER],
    request=shapes.Confirmation,
    responses={200: shapes.Profile, **refusals(*BODY, *ALWAYS)},
    examples=[
        sent("confirm", "The key of the mail", {"key": "WzEsImFuYUBleGFtcGxlLm9yZyJd:1vPabc:…"}),
        answer("confirmed", "The profile", 200, {**_ME, "email_confirmed": True}),
    ],
    auth=[],
)
list_tokens = extend_schema(
    operation_id="list_tokens",
    description="My tokens, newest first; their texts are not known any more.",
    parameters=[RETRY_AFTER],
    responses={200: shapes.ShownToken(many=True), **refusals(*_OWN)},
    examples=[
        answer(
            "tokens",
            "A token that may play and see, for a year",
            200,
            {
                "id": 7,
                "name": "my bot",
                **_FOR_WHAT,
                "created": "2026-11-30T08:15:00Z",
                "last_used": "2026-12-02T17:20:00Z",
            },
        )
    ],
    auth=REQUIRED,
)
create_token = extend_schema(
    operation_id="create_token",
    description=(
        "Log in with name and password for a token, shown once. Shares the limits of logins. A token of which a call "
        "asks a scope that it has not is refused with `not_allowed` and that `scope`."
    ),
    parameters=[RETRY_AFTER],
    request=shapes.Login,
    responses={201: shapes.NewToken, **refusals(*BODY, "not_authenticated", *ALWAYS)},
    examples=[
        sent("login", "Log in", {"username": "ana", "password": "four-of-a-kind"}),
        sent(
            "for_a_bot",
            "A token that may play and see, for a year",
            {
                "username": "ana",
                "password": "four-of-a-kind",
                "name": "my bot",
                "scopes": ["read", "play"],
                "expires_in_days": 365,
            },
        ),
        answer("token", "The token, shown once", 201, {"id": 7, "token": _TOKEN, **_FOR_WHAT}),
        refusal("not_authenticated", "Name and password do not belong together: correct them, or register."),
    ],
    auth=[],
)
revoke_token = extend_schema(
    operation_id="revoke_token",
    description="Revoke a token. It needs no scope to revoke itself.",
    parameters=[_ID, RETRY_AFTER],
    responses={204: OpenApiResponse(description="it is revoked"), **refusals(*_OWN_CHANGE, "not_found")},
    auth=REQUIRED,
)
get_me = extend_schema(
    operation_id="get_me",
    description="My profile and settings.",
    parameters=[RETRY_AFTER],
    responses={200: shapes.Profile, **refusals(*_OWN)},
    examples=[answer("profile", "My profile", 200, _ME)],
    auth=REQUIRED,
)
change_me = extend_schema(
    operation_id="change_me",
    description=(
        "Change my address, language, time zone or night hours. A new address is unconfirmed, and the mail to "
        "confirm it is sent; giving an unconfirmed address again sends that mail again."
    ),
    parameters=[RETRY_AFTER],
    request=shapes.ProfileChange,
    responses={200: shapes.Profile, **refusals(*BODY, *_OWN_CHANGE)},
    examples=[
        sent("language", "Another language", {"language": "mt"}),
        answer("changed", "The profile", 200, _ME),
    ],
    auth=REQUIRED,
)
_VACATIONS: dict[str, Any] = {
    "days_left": 21.5,
    "vacations": [{"id": 3, "from": "2026-12-24T08:00:00Z", "until": "2027-01-02T18:00:00Z"}],
}
list_vacations = extend_schema(
    operation_id="list_vacations",
    description="The vacation that I am on, those that I have planned, and how many days I have left.",
    parameters=[RETRY_AFTER],
    responses={200: shapes.Vacations, **refusals(*_OWN)},
    examples=[answer("vacations", "One is planned", 200, _VACATIONS)],
    auth=REQUIRED,
)
take_vacation = extend_schema(
    operation_id="take_vacation",
    description=(
        "Go on vacation, or plan one. Where a table allows it, the clock of my turns stands still meanwhile. All my "
        "tables show it. It ends by itself."
    ),
    parameters=[RETRY_AFTER],
    request=shapes.NewVacation,
    responses={201: shapes.Vacations, **refusals(*BODY, *_OWN_CHANGE)},
    examples=[
        sent("at once", "Until then", {"until": "2026-12-02T18:00:00Z"}),
        sent("planned", "Later", {"from": "2026-12-24T08:00:00Z", "until": "2027-01-02T18:00:00Z"}),
        answer("taken", "One is planned", 201, _VACATIONS),
    ],
    auth=REQUIRED,
)
end_vacation = extend_schema(
    operation_id="end_vacation",
    description="End my vacation now, or drop one that is planned; its days stay mine.",
    parameters=[
        OpenApiParameter("vacation_id", int, OpenApiParameter.PATH, description="the vacation's `id`"),
        RETRY_AFTER,
    ],
    responses={204: OpenApiResponse(description="it is ended"), **refusals(*_OWN_CHANGE, "not_found")},
    auth=REQUIRED,
)
_MAILS: dict[str, Any] = {
    "turn": "at_once",
    "turn_minutes": 30,
    "leads": [24, 2],
    "digest_hour": 8,
    "rounds": True,
    "results": True,
    "invitations": True,
    "quiet": "night",
    "quiet_from": 22,
    "quiet_until": 8,
    "while_open": True,
    "stopped": False,
    "stopped_why": "",
}
get_mails = extend_schema(
    operation_id="get_mails",
    description="What I want to hear by mail, of all games.",
    parameters=[RETRY_AFTER],
    responses={200: shapes.MailWishes, **refusals(*_OWN)},
    examples=[answer("wishes", "My wishes", 200, _MAILS)],
    auth=REQUIRED,
)
change_mails = extend_schema(
    operation_id="change_mails",
    description="Change what I want to hear by mail; mails that wait already are sent by the new wishes.",
    parameters=[RETRY_AFTER],
    request=shapes.MailWishesChange,
    responses={200: shapes.MailWishes, **refusals(*BODY, *_OWN_CHANGE)},
    examples=[
        sent("digest", "A list at eight, and a reminder a day before", {"digest_hour": 8, "leads": [24]}),
        answer("kept", "My wishes", 200, _MAILS),
    ],
    auth=REQUIRED,
)
