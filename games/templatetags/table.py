"""Cards in pages: `{% card "7D" %}`, `{% card "*7D" size="small" new=True %}`, `{% cards meld.cards %}`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.cardnames import card_name
from games.engine.cards import RANKS, Card, parse_card

register = template.Library()

# Drawn in a square of 24: the same shapes on every machine, whatever fonts it has.
SHAPES = {
    "C": "M12 2a4.6 4.6 0 0 0-4.1 6.7 4.7 4.7 0 1 0 3.2 7.5c0 2.4-.7 4.2-2.3 5.8h6.4c-1.6-1.6-2.3-3.4-2.3-5.8"
    "a4.7 4.7 0 1 0 3.2-7.5A4.6 4.6 0 0 0 12 2z",
    "D": "M12 1.5 20 12l-8 10.5L4 12z",
    "H": "M12 21.8C7.4 17.6 2.2 13.4 2.2 8.4A5.3 5.3 0 0 1 12 5.6a5.3 5.3 0 0 1 9.8 2.8"
    "c0 5-5.2 9.2-9.8 13.4z",
    "S": "M12 1.5C8 6 2.8 9.4 2.8 14a4.7 4.7 0 0 0 8.3 3c-.1 2-.8 3.6-2.1 5h6c-1.3-1.4-2-3-2.1-5"
    "a4.7 4.7 0 0 0 8.3-3c0-4.6-5.2-8-9.2-12.5z",
    "*": "m12 1.8 3.1 6.6 7.1.9-5.2 5 1.3 7.200L12 18l-6.3 3.500L7 14.300l-5.2-5 7.1-.9z",
}
WORDS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades", "": "bare"}


def _shape(kind: str) -> SafeString:
    return format_html(
        '<svg class="pip" viewBox="0 0 24 24" aria-hidden="true"><path d="{}"/></svg>', SHAPES[kind]
    )


@register.simple_tag
def suit(letter: str) -> SafeString:
    """The shape of a suit (`C`, `D`, `H`, `S`) or of a joker's star (`*`), coloured as the text around."""
    return _shape(letter)


@register.simple_tag
def card(text: str | Card, size: str = "", new: bool = False) -> SafeString:
    """One card. `size` is empty, `small` or `large`; a `new` one is marked as drawn in this turn."""
    shown = text if isinstance(text, Card) else parse_card(text)
    name = card_name(shown)
    if new:
        name = _("%(card)s, new") % {"card": name}
    classes = ["card", WORDS[shown.suit], *(["joker"] if shown.joker else []), *([size] if size else [])]
    if new:
        classes.append("new")
    rank = "10" if shown.rank == 10 else RANKS[shown.rank - 1] if shown.rank else ""
    parts = []
    if shown.rank:
        face = "<b class='ten'>{}</b><i>{}</i>{}" if shown.rank == 10 else "<b>{}</b><i>{}</i>{}"
        parts.append(format_html(face, rank, shown.suit, _shape(shown.suit)))
    if shown.joker:
        parts.append(format_html('<span class="star">{}</span>', _shape("*")))
    inside = format_html_join("", "{}", ((part,) for part in parts))
    return format_html(
        '<span class="{}" role="img" aria-label="{}" dir="ltr">{}</span>', " ".join(classes), name, inside
    )


@register.simple_tag
def cards(texts: Iterable[Any], size: str = "", drawn: Iterable[str] = ()) -> SafeString:
    """Cards in the order given, low card left in every language; those also in `drawn` are marked as new."""
    left = list(drawn)
    faces = []
    for each in texts:
        text = str(each)
        new = text in left
        if new:
            left.remove(text)
        faces.append((card(text, size, new),))
    return format_html('<span class="cards" dir="ltr">{}</span>', format_html_join("", "{}", faces))


@register.filter
def name_of_card(text: str) -> str:
    """`7 of diamonds`, for sentences."""
    return card_name(parse_card(text))
