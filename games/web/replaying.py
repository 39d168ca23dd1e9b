"""A scored round once more, step by step: every hand, every card drawn, the stock in its order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext
from django.views.decorators.http import require_safe

from games import selectors
from games.cardnames import card_name
from games.engine import codec
from games.engine.cards import parse_card
from games.errors import NotFound, NotStarted, Refused
from games.notify.cards import named
from games.web.readers import reader
from games.web.refusals import refused
from games.web.replay_steps import Lying, Step, steps_of
from games.web.shown import guest_key, private

_LONGEST_STEP = 4  # digits


@require_safe
def page(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """The round `number` at `?step=`, with all its steps for the page's script. What is not scored stays hidden."""
    user = reader(request)
    try:
        game, seats = selectors.find(code=code, user=user, invitation=request.GET.get("invitation", ""))
        if game.state is None:
            raise NotStarted
    except NotFound as refusal:
        return refused(request, refusal)
    except Refused as refusal:
        return refused(request, refusal, code=code)
    if not 1 <= number <= codec.rounds_scored(game.state):
        raise Http404
    seat = selectors.seat_of(seats, user)
    own = seat.number if seat else None
    names = {number: named(held.user.username) for number, held in enumerate(seats)}
    steps = list(steps_of(selectors.log_of_round(game, own, number), own, names))
    at = step_of(request.GET.get("step", ""), len(steps))
    key = guest_key(request, selectors.is_member(seats, user))
    context = {
        "game": game,
        "number": number,
        "steps": steps,
        "explained": any(step.reason for step in steps),
        "last": len(steps) - 1,
        "key": key,
        "link": f"{key[1:]}&" if key else "",
        "invitation": request.GET.get("invitation", "") if key else "",
        **shown(steps[at], [held.user.username for held in seats], own),
        "faces": faces(steps),
        "data": data(steps, len(seats), at=at),
        "rounds": range(1, codec.rounds_scored(game.state) + 1),
    }
    return private(render(request, "games/replay.html", context))


def shown(step: Step, players: Sequence[str], own: int | None) -> dict[str, Any]:
    """One step for the template; `players` are their names by seat."""
    return {
        "step": step,
        "hands": [
            {
                "name": name,
                "you": number == own,
                "acts": step.seat == number,
                "cards": step.hands[number],
                "drawn": step.drawn if step.seat == number else (),
                "count": counted(step, number),
            }
            for number, name in enumerate(players)
        ],
        "stock_said": stock_said(step),
        "rest": step.stock[step.taken :],
    }


def counted(step: Step, seat: int) -> str:
    """`7 cards, 41 points`."""
    cards, points = len(step.hands[seat]), step.points(seat)
    held = ngettext("%(count)s card", "%(count)s cards", cards) % {"count": cards}
    counts = ngettext("%(count)d point", "%(count)d points", points) % {"count": points}
    return _(", ").join((held, counts))


def stock_said(step: Step) -> str:
    """How much is left to draw."""
    if not step.left:
        return _("The stock is empty.")
    words = ngettext("%(count)d card in the stock", "%(count)d cards in the stock", step.left)
    return words % {"count": step.left}


def faces(steps: Sequence[Step]) -> list[str]:
    """Every card that the round shows, once: the script takes its cards from these."""
    first = steps[0]
    shown = {card for hand in first.hands for card in hand} | set(first.stock)
    shown |= {card for step in steps for meld in step.table for card in meld.cards}
    return sorted(shown)


def data(steps: Sequence[Step], seats: int, *, at: int) -> dict[str, Any]:
    """All steps for the script: the first whole, of each other what is not as before."""
    return {
        "at": at,
        "stock": steps[0].stock,
        "steps": list(_changes(steps, seats)),
        "newCard": {
            card: _("%(card)s, new") % {"card": card_name(parse_card(card))} for card in faces(steps)
        },
        "texts": {
            "position": _("Step %(step)s of %(last)s"),
            "play": pgettext("steps of a round", "Play"),
            "pause": _("Pause"),
        },
    }


def _changes(steps: Sequence[Step], seats: int) -> Iterator[dict[str, Any]]:
    before: Step | None = None
    for step in steps:
        hands = {
            seat: [step.hands[seat], counted(step, seat)]
            for seat in range(seats)
            if before is None or step.hands[seat] != before.hands[seat]
        }
        told: dict[str, Any] = {
            "said": step.said,
            "marks": step.marks,
            "seat": step.seat,
            "drawn": step.drawn,
            "reason": step.reason,
        }
        if hands:
            told["hands"] = hands
        if before is None or step.table != before.table:
            told["table"] = [_meld(meld) for meld in step.table]
        if before is None or step.taken != before.taken:
            told["taken"], told["left"] = step.taken, stock_said(step)
        yield told
        before = step


def _meld(meld: Lying) -> list[Any]:
    return [meld.cards, meld.changed, meld.new]


def step_of(text: str, count: int) -> int:
    """The step that an address names."""
    if not text:
        return 0
    if not text.isascii() or not text.isdecimal() or len(text) > _LONGEST_STEP or int(text) >= count:
        raise Http404
    return int(text)
