"""What was possible at each turn of a scored round: the best play beside the one that was made, to learn from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods
from rest_framework.exceptions import Throttled

from config.api import throttles
from games import selectors
from games.engine.state import KNOCK_LIMIT
from games.errors import Refused
from games.models import RoundReview, Seat
from games.notify.cards import named
from games.services import reviews
from games.web.readers import reader
from games.web.refusals import refused, too_often
from games.web.shown import guest_key, private

Kept = Mapping[str, Any]  # a turn as games.services.reviews keeps it


@dataclass(frozen=True, slots=True)
class Row:
    """One turn: what was made of it, what the best would have been, and what that would have allowed."""

    number: int
    turn: Kept
    name: str
    you: bool
    made: str
    could: str
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Summary:
    """One player's turns in one sentence, and the turn from which most can be learned (0: none)."""

    name: str
    text: str
    turn: int


@require_http_methods(["GET", "HEAD", "POST"])
def page(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """The review of round `number`, as far as it was worked out; a POST has it begun."""
    user, token = reader(request), request.GET.get("invitation", "")
    try:
        game, seats = selectors.find(code=code, user=user, invitation=token)
        reviews.refuse_unless_scored(game, number)
        key = guest_key(request, selectors.is_member(seats, user))
        if request.method == "POST":
            throttles.hit("hint", str(user.pk) if user else throttles.address_of(request))
            reviews.ask(code=code, user=user, number=number, now=timezone.now(), invitation=token)
            return HttpResponseRedirect(reverse("game-possible", args=[code, number]) + key)
    except Throttled as error:
        return too_often(request, error)
    except Refused as refusal:
        return refused(request, refusal)
    review = reviews.of(game, number)
    seat = selectors.seat_of(seats, user)
    context = {
        "game": game,
        "number": number,
        "key": key,
        "link": f"{key}&" if key else "?",
        "review": review,
        "working": review is not None and review.due_at is not None,
        **(_told(review, seats, seat.number if seat else None) if review else {}),
    }
    return private(render(request, "games/possible.html", context))


def _told(review: RoundReview, seats: Sequence[Seat], own: int | None) -> dict[str, Any]:
    names = [named(seat.user.username) for seat in seats]
    rows = [
        row(number, turn, names[turn["seat"]], turn["seat"] == own)
        for number, turn in enumerate(review.turns, start=1)
    ]
    whole = len(rows) == review.count
    return {
        "rows": rows,
        "looked_at": len(rows),
        "given_up": review.due_at is None and not whole,
        "summaries": [summary(name, rows, seat) for seat, name in enumerate(names)] if whole else [],
    }


def row(number: int, turn: Kept, name: str, you: bool) -> Row:
    """The turn in words."""
    return Row(number, turn, name, you, _made(turn, name, you), _could(turn), tuple(_notes(turn)))


def _made(turn: Kept, name: str, you: bool) -> str:
    count = len(turn["played"])
    words = {"name": name, "count": count, "points": turn["points"], "left": turn["left"]}
    if not count:
        return _("You laid nothing.") if you else _("%(name)s laid nothing.") % words
    if you:
        laid = ngettext(
            "You laid %(count)d card: %(points)d points.",
            "You laid %(count)d cards: %(points)d points.",
            count,
        )
    else:
        laid = ngettext(
            "%(name)s laid %(count)d card: %(points)d points.",
            "%(name)s laid %(count)d cards: %(points)d points.",
            count,
        )
    return " ".join((laid, _("The hand then counted %(left)d."))) % words


def _could(turn: Kept) -> str:
    best = turn["best"]
    if best is None and not turn["proved"]:
        return _("Nothing better was found; the time was too short to be sure.")
    if best is None:
        return _("Nothing better was possible.") if turn["played"] else _("Nothing could be laid.")
    count = len(best["played"])
    words = {"count": count, "points": best["points"], "left": best["left"]}
    found = ngettext(
        "Possible was %(count)d card: %(points)d points.",
        "Possible were %(count)d cards: %(points)d points.",
        count,
    )
    return " ".join((found, _("The hand would have counted %(left)d."))) % words


def _notes(turn: Kept) -> list[str]:
    """What it would have led to, or what was let go by (R17, R19)."""
    best, notes = turn["best"], []
    if best is not None and not turn["proved"]:
        notes.append(_("There may have been even more: the time was too short to be sure."))
    if turn["last"]:
        return notes
    if best is not None and not best["cards_left"]:
        notes.append(_("That would have been the last card: out."))
    elif best is not None and best["left"] <= KNOCK_LIMIT < turn["left"]:
        notes.append(_("With that one could have knocked."))
    if turn["played"] and turn["cards_left"] and turn["left"] <= KNOCK_LIMIT and not turn["knocked"]:
        notes.append(_("Five points or fewer, and no knock."))
    return notes


def summary(name: str, rows: Sequence[Row], seat: int) -> Summary:
    """How much more one player could have laid."""
    own = [each for each in rows if each.turn["seat"] == seat]
    better = [each for each in own if each.turn["between"]]
    if not better:
        return Summary(name, _("In none of the turns more could have been laid."), 0)
    most = max(better, key=lambda each: int(each.turn["between"]))
    words = {"better": len(better), "count": len(own), "points": most.turn["between"]}
    text = ngettext(
        "More could have been laid in %(better)d turn of %(count)d; at most %(points)d points more.",
        "More could have been laid in %(better)d turns of %(count)d; at most %(points)d points more.",
        len(better),
    )
    return Summary(name, text % words, most.number)
