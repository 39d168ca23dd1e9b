"""What the OpenAPI document says of the call for a hint."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import serializers

from config.api.described import ALWAYS, REQUIRED, RETRY_AFTER, answer, refusal, refusals
from config.api.described import STATUS as OF_FRAME
from games.api.by_hand import CARDS_ASKED, MOST_ASKED
from games.api.errors import STATUS
from games.api.shapes import Shape

_CODES = (
    *("invalid", "not_authenticated", "bad_token", "not_found", "not_your_seat", "no_hints"),
    *("not_started", "game_over", "not_your_turn", "wrong_phase", "bad_card", "card_not_in_hand", *ALWAYS),
)


def _cards(said: str) -> serializers.ListField:
    return serializers.ListField(child=serializers.CharField(), required=False, help_text=said)


class HintPlace(Shape):
    card = serializers.CharField(help_text="of the hand")
    melds = serializers.ListField(
        child=serializers.CharField(), help_text="ids of the melds that it can simply join"
    )
    new = serializers.BooleanField(help_text="it can lie in a new meld of cards of the hand alone")
    regrouping = serializers.BooleanField(help_text="only where melds of the table are taken apart")


class HintOp(Shape):
    op = serializers.ChoiceField(["new", "add", "move", "split", "set"])
    line = serializers.CharField(help_text="the same in the notation of replies by mail: `7D > m3`")
    cards = _cards("of new, add, move, set")
    card = serializers.CharField(required=False, help_text="of split: it begins the new meld")
    to = serializers.CharField(required=False, help_text="of add, move: a meld, or `new`")
    meld = serializers.CharField(required=False, help_text="of split, set")

    def get_fields(self) -> dict[str, Any]:
        begins = serializers.CharField(required=False, help_text="of move: the meld that the cards leave")
        return {**super().get_fields(), "from": begins}


class HintMeld(Shape):
    id = serializers.CharField(help_text="`m3` of the table, `n1` for one that is made here")
    cards = serializers.ListField(child=serializers.CharField())


class HintDraft(Shape):
    table = HintMeld(many=True)
    loose = _cards("cards of the table that lie in no meld at this step")
    hand = _cards("what is still in the hand")


class Hint(Shape):
    version = serializers.IntegerField(help_text="of the game that it was worked out for")
    step = serializers.ChoiceField(["fits", "where", "play"])
    cards = _cards("`fits`: the different cards of the hand that some legal play holds")
    places = HintPlace(many=True, required=False, help_text="`where`: each of them, and where it can go")
    played = _cards("`play`: what the best play takes from the hand; none: nothing can be laid")
    left = _cards("`play`: what it leaves in the hand")
    points = serializers.IntegerField(required=False, help_text="`play`: what is left counts (R18)")
    moved = serializers.IntegerField(
        required=False, help_text="`play`: cards of the table that change their meld"
    )
    fewest = serializers.BooleanField(
        required=False, help_text="`play`: nothing as good moves fewer; false where that is not known"
    )
    of = serializers.IntegerField(required=False, help_text="`play`: how many operations it has")
    ops = HintOp(many=True, required=False, help_text="`play`: the first `upto` of them")
    draft = HintDraft(required=False, help_text="`play`: how all lies after those")
    proved = serializers.BooleanField(
        help_text="nothing is missing, nothing is better; false where two seconds were not enough to know"
    )


_QUERY = [
    OpenApiParameter(
        "step",
        str,
        OpenApiParameter.QUERY,
        enum=["fits", "where", "play"],
        default="fits",
        description="how much is told",
    ),
    OpenApiParameter(
        "upto",
        {"type": "integer", "minimum": 0, "maximum": 9999},
        OpenApiParameter.QUERY,
        description="of `play`: so many operations only, to show one step after the other; left out: all",
    ),
    OpenApiParameter(
        "cards",
        {"type": "string", "pattern": CARDS_ASKED, "maxLength": MOST_ASKED},
        OpenApiParameter.QUERY,
        description="of `play`: these cards of the hand and no others are to be played, `6C,9S`; where `played` has "
        "fewer, no arrangement holds them all. Left out: whichever leave the fewest points",
    ),
]
_PLAY: dict[str, Any] = {
    "version": 42,
    "step": "play",
    "played": ["7D"],
    "left": ["KS"],
    "points": 10,
    "moved": 1,
    "proved": True,
    "fewest": True,
    "of": 2,
    "ops": [{"op": "move", "from": "m2", "cards": ["7S"], "to": "m1", "line": "m2 7S > m1"}],
    "draft": {
        "table": [{"id": "m1", "cards": ["7C", "7H", "7S"]}, {"id": "m2", "cards": ["8S", "9S", "TS"]}],
        "loose": [],
        "hand": ["7D", "KS"],
    },
}
get_hint = extend_schema(
    operation_id="get_hint",
    description=(
        "A hint on my turn, where the game's option `hints` is true: first which cards fit, then where, then the best "
        "play, step by step. It is worked out from what I see. The table of `draft`, with all operations "
        "done, is the one to send as a `meld`."
    ),
    parameters=[
        OpenApiParameter("code", str, OpenApiParameter.PATH, description="the game's `id`"),
        *_QUERY,
        RETRY_AFTER,
    ],
    responses={200: OpenApiResponse(Hint), **refusals(*_CODES, status={**OF_FRAME, **STATUS})},
    examples=[
        answer(
            "fits", "Which cards fit", 200, {"version": 42, "step": "fits", "cards": ["7D"], "proved": True}
        ),
        answer(
            "where",
            "Where they go",
            200,
            {
                "version": 42,
                "step": "where",
                "places": [{"card": "7D", "melds": ["m1"], "new": False, "regrouping": False}],
                "proved": True,
            },
        ),
        answer("play", "The first operation of the best play", 200, _PLAY),
        refusal("no_hints", "This game is played without hints: whoever opens a table chooses.", status=403),
        refusal(
            "wrong_phase",
            "This cannot be done at this point of the turn; see “can” for what can.",
            status=409,
        ),
    ],
    auth=REQUIRED,
)
