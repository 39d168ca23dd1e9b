"""What is sent from the table's page: a change of the arrangement, a look at it, a move."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from functools import partial, wraps

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe
from rest_framework.exceptions import Throttled

from accounts.models import User
from accounts.web.shown import user_of, users_only
from config.api import throttles
from config.api.numbers import is_whole
from games import selectors
from games.cardnames import card_name
from games.engine import codec
from games.engine.cards import Card, parse_card
from games.engine.draft import ArrangeError, Draft, to_table
from games.engine.errors import BadCard, RuleError
from games.engine.moves import Draw, Knock, MeldMove, Move, Pass
from games.engine.ops import MOST_CARDS, NEW, is_label
from games.engine.placing import HAND, declare, place, take_back
from games.errors import GameOver, NotStarted, NotYourSeat, Refused, StaleVersion
from games.models import Game, Seat
from games.services import arranging, marks, turns
from games.services.arranging import Arrangement, OtherStep
from games.services.ledger import Committed
from games.web import reviewing, table
from games.web.readers import reader
from games.web.refusals import refused, too_often
from games.web.said import Said, of_arranging, of_error
from games.web.shown import private

Chosen = dict[str, tuple[Card, ...]]
_PLAIN: dict[str, Move] = {"draw": Draw(), "pass": Pass(), "knock": Knock()}
_KNOCK = {"": None, "yes": True, "no": False}
DOUBLE_PRESS = timedelta(seconds=5)  # later it is another page's button
_STEPS = {"undo": arranging.undo, "redo": arranging.redo, "reset": arranging.put_all_back}


def _sends(view: Callable[[HttpRequest, str], HttpResponse]) -> Callable[..., HttpResponse]:
    """A form of the table's page: who comes by its address goes to the table; what is refused is said there."""

    @require_http_methods(["GET", "HEAD", "POST"])
    @users_only
    @wraps(view)
    def answered(request: HttpRequest, code: str) -> HttpResponse:
        if request.method != "POST":
            return redirect("game", code)
        user = user_of(request)
        reader(request)
        try:
            throttles.hit("user", str(user.pk))
            return view(request, code)
        except ArrangeError as error:
            return _asked(request, code, user, error)
        except (RuleError, BadCard, StaleVersion) as error:
            return _again(request, code, user, of_error(error))
        except Throttled as error:
            return too_often(request, error)
        except Refused as refusal:
            return refused(request, refusal, code=code)

    return answered


@_sends
def draft(request: HttpRequest, code: str) -> HttpResponse:
    """One change of the arrangement: cards to a meld, back to the hand, what a joker stands for, undo."""
    user, sent = user_of(request), request.POST
    step = _number(_text(sent, "step"))
    _looked(code, user, _number(_text(sent, "seen")))
    try:
        if _text(sent, "do") in _STEPS:
            _STEPS[_text(sent, "do")](code=code, user=user, step=step)
            return _to(code, "table")
        label, to = _change(sent)
        after = arranging.change(code=code, user=user, step=step, to=to)
    except OtherStep as other:
        if other.step != step + 1:  # else the same form came twice
            messages.info(request, _("That page was older than your arrangement; this is how it is now."))
        return _to(code, "table")
    return _to(code, after.draft.melds[-1].label if label == NEW else label)


@require_safe
@users_only
def review(request: HttpRequest, code: str) -> HttpResponse:
    """What laying the arrangement changes, before it is laid."""
    user = user_of(request)
    reader(request)
    try:
        game, seats = selectors.find(code=code, user=user)
        seat = selectors.own_seat(game, seats, user)
    except Refused as refusal:
        return refused(request, refusal, code=code)
    if game.status != Game.Status.ACTIVE:
        return redirect("game", code)
    state = codec.decode_state(game.state)
    kept = arranging.opened(game, seat, state)
    context = reviewing.context(game, seat, state, kept)
    return private(render(request, "games/review.html", context)) if context else _to(code, "arrange")


@_sends
def move(request: HttpRequest, code: str) -> HttpResponse:
    """A move: draw, lay what is arranged, knock or pass. It carries the version that was seen."""
    user, kind = user_of(request), _text(request.POST, "type")
    version = _number(_text(request.POST, "version"))
    try:
        made = _move(request.POST, code, user, version)
        if made is None:
            messages.info(request, _("Your arrangement has changed since you looked at it: look again."))
            return redirect("game-review", code)
        done = turns.play(code=code, user=user, version=version, move=made)
    except StaleVersion:
        game, seats = selectors.find(code=code, user=user)
        seat = selectors.own_seat(game, seats, user)
        at = None if seat.number is None else selectors.played_at(game, seat.number, version, kind)
        if at is None:
            raise
        if timezone.now() - at > DOUBLE_PRESS:  # else the form came twice, and was played once
            messages.info(request, _already(kind))
        return redirect("game", code)
    _looked(code, user, done.game.log_length)
    return _done(request, done, user)


def _already(kind: str) -> str:
    """What a page says that was older than a move of one's own."""
    if kind == "draw":
        return _("You had drawn already; this is the table now.")
    return _("You had done that already; this is the table now.")


def _move(sent: QueryDict, code: str, user: User, version: int) -> Move | None:
    """The move that was sent; None where the arrangement is not the one that was looked at."""
    kind = _text(sent, "type")
    if kind in _PLAIN:
        return _PLAIN[kind]
    game, seats = selectors.find(code=code, user=user)
    seat = selectors.own_seat(game, seats, user)
    if game.status != Game.Status.ACTIVE or game.version != version:
        return MeldMove(())  # the service refuses it in the order of the contract
    kept: Arrangement = arranging.opened(game, seat, codec.decode_state(game.state))
    if kept.step != _number(_text(sent, "step")):
        return None
    return MeldMove(to_table(kept.draft), _KNOCK.get(_text(sent, "knock")))


def _change(sent: QueryDict) -> tuple[str, Callable[[Draft], Draft]]:
    """Where the eye is to rest afterwards, and the change. Raises ArrangeError, BadCard."""
    if "joker" in sent:
        label, *values = _text(sent, "joker")[:40].split(" ")
        return label, partial(declare, label=label, values=tuple(map(parse_card, values)))
    to, cards, whole = _text(sent, "to"), chosen_cards(sent), sent.getlist("whole")[:MOST_CARDS]

    def change(draft: Draft) -> Draft:
        chosen: Chosen = {**cards, **{label: draft.meld(label) for label in whole}}
        if to == HAND:
            return take_back(draft, chosen)
        values = tuple(map(parse_card, _text(sent, "values")[:20].split()))
        return place(draft, chosen, to, values)

    if to not in (HAND, NEW) and not is_label(to):
        raise ArrangeError("no_cards")
    return ("hand" if to == HAND else to), change


def chosen_cards(sent: QueryDict) -> Chosen:
    """The cards that were chosen, by where they lie: `hand 7C`, `m3 *6H`."""
    found: dict[str, list[Card]] = {}
    for text in sent.getlist("card")[:MOST_CARDS]:
        source, _blank, card = text[:40].partition(" ")
        if source == HAND or is_label(source):
            found.setdefault(source, []).append(parse_card(card))
    return {source: tuple(cards) for source, cards in found.items()}


def _asked(request: HttpRequest, code: str, user: User, error: ArrangeError) -> HttpResponse:
    """What a joker stands for is asked where there is more than one answer; all else is said on the table."""
    if error.code != "which_value":
        return _again(request, code, user, of_arranging(error))
    try:
        game, seats = selectors.find(code=code, user=user)
        seat = selectors.own_seat(game, seats, user)
    except Refused as refusal:
        return refused(request, refusal, code=code)
    kept = arranging.opened(game, seat, codec.decode_state(game.state))
    context = {
        "game": game,
        "kept": kept,
        "to": _text(request.POST, "to"),
        "cards": request.POST.getlist("card")[:MOST_CARDS],
        "whole": request.POST.getlist("whole")[:MOST_CARDS],
        "answers": reviewing.answers(error),
    }
    return private(render(request, "games/joker.html", context))


def _again(request: HttpRequest, code: str, user: User, said: Said, status: int = 409) -> HttpResponse:
    """The table as it is, with a sentence; what was chosen stays chosen."""
    try:
        game, seats = selectors.find(code=code, user=user)
        if not selectors.is_member(seats, user):
            raise NotYourSeat
        if game.state is None:  # there is no table yet, or there never was one
            raise NotStarted if game.status == Game.Status.OPEN else GameOver
    except Refused as refusal:
        return refused(request, refusal, code=code)
    chosen = [*request.POST.getlist("card"), *request.POST.getlist("whole")][:MOST_CARDS]
    return table.page(request, game, seats, refusal=said, chosen=chosen, status=status)


def _done(request: HttpRequest, done: Committed, user: User) -> HttpResponse:
    """Says what became of the move, and goes on to the round's result where it ended the round."""
    seat: Seat | None = selectors.seat_of(done.seats, user)
    own = seat.number if seat else None
    first = done.rows[0].events
    happened = Counter(event["type"] for row in done.rows for event in row.events)
    drawn = next((event for event in first if event["type"] == "drawn" and event["seat"] == own), None)
    if drawn:
        name = card_name(parse_card(drawn["card"]))
        # The next turn begins with a card of its own: nobody should wonder which of two this one is.
        told = (
            _("The third card was the %(card)s: your turn is over.")
            if happened["turn_opened"]
            else _("You drew the %(card)s.")
        )
        messages.success(request, told % {"card": name})
    if any(event["type"] == "melded" for event in first):
        messages.success(request, _("Your cards are laid."))
    code = done.game.code
    if happened["round_scored"] and done.game.status == Game.Status.ACTIVE:
        scored = next(e for row in done.rows for e in row.events if e["type"] == "round_scored")
        return redirect("game-round", code, scored["number"])
    return redirect("game", code)


def _to(code: str, place_: str) -> HttpResponseRedirect:
    return HttpResponseRedirect(f"{reverse('game', args=[code])}#{place_}")


def _looked(code: str, user: User, number: int) -> None:
    """What the page showed that this form stands on was seen. It is a mark: no reason to refuse the form."""
    with suppress(Refused):
        marks.saw(code=code, user=user, number=number)


def _number(text: str) -> int:
    """A number that a form carries; -1 for anything else, which is never the right one."""
    return int(text) if is_whole(text) else -1


def _text(sent: QueryDict, name: str) -> str:
    """A field of the form as text."""
    return str(sent.get(name, ""))
