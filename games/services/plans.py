"""The plan of a player for their next turn, or for every turn: made, looked at, dropped. Nobody else knows of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from games.engine import codec, rules
from games.engine.errors import BadCard, NotYourTurn, WrongPhase
from games.engine.moves import MeldMove
from games.engine.view import view_for
from games.errors import Invalid, NothingKept, StaleVersion
from games.models import Game, Plan
from games.selectors import find, own_seat, seats_of
from games.services import plans_due
from games.services.plan_orders import Orders, encode, melds_of
from games.services.seats import locked, refuse_unless_active
from games.services.write import writing


def of(*, code: str, user: User) -> Plan:
    """The player's plan. Raises NothingKept where there is none, NotFound, NotYourSeat."""
    game, seats = find(code=code, user=user)
    own_seat(game, seats, user)
    plan = Plan.objects.filter(game=game, user=user).first()
    if plan is None:
        raise NothingKept
    return plan


def put(
    *, code: str, user: User, orders: Orders | BadCard, repeat: bool = False, version: int | None = None
) -> Plan:
    """Plans the next turn, or every turn; what was planned before is forgotten.

    `version`: what the player saw. Raises what a move raises, WrongPhase while their turn is open, and for a table
    what laying it would raise now.
    """
    with writing():
        game = locked(code=code)
        seat = own_seat(game, seats_of(game), user)
        if isinstance(orders, BadCard):
            raise orders
        refuse_unless_active(game)
        if version is not None and version != game.version:
            raise StaleVersion(game.version)
        state = codec.decode_state(game.state)
        assert seat.number is not None, "seats are numbered when the game starts"
        if state.seats[seat.number].left:
            raise NotYourTurn(rule="D29")
        if game.to_act_id == user.pk:
            raise WrongPhase
        if orders.table is not None:
            rules.plan(state, seat.number, MeldMove(orders.table))
        view = view_for(state, seat.number)
        melds = melds_of(view)
        if strange := [label for label in orders.watch if label not in melds]:
            said = _("There is no such meld on the table: %(melds)s.")
            raise Invalid({"watch": [said % {"melds": ", ".join(strange)}]})
        number = view["round"]["number"]
        return _kept(game=game, user=user, orders=orders, repeat=repeat, round_=number, melds=melds)


def drop(*, code: str, user: User) -> None:
    """Forgets the plan, if there is one. A move that it has made stands."""
    with writing():
        game = locked(code=code)
        own_seat(game, seats_of(game), user)
        gone, _by_model = Plan.objects.filter(game=game, user=user).delete()
        if gone and game.to_act_id == user.pk and game.plan_due is not None:
            plans_due.hand_over(game=game, user=user)


def _kept(
    *, game: Game, user: User, orders: Orders, repeat: bool, round_: int, melds: Mapping[str, Sequence[str]]
) -> Plan:
    known = Plan.objects.filter(game=game, user=user).values_list("changes", flat=True).first()
    plan, _created = Plan.objects.update_or_create(
        game=game,
        user=user,
        defaults={
            "orders": encode(orders),
            "repeat": repeat,
            "status": Plan.Status.WAITING,
            "why": "",
            "version": game.version,
            "round": round_,
            "table": {label: list(cards) for label, cards in melds.items()},
            "turn": 0,
            "changes": (known or 0) + 1,
            "updated_at": timezone.now(),
        },
    )
    return plan
