"""The page behind the `type` of every problem document: each code, when it comes, and what a program does then."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from config.api.described import STATUS as OF_FRAME
from games.api.errors import STATUS as OF_GAMES
from games.engine import errors
from games.wording import REASONS

FIX, WAIT, LOOK, LOGIN, NEVER = "fix", "wait", "look", "login", "never"
WHAT_TO_DO = {
    FIX: _("Correct the request, then send it."),
    WAIT: _("Send the same request again, after the seconds that Retry-After names."),
    LOOK: _("Read the game again and decide anew."),
    LOGIN: _("Send a token that holds."),
    NEVER: _("Do not repeat it."),
}
# Code: what it means, the members beside `detail`, what to do.
MEANINGS = {
    "invalid": (_("The body, the query or the key has not the right shape."), "errors", FIX),
    "bad_card": (_("A text that names no card."), "card", FIX),
    "not_authenticated": (_("The call needs to know who asks."), "", LOGIN),
    "bad_token": (_("The token was ended, has expired, or never was."), "", LOGIN),
    "not_allowed": (_("You are known, and may not do this; or your token may not."), "scope", NEVER),
    "not_your_seat": (_("The game is public, and you have no seat in it."), "", NEVER),
    "no_hints": (_("The table was opened without hints."), "", NEVER),
    "no_webhooks": (_("The account is a guest’s."), "", NEVER),
    "not_found": (_("There is no such thing, or none that you may know of."), "", NEVER),
    "method_not_allowed": (_("The address exists, but not for this method."), "", FIX),
    "not_started": (_("The game still waits for players."), "", LOOK),
    "already_started": (_("The door is closed: the game has begun."), "", LOOK),
    "game_over": (_("The game is finished or was cancelled."), "", NEVER),
    "not_over": (_("The call is for games that are over; this one still goes on."), "", LOOK),
    "webhook_off": (_("The webhook is switched off, and nothing is sent to it."), "", FIX),
    "stale_version": (_("Something happened since the version that you sent."), "version", LOOK),
    "not_your_turn": (_("Somebody else is to move."), "", LOOK),
    "wrong_phase": (_("The move does not belong to this phase of the turn."), "", LOOK),
    "already_joined": (_("You have a place at this table."), "", NEVER),
    "not_joined": (_("You have no place that you could give back."), "", NEVER),
    "game_full": (_("Somebody else took the last place."), "", NEVER),
    "key_reused": (_("An Idempotency-Key belongs to one request: its path and its body."), "", FIX),
    "too_large": (_("The body is larger than 256 kB."), "", FIX),
    "unsupported_media_type": (_("The body is not JSON."), "", FIX),
    "table_card_removed": (_("Cards that lay on the table are missing from your table."), "cards", FIX),
    "nothing_played": (_("Your table holds no card that was not there before."), "", FIX),
    "card_not_in_hand": (_("Your table holds cards that are not yours to play."), "cards", FIX),
    "illegal_meld": (_("A meld is neither a group nor a sequence."), "meld reason", FIX),
    "joker_redeclared": (_("A joker of the table stands for something else now."), "joker", FIX),
    "third_card_drawn": (_("Whoever draws a third card lays nothing in that turn."), "", LOOK),
    "stock_empty": (_("There is no card left to draw."), "", LOOK),
    "hand_above_five": (_("You said that you knock, and would keep more than five points."), "", FIX),
    "other_step": (
        _("Your arrangement was changed since, in another window."),
        "step draft undo redo state",
        LOOK,
    ),
    "no_meld": (_("An operation names a meld that is not there."), "label", FIX),
    "no_cards": (_("An operation names no card."), "", FIX),
    "same_meld": (_("Cards are to move to the meld that they are in."), "label", FIX),
    "not_in_meld": (_("A card does not lie in the meld that an operation names."), "card label where", FIX),
    "not_held": (_("A card is neither in your hand nor loose."), "card where", FIX),
    "which_value": (_("A joker could stand for several cards: say for which."), "label options", FIX),
    "which_joker": (_("A meld holds several jokers: say which."), "options", FIX),
    "nothing_to_split": (_("The card begins its meld: nothing would be left of it."), "label card", FIX),
    "throttled": (_("More requests than the limit allows."), "", WAIT),
    "fault": (_("A fault of ours; nothing was changed."), "", WAIT),
    "unavailable": (_("The database is busy or away for a moment."), "", WAIT),
}
_RULES = {
    kind.code: kind.default_rule
    for kind in vars(errors).values()
    if isinstance(kind, type) and issubclass(kind, errors.RuleError) and kind.default_rule
}


@dataclass(frozen=True, slots=True)
class Entry:
    """One code on the page."""

    code: str
    meaning: object
    members: list[str]
    action: object
    rule: str
    reasons: dict[str, object]


def entries() -> dict[int, list[Entry]]:
    """Every code by its status."""
    by_status: dict[int, list[Entry]] = {}
    for code, status in sorted({**OF_FRAME, **OF_GAMES}.items(), key=lambda item: item[1]):
        meaning, members, action = MEANINGS[code]
        entry = Entry(
            code=code,
            meaning=meaning,
            members=members.split(),
            action=WHAT_TO_DO[action],
            rule=_RULES.get(code, ""),
            reasons=dict(REASONS) if code == "illegal_meld" else {},
        )
        by_status.setdefault(status, []).append(entry)
    return by_status


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    return render(request, "games/problems.html", {"statuses": entries()})
