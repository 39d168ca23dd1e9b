"""Plans in words, for pages and mails: what is planned, and why it was not played."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

WHY = {
    "new_round": gettext_lazy("Your plan was not played: another round has begun."),
    "table_changed": gettext_lazy("Your plan was not played: the table has changed."),
    "melds_changed": gettext_lazy("Your plan was not played: a meld that you named has changed."),
    "last_turns": gettext_lazy("Your plan was not played: this is a last turn."),
    "few_cards": gettext_lazy("Your plan was not played: another player holds three cards or fewer."),
    "not_playable": gettext_lazy("Your plan was not played: it came to nothing."),
}


TELL_IF = {
    "table_changed": gettext_lazy("the table has changed"),
    "few_cards": gettext_lazy("another player holds three cards or fewer"),
    "last_turns": gettext_lazy("it is a last turn"),
    "new_round": gettext_lazy("another round has begun"),
}


def in_words(orders: Mapping[str, Any]) -> list[str]:
    """What is planned (games.services.plan_orders.encode), a sentence each."""
    said = []
    if orders["table"] is not None:
        said.append(_("Lay what is prepared, if the table has not changed until then. Otherwise:"))
    if orders["draw"] == "to_third":
        said.append(_("Draw to the third card."))
    elif orders["lay"] == "most_cards":
        said.append(_("Draw until something fits, then lay the most cards."))
    else:
        said.append(_("Draw until something fits, then lay the most points."))
    said.append(_("Knock as soon as it is possible.") if orders["knock"] else _("Do not knock."))
    said += [_("Not if %(reason)s.") % {"reason": TELL_IF[why]} for why in orders["tell_if"]]
    if orders["watch"]:
        said.append(
            _("Not if one of these melds has changed: %(melds)s.") % {"melds": " ".join(orders["watch"])}
        )
    return said
