"""The call that gives all of one's own data."""

from __future__ import annotations

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, OpenApiResponse, extend_schema
from rest_framework.request import Request

from accounts.scopes import Scope, granted
from accounts.services.archive import archive_of
from config.api import throttles
from config.api.described import ALWAYS, REQUIRED, RETRY_AFTER, refusals
from config.api.views import ApiView, out_of_scope

ZIP = "application/zip"


class ArchiveView(ApiView):
    """`/me/archive/`."""

    writes = Scope.MANAGE

    @classmethod
    def scope_of(cls, method: str) -> Scope:
        """All at once is more than a program needs that only plays; and it is read, hands and all (see `get`)."""
        return Scope.MANAGE

    @extend_schema(
        operation_id="get_archive",
        description=(
            "All that is kept of me, as a ZIP of JSON files: profile, wishes, vacations, tokens without their texts, "
            "each of my games as I see it, the mails that were sent to me, webhooks without their secrets."
        ),
        parameters=[RETRY_AFTER],
        responses={
            (200, ZIP): OpenApiResponse(OpenApiTypes.BINARY),
            **refusals("not_authenticated", "bad_token", "not_allowed", *ALWAYS),
        },
        examples=[
            OpenApiExample(
                "archive", "PK…", summary="A ZIP", response_only=True, status_codes=[200], media_type=ZIP
            )
        ],
        auth=REQUIRED,
    )
    def get(self, request: Request) -> HttpResponse:
        user = self.require_user(request)
        if not granted(user, Scope.READ):
            raise out_of_scope(Scope.READ)
        throttles.hit("login", f"archive {user.pk}")  # it costs more than a page
        answer = HttpResponse(archive_of(user=user), content_type=ZIP)
        answer["Content-Disposition"] = 'attachment; filename="rummy-my-data.zip"'
        answer["Cache-Control"] = "private, no-store"
        return answer
