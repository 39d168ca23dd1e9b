"""One user, one game, as staff see them: what helps somebody who asks, and neither cards nor secrets."""

from __future__ import annotations

from django.db.models import Count
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.models import User
from accounts.selectors import programs_of
from accounts.web.staff import staff_only
from games import selectors
from games.engine import codec
from games.models import Game, Move
from games.notify import of_game
from games.web.staff import cells
from games.web.staff.cells import Cell

LINES = 30
_LARGEST = 2**63


@require_safe
@staff_only
def user(request: HttpRequest, pk: int) -> HttpResponse:
    """Which address is theirs is not told: only whether it is confirmed."""
    users = User.objects.select_related("owner").defer("password", "owner__password")
    found = users.filter(pk=pk).first() if pk < _LARGEST else None
    if found is None:
        raise Http404
    tokens = found.tokens.aggregate(count=Count("pk"))["count"]
    facts = [
        (_("Kind"), cells.badge(found.get_kind_display())),
        *([(_("Program of"), cells.name(found.owner))] if found.owner else []),
        (_("Active"), cells.yes(found.is_active)),
        (_("Staff"), cells.yes(found.is_staff)),
        (_("Address"), cells.masked(found.email)),
        (_("Confirmed"), cells.moment(found.email_confirmed_at)),
        (_("Language"), Cell(found.get_language_display())),
        (_("Time zone"), Cell(found.timezone, "code")),
        (_("Mail refused"), cells.moment(found.mail_stopped_at)),
        (_("What was said"), Cell(found.mail_stopped_why, "words")),
        (_("Joined"), cells.moment(found.date_joined)),
        (_("Last login"), cells.moment(found.last_login)),
        (_("Programs"), Cell([each.username for each in programs_of(found)], "names")),
        (_("Tokens of programs"), cells.number(tokens)),
        (_("Webhooks"), cells.number(found.webhooks.count())),
    ]
    counts = dict(_games_of(found))
    context = {
        "subject": found.username,
        "back": reverse("admin-users"),
        "back_to": _("Users"),
        "facts": facts,
        "heads": [_("Games"), _("Count")],
        "rows": [[Cell(status.label), cells.number(counts.get(status.value, 0))] for status in Game.Status],
        "searched": found.username,
        "links": [(reverse("admin-games"), _("Their games")), (reverse("admin-outbox"), _("Mails to them"))],
    }
    return render(request, "staff/one.html", context)


@require_safe
@staff_only
def game(request: HttpRequest, code: str) -> HttpResponse:
    """Who, when, which kind of move: a line of the log has no card here."""
    found = Game.objects.select_related("creator", "to_act").filter(code=code).first()
    if found is None:
        raise Http404
    seats = selectors.seats_of(found)
    scores = codec.scores(found.state) if found.state else [0] * len(seats)
    who = {seat.number: seat.user for seat in seats if seat.number is not None}
    facts = [
        (_("State"), cells.status(found)),
        (_("Visible to"), Cell(found.get_visibility_display())),
        (_("Opened by"), cells.name(found.creator)),
        *((name, Cell(value)) for name, value in of_game.terms(found.options)),
        (_("To act"), cells.name(found.to_act)),
        (_("Until"), cells.moment(found.deadline)),
        (_("House player due"), cells.moment(found.bot_due)),
        (_("Version"), cells.number(found.version)),
        (_("Opened"), cells.moment(found.created_at)),
        (_("Changed"), cells.moment(found.updated_at)),
        (_("Ended"), cells.moment(found.ended_at)),
        *(
            (_("Score of %(name)s") % {"name": seat.user.username}, cells.number(score))
            for seat, score in zip(seats, scores, strict=True)
        ),
    ]
    lines = (
        Move.objects.filter(game=found)
        .order_by("-number")
        .only("number", "round", "seat", "type", "timed_out", "at")
    )
    context = {
        "subject": found.code,
        "back": reverse("admin-games"),
        "back_to": _("Games"),
        "facts": facts,
        "heads": [_("Line"), _("Round"), _("Who"), _("What"), _("When"), _("By the clock")],
        "rows": [
            [
                cells.number(line.number),
                cells.number(line.round),
                cells.name(who[line.seat]) if line.seat is not None else Cell(""),
                Cell(line.type, "code"),
                cells.moment(line.at),
                cells.yes(line.timed_out),
            ]
            for line in lines[:LINES]
        ],
        "searched": found.code,
        "links": [(reverse("admin-outbox"), _("Mails of this game"))],
        "clock": reverse("admin-clock", args=[found.code]),
    }
    return render(request, "staff/one.html", context)


def _games_of(user: User) -> list[tuple[str, int]]:
    mine = Game.objects.filter(pk__in=selectors.mine(user))
    return list(mine.order_by().values_list("status").annotate(Count("pk")))
