"""What the OpenAPI document says of events: streams of them, and answers that wait for some."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import OpenApiExample, OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import serializers

from config.api.described import ALWAYS, REQUIRED, RETRY_AFTER, refusal, refusals
from config.api.described import STATUS as OF_FRAME
from games.api.errors import STATUS
from games.api.shapes import Shape

_STREAM = "text/event-stream"
_OPTIONAL: Any = [{}, *REQUIRED]
_NUMBER = {"type": "integer", "minimum": 0, "maximum": 999_999_999_999_999}


class EventItem(Shape):
    id = serializers.IntegerField(
        allow_null=True, help_text="where to go on after it; null: a hint, which is told once or not at all"
    )
    event = serializers.ChoiceField(
        ["invited", "joined", "left", "started", "move", "ended", "changed", "reset"]
    )

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        return {**super().get_fields(), "data": serializers.DictField()}


class EventPage(Shape):
    results = EventItem(many=True)
    next = serializers.IntegerField(help_text="the `after` of the next question")


_LAST = OpenApiParameter(
    "Last-Event-ID",
    _NUMBER,
    OpenApiParameter.HEADER,
    description="the `id` of the last event that was got: the answer goes on after it; it counts before `after`",
)
_AFTER = OpenApiParameter(
    "after", _NUMBER, OpenApiParameter.QUERY, description="the same; without either from now on"
)
_WAIT = OpenApiParameter(
    "wait",
    {"type": "integer", "minimum": 0, "maximum": 60},
    OpenApiParameter.QUERY,
    description="no stream, but one answer in JSON: at once where there is something, else as soon as there is, or "
    "empty after so many seconds",
)
_TOKEN = OpenApiParameter(
    "token",
    str,
    OpenApiParameter.QUERY,
    description="of `POST /events/token/`, for pages: the stream then tells of changes only, without numbers",
)
_CODE = OpenApiParameter("code", str, OpenApiParameter.PATH, description="the game's `id`")
_INVITATION = OpenApiParameter(
    "invitation",
    str,
    OpenApiParameter.QUERY,
    description="the token of an invitation, for a private game before joining",
)

_ALIKE = """
**Stream**: server-sent events, each with `id`, `event` and `data` (JSON). The first block has an `id` without an event:
from there it goes on. When the stream breaks (it ends by itself after half an hour), open it again with the last `id`
in `Last-Event-ID`: nothing is missed, nothing comes twice. A comment every twenty seconds is a sign of life; where
none came for a minute, the stream is dead.

**Long polling**: with `?wait=30` the answer is JSON; ask again with its `next` as `after`. Where the host runs the
service without its part for open connections, answers come at once and streams end at once, with all that is new:
whoever got nothing waits some seconds before asking again.

`reset`: what came after the given `id` cannot be told any more (it is kept for thirty days), or the number was never
given: read your games anew and go on from this event's `id`. `changed` has no `id`: something that is shown is
another (a deadline, a pause), though no event tells of it: `{game, version, revision}`. Unknown events are to be
passed over: more may come.

At most twelve streams and waiting questions a user at once, sixty an address without login: 429.
"""
_OWN = (
    """All that happens in your games, as it happens; what `id` counts is yours alone.

| event | data, beside `game` |
|---|---|
| `invited` | `version`, `player` (who asks), `invitation`: the token for `join/` |
| `joined`, `left` | `version`, `player`: before the start |
| `started` | `version` |
| `move` | `you` (your seat, or null), and the line of the log as in `moves/`: `number`, `type`, `events`, … |
| `ended` | `version`, `status` (`finished` or `cancelled`), `result` |
"""
    + _ALIKE
)
_GAME = (
    """The log of one game, as it grows: each event a `move`, its `id` the line's `number`, its `data` the line as in
`moves/` with `game` and `you` (your seat, or null). What else changes in the game (who joins, clocks) is told by
`changed`.
"""
    + _ALIKE
)

_LINE = {
    "game": "k7f3q9wz",
    "you": 0,
    "number": 7,
    "version": 9,
    "round": 1,
    "seat": 1,
    "type": "draw",
    "at": "2026-11-30T08:15:00Z",
    "timed_out": False,
    "stand_in": False,
    "card": None,
    "events": [{"type": "drawn", "seat": 1, "card": None, "stock": 31}],
}
_JOINED = {"game": "k7f3q9wz", "version": 2, "player": {"username": "ben", "kind": "human"}}


def _page(*items: tuple[int, str, Any]) -> dict[str, Any]:
    results = [{"id": number, "event": kind, "data": data} for number, kind, data in items]
    return {"results": results, "next": items[-1][0]}


def _answered(value: Any) -> OpenApiExample:
    return OpenApiExample(
        "waited",
        value,
        summary="Something happened",
        response_only=True,
        status_codes=[200],
        media_type="application/json",
    )


def _streamed(text: str) -> OpenApiExample:
    return OpenApiExample(
        "streamed",
        text,
        summary="A stream",
        response_only=True,
        status_codes=[200],
        media_type=_STREAM,
    )


_ANSWERS: Any = {
    (200, _STREAM): OpenApiResponse(str, description="events as they come"),
    (200, "application/json"): OpenApiResponse(EventPage, description="with `wait`"),
}
_REFUSED = refusal(
    "invalid",
    "Correct the named fields and send it again.",
    errors={"after": ["Send a whole number."]},
)
_BLOCKS = 'id: 11\nretry: 3000\n\nid: 12\nevent: started\ndata: {"game":"k7f3q9wz","version":3}\n\n'


def _refusals(*codes: str) -> dict[tuple[int, str], OpenApiResponse]:
    return refusals(*codes, *ALWAYS, status={**OF_FRAME, **STATUS})


own_events = extend_schema(
    operation_id="own_events",
    description=_OWN,
    parameters=[_LAST, _AFTER, _WAIT, _TOKEN, RETRY_AFTER],
    responses={**_ANSWERS, **_refusals("invalid", "not_authenticated", "bad_token")},
    examples=[_streamed(_BLOCKS), _answered(_page((11, "joined", _JOINED), (12, "move", _LINE))), _REFUSED],
    auth=REQUIRED,
)
game_events = extend_schema(
    operation_id="game_events",
    description=_GAME,
    parameters=[_CODE, _LAST, _AFTER, _WAIT, _INVITATION, RETRY_AFTER],
    responses={**_ANSWERS, **_refusals("invalid", "bad_token", "not_found")},
    examples=[_streamed(_BLOCKS.replace("started", "move")), _answered(_page((7, "move", _LINE))), _REFUSED],
    auth=_OPTIONAL,
)
