"""The page on which a turn is planned, while it is somebody else's."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods
from rest_framework.exceptions import Throttled

from accounts.models import User
from accounts.web.shown import filled, user_of, users_only
from config.api import throttles
from config.typed import typed_into
from games import selectors
from games.engine import codec
from games.engine.draft import ArrangeError, to_table
from games.engine.errors import RuleError, WrongPhase
from games.engine.placing import untouched
from games.engine.view import view_for
from games.errors import Invalid, NothingKept, Refused, StaleVersion
from games.models import Game, Plan
from games.planned import WHY, in_words
from games.services import arranging, plans
from games.services.arranging import Arrangement
from games.services.plan_orders import Orders, melds_of
from games.services.seats import refuse_unless_active
from games.web import readers
from games.web.plans_form import PlanForm
from games.web.refusals import refused, too_often
from games.web.said import of_arranging, of_error
from games.web.shown import private


@dataclass(frozen=True, slots=True)
class _Place:
    """Whoever plans, before their table."""

    game: Game
    user: User
    melds: dict[str, list[str]]
    kept: Arrangement
    plan: Plan | None

    @property
    def mine(self) -> bool:
        return self.game.to_act_id == self.user.pk

    @property
    def arranged(self) -> bool:
        """Whether there is something that could be laid."""
        return not untouched(self.kept.draft)

    def form(self, sent: QueryDict | None = None) -> PlanForm:
        return PlanForm(sent, melds=self.melds, arranged=self.arranged, plan=self.plan)


@typed_into(PlanForm)
@require_http_methods(["GET", "HEAD", "POST"])
@users_only
def page(request: HttpRequest, code: str) -> HttpResponse:
    """What is planned, and the form for it."""
    user = user_of(request)
    readers.reader(request)
    try:
        if request.method == "POST":
            throttles.hit("user", str(user.pk))
            if request.POST.get("do") == "drop":
                plans.drop(code=code, user=user)
                messages.success(request, _("Nothing is planned any more: your turn is yours."))
                return redirect("game", code)
        place = _place(code, user)
        if request.method != "POST":
            return _page(request, place, place.form() if place.mine else filled(request, place.form()))
        return _planned(request, place)
    except Throttled as error:
        return too_often(request, error)
    except Refused as refusal:
        return refused(request, refusal, code=code)


def _place(code: str, user: User) -> _Place:
    """Raises Refused for who does not play there."""
    game, seats = selectors.find(code=code, user=user)
    seat = selectors.own_seat(game, seats, user)
    refuse_unless_active(game)
    state = codec.decode_state(game.state)
    assert seat.number is not None, "seats are numbered when the game starts"
    if state.seats[seat.number].left:
        raise Refused
    melds = melds_of(view_for(state, seat.number))
    return _Place(game, user, melds, arranging.opened(game, seat, state), _known(code, user))


def _known(code: str, user: User) -> Plan | None:
    try:
        return plans.of(code=code, user=user)
    except NothingKept:
        return None


def _planned(request: HttpRequest, place: _Place) -> HttpResponse:
    """Keeps what was sent, or shows what is wrong with it."""
    form = place.form(request.POST)
    if form.is_valid():
        given = form.cleaned_data
        try:
            plans.put(
                code=place.game.code,
                user=place.user,
                orders=_orders(form, place),
                repeat=given["repeat"] == "always",
                version=given["version"],
            )
        except WrongPhase:
            messages.info(request, _("It is your turn already: play it, then plan the next."))
            return redirect("game", place.game.code)
        except StaleVersion:
            form.add_error(
                None, _("The game has moved on since you looked: look at what is planned, then keep it.")
            )
        except Invalid as refusal:
            for field, sentences in refusal.errors.items():
                form.add_error(field if field in form.fields else None, sentences)
        except ArrangeError as error:
            form.add_error("prepared", of_arranging(error).text)
        except RuleError as error:
            form.add_error("prepared", of_error(error).text)
        else:
            messages.success(request, _("Your turn is planned."))
            return redirect("game", place.game.code)
    return _page(request, place, form)


def _orders(form: PlanForm, place: _Place) -> Orders:
    """With the arrangement, where that is to be laid. Raises Invalid where it is not the one that was looked at."""
    if not form.cleaned_data.get("prepared"):
        return form.orders(None)
    if form.cleaned_data["step"] != place.kept.step:
        raise Invalid({"prepared": [_("Your arrangement has changed since you looked at it: look again.")]})
    return form.orders(to_table(place.kept.draft))


def _page(request: HttpRequest, place: _Place, form: PlanForm) -> HttpResponse:
    plan = place.plan
    context = {
        "game": place.game,
        "step": place.kept.step,
        "mine": place.mine,
        "form": form,
        "plan": plan,
        "planned": in_words(plan.orders) if plan else [],
        "why": WHY[plan.why] if plan and plan.why else "",
    }
    return private(render(request, "games/plan.html", context))
