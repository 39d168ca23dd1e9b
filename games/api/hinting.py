"""The call for a hint, in three steps: which cards fit, where they go, the best play one operation at a time."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from config.api import throttles
from config.api.numbers import is_whole
from config.api.views import ApiView
from games.api import hint_schema
from games.api.by_hand import CARDS_ASKED, MOST_ASKED
from games.engine.arrange import apply_ops
from games.engine.cards import Card, hand_points, parse_card
from games.engine.draft import Draft
from games.engine.errors import CardNotInHand, InvalidMove
from games.engine.notation import format_op
from games.engine.ops import encode_op
from games.services import hints
from games.services.hints import Seen

STEPS = ("fits", "where", "play")
_LONGEST_NUMBER = 4


class HintView(ApiView):
    """`/games/{id}/hint/`: a hint for the one who asks, whose turn it is."""

    @hint_schema.get_hint
    def get(self, request: Request, code: str) -> Response:
        step = request.query_params.get("step", STEPS[0])
        if step not in STEPS:
            raise InvalidMove({"step": [_("Give one of: %(choices)s.") % {"choices": ", ".join(STEPS)}]})
        upto = _upto(request.query_params.get("upto"))
        chosen = _asked(request.query_params.get("cards", ""))
        user = self.require_user(request)
        throttles.hit("hint", str(user.pk))
        seen = hints.look(code=code, user=user)
        told = (
            _play(seen, upto, _held(chosen, seen)) if step == "play" else _places(seen, where=step == "where")
        )
        return Response({"version": seen.game.version, "step": step, **told})


def _places(seen: Seen, *, where: bool) -> dict[str, Any]:
    found, proved = hints.places(seen)
    if not where:
        return {"cards": [each.card.text for each in found], "proved": proved}
    return {
        "places": [
            {
                "card": each.card.text,
                "melds": each.melds,
                "new": each.new,
                "regrouping": each.regrouping,
            }
            for each in found
        ],
        "proved": proved,
    }


def _play(seen: Seen, upto: int | None, cards: tuple[Card, ...]) -> dict[str, Any]:
    play = hints.arrangement(seen, cards) if cards else hints.best(seen)
    ops, left = play.ops[:upto], Counter(seen.hand) - Counter(play.played)
    return {
        "played": _texts(play.played),
        "left": _texts(each for each in seen.hand if _taken(left, each)),
        "points": hand_points(seen.hand) - hand_points(play.played),
        "moved": play.moved,
        "proved": play.proved,
        "fewest": play.fewest,
        "of": len(play.ops),
        "ops": [{**encode_op(op), "line": format_op(op)} for op in ops],
        "draft": _draft(apply_ops(seen.draft(), ops)),
    }


def _draft(draft: Draft) -> dict[str, Any]:
    return {
        "table": [{"id": each.label, "cards": _texts(each.cards)} for each in draft.melds if each.cards],
        "loose": _texts(draft.loose),
        "hand": _texts(draft.hand),
    }


def _upto(text: str | None) -> int | None:
    """How many operations are wanted; None: all."""
    if text is None:
        return None
    if not is_whole(text, _LONGEST_NUMBER):
        raise InvalidMove({"upto": [_("Send a whole number.")]})
    return int(text)


def _asked(text: str) -> tuple[Card, ...]:
    """The cards that the play is to hold; none: whichever are best. Raises BadCard, InvalidMove for no such list."""
    short = len(text) <= MOST_ASKED
    cards = tuple(map(parse_card, text.split(","))) if text and short else ()
    if not short or not re.fullmatch(CARDS_ASKED, text):
        raise InvalidMove({"cards": [_("Send cards of the hand with commas between them, such as 6C,9S.")]})
    return cards


def _held(cards: tuple[Card, ...], seen: Seen) -> tuple[Card, ...]:
    """The cards, all of which the hand has. Raises CardNotInHand."""
    missing = Counter(cards) - Counter(seen.hand)
    if missing:
        raise CardNotInHand(cards=_texts(missing.elements()))
    return cards


def _taken(left: Counter[Card], card: Card) -> bool:
    left[card] -= 1
    return left[card] >= 0


def _texts(cards: Iterable[Card]) -> list[str]:
    return [each.text for each in cards]
