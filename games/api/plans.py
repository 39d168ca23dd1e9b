"""The calls that concern my planned turn: what is played for me when it opens."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.scopes import Scope
from config.api.views import ApiView
from games.api import plan_schema as schema
from games.api.errors import from_refusal, from_rule
from games.engine import codec
from games.engine.errors import BadCard, WrongPhase
from games.engine.moves import MeldMove
from games.errors import NothingKept
from games.models import Plan
from games.services import plans
from games.services.plan_orders import Orders


class PlanView(ApiView):
    """`/games/{id}/plan/`."""

    writes = Scope.PLAY

    @schema.get_plan
    def get(self, request: Request, code: str) -> Response:
        try:
            return Response(_shown(plans.of(code=code, user=self.require_user(request))))
        except NothingKept as refusal:
            problem = from_refusal(refusal)
            problem.detail = _("You have planned nothing in this game: PUT a plan here to make one.")
            raise problem from None

    @schema.put_plan
    def put(self, request: Request, code: str) -> Response:
        given = schema.SentPlan.read(request.data)
        orders = read_orders(given)
        user = self.require_user(request)
        try:
            plan = plans.put(
                code=code,
                user=user,
                orders=orders,
                repeat=given.get("repeat", False),
                version=given.get("version"),
            )
        except WrongPhase as error:
            problem = from_rule(error)
            problem.detail = _("It is your turn already: play it, then plan the next.")
            raise problem from None
        return Response(_shown(plan))

    @schema.delete_plan
    def delete(self, request: Request, code: str) -> Response:
        plans.drop(code=code, user=self.require_user(request))
        return Response(status=204)


def read_orders(given: dict[str, Any]) -> Orders | BadCard:
    """The orders of a body that has the right shape; a card that cannot be read is returned, to be refused in its turn.

    Raises InvalidMove for a table that has not the shape of one.
    """
    table = None
    if given.get("table") is not None:
        try:
            move = codec.decode_move({"type": "meld", "table": given["table"]})
        except BadCard as error:
            return error
        assert isinstance(move, MeldMove)
        table = move.table
    named = {name: given[name] for name in ("draw", "lay", "knock") if name in given}
    return Orders(
        **named,
        table=table,
        tell_if=tuple(dict.fromkeys(given.get("tell_if", ()))),
        watch=tuple(dict.fromkeys(given.get("watch", ()))),
    )


def _shown(plan: Plan) -> dict[str, Any]:
    return {
        **plan.orders,
        "repeat": plan.repeat,
        "version": plan.version,
        "status": plan.status,
        "why": plan.why or None,
    }
