"""The calls of the table's script: operations on the arrangement, the table anew, the hand's order, what was seen."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.http import HttpResponse
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import User
from accounts.scopes import Scope
from config.api.problems import Problem
from config.api.shapes import MOST_NAMED
from config.api.views import ApiView
from games import selectors
from games.api import table_schema
from games.api.caching import conditional
from games.engine.arrange import apply_ops
from games.engine.cards import parse_card
from games.engine.draft import ArrangeError
from games.engine.errors import InvalidMove
from games.engine.ops import MOST_CARDS, Op, decode_ops
from games.errors import StaleVersion
from games.services import arranging, hand_order, marks
from games.services.arranging import Arrangement, OtherStep
from games.web import table_data
from games.web.said import of_arranging
from games.wording import sentence

GREATEST = 2**31 - 1
_STEPS = {"undo": arranging.undo, "redo": arranging.redo, "reset": arranging.put_all_back}
_OF_STEP = ("ops", "do", "key")
_KEY = re.compile(r"[A-Za-z0-9_-]{1,40}", re.ASCII)
_MOST = {"most": arranging.MOST_STEPS}


@dataclass(frozen=True, slots=True)
class _Step:
    """One step as it was sent: operations, or `do`; its name, if it has one."""

    ops: tuple[Op, ...]
    do: str
    key: str


class OpsView(ApiView):
    """`/games/{id}/draft/ops/`: operations on the arrangement, all of them or none; or one step back or forth."""

    writes = Scope.PLAY

    @table_schema.arrange
    def post(self, request: Request, code: str) -> HttpResponse | Response:
        sent = _fields(request.data, "step", "version", "then", *_OF_STEP)
        first = _number(sent, "step")
        version = _number(sent, "version") if "version" in sent else None
        steps = [_step(sent), *_then(sent.get("then", []))]
        user = self.require_user(request)
        try:
            for step, each in enumerate(steps, first):
                kept = _made(each, code=code, user=user, step=step, version=version)
        except OtherStep:
            said = _("Your arrangement was changed in another window: this is how it is now.")
            raise _otherwise(code, user, "other_step", said) from None
        except StaleVersion as error:
            said = sentence(error.code, error.members)
            raise _otherwise(code, user, error.code, said, **error.members) from None
        except ArrangeError as error:
            problem = Problem(422, error.code, of_arranging(error).text)
            problem.members = error.members
            raise problem from None
        return Response(table_data.arranged(kept))


def _then(sent: Any) -> list[_Step]:
    if not isinstance(sent, list) or len(sent) > arranging.MOST_STEPS:
        raise InvalidMove({"then": [_("Send a list of further steps, at most %(most)d.") % _MOST]})
    return [_step(_fields(each, *_OF_STEP)) for each in sent]


def _step(sent: Mapping[str, Any]) -> _Step:
    if ("do" in sent) == ("ops" in sent) or ("do" in sent and str(sent["do"]) not in _STEPS):
        raise InvalidMove({"do": [_("Send a list of operations in “ops”, or “do”: undo, redo or reset.")]})
    ops = decode_ops(sent["ops"]) if "ops" in sent else ()
    if "ops" in sent and not ops:
        raise InvalidMove({"ops": [_("Send at least one operation.")]})
    key = sent.get("key", "")
    if "key" in sent and not (isinstance(key, str) and _KEY.fullmatch(key)):
        raise InvalidMove({"key": [_("Send 1 to 40 letters, digits, “-” or “_”.")]})
    return _Step(ops, str(sent.get("do", "")), key)


def _made(each: _Step, *, code: str, user: User, step: int, version: int | None) -> Arrangement:
    if each.do:
        return _STEPS[each.do](code=code, user=user, step=step, key=each.key)
    return arranging.change(
        code=code,
        user=user,
        step=step,
        version=version,
        key=each.key,
        to=lambda draft: apply_ops(draft, each.ops),
    )


class TableView(ApiView):
    """`/games/{id}/table/`: all that the page's script knows, for a page that comes back or looks again.

    With `?since=` its version and revision: 204 where the game is still at them, whatever the reader arranged.
    """

    @extend_schema(exclude=True)  # what the page's script wants; programs read the game
    def get(self, request: Request, code: str) -> HttpResponse | Response:
        user = self.user_or_none(request)
        invitation = request.query_params.get("invitation", "")
        since = request.query_params.get("since", "")
        if since:
            known = selectors.stamp(code=code, user=user, invitation=invitation)
            if since == f"{known.version}.{known.revision}":
                return Response(status=204)
        seen = selectors.own_stamp(code=code, user=user, invitation=invitation)

        def body() -> dict[str, Any]:
            game, seats = selectors.find(code=code, user=user, invitation=invitation)
            return table_data.read(game, seats, user)

        return conditional(request, user, seen, body)


class HandView(ApiView):
    """`/games/{id}/hand/`: the order in which the player holds the hand."""

    writes = Scope.PLAY

    @table_schema.order_hand
    def post(self, request: Request, code: str) -> HttpResponse | Response:
        cards = _fields(request.data, "order").get("order")
        if (
            not isinstance(cards, list)
            or len(cards) > MOST_CARDS
            or not all(isinstance(each, str) for each in cards)
        ):
            raise InvalidMove({"order": [_("Send the cards of the hand as a list.")]})
        user = self.require_user(request)
        order = hand_order.keep(code=code, user=user, cards=tuple(map(parse_card, cards)))
        return Response({"order": [each.text for each in order.cards]})


class SeenView(ApiView):
    """`/games/{id}/seen/`: the player has seen the log up to this line."""

    writes = Scope.PLAY

    @table_schema.mark_seen
    def post(self, request: Request, code: str) -> HttpResponse | Response:
        number = _number(_fields(request.data, "number"), "number")
        user = self.require_user(request)
        return Response({"seen": marks.saw(code=code, user=user, number=number)})


def _otherwise(code: str, user: User, name: str, said: str, **members: Any) -> Problem:
    """409, with all that the page needs to go on."""
    game, seats = selectors.find(code=code, user=user)
    state = table_data.read(game, seats, user)
    now = {field: state[field] for field in ("step", "draft", "undo", "redo") if field in state}
    return Problem(409, name, said, **members, **now, state=state)


def _fields(data: Any, *known: str) -> Mapping[str, Any]:
    """The members of a body that has no others."""
    if not isinstance(data, Mapping):
        raise InvalidMove({"body": ["Send a JSON object."]})
    strange = [str(name)[:60] for name in data if name not in known][:MOST_NAMED]
    if strange:
        raise InvalidMove({name: [_("There is no such field.")] for name in strange})
    return data


def _number(data: Mapping[str, Any], name: str) -> int:
    value = data.get(name)
    if type(value) is not int or not 0 <= value <= GREATEST:
        raise InvalidMove({name: [_("Send a whole number.")]})
    return value
