"""The calls that play: a move, its check, the log, the scored rounds, the draft."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import User
from accounts.scopes import Scope
from config.api.numbers import is_whole
from config.api.views import ApiView
from games import selectors
from games.api import schema
from games.api.answers import KeyedView, answered, dumps, view_text
from games.api.errors import from_refusal
from games.engine import codec
from games.engine.errors import BadCard, InvalidMove
from games.engine.moves import Move
from games.engine.view import event_for
from games.errors import NothingKept
from games.services import drafts, turns
from games.services.idempotency import Answer
from games.services.ledger import Committed
from games.web import reasons

MOST_ENTRIES = 500


class MovesView(KeyedView):
    """`/games/{id}/moves/`: the log, and a move."""

    @schema.list_moves
    def get(self, request: Request, code: str) -> Response:
        after, limit = _number(request, "after", 0), min(MOST_ENTRIES, max(1, _number(request, "limit", 100)))
        user = self.user_or_none(request)
        game, seats = selectors.find(
            code=code, user=user, invitation=request.query_params.get("invitation", "")
        )
        seat = selectors.seat_of(seats, user)
        entries = selectors.log_of(game, seat.number if seat else None, after=after, limit=limit + 1)
        following = None
        if len(entries) > limit:
            entries.pop()
            query = request.query_params.copy()
            query["after"], query["limit"] = str(entries[-1]["number"]), str(limit)
            following = request.build_absolute_uri(f"{request.path}?{query.urlencode()}")
        return Response({"results": list(map(_told, entries)), "next": following})

    @schema.play_move
    def post(self, request: Request, code: str) -> HttpResponse:
        version, move = read_move(request.data)
        user = self.require_user(request)

        def play() -> Answer:
            done = turns.play(code=code, user=user, version=version, move=move)
            return Answer(
                status=200, text=view_text(done.game, done.seats, user, events=happened(done, user))
            )

        return answered(request, user, play)


def _told(entry: dict[str, Any]) -> dict[str, Any]:
    """A line of the log; a house player's reason with its sentence."""
    reason = entry["reason"]
    return entry if reason is None else {**entry, "reason": {**reason, "said": reasons.said(reason)}}


class CheckView(KeyedView):
    """`/games/{id}/moves/check/`: what playing this move would answer."""

    writes = Scope.READ  # it changes nothing

    @schema.check_move
    def post(self, request: Request, code: str) -> HttpResponse:
        version, move = read_move(request.data)
        plan = _flag(request, "plan")
        user = self.require_user(request)

        def check() -> Answer:
            turns.check(code=code, user=user, version=version, move=move, plan=plan)
            return Answer(status=200, text=dumps({"legal": True}))

        return answered(request, user, check)


class RoundsView(ApiView):
    """`/games/{id}/rounds/`: the scored rounds."""

    @schema.list_rounds
    def get(self, request: Request, code: str) -> Response:
        user = self.user_or_none(request)
        game, _seats = selectors.find(
            code=code, user=user, invitation=request.query_params.get("invitation", "")
        )
        return Response(selectors.rounds_of(game))


class ClockView(ApiView):
    """`/games/{id}/clock/`: which deadlines were not the plain allowance, or were moved, and why."""

    @schema.list_clock
    def get(self, request: Request, code: str) -> Response:
        user = self.user_or_none(request)
        game, _seats = selectors.find(
            code=code, user=user, invitation=request.query_params.get("invitation", "")
        )
        return Response(selectors.clock_of(game, limit=MOST_ENTRIES))


class DraftView(ApiView):
    """`/games/{id}/draft/`: the private arrangement of the one who asks."""

    writes = Scope.PLAY

    @schema.get_draft
    def get(self, request: Request, code: str) -> Response:
        try:
            draft, stale = selectors.draft_of(code=code, user=self.require_user(request))
        except NothingKept as refusal:
            problem = from_refusal(refusal)
            problem.detail = _("You have arranged nothing in this game: PUT a draft here to keep one.")
            raise problem from None
        return Response(
            {"table": draft.table, "loose": draft.loose, "version": draft.version, "stale": stale}
        )

    @schema.put_draft
    def put(self, request: Request, code: str) -> Response:
        shape = codec.check_draft(request.data)
        user = self.require_user(request)
        draft = drafts.put(code=code, user=user, version=shape.version, table=shape.table, loose=shape.loose)
        return Response({"table": draft.table, "loose": draft.loose, "version": draft.version})

    @schema.delete_draft
    def delete(self, request: Request, code: str) -> Response:
        drafts.drop(code=code, user=self.require_user(request))
        return Response(status=204)


def read_move(data: Any) -> tuple[int, Move | BadCard]:
    """The version and the move of a body; a card that cannot be read is returned, to be refused in its turn.

    Raises InvalidMove for anything that has not the shape of a move.
    """
    if not isinstance(data, dict):
        raise InvalidMove({"body": ["Send a JSON object."]})
    fields = dict(data)
    version = fields.pop("version", None)
    bad_version = type(version) is not int or not 0 <= version < 2**31
    errors = {"version": ["Send the version that you saw, a whole number."]} if bad_version else {}
    try:
        move: Move | BadCard = codec.decode_move(fields)
    except BadCard as error:
        move = error
    except InvalidMove as error:
        raise InvalidMove({**errors, **error.errors}) from None
    if errors or not isinstance(version, int):
        raise InvalidMove(errors)
    return version, move


def happened(done: Committed, user: User) -> list[dict[str, Any]]:
    """The events of a batch as `user` may know them, `turn_opened` with its deadline."""
    seat = selectors.seat_of(done.seats, user)
    return [
        event_for(event, seat.number if seat else None, False) for row in done.rows for event in row.events
    ]


def _flag(request: Request, name: str) -> bool:
    text = request.query_params.get(name, "false").lower()
    if text not in ("true", "false", "1", "0"):
        raise InvalidMove({name: [_("Give true or false.")]})
    return text in ("true", "1")


def _number(request: Request, name: str, default: int) -> int:
    text = request.query_params.get(name, str(default))
    if not is_whole(text):
        raise InvalidMove({name: [_("Send a whole number.")]})
    return int(text)
