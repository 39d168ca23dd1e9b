"""The table of a game that is played, or was: the page of whoever sits at it, watches it, or looks back."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from config.live import presence
from games import selectors
from games.engine import codec
from games.engine.draft import draft_from
from games.engine.placing import untouched
from games.engine.state import State
from games.models import Desk, Game, Seat
from games.notify import story
from games.notify.cards import in_prose
from games.notify.views import names_of
from games.services import arranging, desks, hand_order, snoozes
from games.services.arranging import Arrangement
from games.web import board, ending, table_data
from games.web.modules import MAIN, MODULES
from games.web.readers import reader
from games.web.said import Said, why_not
from games.web.shown import guest_key, private
from games.web.texts import texts

LINES_LOOKED_AT = 60  # of the log, for what happened since
SENTENCES = 8
ROOMY = 12  # melds: a table with more shows smaller cards


def page(
    request: HttpRequest,
    game: Game,
    seats: list[Seat],
    *,
    refusal: Said | None = None,
    chosen: Collection[str] = (),
    status: int = 200,
) -> HttpResponse:
    """The table now. `refusal` says why something could not be done; `chosen` are the cards that stay chosen."""
    user = reader(request)
    if game.status != Game.Status.ACTIVE:
        return private(ending.page(request, game, seats, user))
    state = codec.decode_state(game.state)
    view = selectors.view_of(game, seats, user)
    seat = selectors.seat_of(seats, user)
    if seat is not None:
        presence.seen(seat.user_id)
    desk = desks.of(game, user)
    context = {
        "game": game,
        "refusal": refusal,
        "key": guest_key(request, selectors.is_member(seats, user)),
        **around(view, game, seats, user),
        **_cards(game, seat, state, view, chosen=chosen, desk=desk),
        **_story(game, view),
        "plan": seat.plan if seat is not None else None,
        "put_off": snoozes.put_off(desk, timezone.now()),
        "next_game": _next_game(game, user),
    }
    context["data"] = table_data.told(game, view, user, state=state, kept=context.get("kept"), desk=desk)
    if context["playing"]:
        context |= {"texts": texts(), "script": MAIN, "modules": MODULES}
    return private(render(request, "games/table.html", context, status=status))


def _next_game(game: Game, user: User | None) -> str:
    """The other game that waits for the reader; who came by a mail's link hears of no other."""
    return "" if user is None or user.here_only else snoozes.following(user, timezone.now(), after=game.code)


def around(view: dict[str, Any], game: Game, seats: list[Seat], user: User | None) -> dict[str, Any]:
    """Who sits there, whose turn it is, what the reader can do."""
    seat = selectors.seat_of(seats, user)
    own = seat.number if seat else None
    shown = board.seats_of(view, own)
    mover = next((each for each in shown if each["to_act"]), None)
    can = view["can"]
    return {
        "view": view,
        "round": view["round"],
        "seats": shown,
        "mover": mover,
        "member": selectors.is_member(seats, user),
        "mine": bool(mover and mover["you"]),
        "can": can,
        "drawn": (view["round"]["turn"] or {}).get("drawn", 0) if view["round"] else 0,
        "news": _news(view, bool(mover and mover["you"])),
        "rounds": range(1, codec.rounds_scored(game.state or {}) + 1),
    }


def _cards(
    game: Game,
    seat: Seat | None,
    state: State,
    view: dict[str, Any],
    *,
    chosen: Collection[str],
    desk: Desk | None,
) -> dict[str, Any]:
    """The table and the hand as the reader has arranged them; to watchers the table as it lies."""
    playing = seat is not None and seat.number is not None and not state.seats[seat.number].left
    if not playing or seat is None or seat.number is None:
        table = state.round.table if state.round else ()
        return {"playing": False, "melds": board.melds_of(draft_from(table, ())), "arranged": False}
    kept: Arrangement = arranging.opened(game, seat, state)
    draft, why = kept.draft, why_not(state, seat.number, kept.draft)
    melds = board.melds_of(draft, chosen)
    return {
        "playing": True,
        "kept": kept,
        "melds": melds,
        "wrong": [meld for meld in melds if not meld.legal],
        "many": len(melds) > ROOMY,
        "hand": board.hand_of(draft, hand_order.laid_out(state, seat.number, desk), chosen),
        "points": sum(card.points for card in draft.hand),
        "loose": board.loose_of(draft, chosen),
        "arranged": not untouched(draft),
        "why": why,
        "ready": why is None and "meld" in view["can"],
    }


def _story(game: Game, view: dict[str, Any]) -> dict[str, Any]:
    """What happened of late; on one's turn, since one's last move."""
    own = view["you"]["seat"] if view["you"] else None
    entries = selectors.log_of(game, own, after=max(0, game.log_length - LINES_LOOKED_AT))
    turn = view["round"]["turn"] if view["round"] else None
    mine = own is not None and turn is not None and turn["seat"] == own
    news = story.since_last(entries, own) if mine and own is not None else entries
    sentences = story.told(news, own, names_of(view))
    return {"happened": sentences if mine else sentences[-SENTENCES:], "since": mine}


def _news(view: dict[str, Any], mine: bool) -> str:
    """What one's turn begins with."""
    turn = view["round"]["turn"] if view["round"] else None
    if not mine or turn is None:
        return ""
    drawn = view["you"]["drawn"]
    if turn["phase"] == "last":
        return _("Your last turn of this round: nothing is drawn.")
    if turn["phase"] == "knock":
        return _("Your hand counts five points or fewer: you may knock.")
    if drawn:
        return _("You drew %(cards)s.") % {"cards": in_prose(drawn)}
    return "" if view["round"]["stock"] else _("The stock is empty.")
