"""The order in which a player holds their hand: theirs alone to change. A card that comes goes to its end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from accounts.models import User
from games.engine import codec
from games.engine.cards import Card, card
from games.engine.errors import CardNotInHand
from games.engine.state import State
from games.errors import NotYourSeat
from games.models import Desk
from games.selectors import own_seat, seats_of
from games.services import desks
from games.services.seats import refuse_unless_active, unlocked
from games.services.write import writing


@dataclass(frozen=True, slots=True)
class Order:
    """The hand as its holder has it, and which of its cards came since they had it so last."""

    cards: tuple[Card, ...]
    new: tuple[Card, ...]


def laid_out(state: State, seat: int, desk: Desk | None) -> Order:
    """The hand of `seat`. Where nothing was kept yet: by suit and rank, with what was drawn in this turn last."""
    hand, drawn = state.seats[seat].hand, _drawn(state, seat)
    kept = _kept(state, desk)
    if kept is None:
        kept = sorted((Counter(hand) - Counter(drawn)).elements(), key=lambda each: each.order)
    left = Counter(hand)
    known = [each for each in kept if _took(left, each)]
    come = [each for each in hand if _took(left, each)]
    new = Counter(come) | Counter(each for each in drawn if each in hand)
    return Order((*known, *come), tuple(each for each in hand if _took(new, each)))


def keep(*, code: str, user: User, cards: Sequence[Card]) -> Order:
    """The player's hand in this order. Cards that came meanwhile go to its end; raises CardNotInHand."""
    with writing():
        game = unlocked(code)
        seat = own_seat(game, seats_of(game), user)
        refuse_unless_active(game)
        state = codec.decode_state(game.state)
        assert seat.number is not None, "seats are numbered when the game starts"
        if state.seats[seat.number].left:
            raise NotYourSeat
        strange = Counter(cards) - Counter(state.seats[seat.number].hand)
        if strange:
            raise CardNotInHand(cards=[each.text for each in cards if _took(strange, each)])
        desk = Desk(round=_round(state), hand=[each.text for each in cards])
        order = laid_out(state, seat.number, desk)
        desks.keep(game=game, user=user, **kept_as(state, order.cards))
        return order


def kept_as(state: State, cards: Iterable[Card]) -> dict[str, object]:
    """The columns that hold this order."""
    return {"round": _round(state), "hand": [each.text for each in cards]}


def _kept(state: State, desk: Desk | None) -> list[Card] | None:
    """What was kept in this round."""
    if desk is None or not desk.hand or desk.round != _round(state):
        return None
    return [card(text) for text in desk.hand]


def _drawn(state: State, seat: int) -> tuple[Card, ...]:
    turn = state.turn
    return turn.drawn if turn is not None and turn.seat == seat else ()


def _round(state: State) -> int:
    return state.round.number if state.round else 0


def _took(left: Counter[Card], each: Card) -> bool:
    """Takes one such card, if there is one left."""
    if left[each] <= 0:
        return False
    left[each] -= 1
    return True
