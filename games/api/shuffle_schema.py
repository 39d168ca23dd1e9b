"""What the OpenAPI document says of the calls that concern a shuffle: for everybody to check, for players to mix in."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import serializers

from config.api.described import ALWAYS, BODY, REQUIRED, RETRY_AFTER, answer, refusals, sent
from config.api.described import STATUS as OF_FRAME
from games.api.errors import STATUS
from games.api.schema import OPTIONAL
from games.api.shapes import Shape
from games.engine import shuffle
from games.services.terms import LONGEST_CONTRIBUTION

_HEX = "64 hexadecimal digits"
_CODE = OpenApiParameter("code", str, OpenApiParameter.PATH, description="the game's `id`")
_STATUS = {**OF_FRAME, **STATUS}


def _hex(said: str, **more: Any) -> serializers.RegexField:
    return serializers.RegexField("^[0-9a-f]{64}$", help_text=said, **more)


class ShuffleContribution(Shape):
    place = serializers.IntegerField(help_text="in the order of joining, from 0")
    seat = serializers.IntegerField()
    username = serializers.CharField(help_text="of the player who joined")
    text = serializers.CharField(
        allow_null=True, allow_blank=True, help_text="the player’s words; null once they are erased"
    )
    sha256 = _hex(f"of the text in UTF-8, {_HEX}: what was mixed in")


class ShuffleLink(Shape):
    link = _hex("the link of the chain that it was shuffled by")
    seed = _hex("the link, mixed with the game, the round and the contributions")


class ShuffleRound(ShuffleLink):
    number = serializers.IntegerField()


class Shuffle(Shape):
    id = serializers.CharField()
    algorithm = serializers.CharField(
        allow_null=True, help_text=f"`{shuffle.ALGORITHM}`, docs/shuffles.md; null: cannot be checked"
    )
    length = serializers.IntegerField(allow_null=True, help_text="steps of the chain")
    commitment = _hex("the end of the chain: note it as you join", allow_null=True)
    contributions = ShuffleContribution(many=True, help_text="empty before the start")
    seats = ShuffleLink(allow_null=True, help_text="of seats and first dealer; null before the start")
    rounds = ShuffleRound(many=True, help_text="the scored rounds, in order")


class SentContribution(Shape):
    contribution = serializers.CharField(
        required=False,
        allow_null=True,
        allow_blank=True,
        max_length=LONGEST_CONTRIBUTION,
        help_text="left out, null or empty: none",
    )


class KeptContribution(Shape):
    contribution = serializers.CharField(
        allow_blank=True, help_text="as it counts, in normal form C; empty where none was given"
    )


def _example() -> dict[str, Any]:
    secret, digests = bytes(range(32)), [shuffle.digest(text) for text in ("seven of clubs", "")]

    def told(number: int) -> dict[str, str]:
        link = shuffle.link_of_round(secret, number)
        return {"link": link.hex(), "seed": shuffle.seed(link, "k7f3q9wz", number, digests).hex()}

    return {
        "id": "k7f3q9wz",
        "algorithm": shuffle.ALGORITHM,
        "length": shuffle.LENGTH,
        "commitment": shuffle.commitment(secret).hex(),
        "contributions": [
            {"place": 0, "seat": 1, "username": "ana", "text": "seven of clubs", "sha256": digests[0]},
            {"place": 1, "seat": 0, "username": "ben", "text": "", "sha256": digests[1]},
        ],
        "seats": told(shuffle.SEATS),
        "rounds": [{"number": 1, **told(1)}],
    }


get_shuffle = extend_schema(
    operation_id="get_shuffle",
    description=(
        "How the game is shuffled, for everybody to check. The end of a chain of hashes is told from the beginning; "
        "each round is shuffled by the link before, which is told once the round is scored. With the log of moves "
        "this proves every deal and every draw; a round that was broken off stays hidden. A game that began before "
        "there were chains has nulls here."
    ),
    parameters=[
        _CODE,
        OpenApiParameter(
            "invitation",
            str,
            OpenApiParameter.QUERY,
            description="the token of an invitation, for a private game before joining",
        ),
        RETRY_AFTER,
    ],
    responses={
        200: OpenApiResponse(Shuffle),
        **refusals("bad_token", "not_found", *ALWAYS, status=_STATUS),
    },
    examples=[answer("shuffle", "After the first round", 200, _example())],
    auth=OPTIONAL,
)
_WORDS = {"contribution": "seven of clubs"}
_OWN = ("not_authenticated", "bad_token", "not_allowed", "not_found", "not_your_seat", *ALWAYS)
get_contribution = extend_schema(
    operation_id="get_contribution",
    description="My words for the shuffle. Until the game begins nobody else is told them.",
    parameters=[_CODE, RETRY_AFTER],
    responses={200: OpenApiResponse(KeptContribution), **refusals(*_OWN, status=_STATUS)},
    examples=[answer("words", "My words", 200, _WORDS)],
    auth=REQUIRED,
)
put_contribution = extend_schema(
    operation_id="put_contribution",
    description=(
        "Give other words to the shuffle, or none, before the game begins: so who opened the table can give theirs "
        "after they have seen its commitment. From the start on they are public, for good."
    ),
    parameters=[_CODE, RETRY_AFTER],
    request=SentContribution,
    responses={
        200: OpenApiResponse(KeptContribution),
        **refusals(*BODY, *_OWN, "already_started", "game_over", status=_STATUS),
    },
    examples=[sent("words", "Any text", _WORDS), answer("kept", "As they are kept", 200, _WORDS)],
    auth=REQUIRED,
)
