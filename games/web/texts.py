"""What the table's script says, in the reader's language: one JSON object beside the data of the page.

`%(name)s` stands for what the script fills in. What is counted has a form for each of the categories that
browsers know (`Intl.PluralRules`), found by a number that is of that category in every language of pages.
"""

from __future__ import annotations

from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from config.api.problems import BUSY
from games import cardnames
from games.engine.draft import UNDECLARED
from games.engine.melds import Reason
from games.templatetags.table import SHAPES
from games.wording import SENTENCES

# Zero and two are counted as such in Arabic, few is 2 to 4 in Serbian and 3 to 10 in Arabic and Maltese.
NUMBERS = {"zero": 0, "one": 1, "two": 2, "few": 3, "many": 11, "other": 100}


def texts() -> dict[str, Any]:
    """All of them."""
    return {
        **_cards(),
        **_melds(),
        **_reasons(),
        **_doing(),
        **_said(),
        **_sending(),
        **_elsewhere(),
        "shapes": SHAPES,
        "rules": reverse("rules"),
    }


def _counted(one: str, many: str) -> dict[str, str]:
    return {category: ngettext(one, many, number) for category, number in NUMBERS.items()}


def _cards() -> dict[str, Any]:
    return {
        "ranks": {rank: str(name) for rank, name in cardnames.RANKS.items()},
        "suits": {suit: str(name) for suit, name in cardnames.SUITS.items()},
        "card": _("%(rank)s of %(suit)s"),
        "joker": _("joker"),
        "jokerAs": _("joker as %(rank)s of %(suit)s"),
        "new": _("%(card)s, new"),
        "fromHand": _("%(card)s, from your hand"),
        "cards": _counted("%(count)s card", "%(count)s cards"),
        "points": _counted("%(count)s point", "%(count)s points"),
        "list": _("%(list)s, %(last)s"),
    }


def _melds() -> dict[str, Any]:
    return {
        "meld": _("meld %(label)s"),
        "newMeldNumber": _("new meld %(number)s"),
        "group": _("group"),
        "sequence": _("sequence"),
        "run": _("%(first)s to %(last)s of %(suit)s"),
        "valid": _("valid"),
        "changed": _("changed"),
        "justChanged": _("changed since you looked"),
        "whole": _("the whole meld"),
        "onTable": _("On the table"),
        "arranged": _("Your arrangement"),
        "notLaid": _("not laid yet; only you see it"),
        "nothing": _("Nothing is laid yet: choose three or more cards of your hand, then “New meld”."),
        "loose": _("Loose cards"),
        "looseWhy": _("They lay on the table and must lie in a meld again."),
        "jokerStands": _("The joker stands for:"),
        "hand": _("Your hand"),
        "noCards": _("no cards"),
    }


def _reasons() -> dict[str, Any]:
    """Why a meld is none, why it cannot be laid."""
    return {
        "verdicts": {
            UNDECLARED: _("which card is the joker?"),
            Reason.MIXED: _("neither group nor sequence"),
            Reason.AROUND_THE_CORNER: _("not around the corner"),
            Reason.GAP: _("a gap"),
            "suit_twice": _("%(suit)s twice"),
            "card_twice": _("%(card)s twice"),
        },
        "needs": _counted("needs %(count)d more", "needs %(count)d more"),
        "untouched": _("Choose cards, then where they go. Before anything is laid you look at it again."),
        "looseCards": _("Loose cards must lie in a meld again: %(cards)s."),
        "sayJoker": _("Say what the joker in %(meld)s stands for."),
        "noMeldYet": _("Not yet a meld: %(meld)s (%(why)s)."),
        "andMore": _counted("And %(count)d more.", "And %(count)d more."),
        "ready": _("All is in order: look at what changes, then lay."),
        "notNow": _("This could be laid if it were your turn now."),
        "nothing_played": str(SENTENCES["nothing_played"]),
        "joker_redeclared": str(SENTENCES["joker_redeclared"]),
        "show": _("Show"),
        "rule": _("The rule"),
        "refused": {
            "no_meld": _("That meld is not there any more; look at the table again."),
            "no_cards": _("Choose cards first, then where they go."),
            "same_meld": _("Those cards lie in that meld already."),
            "not_in_meld": _("%(card)s is not in that meld any more; look at the table again."),
            "not_held": _("%(card)s is not in your hand any more; look at it again."),
            "which_joker": _("That meld holds several jokers: take its cards apart first."),
            "nothing_to_split": _("Nothing would be left of the first part: split it elsewhere."),
        },
    }


def _doing() -> dict[str, Any]:
    """What can be pressed."""
    return {
        "undo": _("Undo"),
        "redo": _("Redo"),
        "reset": _("Put all back"),
        "newMeld": _("New meld"),
        "back": _("Back to hand"),
        "put": _("Put here"),
        "moveTo": _("Move to …"),
        "letGo": _("Let go"),
        "more": _("More with %(meld)s"),
        "splitHere": _("Split here: before %(card)s"),
        "split": _("Split it"),
        "merge": _("Merge it into …"),
        "takeAll": _("Choose all its cards"),
        "dissolve": _("Take all its cards out"),
        "close": _("Close"),
        "where": _("Where do they go?"),
        "which": _("What does the joker stand for?"),
        "whichMore": _("More than one card is possible here. Choose the meld that you mean."),
        "leave": _("Leave it as it was"),
        "fitsThere": _("fits"),
        "filter": _("Which melds are shown"),
        "all": pgettext("which melds are shown", "All"),
        "onlyChanged": pgettext("which melds are shown", "Changed"),
        "fits": pgettext("which melds are shown", "Fitting"),
        "noneShown": _("No meld is like that."),
        "nextWrong": _("To the next that is no meld yet"),
        "bySuit": _("By suit"),
        "byRank": _("By rank"),
        "sort": _("Sort the hand"),
        "open": _("Show the whole hand"),
        "fold": _("Fold the hand"),
        "lay": _("Look and lay"),
        "keysTitle": _("With the keyboard"),
        "keys": _(
            "Arrow keys move. Space chooses, plus and minus choose more or fewer, Enter places, Escape lets go, "
            "M lists where chosen cards can go, Control and Z undoes, Shift and an arrow moves a card of the hand."
        ),
    }


def _said() -> dict[str, Any]:
    """What is said aloud of what was done."""
    return {
        "placed": _("%(cards)s to %(meld)s: %(what)s"),
        "tookBack": _("%(cards)s back to your hand"),
        "tookLoose": _("%(cards)s: loose, they must lie in a meld again"),
        "splitInto": _("%(meld)s is split: %(what)s"),
        "undone": _("Undone."),
        "redone": _("Done again."),
        "allBack": _("All lies as it did."),
        "chosen": _counted("%(count)d card is chosen.", "%(count)d cards are chosen."),
        "noneChosen": _("No card is chosen."),
        "splitPoints": _("Choose where to split it."),
        "dragging": _("Let go over a meld, a new meld or your hand."),
        "cameBack": _("It went back to where it lay."),
        "handOrder": _("%(card)s is now card %(number)s of your hand."),
        "sorted": _("The hand is sorted."),
    }


def _elsewhere() -> dict[str, Any]:
    """What is said of what others did meanwhile."""
    return {
        "moved": _("%(name)s has moved. Your arrangement still stands on the table as it was."),
        "showNow": _("Show the table of now"),
        "busy": str(BUSY),
        "overNow": _("The game is over."),
        "toResult": _("To the result"),
    }


def _sending() -> dict[str, Any]:
    """What is said of sending it."""
    return {
        "notStored": _("Not stored yet: the service cannot be reached. It is tried again by itself."),
        "again": _("Try now"),
        "storedNow": _("All is stored."),
        "otherWindow": _("Your arrangement was changed in another window; this is how it is now."),
        "tableChanged": _(
            "The table has changed since you arranged it. Your arrangement was kept; what no longer fits "
            "lies loose or in your hand."
        ),
        "wasRefused": _("The service did not take that; this is how your arrangement is now."),
        "sessionOver": _("You are not logged in any more. What you arranged until now is kept."),
        "logIn": _("Log in"),
    }
