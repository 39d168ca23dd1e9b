"""The call that gives a game that is over as one document, or as text to read."""

from __future__ import annotations

from django.http import HttpResponse
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from rest_framework.request import Request

from config.api.views import ApiView
from games import selectors
from games.api import export_schema
from games.api.answers import dumps
from games.engine import exported
from games.errors import Invalid
from games.notify import record
from games.services import exports

WAYS = ("json", "text")
TEXT = "text/plain"


class ExportView(ApiView):
    """`/games/{id}/export/`: the same for everybody who may see the game."""

    @export_schema.export_game
    def get(self, request: Request, code: str) -> HttpResponse:
        way = _way(request)
        user = self.user_or_none(request)
        game, seats = selectors.find(
            code=code, user=user, invitation=request.query_params.get("invitation", "")
        )
        document = exports.document_of(game, seats)
        if way == "text":
            answer = HttpResponse(
                record.text_of(exported.read(document)),
                content_type=f"{TEXT}; charset=utf-8",
                headers={"Content-Language": get_language() or ""},
            )
        else:
            answer = HttpResponse(dumps(document), content_type="application/json")
        patch_vary_headers(answer, ["Accept", "Authorization", "Cookie", "Accept-Language"])
        return answer


def _way(request: Request) -> str:
    """`?as=`, else what the client accepts: text only where it asks for text and for no JSON."""
    accepted = request.META.get("HTTP_ACCEPT", "")
    usual = "text" if TEXT in accepted and "json" not in accepted else "json"
    way = request.query_params.get("as", usual)
    if way not in WAYS:
        raise Invalid({"as": [_("Give one of: %(choices)s.") % {"choices": ", ".join(WAYS)}]})
    return str(way)
