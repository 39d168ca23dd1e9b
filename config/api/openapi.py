"""How the OpenAPI document tells who may ask: two ways to say it, and the scope that a token needs for each call.

Imported when the applications are ready.
"""

from __future__ import annotations

from typing import Any, cast

from django.conf import settings
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.openapi import AutoSchema

from config.api.views import ApiView

_PROBLEM = {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}


class Schema(AutoSchema):
    """A call's own description, and which scope it asks of a token, as the view says it."""

    def get_operation(self, *args: Any, **kwargs: Any) -> dict[str, Any] | None:
        operation: dict[str, Any] | None = super().get_operation(*args, **kwargs)
        ways = (operation or {}).get("security", [])
        if operation is None or not any("bearer" in way for way in ways):
            return operation
        scope = cast(ApiView, self.view).scope_of(self.method)
        operation["security"] = [
            {name: [scope.value] if name == "bearer" else [] for name in way} for way in ways
        ]
        refused = operation["responses"].setdefault("403", {"description": "", "content": _PROBLEM})
        if "`not_allowed`" not in refused["description"]:
            refused["description"] = ", ".join(filter(None, (refused["description"], "`not_allowed`")))
        return operation


class BearerScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]  # theirs is untyped
    target_class = "accounts.api.authentication.BearerAuthentication"
    name = "bearer"

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, Any]:
        return {
            "type": "http",
            "scheme": "bearer",
            "description": "A token of `POST /api/v1/tokens/`: `Authorization: Bearer …`. What stands beside it at "
            "a call is the scope that the token needs there.",
        }


class CookieScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]  # theirs is untyped
    target_class = "accounts.api.authentication.SessionAuthentication"
    name = "cookie"

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, Any]:
        return {
            "type": "apiKey",
            "in": "cookie",
            "name": settings.SESSION_COOKIE_NAME,
            "description": "The session of the pages; calls that change something also send `X-CSRFToken`.",
        }
