"""How a game was shuffled: what was promised, what came of it, and whether the two agree, checked before all eyes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe
from rest_framework.exceptions import Throttled

from accounts.models import User
from accounts.web.shown import filled, user_of, users_only
from config.api import throttles
from config.posted import form_only
from config.typed import typed_into
from games import selectors
from games.engine.shuffle import SEATS
from games.engine.shuffle_check import Fault, Finding, verify
from games.errors import Invalid, Refused
from games.models import Game, Seat
from games.services import contributions, shuffles
from games.web.forms import Joining
from games.web.readers import reader
from games.web.refusals import refused, too_often
from games.web.shown import guest_key, private

FAULTS = {
    Fault.MALFORMED: gettext_lazy("What is told of it cannot be read."),
    Fault.ALGORITHM: gettext_lazy("The algorithm is not one that is known here."),
    Fault.COMMITMENT: gettext_lazy("This is not the number that was noted."),
    Fault.CONTRIBUTION: gettext_lazy("Somebody’s words are not those that were mixed in."),
    Fault.MISSING: gettext_lazy("It is scored, and what it was shuffled by is not told."),
    Fault.LINK: gettext_lazy("What it was shuffled by does not lead to the number that was fixed."),
    Fault.SEED: gettext_lazy("The seed is not what the words and the fixed number give."),
    Fault.SEATS: gettext_lazy("The players sit otherwise than the seed says."),
    Fault.DEALER: gettext_lazy("Somebody else dealt than the seed and the rules say."),
    Fault.HANDS: gettext_lazy("The hands are not those that the seed deals."),
    Fault.STOCK: gettext_lazy("The stock is not what the seed leaves."),
    Fault.DRAW: gettext_lazy("A card was drawn that was not the next one of the stock."),
}


@dataclass(frozen=True, slots=True)
class Row:
    """Seats or a round: what it was shuffled by, once that may be told, and what the check found."""

    number: int
    title: str
    told: Mapping[str, str] | None
    good: bool
    fault: str


@require_safe
def page(request: HttpRequest, code: str) -> HttpResponse:
    """The shuffles of a game, whatever it is by now."""
    user = reader(request)
    try:
        game, seats = selectors.find(code=code, user=user, invitation=request.GET.get("invitation", ""))
    except Refused as refusal:
        return refused(request, refusal)
    return _page(request, game, seats, user)


@typed_into(Joining)
@form_only("game-shuffle", "code")
@users_only
def words(request: HttpRequest, code: str) -> HttpResponse:
    """Other words instead of those that the player gave; while the table is open."""
    user, form = user_of(request), Joining(request.POST)
    try:
        throttles.hit("user", str(user.pk))
        if not form.is_valid():
            game, seats = selectors.find(code=code, user=user)
            return _page(request, game, seats, user, form)
        try:
            contributions.put(code=code, user=user, text=form.cleaned_data["contribution"])
        except Invalid as refusal:
            messages.error(request, refusal.errors["contribution"][0])
            return redirect("game-shuffle", code)
    except Throttled as error:
        return too_often(request, error)
    except Refused as refusal:
        return refused(request, refusal, code=code)
    messages.success(request, _("Your words are kept."))
    return redirect("game-shuffle", code)


def _page(
    request: HttpRequest, game: Game, seats: list[Seat], user: User | None, form: Joining | None = None
) -> HttpResponse:
    told = shuffles.told(game)
    seat = selectors.seat_of(seats, user)
    if form is None and user is not None and seat is not None and game.status == Game.Status.OPEN:
        form = Joining(initial={"contribution": contributions.own(code=game.code, user=user)})
        filled(request, form, reverse("game-contribution", args=[game.code]))
    context = {
        "game": game,
        "key": guest_key(request, selectors.is_member(seats, user)),
        "commitment": _groups(told["commitment"] or ""),
        "form": form,
        "words": told["contributions"],
        "own": None if seat is None else seat.number,
        "rows": _rows(told, verify(told, selectors.log_of(game, None))) if told["seats"] else [],
        "address": request.build_absolute_uri(reverse("api-game", args=[game.code])),
        "program": render_to_string("games/verify_shuffle.txt"),
    }
    return private(render(request, "games/shuffle.html", context))


def _rows(told: Mapping[str, Any], found: list[Finding]) -> list[Row]:
    links = {SEATS: told["seats"], **{each["number"]: each for each in told["rounds"]}}
    return [
        Row(
            number=each.number,
            title=_title(each.number),
            told=links.get(each.number),
            good=each.good,
            fault=str(FAULTS[each.fault]) if each.fault else "",
        )
        for each in found
    ]


def _title(number: int) -> str:
    return _("Round %(number)d") % {"number": number} if number else _("Seats and first dealer")


def _groups(digits: str) -> list[str]:
    """The digits of a number as one compares them: eight at a time."""
    return [digits[at : at + 8] for at in range(0, len(digits), 8)]
