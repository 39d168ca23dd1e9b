"""Lists that staff search: users, games, the outbox. A list asks for the columns that it shows and no others."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, TypeVar

from django.core.paginator import Page, Paginator
from django.db.models import Model, Prefetch, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.models import User
from accounts.names import address_key, name_key
from accounts.web.staff import staff_only
from games.models import Game, Outbox, Seat
from games.web.staff import cells
from games.web.staff.cells import Cell

PAGE = 50
_LONGEST = 100
Row = TypeVar("Row", bound=Model)


@dataclass(frozen=True, slots=True)
class Filter:
    """A choice above the list: the field that it compares, and what can be chosen."""

    field: str
    label: str
    choices: list[tuple[str, str | Promise]]
    chosen: str


@dataclass(frozen=True, slots=True)
class Listing:
    title: str
    hint: str
    searched: str
    filters: list[Filter]
    heads: list[str]
    rows: list[list[Cell]]
    page: Page[Any]
    query: str


@require_safe
@staff_only
def users(request: HttpRequest) -> HttpResponse:
    """Found by a part of the name, or by the whole address."""
    searched = _searched(request)
    found = User.objects.select_related("owner").defer("password", "owner__password")
    if "@" in searched:
        found = found.filter(email_key=address_key(searched))
    elif searched:
        found = found.filter(username_key__contains=name_key(searched))
    filters = [_filter(request, "kind", _("Kind"), User.Kind.choices)]
    return _answer(
        request,
        title=_("Users"),
        hint=_("A part of the name, or the whole mail address"),
        searched=searched,
        filters=filters,
        rows=_narrowed(found, filters).order_by("-pk"),
        heads=[
            *(_("Name"), _("Kind"), _("Program of"), _("Address")),
            *(_("Joined"), _("Last login"), _("Active")),
        ],
        row=lambda user: [
            cells.name(user),
            cells.badge(_("staff") if user.is_staff else user.get_kind_display()),
            cells.name(user.owner),
            cells.masked(user.email),
            cells.moment(user.date_joined),
            cells.moment(user.last_login),
            cells.yes(user.is_active),
        ],
    )


@require_safe
@staff_only
def games(request: HttpRequest) -> HttpResponse:
    """Found by the code, or by a part of a player's name."""
    searched = _searched(request)
    seats = Seat.objects.select_related("user").defer("user__password").order_by("number", "place")
    found = Game.objects.defer("state", "invitation").select_related("to_act")
    found = found.defer("to_act__password").prefetch_related(Prefetch("seats", queryset=seats))
    if searched:
        named = Seat.objects.filter(user__username_key__contains=name_key(searched)).values("game_id")
        found = found.filter(Q(code=searched) | Q(pk__in=named))
    filters = [
        _filter(request, "status", _("State"), Game.Status.choices),
        _filter(request, "visibility", _("Visible to"), Game.Visibility.choices),
    ]
    return _answer(
        request,
        title=_("Games"),
        hint=_("The code of a game, or a part of a player's name"),
        searched=searched,
        filters=filters,
        rows=_narrowed(found, filters).order_by("-pk"),
        heads=[_("Code"), _("State"), _("Visible to"), _("Players"), _("To act"), _("Until"), _("Changed")],
        row=lambda game: [
            cells.code(game),
            cells.status(game),
            Cell(game.get_visibility_display()),
            Cell([seat.user.username for seat in game.seats.all()], "names"),
            cells.name(game.to_act),
            cells.moment(game.deadline),
            cells.moment(game.updated_at),
        ],
    )


@require_safe
@staff_only
def outbox(request: HttpRequest) -> HttpResponse:
    """Found by the code of the game, or by a part of the reader's name. Neither address nor words are shown."""
    searched = _searched(request)
    found = Outbox.objects.defer("payload", "address", "key").select_related("user", "game")
    found = found.defer("user__password", "game__state", "game__invitation")
    if searched:
        found = found.filter(Q(game__code=searched) | Q(user__username_key__contains=name_key(searched)))
    filters = [
        _filter(request, "state", _("State"), Outbox.State.choices),
        _filter(request, "kind", _("Kind"), Outbox.Kind.choices),
    ]
    return _answer(
        request,
        title=_("Outbox"),
        hint=_("The code of a game, or a part of the reader's name"),
        searched=searched,
        filters=filters,
        rows=_narrowed(found, filters).order_by("-pk"),
        heads=[
            _("Mail"),
            _("State"),
            _("To"),
            _("Game"),
            _("Owed"),
            _("Due"),
            _("Tries"),
            _("Sent"),
            _("Last error"),
        ],
        row=lambda mail: [
            Cell(mail.get_kind_display()),
            cells.state(mail),
            cells.to(mail),
            cells.code(mail.game),
            cells.moment(mail.created_at),
            cells.moment(mail.due_at if mail.state == Outbox.State.QUEUED else None),
            cells.number(mail.attempts),
            cells.moment(mail.sent_at),
            Cell(mail.last_error, "words"),
        ],
    )


def _searched(request: HttpRequest) -> str:
    """What was typed; without NUL, over which databases fail."""
    return request.GET.get("q", "").replace("\0", "").strip()[:_LONGEST]


def _filter(
    request: HttpRequest, field: str, label: str, choices: Iterable[tuple[str, str | Promise]]
) -> Filter:
    known = list(choices)
    wanted = request.GET.get(field, "")
    return Filter(field, label, known, wanted if wanted in dict(known) else "")


def _narrowed(rows: QuerySet[Row], filters: list[Filter]) -> QuerySet[Row]:
    return rows.filter(**{one.field: one.chosen for one in filters if one.chosen})


def _answer(
    request: HttpRequest,
    *,
    title: str,
    hint: str,
    searched: str,
    filters: list[Filter],
    rows: QuerySet[Row],
    heads: list[str],
    row: Callable[[Row], list[Cell]],
) -> HttpResponse:
    page = Paginator(rows, PAGE).get_page(request.GET.get("page", "")[:9])
    kept = request.GET.copy()
    kept.pop("page", None)
    listing = Listing(
        title, hint, searched, filters, heads, [row(one) for one in page.object_list], page, kept.urlencode()
    )
    return render(request, "staff/list.html", {"listing": listing})
