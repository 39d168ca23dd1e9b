"""The shape of a planned turn, and what the OpenAPI document says of its calls."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema, extend_schema_field
from rest_framework import serializers

from config.api import described
from config.api.described import ALWAYS, BODY, REQUIRED, RETRY_AFTER, answer, refusal, refusals, sent
from config.api.shapes import Strict
from games.api.by_hand import GREATEST, Card, SentCard
from games.api.errors import STATUS
from games.engine.codec_moves import MOST_MELDS
from games.engine.codec_values import MOST_CARDS
from games.services.plan_orders import DRAWS, FAULT, LAYS, TELL_IF, WATCHED

_STATUS = {**described.STATUS, **STATUS}
_MEMBER = ("not_authenticated", "bad_token", "not_found", "not_your_seat", *ALWAYS)
_OF_TABLE = (
    *("bad_card", "table_card_removed", "nothing_played", "card_not_in_hand"),
    *("illegal_meld", "joker_redeclared"),
)
_GAME = [OpenApiParameter("code", str, OpenApiParameter.PATH, description="the game's `id`"), RETRY_AFTER]
MOST_WATCHED = 60
_HOW_FAR = (
    "`until_fits`: draw until something can be laid; `to_third`: draw to the third card, whatever fits, and lay "
    "nothing but `table`"
)
_WHAT = "of `until_fits`: the play that leaves the fewest points in the hand, or the fewest cards"
_EXACTLY = (
    "laid at once, if the table lies as it lies now; else the rest of the plan holds. It must be legal now. Not with "
    "`repeat`"
)
_TELL = (
    "do not play, but tell me of my turn, if: another round has begun; the table has changed since I planned, or since "
    "my last turn; it is a last turn; another player holds three cards or fewer"
)


@extend_schema_field(
    serializers.ListField(
        child=serializers.ListField(child=SentCard(), max_length=MOST_CARDS), max_length=MOST_MELDS
    )
)
class _SentTable(serializers.Field[Any, Any, Any, Any]):
    """Read by the engine's codec, as the table of a move is."""

    def to_internal_value(self, data: Any) -> Any:
        return data


class SentPlan(Strict):
    draw = serializers.ChoiceField(DRAWS, required=False, help_text=f"{_HOW_FAR}. Else `until_fits`")
    lay = serializers.ChoiceField(list(LAYS), required=False, help_text=f"{_WHAT}. Else `most_points`")
    knock = serializers.BooleanField(
        required=False, help_text="knock wherever it is possible, or never. Else true"
    )
    table = _SentTable(required=False, allow_null=True, help_text=_EXACTLY)
    tell_if = serializers.ListField(
        child=serializers.ChoiceField(TELL_IF), max_length=len(TELL_IF), required=False, help_text=_TELL
    )
    watch = serializers.ListField(
        child=serializers.RegexField(
            r"^m[0-9]{1,4}\Z", max_length=5, error_messages={"invalid": gettext_lazy("Name melds as in m3.")}
        ),
        max_length=MOST_WATCHED,
        required=False,
        help_text="ids of melds: do not play, but tell me, if one of them lies otherwise or is gone",
    )
    repeat = serializers.BooleanField(
        required=False, help_text="for every turn, until I drop it; else for the next"
    )
    version = serializers.IntegerField(
        min_value=0,
        max_value=GREATEST,
        required=False,
        help_text="that I saw: if the game has moved on, nothing is planned",
    )

    def validate(self, attrs: Any) -> Any:
        if attrs.get("repeat") and attrs.get("table") is not None:
            raise serializers.ValidationError({"table": [_("A table is laid once: plan it for one turn.")]})
        return attrs


class KeptPlan(serializers.Serializer[Any]):
    draw = serializers.ChoiceField(DRAWS)
    lay = serializers.ChoiceField(list(LAYS))
    knock = serializers.BooleanField()
    table = serializers.ListField(child=serializers.ListField(child=Card()), allow_null=True)
    tell_if = serializers.ListField(child=serializers.ChoiceField(TELL_IF))
    watch = serializers.ListField(child=serializers.CharField())
    repeat = serializers.BooleanField()
    version = serializers.IntegerField(help_text="of the game that it was made for")
    status = serializers.ChoiceField(
        ["waiting", "set_aside"], help_text="`set_aside`: not played; the turn is mine"
    )
    why = serializers.ChoiceField(
        [*TELL_IF, WATCHED, FAULT], allow_null=True, help_text="it was set aside; else null"
    )


_PLAN: dict[str, Any] = {
    "draw": "until_fits",
    "lay": "most_points",
    "knock": True,
    "table": None,
    "tell_if": ["table_changed"],
    "watch": [],
    "repeat": False,
    "version": 42,
    "status": "waiting",
    "why": None,
}
get_plan = extend_schema(
    operation_id="get_plan",
    description="What I have planned for my turn. Nobody else sees it.",
    parameters=_GAME,
    responses={200: KeptPlan, **refusals(*_MEMBER, status=_STATUS)},
    examples=[
        answer("waiting", "It waits for my turn", 200, _PLAN),
        answer(
            "set_aside",
            "My turn has come, and the table had changed",
            200,
            {**_PLAN, "status": "set_aside", "why": "table_changed"},
        ),
    ],
    auth=REQUIRED,
)
put_plan = extend_schema(
    operation_id="put_plan",
    description=(
        "Plan my turn, while it is not mine: what is played for me as soon as it opens, for the next turn or for every "
        "one. It takes the place of what I had planned. Each move of it is a move of mine, marked `planned` in the log "
        "for me, and for the others once the round is scored. Whoever moves by hand first has taken the turn. No mail "
        "tells of a turn that was played; where the plan is set aside, the usual one does."
    ),
    parameters=_GAME,
    request=SentPlan,
    responses={
        200: KeptPlan,
        **refusals(
            *(*BODY, *_MEMBER, "not_allowed", *_OF_TABLE),
            *("not_started", "game_over", "stale_version", "not_your_turn", "wrong_phase"),
            status=_STATUS,
        ),
    },
    examples=[
        sent(
            "until_something_fits",
            "Draw until something fits, lay the most points, knock; but not if the table has changed",
            {"draw": "until_fits", "lay": "most_points", "knock": True, "tell_if": ["table_changed"]},
        ),
        sent("to_third", "Draw to the third card, every turn", {"draw": "to_third", "repeat": True}),
        sent(
            "exactly",
            "Lay exactly this, if nothing has changed; else draw to the third card",
            {"table": [["7C", "7D", "7H"]], "draw": "to_third", "version": 42},
        ),
        answer("kept", "The plan", 200, _PLAN),
        refusal(
            "wrong_phase",
            "This cannot be done at this point of the turn; see “can” for what can.",
            status=409,
        ),
    ],
    auth=REQUIRED,
)
delete_plan = extend_schema(
    operation_id="delete_plan",
    description="Forget what I have planned, if anything. What was played of it stands; the turn is mine.",
    parameters=_GAME,
    responses={
        204: OpenApiResponse(description="nothing is planned any more"),
        **refusals("not_allowed", *_MEMBER, status=_STATUS),
    },
    auth=REQUIRED,
)
