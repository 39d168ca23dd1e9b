"""The lobby: my games, those that wait for me first, and the open tables."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.web import shelves, table_data
from games.web.readers import new_key, reader

_LAST_PAGE = 10_000


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """All shelves, or with `?show=` one of them, page by page."""
    user = reader(request)
    context: dict[str, object] = {"waiting": shelves.waiting_count(user) if user else 0, "key": new_key()}
    name = request.GET.get("show", "")
    if name:
        if name not in shelves.NAMES:
            raise Http404
        context["shelf"] = shelves.shelf(name, user, page=_number(request.GET.get("page", "1")))
        template = "games/shelf.html"
    else:
        context["shelves"] = shelves.lobby(user)
        if user is not None:
            context["live"] = {"urls": table_data.stream_urls(), "token": table_data.stream_pass("", user)}
        template = "games/lobby.html"
    answer = render(request, template, context)
    answer.headers["Cache-Control"] = "private, no-store"
    return answer


def _number(text: str) -> int:
    if not text.isascii() or not text.isdecimal() or len(text) > 5 or not 1 <= int(text) <= _LAST_PAGE:
        raise Http404
    return int(text)
