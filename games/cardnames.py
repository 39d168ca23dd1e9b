"""What a card is called in the reader's language, where it is heard and not seen."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.engine.cards import Card

RANKS = {
    1: gettext_lazy("ace"),
    11: gettext_lazy("jack"),
    12: gettext_lazy("queen"),
    13: gettext_lazy("king"),
}
SUITS = {
    "C": gettext_lazy("clubs"),
    "D": gettext_lazy("diamonds"),
    "H": gettext_lazy("hearts"),
    "S": gettext_lazy("spades"),
}


def card_name(card: Card) -> str:
    """`7 of diamonds`, `joker`, `joker as 7 of diamonds`."""
    if not card.rank:
        return _("joker")
    words = {"rank": RANKS.get(card.rank, card.rank), "suit": SUITS[card.suit]}
    return _("joker as %(rank)s of %(suit)s") % words if card.joker else _("%(rank)s of %(suit)s") % words
