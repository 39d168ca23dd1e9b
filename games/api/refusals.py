"""A document of each refusal, as the service makes them: the examples of the OpenAPI document."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import RequestDataTooBig
from django.utils import translation
from rest_framework import exceptions

from config.api import problems
from config.api.problems import Problem
from games.api import errors
from games.engine.draft import ArrangeError
from games.engine.errors import BadCard, RuleError
from games.web.said import of_arranging
from games.wording import sentence

# The members beside the sentence, where a code has some.
_MEMBERS: dict[str, dict[str, Any]] = {
    "stale_version": {"version": 43},
    "table_card_removed": {"cards": ["7C"]},
    "card_not_in_hand": {"cards": ["KH"]},
    "illegal_meld": {"meld": 0, "reason": "gap"},
    "joker_redeclared": {"joker": "7H"},
    "no_meld": {"label": "m9"},
    "same_meld": {"label": "m1"},
    "not_in_meld": {"card": "7C", "label": "m2", "where": ["m1"]},
    "not_held": {"card": "KH", "where": []},
    "which_value": {"label": "n1", "options": [["6H"], ["9H"]]},
    "which_joker": {"options": ["*7H", "*9H"]},
    "nothing_to_split": {"label": "m1", "card": "7C"},
}
_ARRANGING = (
    *("no_meld", "no_cards", "same_meld", "not_in_meld", "not_held"),
    *("which_value", "which_joker", "nothing_to_split"),
)
_ARRANGED = {"melds": [], "hand": ["9S", "KD"], "loose": [], "made": 0}


def examples() -> dict[str, dict[str, Any]]:
    """By code, in English."""
    with translation.override("en"):
        return {problem.code: problems.members_of(problem) for problem in (*_of_frame(), *_of_games())}


def _of_frame() -> list[Problem]:
    from_frame = (
        exceptions.NotAuthenticated("Log in, or send a token: Authorization: Bearer …"),
        exceptions.AuthenticationFailed(
            "This token is unknown or was revoked: make a new one.", code="bad_token"
        ),
        exceptions.NotFound(),
        exceptions.MethodNotAllowed("BREW"),
        exceptions.UnsupportedMediaType("text/plain"),
        exceptions.Throttled(wait=7),
        RequestDataTooBig(),
    )
    made = [problems.problem_of(error) for error in from_frame]
    invalid = problems.invalid({"name": ["There is no such field."]})
    allowed = Problem(403, "not_allowed", sentence("not_allowed", {}))
    busy = Problem(503, "unavailable", "The service is busy: try again in a moment.")
    return [problem for problem in (*made, invalid, allowed, busy) if problem is not None]


def _of_games() -> list[Problem]:
    return [_of_game(code) for code in errors.STATUS if code not in ("invalid", "not_allowed", "not_found")]


def _of_game(code: str) -> Problem:
    members = _MEMBERS.get(code, {})
    if code in _RULES:
        return errors.from_rule(_RULES[code](**members))
    if code == "bad_card":
        return errors.from_card(BadCard("1X"))
    if code in _ARRANGING:
        return Problem(errors.STATUS[code], code, of_arranging(ArrangeError(code, **members)).text, **members)
    if code == "other_step":
        said = "Your arrangement was changed in another window: this is how it is now."
        return Problem(errors.STATUS[code], code, said, step=5, draft=_ARRANGED, undo=5, redo=0, state={})
    return Problem(errors.STATUS[code], code, sentence(code, members), **members)


_RULES: dict[str, type[RuleError]] = {kind.code: kind for kind in RuleError.__subclasses__()}
