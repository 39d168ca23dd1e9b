"""The log of a game in words, round by round, as one reader may know it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games import selectors
from games.engine import codec
from games.errors import NotStarted, Refused
from games.models import Game
from games.notify.views import names_of
from games.web import clocks, reasons
from games.web.readers import reader
from games.web.refusals import refused
from games.web.shown import guest_key, private

Entry = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Line:
    """One thing that happened: when, what, and the cards it was about."""

    at: str
    text: str
    cards: tuple[str, ...] = ()
    late: bool = False
    own: bool = False
    stand_in: bool = False
    step: int | None = None  # of the round's replay, once it is scored
    reason: str = ""  # why a house player did it, once it is scored
    planned: bool = False


@require_safe
def page(request: HttpRequest, code: str) -> HttpResponse:
    """The log of one round: `?round=`, else the newest."""
    user = reader(request)
    try:
        game, seats = selectors.find(code=code, user=user, invitation=request.GET.get("invitation", ""))
        if game.state is None:
            raise NotStarted
    except Refused as refusal:
        return refused(request, refusal, code=code)
    newest = _newest(game)
    number = _number(request.GET.get("round", ""), newest)
    view = selectors.view_of(game, seats, user)
    seat = selectors.seat_of(seats, user)
    own = seat.number if seat else None
    entries = selectors.log_of_round(game, own, number)
    context = {
        "game": game,
        "lines": _with_clock(lines(entries, own, names_of(view)), game, number, names_of(view)),
        "number": number,
        "key": guest_key(request, selectors.is_member(seats, user)),
        "rounds": range(1, newest + 1),
        "running": game.status == Game.Status.ACTIVE,
        "scored": number <= codec.rounds_scored(game.state),
    }
    return private(render(request, "games/log.html", context))


def _with_clock(told: list[Line], game: Game, number: int, names: Mapping[int, str]) -> list[Line]:
    """The lines, and between them what was done to the clock."""
    changes = (Line(*each) for each in clocks.of_round(game, number, names))
    return sorted([*told, *changes], key=lambda line: line.at)


def lines(entries: list[dict[str, Any]], own: int | None, names: Mapping[int, str]) -> list[Line]:
    """A line for each event that a person would tell."""
    return [
        Line(
            entry["at"],
            text,
            tuple(cards),
            entry["timed_out"],
            event.get("seat") == own and own is not None,
            entry["stand_in"] and event.get("seat") == entry["seat"],
            step,
            reasons.said(entry["reason"]) if place == 0 else "",
            entry["planned"] and event.get("seat") == entry["seat"] and event["type"] != "left",
        )
        for step, entry in enumerate(entries)
        for place, event in enumerate(entry["events"])
        for text, cards in _said(event, own, names)
    ]


def _said(event: Entry, own: int | None, names: Mapping[int, str]) -> list[tuple[str, list[str]]]:
    kind = event["type"]
    if kind in ("dealt", "round_scored", "game_ended", "stock_exhausted", "turn_opened"):
        return [(text, []) for text in [_of_round(event, own, names)] if text]
    mine = event["seat"] == own and own is not None
    words = {"name": names[event["seat"]]}
    if kind == "drawn":
        cards = [event["card"]] if event["card"] else []
        return [(_("You drew a card.") if mine else _("%(name)s drew a card.") % words, cards)]
    if kind == "melded":
        return [(_("You laid cards.") if mine else _("%(name)s laid cards.") % words, list(event["played"]))]
    said = {
        "passed": (_("You passed."), _("%(name)s passed.")),
        "knocked": (_("You knocked."), _("%(name)s knocked.")),
        "went_out": (
            _("You went out: the last card is played."),
            _("%(name)s went out: the last card is played."),
        ),
        "left": (_("You have left the game."), _left(event)),
    }[kind]
    return [((said[0] if mine else said[1]) % words, [])]


def _left(event: Entry) -> str:
    if event.get("by") == "timeout":
        return _("%(name)s has left the game: too many turns ran out of time.")
    return _("%(name)s has resigned.")


def _of_round(event: Entry, own: int | None, names: Mapping[int, str]) -> str:
    kind = event["type"]
    if kind == "dealt":
        words = {"number": event["round"], "name": names[event["dealer"]]}
        if event["dealer"] == own:
            return _("Round %(number)d began; you dealt.") % words
        return _("Round %(number)d began; %(name)s dealt.") % words
    if kind == "stock_exhausted":
        return _("The stock is empty: everyone has one last turn.")
    if kind == "game_ended":
        return _("The game is over.")
    if kind == "round_scored":
        scores = _(", ").join(f"{names[seat]} {event['scores'][seat]}" for seat in event["winners"])
        return _("Round %(number)d was scored: %(scores)s.") % {"number": event["number"], "scores": scores}
    return ""


def _newest(game: Game) -> int:
    round_ = codec.decode_state(game.state).round
    return round_.number if round_ else 1


def _number(text: str, newest: int) -> int:
    if not text:
        return newest
    if not text.isascii() or not text.isdecimal() or len(text) > 4 or not 1 <= int(text) <= newest:
        raise Http404
    return int(text)
