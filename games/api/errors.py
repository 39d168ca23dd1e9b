"""One table: what was refused, by which service or rule, to the problem document of the contract."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from config.api import problems
from games.engine.errors import BadCard, InvalidMove, RuleError
from games.errors import Refused
from games.wording import sentence

STATUS = {
    "invalid": 400,
    "bad_card": 400,
    "not_your_seat": 403,
    "not_allowed": 403,
    "no_hints": 403,
    "no_webhooks": 403,
    "not_found": 404,
    "not_started": 409,
    "already_started": 409,
    "game_over": 409,
    "not_over": 409,
    "stale_version": 409,
    "not_your_turn": 409,
    "wrong_phase": 409,
    "already_joined": 409,
    "not_joined": 409,
    "game_full": 409,
    "key_reused": 409,
    "other_step": 409,
    "webhook_off": 409,
    "table_card_removed": 422,
    "nothing_played": 422,
    "card_not_in_hand": 422,
    "illegal_meld": 422,
    "joker_redeclared": 422,
    "third_card_drawn": 422,
    "stock_empty": 422,
    "hand_above_five": 422,
    "no_meld": 422,
    "no_cards": 422,
    "same_meld": 422,
    "not_in_meld": 422,
    "not_held": 422,
    "which_value": 422,
    "which_joker": 422,
    "nothing_to_split": 422,
}


def from_refusal(refusal: Refused) -> problems.Problem:
    """A service's refusal."""
    return _problem(refusal.code, refusal.members)


def from_rule(error: RuleError) -> problems.Problem:
    """A rule's refusal, with the rule's id."""
    return _problem(error.code, error.members, rule=error.rule)


def from_shape(error: InvalidMove) -> problems.Problem:
    """A move that has not the shape of one; the engine's sentences, in the reader's language."""
    errors = {field: [_(said) for said in sentences] for field, sentences in error.errors.items()}
    return _problem("invalid", {}, errors=errors)


def from_card(error: BadCard) -> problems.Problem:
    """A card that does not exist."""
    return _problem("bad_card", error.members, rule=error.rule)


def _problem(code: str, members: Mapping[str, Any], **more: Any) -> problems.Problem:
    problem = problems.Problem(STATUS[code], code, sentence(code, members))
    problem.members = {**members, **more}
    return problem


def register() -> None:
    """Tells the API's exception handler about this table."""
    problems.register(Refused, from_refusal)
    problems.register(RuleError, from_rule)
    problems.register(InvalidMove, from_shape)
    problems.register(BadCard, from_card)
