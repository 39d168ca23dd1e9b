"""What a house player says of its move once the round is scored: one sentence for each reason (games.bots.explain)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.notify.cards import in_prose

MOST_NAMED = 3  # cards that a sentence names; more are counted by their melds
Stored = Mapping[str, Any]

PLAIN = {
    "low": gettext_lazy("Few enough points to knock: %(points)d."),
    "nothing_seen": gettext_lazy("I saw nothing that I could lay."),
    "nothing_fits": gettext_lazy("Nothing in my hand fitted, however the table was arranged."),
    "draws_on": gettext_lazy(
        "I could have laid cards; one more was worth more in the rounds that I imagined."
    ),
    "as_it_lies": gettext_lazy("I laid what fitted as the table lay; points left: %(points)d."),
    "best_seen": gettext_lazy("The best that I saw; points left: %(points)d."),
    "least_points": gettext_lazy("Nothing that could be laid leaves fewer points: %(points)d."),
    "most_cards": gettext_lazy(
        "More cards were worth more than fewer points in the rounds that I imagined; points left: %(points)d."
    ),
    "at_a_loss": gettext_lazy("I was at a loss, so I made the plainest move."),
    "knock": gettext_lazy("Few enough points to knock: %(points)d."),
    "out": gettext_lazy("All that I held fitted."),
}


def said(reason: Stored | None) -> str:
    """The sentence, in the words of who made the move; empty where a line of the log has no reason to show."""
    if not reason:
        return ""
    kind = reason["ends"] or reason["why"]
    if 0 < len(reason["freed"]) <= MOST_NAMED:
        text = _freed(kind)
    elif reason["regrouped"]:
        text = _regrouped(kind, reason["regrouped"])
    else:
        text = str(PLAIN[kind])
    words = {"points": reason["points"], "count": reason["regrouped"], "cards": in_prose(reason["freed"])}
    return text % words


def _freed(kind: str) -> str:
    """What it took out of melds of the table to go with cards of its hand."""
    if kind == "out":
        return _("I freed %(cards)s on the table, and all that I held fitted.")
    if kind == "knock":
        return _("With %(cards)s freed on the table, few enough points to knock: %(points)d.")
    if kind == "least_points":
        return _("With %(cards)s freed on the table, nothing leaves fewer points: %(points)d.")
    if kind == "best_seen":
        return _("I freed %(cards)s on the table, the best that I saw; points left: %(points)d.")
    return str(PLAIN[kind])


def _regrouped(kind: str, melds: int) -> str:
    """How many melds of the table it took apart."""
    if kind == "out":
        return ngettext(
            "I regrouped %(count)d meld, and all that I held fitted.",
            "I regrouped %(count)d melds, and all that I held fitted.",
            melds,
        )
    if kind == "knock":
        return ngettext(
            "With %(count)d meld regrouped, few enough points to knock: %(points)d.",
            "With %(count)d melds regrouped, few enough points to knock: %(points)d.",
            melds,
        )
    if kind == "least_points":
        return ngettext(
            "With %(count)d meld regrouped, nothing leaves fewer points: %(points)d.",
            "With %(count)d melds regrouped, nothing leaves fewer points: %(points)d.",
            melds,
        )
    if kind == "best_seen":
        return ngettext(
            "I regrouped %(count)d meld, the best that I saw; points left: %(points)d.",
            "I regrouped %(count)d melds, the best that I saw; points left: %(points)d.",
            melds,
        )
    return str(PLAIN[kind])
