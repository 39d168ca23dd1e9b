"""Positions for tests, written as short texts: hands and tables as cards with blanks between them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.engine import rules
from games.engine.cards import Card, card, deck
from games.engine.melds import Meld, kind_of, ordered
from games.engine.moves import Deal, MeldMove, Move
from games.engine.rules import Step
from games.engine.state import Options, Phase, Round, SeatState, State, Turn


def cards(text: str) -> tuple[Card, ...]:
    """`7D *` as cards."""
    return tuple(card(each) for each in text.split())


def arranged(*melds: str) -> tuple[tuple[Card, ...], ...]:
    """A table as a move holds it."""
    return tuple(cards(meld) for meld in melds)


def lay(*melds: str, knock: bool | None = None) -> MeldMove:
    """The move that lays this table."""
    return MeldMove(arranged(*melds), knock)


def tabled(*melds: str) -> tuple[Meld, ...]:
    """A table as a state holds it, numbered from 1."""
    return tuple(
        Meld(number, kind_of(cards(meld)), ordered(cards(meld))) for number, meld in enumerate(melds, start=1)
    )


def position(
    *hands: str,
    table: Sequence[str] = (),
    stock: str = "2C 3D 4H 5S 9C 9D",
    turn: int = 0,
    phase: Phase = Phase.MELD,
    drawn: str = "",
    acted: bool = False,
    last_turns: tuple[int, ...] | None = None,
    took_last: int | None = None,
    dealer: int | None = None,
    options: Mapping[str, Any] | None = None,
    seats: Mapping[int, Mapping[str, Any]] | None = None,
) -> State:
    """A round under way. The cards need not be a whole deck; `drawn` names cards that the hand holds."""
    players = len(hands)
    laid = tabled(*table)
    return State(
        options=Options(**{"players": players, **(options or {})}),
        seats=tuple(
            SeatState(**{"hand": cards(hand), "dealt_in": True, **(seats or {}).get(number, {})})
            for number, hand in enumerate(hands)
        ),
        round=Round(
            number=1,
            dealer=players - 1 if dealer is None else dealer,
            turn=Turn(1, turn, phase, cards(drawn), acted),
            table=laid,
            stock=cards(stock),
            next_meld_id=len(laid) + 1,
            last_turns=last_turns,
            took_last=took_last,
        ),
        owes=None,
        turns=1,
    )


def dealt(players: int = 3, dealer: int = 0, **options: Any) -> State:
    """A game whose first round was dealt from the deck in its fixed order."""
    state = rules.start(Options(players=players, **options), (True,) * players)
    return rules.play(state, None, Deal(deck(players), dealer))[-1].state


def happened(steps: Sequence[Step]) -> list[str]:
    """The kinds of events of some steps, in order."""
    return [event.type for step in steps for event in step.events]


def after(state: State, *moves: tuple[int | None, Move]) -> State:
    """The state after these moves and the opening draws between them."""
    for seat, move in moves:
        state = rules.play(state, seat, move)[-1].state
    return state
