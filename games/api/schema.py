"""What the OpenAPI document says of the games' calls: one decorator a call, named as its operation."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema

from accounts.api.shapes import Problem
from games.api import by_hand, examples, shapes
from games.api.errors import STATUS
from games.api.listing import ORDERINGS
from games.models import Game

PROBLEM = "application/problem+json"

# Security requirements: any one of a list suffices, {} is a visitor without login.
REQUIRED: Any = [{"bearer": []}, {"cookie": []}]
OPTIONAL: Any = [{}, *REQUIRED]

# --- problems -----------------------------------------------------------------------------------------------
_FRAME = {  # what the frame refuses; the games' own codes stand in games.api.errors
    "not_authenticated": 401,
    "bad_token": 401,
    "too_large": 413,
    "unsupported_media_type": 415,
    "throttled": 429,
    "unavailable": 503,
}
_ALWAYS = ("throttled", "unavailable")
_READ = ("bad_token", *_ALWAYS)
_OWN_READ = ("not_authenticated", *_READ)
_WRITE = (*_OWN_READ, "not_allowed")
_BODY = ("invalid", "too_large", "unsupported_media_type", *_WRITE)
_POST = (*_BODY, "key_reused")
_MOVE = (
    *_POST,
    *("not_found", "not_your_seat", "bad_card"),
    *("not_started", "game_over", "stale_version", "not_your_turn", "wrong_phase"),
    *("table_card_removed", "nothing_played", "card_not_in_hand", "illegal_meld", "joker_redeclared"),
    *("third_card_drawn", "stock_empty", "hand_above_five"),
)


def _problems(codes: tuple[str, ...]) -> dict[tuple[int, str], OpenApiResponse]:
    """The problem responses of a call that may be refused with `codes`: one a status, with its codes."""
    by_status: dict[int, list[str]] = {}
    for code in codes:
        by_status.setdefault(STATUS[code] if code in STATUS else _FRAME[code], []).append(code)
    return {
        (status, PROBLEM): OpenApiResponse(Problem, description=", ".join(f"`{code}`" for code in named))
        for status, named in sorted(by_status.items())
    }


# --- parameters ---------------------------------------------------------------------------------------------
def _query(name: str, schema: Any, description: str, **more: Any) -> OpenApiParameter:
    return OpenApiParameter(name, schema, OpenApiParameter.QUERY, description=description, **more)


_WHOLE: Any = {"type": "integer", "minimum": 0, "maximum": 999_999_999}
_RETRY = OpenApiParameter(
    "Retry-After", int, OpenApiParameter.HEADER, response=[429, 503], description="seconds to wait"
)
_CODE = OpenApiParameter("code", str, OpenApiParameter.PATH, description="the game's `id`")
_GAME = [_CODE, _RETRY]
_KEY = OpenApiParameter(
    "Idempotency-Key",
    {"type": "string", "minLength": 1, "maxLength": 64, "pattern": "^[!-~]+$"},
    OpenApiParameter.HEADER,
    description="1 to 64 visible characters. A repeat with the same path and body gives the first answer and "
    "plays nothing; successes are remembered for a week.",
)
_INVITATION = _query("invitation", str, "the token of an invitation, for a private game before joining")
_IF_NONE_MATCH = OpenApiParameter(
    "If-None-Match", str, OpenApiParameter.HEADER, description="the `ETag` of the view that the client has"
)
_ETAG = OpenApiParameter(
    "ETag",
    str,
    OpenApiParameter.HEADER,
    response=[200, 304],
    description="opaque, one per viewer and language",
)
_FILTERS = [
    _query("status", str, "games of this status only", enum=list(Game.Status.values)),
    _query("mine", bool, "true: games only in which I have, or had, a seat", default=False),
    _query("my_turn", bool, "true: games only that wait for me", default=False),
    _query("visibility", str, "games of this visibility only", enum=list(Game.Visibility.values)),
    _query("ordering", str, "`deadline`: active games only", enum=list(ORDERINGS), default="-created"),
    _query("cursor", str, "where a page begins; it stands in `next` and `previous`"),
    _query("limit", _WHOLE | {"default": 25}, "games a page; at most 100 are given"),
]
_AFTER = _query(
    "after",
    _WHOLE | {"default": 0},
    "entries with a greater `number` only",
)
_LIMIT = _query("limit", _WHOLE | {"default": 100}, "entries a page; at most 500 are given")
_PLAN = _query("plan", bool, "true: leave turn and phase out of the judgement", default=False)

# --- the calls on games -------------------------------------------------------------------------------------
list_games = extend_schema(
    operation_id="list_games",
    description="The public games and mine, as summaries, in pages.",
    parameters=[*_FILTERS, _RETRY],
    responses={200: OpenApiResponse(shapes.SummaryPage), **_problems(("invalid", *_READ))},
    examples=examples.LIST,
    auth=OPTIONAL,
)
create_game = extend_schema(
    operation_id="create_game",
    description="Create a game; who creates it has joined.",
    parameters=[_KEY, _RETRY],
    request=shapes.NewGame,
    responses={201: shapes.View, **_problems(_POST)},
    examples=examples.CREATE,
    auth=REQUIRED,
)
get_game = extend_schema(
    operation_id="get_game",
    description="The game as the one who asks may see it.",
    parameters=[*_GAME, _INVITATION, _IF_NONE_MATCH, _ETAG],
    responses={
        200: shapes.View,
        304: OpenApiResponse(description="the view is still the one of `If-None-Match`"),
        **_problems(("not_found", *_READ)),
    },
    examples=examples.VIEW,
    auth=OPTIONAL,
)
join_game = extend_schema(
    operation_id="join_game",
    description="Join a game; it starts by itself when the last place is taken.",
    parameters=[*_GAME, _KEY],
    request=shapes.Join,
    responses={
        200: shapes.View,
        **_problems((*_POST, "not_found", "game_over", "already_joined", "game_full")),
    },
    examples=examples.JOIN,
    auth=REQUIRED,
)
leave_game = extend_schema(
    operation_id="leave_game",
    description="Leave a game before it starts; when its creator leaves, it is cancelled.",
    parameters=[*_GAME, _KEY],
    request=None,
    responses={
        200: shapes.View,
        **_problems((*_POST, "not_found", "already_started", "game_over", "not_joined")),
    },
    examples=examples.LEFT,
    auth=REQUIRED,
)
resign_game = extend_schema(
    operation_id="resign_game",
    description="Leave a game for good during play.",
    parameters=[*_GAME, _KEY],
    request=None,
    responses={
        200: shapes.View,
        **_problems((*_POST, "not_found", "not_your_seat", "not_started", "game_over")),
    },
    examples=examples.RESIGNED,
    auth=REQUIRED,
)

# --- the calls that play ------------------------------------------------------------------------------------
list_moves = extend_schema(
    operation_id="list_moves",
    description="The log, ascending, as the one who asks may know it.",
    parameters=[*_GAME, _AFTER, _LIMIT, _INVITATION],
    responses={200: OpenApiResponse(shapes.LogPage), **_problems(("invalid", "not_found", *_READ))},
    examples=examples.LOG,
    auth=OPTIONAL,
)
play_move = extend_schema(
    operation_id="play_move",
    description="Play a move; the answer is the new view and what happened from this move on.",
    parameters=[*_GAME, _KEY],
    request=by_hand.body("Move"),
    responses={200: shapes.ViewWithEvents, **_problems(_MOVE)},
    examples=examples.PLAY,
    auth=REQUIRED,
)
check_move = extend_schema(
    operation_id="check_move",
    description="Whether a move would be accepted: the answer or the problem of playing it. Changes nothing.",
    parameters=[*_GAME, _PLAN, _KEY],
    request=by_hand.body("Move"),
    responses={200: shapes.Legal, **_problems(_MOVE)},
    examples=examples.CHECK,
    auth=REQUIRED,
)
list_rounds = extend_schema(
    operation_id="list_rounds",
    description="The scored rounds, in order.",
    parameters=[*_GAME, _INVITATION],
    responses={200: shapes.ScoredRound(many=True), **_problems(("not_found", *_READ))},
    examples=examples.ROUNDS,
    auth=OPTIONAL,
)
list_clock = extend_schema(
    operation_id="list_clock",
    description=(
        "The deadlines that were not the plain allowance, or were moved while the turn was open, and why; the newest "
        "500, ascending. Clocks do not change the game's `version`."
    ),
    parameters=[*_GAME, _INVITATION],
    responses={200: shapes.ClockChange(many=True), **_problems(("not_found", *_READ))},
    examples=examples.CLOCK,
    auth=OPTIONAL,
)
get_draft = extend_schema(
    operation_id="get_draft",
    description="My private, unsent arrangement, and whether the table has changed since.",
    parameters=_GAME,
    responses={200: shapes.KeptDraft, **_problems(("not_found", "not_your_seat", *_OWN_READ))},
    examples=examples.KEPT_DRAFT,
    auth=REQUIRED,
)
put_draft = extend_schema(
    operation_id="put_draft",
    description="Keep an arrangement; its shape and size are checked, not its legality.",
    parameters=_GAME,
    request=shapes.SentDraft,
    responses={
        200: shapes.DraftBody,
        **_problems((*_BODY, "bad_card", "not_found", "not_your_seat", "not_started", "game_over")),
    },
    examples=examples.DRAFT,
    auth=REQUIRED,
)
delete_draft = extend_schema(
    operation_id="delete_draft",
    description="Forget my arrangement, if there is one.",
    parameters=_GAME,
    responses={
        204: OpenApiResponse(description="there is none any more"),
        **_problems((*_WRITE, "not_found", "not_your_seat")),
    },
    auth=REQUIRED,
)
