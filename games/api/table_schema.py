"""What the OpenAPI document says of the table's own calls: arrangement, order of the hand, what was seen, stream."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import serializers

from config.api.described import ALWAYS, BODY, REQUIRED, RETRY_AFTER, refusals
from config.api.described import STATUS as OF_FRAME
from games.api import by_hand, examples
from games.api.errors import STATUS
from games.api.shapes import Shape
from games.engine.ops import MOST_CARDS

_OWN = ("not_authenticated", "bad_token", "not_allowed", "not_found", "not_your_seat", *ALWAYS)
_GAME = [
    OpenApiParameter("code", str, OpenApiParameter.PATH, description="the game's `id`"),
    RETRY_AFTER,
]
_OPTIONAL: Any = [{}, *REQUIRED]


def _refusals(*codes: str) -> dict[tuple[int, str], OpenApiResponse]:
    return refusals(*codes, status={**OF_FRAME, **STATUS})


def _cards(said: str = "") -> serializers.ListField:
    return serializers.ListField(child=by_hand.Card(), help_text=said)


class LabelledMeld(Shape):
    # The stubs know the label of a field only.
    label = serializers.CharField(help_text="`m3` of the table, `n1` of the draft")  # type: ignore[assignment]
    cards = _cards()


class Draft(Shape):
    melds = LabelledMeld(many=True)
    hand = _cards("what is still in the hand")
    loose = _cards("cards of the table that lie in no meld at the moment")
    made = serializers.IntegerField(help_text="how many melds were made here")


class Arranged(Shape):
    step = serializers.IntegerField()
    draft = Draft()
    undo = serializers.IntegerField(help_text="how many steps lead back")
    redo = serializers.IntegerField(help_text="how many of them can be done again")


class Order(Shape):
    order = _cards("the hand")


class SentOrder(Shape):
    order = serializers.ListField(child=by_hand.SentCard(), max_length=MOST_CARDS, help_text="the hand")


class Seen(Shape):
    number = serializers.IntegerField(
        min_value=0, max_value=by_hand.GREATEST, help_text="of the newest line of the log that was seen"
    )


class KeptSeen(Shape):
    seen = serializers.IntegerField(help_text="what is kept: it never goes back")


class PassBody(Shape):
    game = serializers.CharField(
        required=False, allow_null=True, allow_blank=True, max_length=16, help_text="one more game, to watch"
    )
    invitation = serializers.CharField(required=False, allow_null=True, allow_blank=True, max_length=64)


class StreamPass(Shape):
    token = serializers.CharField()
    url = serializers.CharField()
    expires_in = serializers.IntegerField(help_text="seconds in which a stream can be opened with it")


arrange = extend_schema(
    operation_id="arrange",
    description="Change my arrangement by operations that happen all or not at all; each step can "
    "be undone. 409 `other_step` and `stale_version` carry the arrangement as it is now.",
    parameters=_GAME,
    request=by_hand.body("Arrange"),
    responses={
        200: Arranged,
        **_refusals(
            *BODY,
            *("bad_card", *_OWN, "not_started", "game_over", "other_step", "stale_version"),
            *("no_meld", "no_cards", "same_meld", "not_in_meld", "not_held"),
            *("which_value", "which_joker", "nothing_to_split"),
        ),
    },
    examples=examples.ARRANGE,
    auth=REQUIRED,
)
order_hand = extend_schema(
    operation_id="order_hand",
    description="Keep the order in which I hold my hand. Cards that are not named, and those that come, go to its end.",
    parameters=_GAME,
    request=SentOrder,
    responses={
        200: Order,
        **_refusals(*BODY, "bad_card", *_OWN, "not_started", "game_over", "card_not_in_hand"),
    },
    examples=examples.ORDER,
    auth=REQUIRED,
)
mark_seen = extend_schema(
    operation_id="mark_seen",
    description="Say how far I have looked, so that what is new since is marked on the page.",
    parameters=_GAME,
    request=Seen,
    responses={200: KeptSeen, **_refusals(*BODY, *_OWN)},
    examples=examples.SEEN,
    auth=REQUIRED,
)
stream_token = extend_schema(
    operation_id="stream_token",
    description="A token for the stream of a page, which can send none in a header: `GET /api/v1/events/?token=…`, "
    'server-sent events (`text/event-stream`), each `{"game": "k7f3q9wz", "version": 43, "revision": 51, "what": '
    '"move"}`: that game is at this version now; read it to know more. `what` is `clock` where only its clock changed, '
    "and the version did not. An event `missed` says to look at once. It ends after half an hour: open it again. "
    "Where no stream is served, read games with `If-None-Match`. Programs need no such token: `own_events` tells "
    "them what happened, from any event on.",
    parameters=[RETRY_AFTER],
    request=PassBody,
    responses={
        200: StreamPass,
        **_refusals(*BODY, "not_authenticated", "bad_token", "not_allowed", "not_found", *ALWAYS),
    },
    examples=examples.STREAM,
    auth=_OPTIONAL,
)
