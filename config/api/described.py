"""How the OpenAPI document tells of refusals: one response a status, with its codes, as problem documents."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from drf_spectacular.utils import OpenApiExample, OpenApiParameter, OpenApiResponse

from config.api.shapes import Problem

PROBLEM = "application/problem+json"
# What the frame refuses, whichever call it is.
STATUS = {
    "invalid": 400,
    "not_authenticated": 401,
    "bad_token": 401,
    "not_allowed": 403,
    "not_found": 404,
    "method_not_allowed": 405,
    "too_large": 413,
    "unsupported_media_type": 415,
    "throttled": 429,
    "fault": 500,
    "unavailable": 503,
}
RETRY_AFTER = OpenApiParameter(
    "Retry-After", int, OpenApiParameter.HEADER, response=[429, 503], description="seconds to wait"
)
# Security requirements: any one of the list suffices.
REQUIRED: Any = [{"bearer": []}, {"cookie": []}]
BODY = ("invalid", "too_large", "unsupported_media_type")
ALWAYS = ("throttled", "unavailable")


def refusals(*codes: str, status: Mapping[str, int] = STATUS) -> dict[tuple[int, str], OpenApiResponse]:
    """The problem responses of a call that may be refused with `codes`."""
    by_status: dict[int, list[str]] = {}
    for code in codes:
        by_status.setdefault(status[code], []).append(code)
    return {
        (number, PROBLEM): OpenApiResponse(Problem, description=", ".join(f"`{code}`" for code in named))
        for number, named in sorted(by_status.items())
    }


def refusal(code: str, detail: str, *, status: int | None = None, **members: Any) -> OpenApiExample:
    """An example of a refusal. `status` of a code that is none of the frame's."""
    number = STATUS[code] if status is None else status
    value = {
        "type": f"/api/docs/problems#{code}",
        "title": code.replace("_", " "),
        "status": number,
        "code": code,
        "detail": detail,
        **members,
    }
    return OpenApiExample(
        code, value, summary=code, response_only=True, status_codes=[number], media_type=PROBLEM
    )


def sent(name: str, summary: str, value: Any) -> OpenApiExample:
    """An example of a body."""
    return OpenApiExample(name, value, summary=summary, request_only=True)


def answer(name: str, summary: str, status: int, value: Any) -> OpenApiExample:
    """An example of an answer."""
    return OpenApiExample(name, value, summary=summary, response_only=True, status_codes=[status])
