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


def in_words(orders: Mapping[str, Any]) -> str:
    """What is planned (games.services.plan_orders.encode), as one sentence."""
    if orders["draw"] == "to_third":
        said = _("Draw to the third card.")
    elif orders["lay"] == "most_cards":
        said = _("Draw until something fits, then lay the most cards.")
    else:
        said = _("Draw until something fits, then lay the most points.")
    if orders["table"] is not None:
        said = _("Lay what is prepared, if the table has not changed; else: %(plan)s") % {"plan": said}
    return said
