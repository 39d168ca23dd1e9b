"""The first page, and the rules."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.web import rules_text, shelves
from games.web.readers import new_key, reader


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """Says what this is; one click plays."""
    user = reader(request)
    context = {"waiting": shelves.waiting_count(user) if user else 0, "key": new_key()}
    answer = render(request, "games/home.html", context)
    answer.headers["Cache-Control"] = "private, no-store"
    return answer


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    """How it is played, every rule with its id as an anchor."""
    return render(request, "games/rules.html", {"chapters": rules_text.CHAPTERS, "key": new_key()})
