"""What somebody wants to hear by mail: of all games on one page, of one game on a page of its own."""

from __future__ import annotations

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.db.models import F
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods
from rest_framework.exceptions import Throttled

from accounts.models import User
from accounts.services import wishes as own
from accounts.web.shown import filled, user_of, users_only
from config.api import throttles
from config.typed import typed_into
from games import selectors, wanted
from games.errors import Refused
from games.models import Game, GameWishes
from games.services import wishes
from games.web.refusals import refused, too_often
from games.web.wish_forms import GameWishesForm, WishesForm

ROWS = 50  # of games that are listed below the wishes


@typed_into(WishesForm)
@require_http_methods(["GET", "HEAD", "POST"])
@users_only
def page(request: HttpRequest) -> HttpResponse:
    """Of all games."""
    user = user_of(request)
    had = own.of(user)
    if request.method != "POST":
        return _page(request, user, filled(request, WishesForm(wishes=had)))
    form = WishesForm(request.POST, wishes=had)
    try:
        throttles.hit("user", str(user.pk))
        if form.is_valid():
            own.change(user=user, **form.changes())
            messages.success(request, _("Your wishes are kept."))
            return redirect("mail-wishes")
    except ValidationError as refusal:
        form.refuse(refusal)
    except Throttled as error:
        return too_often(request, error)
    return _page(request, user, form)


@typed_into(GameWishesForm)
@require_http_methods(["GET", "HEAD", "POST"])
@users_only
def of_game(request: HttpRequest, code: str) -> HttpResponse:
    """Of one game."""
    user = user_of(request)
    try:
        game, had = wishes.of_game(user=user, code=code)
    except Refused as refusal:
        return refused(request, refusal)
    if request.method != "POST":
        form = GameWishesForm(wishes=had, own=own.of(user))
        return _page_of_game(request, game, filled(request, form))
    form = GameWishesForm(request.POST, wishes=had, own=own.of(user))
    try:
        throttles.hit("user", str(user.pk))
        if form.is_valid():
            wishes.change(user=user, code=code, **form.changes())
            messages.success(request, _("Your wishes for this game are kept."))
            return redirect("game-mails", code)
    except ValidationError as refusal:
        form.refuse(refusal)
    except Throttled as error:
        return too_often(request, error)
    except Refused as refusal:
        return refused(request, refusal)
    return _page_of_game(request, game, form)


def _page(request: HttpRequest, user: User, form: WishesForm) -> HttpResponse:
    games = Game.objects.filter(pk__in=selectors.mine(user), status=Game.Status.ACTIVE)
    games = games.order_by(F("deadline").asc(nulls_last=True), "pk").only("code")
    games = games.prefetch_related("seats__user")[:ROWS]
    other = {row.game_id: row for row in GameWishes.objects.filter(user=user, game__in=list(games))}
    rows = [(game, _with_whom(game, user), other.get(game.pk)) for game in games]
    context = {"form": form, "rows": rows, "night": wanted.night_of(user)}
    return _private(render(request, "games/wishes.html", context))


def _with_whom(game: Game, user: User) -> list[str]:
    seats = selectors.seats_in_order(game)
    return [seat.user.username for seat in seats if user.pk not in (seat.user_id, seat.left_by_id)]


def _page_of_game(request: HttpRequest, game: Game, form: GameWishesForm) -> HttpResponse:
    return _private(render(request, "games/game_wishes.html", {"form": form, "game": game}))


def _private(answer: HttpResponse) -> HttpResponse:
    patch_cache_control(answer, private=True, no_store=True)
    return answer
