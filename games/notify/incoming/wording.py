"""Why a reply was not played, and one suggestion, as sentences in the reader's language."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.engine.notation_text import plain
from games.notify.cards import isolated
from games.notify.incoming.cutting import reads_as_move
from games.wording import REASONS, SENTENCES, sentence

# What is wrong with a line, or with the whole. `line` stands before it where one is meant.
WRONG = {
    # of the notation
    "no_rank": gettext_lazy("no rank %(rank)s"),
    "no_suit": gettext_lazy("no suit %(suit)s; the suits are C D H S"),
    "rank_first": gettext_lazy("the rank comes first: %(card)s"),
    "not_a_card": gettext_lazy("no card %(text)s"),
    "not_understood": gettext_lazy("not understood: %(text)s"),
    "no_cards": gettext_lazy("no card is named"),
    "no_label": gettext_lazy("no meld %(text)s; melds are called m1, m2 … or n1, n2 …"),
    "one_card": gettext_lazy("name the one card before which the meld ends"),
    "word_alone": gettext_lazy("%(word)s stands alone in its line"),
    "draw_alone": gettext_lazy("drawing stands alone in a mail"),
    "not_last": gettext_lazy("this word comes last"),
    "too_long": gettext_lazy("the line is too long"),
    "too_many_lines": gettext_lazy("there are too many lines"),
    # of arranging
    "no_meld": gettext_lazy("there is no meld %(label)s"),
    "same_meld": gettext_lazy("%(label)s is the meld that the cards are in"),
    "not_in_meld": gettext_lazy("%(card)s is not in that meld"),
    "not_held": gettext_lazy("%(card)s is neither in your hand nor loose"),
    "which_value": gettext_lazy("it must be said what the joker in %(label)s stands for"),
    "joker_undeclared": gettext_lazy("it must be said what the joker in %(label)s stands for"),
    "which_joker": gettext_lazy("there are several jokers, and it must be said which"),
    "nothing_to_split": gettext_lazy("%(label)s begins with %(card)s: nothing would be left of it"),
    "loose_cards": gettext_lazy("in the end these cards lie in no meld: %(cards)s"),
}
# Where another language's letter, or a number, was written for a rank.
MEANT = {
    "A": gettext_lazy("no rank %(rank)s; the ace is A"),
    "T": gettext_lazy("no rank %(rank)s; the ten is T"),
    "J": gettext_lazy("no rank %(rank)s; the jack is J"),
    "Q": gettext_lazy("no rank %(rank)s; the queen is Q"),
    "K": gettext_lazy("no rank %(rank)s; the king is K"),
}
WHOLE = {
    "below_quote": gettext_lazy("You wrote moves above and below our mail, or below it only."),
    "turn_over": gettext_lazy("The mail that you answered tells of a turn that is over."),
    "already_played": gettext_lazy("These very moves were played already, by an earlier mail of yours."),
    "wrong_phase": gettext_lazy("This cannot be done at this point of your turn."),
    "stock_empty": gettext_lazy("The stock is empty: there is nothing to draw."),
    "not_your_seat": gettext_lazy("You have no seat in this game any more."),
    "not_found": gettext_lazy("You have no seat in this game any more."),
    "sealed": gettext_lazy("Your mail is encrypted; we cannot read it."),
    "no_text": gettext_lazy("There is no text in your mail."),
    "empty": gettext_lazy("We found no move in your mail."),
}
HINTS = {
    "not_held": gettext_lazy("To move a card of the table, name its meld first, as in %(example)s."),
    "which_value": gettext_lazy("Write the joker with its value, as in %(example)s."),
    "joker_undeclared": gettext_lazy("Write the joker with its value, as in %(example)s."),
    "which_joker": gettext_lazy("Write the joker with its value, as in %(example)s."),
    "loose_cards": gettext_lazy("Add a line that takes them into a meld."),
    "draw_alone": gettext_lazy(
        "Send the word alone; the next mail shows the card, and you go on from there."
    ),
    "not_last": gettext_lazy("Write it in the last line."),
    "below_quote": gettext_lazy("Write all your moves above the line of waves, and send them again."),
    "turn_over": gettext_lazy("Answer the newest mail of the game."),
    "already_played": gettext_lazy("To draw once more, answer this mail."),
    "sealed": gettext_lazy("Send it again as plain text."),
    "illegal_meld": gettext_lazy("A meld has three cards or more of one rank, or in a row in one suit."),
    "hand_above_five": gettext_lazy("Send the same moves without the last word."),
    "nothing_played": gettext_lazy("Add a line with a card of your hand, as in %(example)s."),
    "game_over": gettext_lazy("The result is on the game’s page."),
}
USUAL_HINT = gettext_lazy("Write one move a line, as in %(example)s, and send all of them again.")
EXAMPLES = {
    "not_held": "m3 7H > m5",
    "which_value": "*9H > m3",
    "joker_undeclared": "m3: 8H *9H TH",
    "which_joker": "m3 *9H > m5",
}
USUAL_EXAMPLE = "7H > m3"
_NO_HINT = {"not_your_seat", "not_found", "no_text", "empty", "not_your_turn"}


def why(report: Mapping[str, Any]) -> str:
    """`Line 2: no rank D; the queen is Q.`"""
    code, line = report["code"], report.get("line", 0)
    members = {name: _shown(value) for name, value in report.get("members", {}).items()}
    if code in WHOLE:
        return str(WHOLE[code])
    if code == "illegal_meld" and "cards" in members:
        words = {**members, "reason": REASONS[report["members"]["reason"]]}
        return _("%(label)s would be no meld, %(cards)s: %(reason)s.") % words
    if code in SENTENCES:
        return sentence(code, report.get("members", {}))
    said = str(MEANT.get(report["members"].get("means", ""), WRONG.get(code, WRONG["not_understood"])))
    words = {"text": "", **members}
    return _("Line %(line)d: %(said)s.") % {"line": line, "said": _where(said % words, report)}


def hint(report: Mapping[str, Any]) -> str:
    """The one suggestion; "" where there is none."""
    code = report["code"]
    if code in _NO_HINT:
        return ""
    example = isolated(_rewritten(report) or EXAMPLES.get(code, USUAL_EXAMPLE))
    return str(HINTS.get(code, USUAL_HINT)) % {"example": example}


def _rewritten(report: Mapping[str, Any]) -> str:
    """The line as it must have been meant, where a rank was written in another way."""
    members, lines, line = report.get("members", {}), report.get("lines", []), report.get("line", 0)
    if not 1 <= line <= len(lines):
        return ""
    text = str(members.get("text", ""))
    if report["code"] == "no_rank" and members.get("means"):
        meant = members["means"] + text[-1]
    elif report["code"] == "rank_first":
        meant = str(members["card"])
    else:
        return ""
    written = plain(str(lines[line - 1]))
    line_meant = re.sub(re.escape(text), lambda _found: meant, written, count=1, flags=re.IGNORECASE)
    return line_meant if reads_as_move(line_meant) else ""


def _where(said: str, report: Mapping[str, Any]) -> str:
    """With where such a card lies, or what the choice is."""
    members = report.get("members", {})
    if members.get("where"):
        return _("%(said)s; it lies in %(melds)s") % {"said": said, "melds": _shown(members["where"])}
    if members.get("options"):
        each = [" ".join(one) if isinstance(one, list) else str(one) for one in members["options"]]
        return said + ": " + _(" or ").join(isolated(one) for one in each)
    return said


def _shown(value: object) -> str:
    """A part of what was written, or cards: left to right in every language."""
    return isolated(" ".join(map(str, value)) if isinstance(value, list) else str(value))
