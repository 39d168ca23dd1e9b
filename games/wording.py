"""What a refusal says to a person: one sentence that says what to do, in the reader's language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import get_language_bidi, gettext_lazy, gettext_noop
from django.utils.translation import gettext as _

SENTENCES = {
    "invalid": gettext_lazy("Correct the named fields and send it again."),
    "bad_card": gettext_lazy(
        "“%(card)s” is no card: write a rank and a suit, as in 7D, TS or *7D for a joker."
    ),
    "not_your_seat": gettext_lazy("You have no seat in this game; you can only watch it."),
    "not_allowed": gettext_lazy("You may not do this."),
    "no_hints": gettext_lazy("This game is played without hints: whoever opens a table chooses."),
    "no_webhooks": gettext_lazy("Guests have no webhooks: keep your games under a name first."),
    "webhook_off": gettext_lazy("This webhook is switched off: switch it on first."),
    "not_found": gettext_lazy("There is nothing here for you; check the address, or ask for an invitation."),
    "not_started": gettext_lazy("The game has not started: wait until every place is taken."),
    "already_started": gettext_lazy("The game has started: resign if you want to leave it."),
    "game_over": gettext_lazy("The game is over; nothing can be done in it any more."),
    "not_over": gettext_lazy("The game goes on: it can be exported once it is over."),
    "stale_version": gettext_lazy("The game has moved on: look at it again, then decide."),
    "not_your_turn": gettext_lazy("It is not your turn; wait until it is."),
    "wrong_phase": gettext_lazy("This cannot be done at this point of the turn; see “can” for what can."),
    "already_joined": gettext_lazy("You have joined this game already."),
    "not_joined": gettext_lazy("You have not joined this game."),
    "game_full": gettext_lazy("Every place in this game is taken; choose another game."),
    "bad_key": gettext_lazy("Send a key of 1 to 64 visible characters without blanks."),
    "key_reused": gettext_lazy("This idempotency key came with another request before; use a new one."),
    "table_card_removed": gettext_lazy("Cards of the table must stay on it: put back %(cards)s."),
    "nothing_played": gettext_lazy("Add at least one card from your hand."),
    "card_not_in_hand": gettext_lazy("You do not hold %(cards)s; lay only your own cards."),
    "joker_redeclared": gettext_lazy(
        "The joker stands for %(joker)s until that card takes its place: keep its value, or lay %(joker)s too."
    ),
    "third_card_drawn": gettext_lazy("After a third card nothing can be laid in this turn: knock or pass."),
    "stock_empty": gettext_lazy("The stock is empty: lay cards or pass."),
    "hand_above_five": gettext_lazy("Your hand would count more than five points: lay without knocking."),
}
REASONS = {
    "too_short": gettext_lazy("it needs at least three cards"),
    "duplicate_card": gettext_lazy("it has the same card twice"),
    "mixed": gettext_lazy("its cards are neither of one rank nor of one suit"),
    "around_the_corner": gettext_lazy("a sequence does not go around the corner from king to two"),
    "gap": gettext_lazy("a card is missing between its cards"),
}

# What a house player of each level does, beside its name.
LEVELS = {
    "beginner": gettext_lazy("beginner: lays what it holds, and leaves the table as it lies"),
    "casual": gettext_lazy("casual: regroups a few melds"),
    "strong": gettext_lazy("strong: finds the best play of each turn"),
    "expert": gettext_lazy("expert: strong, and weighs what the others may hold"),
}

# What the engine says of a move that has not the right shape; games.api.errors says it in the reader's language.
SHAPES = (
    gettext_noop("Send a JSON object."),
    gettext_noop("Send one of draw, meld, knock, pass."),
    gettext_noop("Send a list of at most 106 melds, each a list of cards, at most 200 cards in all."),
    gettext_noop("Send a list of at most 200 cards."),
    gettext_noop("This field is unknown here."),
    gettext_noop("Send true or false, or leave it out."),
    gettext_noop("Send the version that you saw, a whole number."),
)


def sentence(code: str, members: Mapping[str, Any]) -> str:
    """The sentence for a code of the contract. `members` are those of the problem document."""
    if code == "illegal_meld":
        words = {"number": int(members["meld"]) + 1, "reason": REASONS[members["reason"]]}
        return _("Meld %(number)d is not legal: %(reason)s.") % words
    values = {name: _said(value) for name, value in members.items()}
    return str(SENTENCES[code]) % values if "%(" in str(SENTENCES[code]) else str(SENTENCES[code])


def _said(value: object) -> object:
    """Cards of a list stay together; in a language that is written from right to left they keep their order."""
    text = "\N{NO-BREAK SPACE}".join(map(str, value)) if isinstance(value, list | tuple) else value
    if isinstance(text, str) and get_language_bidi():
        return f"\N{LEFT-TO-RIGHT ISOLATE}{text}\N{POP DIRECTIONAL ISOLATE}"
    return text
