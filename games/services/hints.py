"""Hints for whoever is to move, where the table was opened with them: which cards fit, where, the best play.

All of it is worked out from what the seat sees (`engine.view`), never from the state: so it cannot tell more.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from accounts.models import User
from config import kept
from games import selectors
from games.engine import codec
from games.engine.between import ops_between
from games.engine.cards import Card, card
from games.engine.draft import Draft, draft_from
from games.engine.errors import NotYourTurn, WrongPhase
from games.engine.melds import Kind, Meld
from games.engine.ops import Op
from games.engine.view import view_for
from games.errors import NoHints
from games.models import Game, Seat
from games.services.seats import refuse_unless_active
from games.solver import Followed, can_play, fits_within, follow

SECONDS = 2.0  # that somebody waits for a hint at most
SAME = 900.0  # seconds that a play stays the one that is told


@dataclass(frozen=True, slots=True)
class Seen:
    """What whoever asks has before them: the table and their own hand."""

    game: Game
    seat: Seat
    table: tuple[Meld, ...]
    hand: tuple[Card, ...]

    @property
    def melds(self) -> list[tuple[Card, ...]]:
        return [meld.cards for meld in self.table]

    def draft(self) -> Draft:
        """Nothing is arranged yet."""
        return draft_from(self.table, self.hand)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a card of the hand can go: to these melds as they lie, or to a new one of cards of the hand alone."""

    card: Card
    melds: tuple[str, ...]
    new: bool

    @property
    def regrouping(self) -> bool:
        """It can be played only where melds of the table are taken apart."""
        return not self.melds and not self.new


@dataclass(frozen=True, slots=True)
class Best:
    """The best play, as operations. `moved`: cards of the table that change their meld. `proved`: nothing is
    better; `fewest`: nothing as good moves fewer."""

    played: tuple[Card, ...]
    left: tuple[Card, ...]
    points: int
    ops: tuple[Op, ...]
    moved: int
    proved: bool
    fewest: bool


def look(*, code: str, user: User) -> Seen:
    """What the user sees, if they may ask for a hint now.

    Raises NotFound, NotYourSeat, NoHints, NotStarted, GameOver, NotYourTurn, WrongPhase.
    """
    game, seats = selectors.find(code=code, user=user)
    seat = selectors.own_seat(game, seats, user)
    if not offered(game):
        raise NoHints
    refuse_unless_active(game)
    assert seat.number is not None, "seats are numbered when the game starts"
    view = view_for(codec.decode_state(game.state), seat.number)
    can = view["you"]["can"]
    if not can:
        raise NotYourTurn
    if "meld" not in can:
        raise WrongPhase
    table = tuple(
        Meld(int(meld["id"][1:]), Kind(meld["kind"]), tuple(map(card, meld["cards"])))
        for meld in view["round"]["table"]
    )
    return Seen(game, seat, table, tuple(map(card, view["you"]["hand"])))


def offered(game: Game) -> bool:
    """Whether the table was opened with hints."""
    return bool(game.options.get("hints"))


def places(seen: Seen, *, seconds: float = SECONDS) -> tuple[tuple[Place, ...], bool]:
    """Every different card of the hand that some legal play holds, and where it can go. Whether all were found."""
    until = time.monotonic() + seconds
    found, proved = fits_within(seen.melds, seen.hand, seconds=seconds)
    return tuple(
        Place(
            fit.card,
            tuple(seen.table[place].label for place in fit.melds),
            can_play((), seen.hand, fit.card, until=until) is True,
        )
        for fit in found
    ), proved


def best(seen: Seen, *, seconds: float = SECONDS) -> Best:
    """The play that leaves the fewest points (R18), of those the one that is easiest to follow."""
    return _same(seen, (), lambda: follow(seen.melds, seen.hand, seconds=seconds))


def arrangement(seen: Seen, cards: Sequence[Card], *, seconds: float = SECONDS) -> Best:
    """An arrangement that plays all of these cards of the hand and no others; where there is none, the most of
    them that one can play."""
    return _same(seen, cards, lambda: follow(seen.melds, cards, objective="cards", seconds=seconds))


def _same(seen: Seen, cards: Sequence[Card], work: Callable[[], Followed]) -> Best:
    """The play that was told last time. One that the time cut off may be another each time, and whoever looks at it
    step by step, and has it arranged, means this one. Only what fell short of what was asked is tried again."""
    lying = [(meld.label, meld.cards) for meld in seen.table]
    position = repr((lying, _in_order(seen.hand), _in_order(cards)))
    asked = hashlib.sha256(position.encode()).hexdigest()
    key = f"hint:{seen.game.code}:{seen.seat.number}:{asked}"
    told: Best | None = kept.get(key)
    if told is None:
        told = _told(seen, work())
        if told.ops and (told.proved or not cards or not told.left):
            told = kept.first(key, told, seconds=SAME)
    return told


def _told(seen: Seen, followed: Followed) -> Best:
    play = followed.play
    ops = ops_between(seen.table, seen.hand, play.melds) if play.played else ()
    return Best(
        _in_order(play.played),
        _in_order(play.left),
        play.points_left,
        ops,
        followed.moved,
        play.optimal,
        followed.fewest,
    )


def _in_order(cards: Sequence[Card]) -> tuple[Card, ...]:
    """As a hand is sorted."""
    return tuple(sorted(cards, key=lambda each: each.order))
