"""The page of hints: which cards fit, where they go, the best play step by step; and cards that find their place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods
from rest_framework.exceptions import Throttled

from accounts.models import User
from accounts.web.shown import user_of, users_only
from config.api import throttles
from config.api.numbers import is_whole
from games.engine import codec
from games.engine.arrange import apply_op, apply_ops
from games.engine.cards import Card, parse_card
from games.engine.draft import ArrangeError, Draft, draft_from
from games.engine.errors import BadCard, NotYourTurn, WrongPhase
from games.engine.ops import MOST_CARDS, NEW, Add, Move, New, Op, SetMeld, Split
from games.engine.placing import HAND
from games.errors import Refused, StaleVersion
from games.services import arranging, desks, hand_order, hints
from games.services.arranging import OtherStep
from games.services.hints import Best, Seen
from games.web import board
from games.web.board import Face
from games.web.readers import reader
from games.web.refusals import refused, too_often
from games.web.said import title
from games.web.shown import private

STEPS = ("fits", "where", "play")


@dataclass(frozen=True, slots=True)
class Told:
    """One operation in words, with the cards that it is about."""

    number: int
    text: str
    cards: tuple[Card, ...]


@require_http_methods(["GET", "HEAD", "POST"])
@users_only
def page(request: HttpRequest, code: str) -> HttpResponse:
    """A hint, as far as it was asked for. What is sent puts an arrangement in the place of the player's own."""
    user = user_of(request)
    reader(request)
    try:
        throttles.hit("hint", str(user.pk))
        seen = hints.look(code=code, user=user)
        if request.method == "POST":
            return _sent(request, seen, user)
    except Throttled as error:
        return too_often(request, error)
    except WrongPhase:  # the table says what can be done now
        return redirect("game", code)
    except (Refused, NotYourTurn) as refusal:
        return refused(request, refusal, code=code)
    return _page(request, seen, user, step=request.GET.get("step", ""), at=request.GET.get("at", ""))


def _page(
    request: HttpRequest,
    seen: Seen,
    user: User,
    *,
    step: str = "",
    at: str = "",
    refusal: str = "",
    chosen: Sequence[Card] | None = None,
) -> HttpResponse:
    state = codec.decode_state(seen.game.state)
    kept = arranging.opened(seen.game, seen.seat, state)
    assert seen.seat.number is not None, "seats are numbered when the game starts"
    order = hand_order.laid_out(state, seen.seat.number, desks.of(seen.game, user)).cards
    step = step if step in STEPS else STEPS[0]
    if chosen is None:  # what lies in the player's arrangement already is what they want to play
        chosen = list((Counter(seen.hand) - Counter(kept.draft.hand)).elements())
    context = {
        "game": seen.game,
        "kept": kept,
        "step": step,
        "hand": _faces(order, chosen),
        "refusal": refusal,
        **(_play(seen, at) if step == "play" else _places(seen, order)),
    }
    return private(render(request, "games/hint.html", context, status=409 if refusal else 200))


def _places(seen: Seen, order: Sequence[Card]) -> dict[str, Any]:
    found, proved = hints.places(seen)
    fitting = {each.card for each in found}
    melds = {meld.label: meld for meld in board.melds_of(seen.draft())}
    return {
        "fitting": [card for card in order if card in fitting],
        "others": [card for card in order if card not in fitting],
        "places": [(each, [melds[label] for label in each.melds]) for each in found if not each.regrouping],
        "regrouped": [each.card for each in found if each.regrouping],
        "proved": proved,
    }


def _play(seen: Seen, at: str) -> dict[str, Any]:
    """The best play up to operation `at`, and how all lies then."""
    play = hints.best(seen)
    number = min(max(_number(at), 1), len(play.ops))
    drafts = list(accumulate(play.ops[:number], apply_op, initial=seen.draft()))
    before = {each.label: each.cards for each in drafts[-2].melds} if number else {}
    steps = [told(place, op) for place, op in enumerate(play.ops[:number], start=1)]
    lying = board.melds_of(drafts[-1])
    return {
        "play": play,
        "earlier": steps[:-1],
        "now": steps[-1] if steps else None,
        "at": number,
        "of": len(play.ops),
        "touched": [
            (meld, before.get(meld.label) != tuple(face.card for face in meld.faces))
            for meld in lying
            if meld.changed
        ],
        "others": [meld for meld in lying if not meld.changed],
        "loose": drafts[-1].loose,
    }


def told(number: int, op: Op) -> Told:
    """The operation as a person would say it."""
    match op:
        case New(cards):
            return Told(number, _("Make a new meld of these cards:"), cards)
        case Add(cards, to):
            put = ngettext("Put this card into %(meld)s:", "Put these cards into %(meld)s:", len(cards))
            return Told(number, put % {"meld": title(to)}, cards)
        case Move(source, cards, to):
            words = {"from": title(source), "to": _("a new meld") if to == NEW else title(to)}
            move = ngettext(
                "Move this card from %(from)s to %(to)s:",
                "Move these cards from %(from)s to %(to)s:",
                len(cards),
            )
            return Told(number, move % words, cards)
        case Split(label, card):
            return Told(
                number, _("Split %(meld)s; the second part begins with:") % {"meld": title(label)}, (card,)
            )
        case SetMeld(label, cards):
            if cards:
                return Told(number, _("Let %(meld)s be exactly these cards:") % {"meld": title(label)}, cards)
            return Told(number, _("Take %(meld)s apart.") % {"meld": title(label)}, ())


def _sent(request: HttpRequest, seen: Seen, user: User) -> HttpResponse:
    """Puts the best play, or the chosen cards, into the player's arrangement, as one step that can be undone."""
    sent = request.POST
    if sent.get("do") == "play":
        best = hints.best(seen)
    else:
        cards = _chosen(sent, seen)
        if not cards:
            return _page(request, seen, user, refusal=_("Choose cards of your hand first."))
        best = hints.arrangement(seen, cards)
        if best.left:
            return _page(request, seen, user, refusal=_not_all(best), chosen=cards)
    if best.ops:
        _arrange(request, seen, user, best)
    return HttpResponseRedirect(f"{reverse('game', args=[seen.game.code])}#table")


def _arrange(request: HttpRequest, seen: Seen, user: User, best: Best) -> None:
    step = _number(str(request.POST.get("step", "")))

    def to(draft: Draft) -> Draft:
        return apply_ops(draft_from(draft.table, draft.dealt), best.ops)

    try:
        arranging.change(code=seen.game.code, user=user, step=step, to=to, version=seen.game.version)
    except OtherStep as other:
        if other.step != step + 1:  # else the same form came twice
            messages.info(request, _("That page was older than your arrangement; this is how it is now."))
    except (StaleVersion, ArrangeError):  # the table changed while it was worked out
        messages.info(request, _("The table has changed since; ask again."))
    else:
        messages.success(request, _("It is arranged, and not laid yet. Undo brings back what you had."))


def _not_all(best: Best) -> str:
    if not best.proved:
        return _("No arrangement of all these was found in time.")
    if not best.played:
        return _("None of these cards can be played in this turn.")
    return _("No arrangement plays all of these.")


def _chosen(sent: QueryDict, seen: Seen) -> list[Card]:
    """The cards that were chosen, as far as the hand holds them."""
    left, found = Counter(seen.hand), []
    for text in sent.getlist("card")[:MOST_CARDS]:
        try:
            card = parse_card(text.removeprefix(f"{HAND} ")[:24])
        except BadCard:
            continue
        if left[card]:
            left[card] -= 1
            found.append(card)
    return found


def _faces(order: Sequence[Card], chosen: Sequence[Card]) -> list[Face]:
    left, faces = Counter(chosen), []
    for card in order:
        picked = left[card] > 0
        left[card] -= picked
        faces.append(Face(card, f"{HAND} {card.text}", chosen=picked))
    return faces


def _number(text: str) -> int:
    """A number that a form or an address carries; -1 for anything else, which is never the right one."""
    return int(text) if is_whole(text) else -1
