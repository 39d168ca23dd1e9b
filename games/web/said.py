"""What is said of an arrangement: a word for each meld, and one sentence why it cannot be laid yet."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.cardnames import SUITS, card_name
from games.engine import rules
from games.engine.cards import RANKS, Card
from games.engine.cards import card as card_of
from games.engine.draft import UNDECLARED, ArrangeError, Draft, labels, problems, to_table
from games.engine.errors import BadCard, IllegalMeld, RuleError, WrongPhase
from games.engine.melds import Reason, kind_of, rule_of
from games.engine.moves import MeldMove
from games.engine.placing import untouched
from games.engine.state import State
from games.errors import Refused
from games.notify.cards import in_prose
from games.wording import sentence

MEASURE = 3  # R8: cards of the shortest meld

REFUSED = {
    "no_meld": gettext_lazy("That meld is not there any more; look at the table again."),
    "no_cards": gettext_lazy("Choose cards first, then where they go."),
    "same_meld": gettext_lazy("Those cards lie in that meld already."),
    "not_in_meld": gettext_lazy("%(card)s is not in that meld any more; look at the table again."),
    "not_held": gettext_lazy("%(card)s is not in your hand any more; look at it again."),
    "which_value": gettext_lazy("Say what the joker stands for: there is more than one answer."),
    "nothing_to_split": gettext_lazy("That card begins its meld: split it at a later one."),
    "which_joker": gettext_lazy("That meld holds several jokers: take its cards apart first."),
}


@dataclass(frozen=True, slots=True)
class Said:
    """A sentence, the rule behind it, and the meld that it is about."""

    text: str
    rule: str = ""
    meld: str = ""


def title(label: str) -> str:
    """What a meld is called in a sentence."""
    number = label[1:]
    if label[0] == "n":
        return _("new meld %(number)s") % {"number": number}
    return _("meld %(label)s") % {"label": label}


def verdict(cards: tuple[Card, ...], problem: str | None) -> str:
    """One word, or few, on whether this is a meld."""
    if problem is None:
        return _("group") if kind_of(cards) == "group" else _("sequence")
    missing = MEASURE - len(cards)
    if problem == UNDECLARED:
        return _("which card is the joker?")
    if problem == Reason.TOO_SHORT:
        return ngettext("needs %(count)d more", "needs %(count)d more", missing) % {"count": missing}
    if problem == Reason.DUPLICATE_CARD:
        return _twice(cards)
    return str(_WORDS[Reason(problem)])


_WORDS = {
    Reason.MIXED: gettext_lazy("neither group nor sequence"),
    Reason.AROUND_THE_CORNER: gettext_lazy("not around the corner"),
    Reason.GAP: gettext_lazy("a gap"),
}


def _twice(cards: tuple[Card, ...]) -> str:
    seen = [(card.rank, card.suit) for card in cards if card.rank]
    rank, suit = next((each for each in seen if seen.count(each) > 1), seen[0])
    if len({each[0] for each in seen}) == 1:
        return _("%(suit)s twice") % {"suit": SUITS[suit]}
    return _("%(card)s twice") % {"card": card_name(card_of(RANKS[rank - 1] + suit))}


def why_not(state: State, seat: int, draft: Draft) -> Said | None:
    """Why this arrangement cannot be laid, whoever's turn it is; None where it can."""
    if untouched(draft):
        return Said(_("Choose cards, then where they go. Before anything is laid you look at it again."))
    if draft.loose:
        cards = in_prose(card.text for card in draft.loose)
        return Said(_("Loose cards must lie in a meld again: %(cards)s.") % {"cards": cards}, "R13", "loose")
    wrong = problems(draft)
    if wrong:
        return _of_melds(draft, wrong)
    try:
        rules.plan(state, seat, MeldMove(to_table(draft)))
    except ArrangeError as error:
        return of_arranging(error)
    except RuleError as error:
        return of_rule(error, draft)
    return None


def _of_melds(draft: Draft, wrong: dict[str, str]) -> Said:
    label, reason = next(iter(wrong.items()))
    cards = draft.meld(label)
    words = {"meld": title(label), "why": verdict(cards, reason), "count": len(wrong) - 1}
    if reason == UNDECLARED:
        return Said(_("Say what the joker in %(meld)s stands for.") % words, "R14", label)
    text = _("Not yet a meld: %(meld)s (%(why)s).") % words
    if len(wrong) > 1:
        more = ngettext("And %(count)d more.", "And %(count)d more.", len(wrong) - 1)
        text = f"{text} {more % words}"
    return Said(text, rule_of(Reason(reason), cards), label)


def of_rule(error: RuleError, draft: Draft | None = None) -> Said:
    """A rule's refusal."""
    if isinstance(error, IllegalMeld) and draft is not None:
        label = labels(draft)[int(str(error.members["meld"]))]
        return Said(_("%(meld)s is no meld yet.") % {"meld": title(label)}, error.rule, label)
    return Said(sentence(error.code, error.members), error.rule)


def of_error(error: RuleError | BadCard | Refused) -> Said:
    """A move, a card or a request that was refused."""
    rule = "" if isinstance(error, Refused) else error.rule
    if isinstance(error, WrongPhase):  # the contract's sentence names a field of the interface
        return Said(_("This cannot be done at this point of the turn; look below for what can."), rule)
    return Said(sentence(error.code, error.members), rule)


def of_arranging(error: ArrangeError) -> Said:
    """Why a choice of cards cannot go where it was to go."""
    words = {"card": ""}
    if "card" in error.members:
        words["card"] = in_prose([str(error.members["card"])])
    said = REFUSED.get(error.code, REFUSED["no_cards"])
    return Said(str(said) % words)
