"""The list of games: filters, order, cursor pages."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from rest_framework.exceptions import NotFound
from rest_framework.pagination import CursorPagination
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import User
from config.api.numbers import is_whole
from games import selectors
from games.errors import Invalid
from games.models import Game

ORDERINGS = {
    "-created": ("-created_at", "-pk"),
    "-updated": ("-updated_at", "-pk"),
    "deadline": ("deadline", "pk"),
}
KNOWN = {"status", "mine", "my_turn", "visibility", "ordering", "cursor", "limit"}


class _Pages(CursorPagination):
    page_size = 25
    page_size_query_param = "limit"
    max_page_size = 100

    def get_ordering(self, request: Request, queryset: QuerySet[Game], view: Any) -> tuple[str, ...]:
        return ORDERINGS[request.query_params.get("ordering", "-created")]


class GameList:
    """One request for the list. Raises Invalid that names each bad parameter."""

    def __init__(self, request: Request, user: User | None) -> None:
        self.request = request
        self.user = user
        self.errors: dict[str, list[str]] = {}

    def response(self) -> Response:
        """A page: `{next, previous, results}`; `next` is the address of the next page or null."""
        games = self._filtered()
        pages = _Pages()
        try:
            page = pages.paginate_queryset(games, self.request)
        except NotFound:
            raise Invalid({"cursor": [_("Follow “next” as it came, or leave the cursor out.")]}) from None
        return pages.get_paginated_response([selectors.summary_of(game) for game in page or []])

    def _filtered(self) -> QuerySet[Game]:
        params = self.request.query_params
        for name in params:
            if name not in KNOWN:
                self.errors[name[:60]] = [_("There is no such filter.")]
        status = self._choice("status", Game.Status.values)
        visibility = self._choice("visibility", Game.Visibility.values)
        ordering = self._choice("ordering", list(ORDERINGS))
        mine, my_turn = self._flag("mine"), self._flag("my_turn")
        self._check_limit()
        if self.errors:
            raise Invalid(self.errors)
        games = selectors.listed(self.user)
        if status:
            games = games.filter(status=status)
        if visibility:
            games = games.filter(visibility=visibility)
        if mine:
            games = games.filter(pk__in=selectors.mine(self.user)) if self.user else games.none()
        if my_turn:
            games = games.filter(to_act=self.user) if self.user else games.none()
        if ordering == "deadline":  # active games only: no other has one
            games = games.filter(status=Game.Status.ACTIVE, deadline__isnull=False)
        return games

    def _choice(self, name: str, choices: list[str]) -> str | None:
        value = self.request.query_params.get(name)
        if value is not None and value not in choices:
            self.errors[name] = [_("Give one of: %(choices)s.") % {"choices": ", ".join(choices)}]
        return value

    def _check_limit(self) -> None:
        text = self.request.query_params.get("limit", "1")
        if not is_whole(text):
            self.errors["limit"] = [_("Send a whole number.")]

    def _flag(self, name: str) -> bool:
        value = self.request.query_params.get(name, "false").lower()
        if value not in ("true", "false", "1", "0"):
            self.errors[name] = [_("Give true or false.")]
        return value in ("true", "1")
