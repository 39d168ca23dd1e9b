"""Tables that a visitor opens: at once against the house, or on terms of their own."""

from __future__ import annotations

import hashlib

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods
from rest_framework.exceptions import Throttled

from accounts.web.shown import filled, user_of, users_only
from config.api import throttles
from config.posted import form_only
from config.typed import typed_into
from games import codes
from games.errors import Invalid
from games.services import lobby, tables
from games.web.forms import NewTable
from games.web.readers import key_of, new_key, reader, reader_or_guest
from games.web.refusals import too_often


@form_only("home")
def play_now(request: HttpRequest) -> HttpResponse:
    """One click, one game: whoever is nobody yet plays as a guest."""
    key = key_of(request)
    try:
        user = reader_or_guest(request)
        throttles.hit("user", str(user.pk))
    except Throttled as error:
        return too_often(request, error)
    return redirect("game", tables.play_now(user=user, key=key).code)


@typed_into(NewTable)
@require_http_methods(["GET", "HEAD", "POST"])
@users_only
def new_table(request: HttpRequest) -> HttpResponse:
    """The terms of a new table. The same form sent again leads to the same table."""
    reader(request)
    user = user_of(request)
    if request.method != "POST":
        return _page(request, filled(request, NewTable(user=user, initial={"key": new_key()})))
    form = NewTable(request.POST, user=user)
    try:
        throttles.hit("user", str(user.pk))
    except Throttled as error:
        return too_often(request, error)
    terms = form.terms() if form.is_valid() else None
    if terms is None:
        return _page(request, form)
    wanted = hashlib.sha256(repr(terms).encode()).hexdigest()
    try:
        game = lobby.create(
            creator=user, terms=terms, code=codes.derived(f"new:{user.pk}:{key_of(request)}:{wanted}")
        )
    except Invalid as refusal:
        form.show(refusal)
        return _page(request, form)
    return redirect("game", game.code)


def _page(request: HttpRequest, form: NewTable) -> HttpResponse:
    answer = render(request, "games/new.html", {"form": form})
    answer.headers["Cache-Control"] = "private, no-store"
    return answer
