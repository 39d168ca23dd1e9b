"""The door of a table: who comes by its address, by its link; who joins, invites, leaves, plays again."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urlencode

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_safe
from rest_framework.exceptions import Throttled

from accounts.models import User
from accounts.web.shown import filled, user_of, users_only
from config.api import throttles
from config.posted import form_only
from config.typed import typed_into
from games import selectors
from games.engine.codec import decode_state
from games.engine.errors import RuleError
from games.errors import AlreadyJoined, GameFull, GameOver, Invalid, NotFound, NotYourSeat, Refused
from games.models import Game, Seat
from games.notify import of_game
from games.services import invitations, lobby, tables, turns
from games.web import table, table_data
from games.web.forms import Inviting, Joining
from games.web.readers import new_key, reader, reader_or_guest
from games.web.refusals import refused, too_often
from games.web.shown import guest_key
from games.wording import sentence

_OVER = (Game.Status.FINISHED, Game.Status.CANCELLED)


@require_safe
def page(request: HttpRequest, code: str) -> HttpResponse:
    """The game, whatever it is by now: an open table, a table in play, a result."""
    user, token = reader(request), request.GET.get("invitation", "")
    try:
        game, seats = selectors.find(code=code, user=user, invitation=token)
    except NotFound as refusal:
        return refused(request, refusal)
    if game.status == Game.Status.CANCELLED and game.state is None:
        return _cancelled(request, game, seats)
    if game.status != Game.Status.OPEN:
        if token and game.status == Game.Status.ACTIVE and not selectors.is_member(seats, user):
            messages.warning(request, sentence("game_full", {}))
        return table.page(request, game, seats)
    return _open(request, game, seats)


@typed_into(Joining)
@form_only("game", "code")
def join(request: HttpRequest, code: str) -> HttpResponse:
    """Takes a place. Whoever is nobody yet plays as a guest, if there is a place to take."""
    token, words = request.POST.get("invitation", ""), Joining(request.POST)
    try:
        if reader(request) is None:
            _refuse_unless_free(code, token)
        if not words.is_valid():
            game, seats = selectors.find(code=code, user=reader(request), invitation=token)
            return _open(request, game, seats, joining=words)
        user = reader_or_guest(request)
        throttles.hit("user", str(user.pk))
        try:
            game = lobby.join(
                code=code, user=user, invitation=token, contribution=words.cleaned_data["contribution"]
            )
        except Invalid as refusal:
            words.refuse(ValidationError(refusal.errors))
            game, seats = selectors.find(code=code, user=user, invitation=token)
            return _open(request, game, seats, joining=words)
    except AlreadyJoined:
        return redirect("game", code)
    except Throttled as error:
        return too_often(request, error)
    except Refused as refusal:
        return refused(request, refusal)
    if game.status == Game.Status.OPEN:
        messages.success(request, _("You have a place. The game begins when the last one is taken."))
    return redirect("game", code)


@typed_into(Inviting)
@form_only("game", "code")
@users_only
def invite(request: HttpRequest, code: str) -> HttpResponse:
    """Asks more people to an open table."""
    user = user_of(request)
    form = Inviting(request.POST, user=user)
    try:
        throttles.hit("user", str(user.pk))
        game, seats = selectors.find(code=code, user=user)
        selectors.own_seat(game, seats, user)
        if not form.is_valid():
            return _open(request, game, seats, form)
        try:
            count = invitations.invite(code=code, user=user, names=form.cleaned_data["invite"])
        except Invalid as refusal:
            form.show(refusal)
            return _open(request, game, seats, form)
    except Throttled as error:
        return too_often(request, error)
    except Refused as refusal:
        return refused(request, refusal, code=code)
    if count:
        words = ngettext(
            "%(count)d invitation is on its way.", "%(count)d invitations are on their way.", count
        )
        messages.success(request, words % {"count": count})
    else:
        messages.info(request, _("Whoever you named is invited already, or sits at the table."))
    return redirect("game", code)


@require_http_methods(["GET", "HEAD", "POST"])
@users_only
def leave(request: HttpRequest, code: str) -> HttpResponse:
    """Gives the place back before the start; asks first."""

    def act(user: User) -> Game:
        return lobby.leave(code=code, user=user)

    return _ending(request, code, Game.Status.OPEN, act, _("You have left the table."))


@require_http_methods(["GET", "HEAD", "POST"])
@users_only
def resign(request: HttpRequest, code: str) -> HttpResponse:
    """Leaves a game in play; asks first."""

    def act(user: User) -> Game:
        return turns.resign(code=code, user=user).game

    return _ending(request, code, Game.Status.ACTIVE, act, _("You have left the game."))


@form_only("game", "code")
@users_only
def rematch(request: HttpRequest, code: str) -> HttpResponse:
    """The next game with the same people: whoever comes later joins it."""
    user = user_of(request)
    try:
        throttles.hit("user", str(user.pk))
        game = tables.rematch(code=code, user=user)
    except Throttled as error:
        return too_often(request, error)
    except Refused as refusal:
        return refused(request, refusal, code=code)
    return redirect("game", game.code)


def _ending(
    request: HttpRequest, code: str, asked_in: str, act: Callable[[User], Game], done: str
) -> HttpResponse:
    user = user_of(request)
    try:
        if request.method == "POST":
            game = act(user)
            messages.success(request, done)
            return redirect("lobby") if game.status == Game.Status.OPEN else redirect("game", code)
        game, seats = selectors.find(code=code, user=user)
        if not selectors.is_member(seats, user):
            raise NotYourSeat
        if game.status != asked_in or _has_left(game, seats, user):
            return redirect("game", code)  # an old page: the game has begun since, or is over
    except RuleError as refusal:  # who has left cannot resign once more: the form came twice
        game, seats = selectors.find(code=code, user=user)
        if _has_left(game, seats, user):
            return redirect("game", code)
        return refused(request, refusal, code=code)
    except Refused as refusal:
        return refused(request, refusal, code=code)
    context = {"game": game, "seats": seats, "creator": game.creator_id == user.pk}
    template = "games/leave.html" if asked_in == Game.Status.OPEN else "games/resign.html"
    return _private(render(request, template, context))


def _has_left(game: Game, seats: list[Seat], user: User) -> bool:
    seat = selectors.seat_of(seats, user)
    if seat is None:
        return selectors.is_member(seats, user)  # a house player has the seat
    return bool(game.state) and seat.number is not None and decode_state(game.state).seats[seat.number].left


def _open(
    request: HttpRequest,
    game: Game,
    seats: list[Seat],
    form: Inviting | None = None,
    joining: Joining | None = None,
) -> HttpResponse:
    user = reader(request)
    token = request.GET.get("invitation", "") or request.POST.get("invitation", "")
    member = selectors.is_member(seats, user)
    here = reverse("game", args=[game.code]) + (f"?{urlencode({'invitation': token})}" if token else "")
    if form is None and member and user:
        form = filled(request, Inviting(user=user), reverse("game-invite", args=[game.code]))
    if joining is None and not member:
        joining = filled(request, Joining(), reverse("game-join", args=[game.code]))
    context = {
        "game": game,
        "private": game.visibility == Game.Visibility.PRIVATE,
        "seats": seats,
        "empty": range(game.options["players"] - len(seats)),
        "terms": of_game.terms(game.options),
        "member": member,
        "creator": next((seat.user for seat in seats if seat.user_id == game.creator_id), None),
        "link": selectors.invitation_url(game) if member else "",
        "form": form,
        "joining": joining,
        "shuffle_key": guest_key(request, member),
        "token": token,
        "next_query": urlencode({"next": here}),
        "key": new_key(),
        "live": {
            "code": game.code,
            "here": here,
            "member": member,
            "urls": table_data.stream_urls(),
            "token": table_data.stream_pass(game.code, user),
        },
    }
    return _private(render(request, "games/open.html", context))


def _cancelled(request: HttpRequest, game: Game, seats: list[Seat]) -> HttpResponse:
    reason = str((game.result or {}).get("reason", ""))
    context = {"said": of_game.cancelled(game, reason), "terms": of_game.terms(game.options)}
    return _private(render(request, "games/cancelled.html", context))


def _refuse_unless_free(code: str, token: str) -> None:
    """Nobody becomes a guest only to hear that there is no place."""
    game, seats = selectors.find(code=code, user=None, invitation=token)
    if game.status != Game.Status.OPEN or len(seats) >= game.options["players"]:
        raise GameOver if game.status in _OVER else GameFull


def _private(answer: HttpResponse) -> HttpResponse:
    answer.headers["Cache-Control"] = "private, no-store"
    return answer
