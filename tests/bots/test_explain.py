"""What house players tell of their moves: what each level goes by, and what an arrangement did to the table."""

from __future__ import annotations

from typing import Any

import pytest

from games.bots import THINKERS, Chosen, Why
from games.bots.explain import Reason, explain
from games.engine.cards import card
from games.engine.moves import Draw, MeldMove, Pass
from games.notify.cards import in_prose
from games.web.reasons import PLAIN, said
from tests.bots.patience import LONG
from tests.bots.test_beginner import seen


def view_of(hand: str, *table: str, **more: Any) -> dict[str, Any]:
    """A view of the first of two seats."""
    view = seen(hand, *table, **more)
    seats = [{"cards": len(hand.split()), "status": "playing"}, {"cards": 5, "status": "playing"}]
    return {**view, "seats": seats}


def laid(*melds: str, knock: bool | None = None, why: Why = Why.LEAST_POINTS) -> Chosen:
    return Chosen(MeldMove(tuple(tuple(map(card, meld.split())) for meld in melds), knock), why)


LAST = {"phase": "last", "can": ("meld", "pass")}


@pytest.mark.parametrize(
    ("level", "view", "why"),
    [
        ("beginner", view_of("7C 8D KS"), Why.NOTHING_SEEN),
        ("casual", view_of("7C 8D KS"), Why.NOTHING_SEEN),
        ("strong", view_of("7C 8D KS"), Why.NOTHING_FITS),
        ("expert", view_of("7C 8D KS"), Why.NOTHING_FITS),
        ("strong", view_of("8D KS", **LAST), Why.NOTHING_FITS),
        ("beginner", view_of("7C 7D 7H KS"), Why.AS_IT_LIES),
        ("casual", view_of("7C 7D 7H KS"), Why.BEST_SEEN),
        ("strong", view_of("7C 7D 7H KS"), Why.LEAST_POINTS),
        ("expert", view_of("7C 7D 7H KS", **LAST), Why.LEAST_POINTS),
        *((level, view_of("4C AC", phase="knock", can=("knock", "pass")), Why.LOW) for level in THINKERS),
    ],
)
def test_what_each_level_goes_by(level: str, view: dict[str, Any], why: Why) -> None:
    assert THINKERS[level](view, LONG).why == why


def test_without_time_nothing_is_claimed() -> None:
    crowded = [f"{rank}C {rank}D {rank}H {rank}S" for rank in "A23456789TJQK"]
    for level in ("strong", "expert"):
        chosen = THINKERS[level](view_of("* * 2C KS 8D", *crowded), 0.0)
        assert chosen.why in (Why.BEST_SEEN, Why.NOTHING_SEEN)


@pytest.mark.parametrize(
    ("view", "chosen", "expected"),
    [
        (view_of("7C 8D KS"), Chosen(Draw(), Why.NOTHING_FITS), Reason(Why.NOTHING_FITS, 25)),
        (view_of("KS", **LAST), Chosen(Pass(), Why.NOTHING_SEEN), Reason(Why.NOTHING_SEEN, 10)),
        # Melds that only grow were not regrouped.
        (view_of("8C KS", "5C 6C 7C"), laid("5C 6C 7C 8C"), Reason(Why.LEAST_POINTS, 10)),
        (view_of("8C", "5C 6C 7C"), laid("5C 6C 7C 8C"), Reason(Why.LEAST_POINTS, 0, "out")),
        (
            view_of("8C AS", "5C 6C 7C"),
            laid("5C 6C 7C 8C", knock=True),
            Reason(Why.LEAST_POINTS, 1, "knock"),
        ),
        # Four to the left of 7H stay; it goes to two sevens of the hand.
        (
            view_of("7C 7D KS", "3H 4H 5H 6H 7H"),
            laid("3H 4H 5H 6H", "7C 7D 7H"),
            Reason(Why.LEAST_POINTS, 10, "", 1, ("7H",)),
        ),
        # A sequence parted around a second six: what is right of it has gone with it.
        (
            view_of("6C KS", "4C 5C 6C 7C 8C"),
            laid("4C 5C 6C", "6C 7C 8C"),
            Reason(Why.LEAST_POINTS, 10, "", 1, ("7C", "8C")),
        ),
        # A joker that lost its value.
        (
            view_of("7S 9D 9H KS", "7C 7D *7S"),
            laid("7C 7D 7S", "*9C 9D 9H"),
            Reason(Why.LEAST_POINTS, 10, "", 1, ("*9C",)),
        ),
        # Two melds into one, and a third that has nothing to do with it.
        (
            view_of("6D KS", "3D 4D 5D", "7D 8D 9D", "KC KD KH"),
            laid("3D 4D 5D 6D 7D 8D 9D", "KC KD KH"),
            Reason(Why.LEAST_POINTS, 10, "", 1, ("7D", "8D", "9D")),
        ),
        # The same cards twice on the table.
        (
            view_of("2S", "7C 7D 7H", "7C 7D 7H", "AS 3S 4S"),
            laid("7C 7D 7H", "7C 7D 7H", "AS 2S 3S 4S"),
            Reason(Why.LEAST_POINTS, 0, "out"),
        ),
    ],
)
def test_what_a_move_did(view: dict[str, Any], chosen: Chosen, expected: Reason) -> None:
    assert explain(view, chosen) == expected


def test_each_reason_has_its_sentence() -> None:
    told = set()
    for why in Why:
        for reason in (
            Reason(why, 7),
            Reason(why, 7, "", 2, ("7H",)),
            Reason(why, 7, "", 2, ("7H", "8H", "9H", "TH")),
            Reason(why, 4, "knock", 1),
            Reason(why, 0, "out", 2),
        ):
            sentence = said(reason.encode())
            assert sentence.endswith(".") and "%" not in sentence
            told.add(sentence)
    assert set(PLAIN) == {why.value for why in Why} | {"knock", "out"}
    assert f"With {in_prose(['7H'])} freed on the table, nothing leaves fewer points: 7." in told
    assert "With 2 melds regrouped, nothing leaves fewer points: 7." in told
    assert "With 1 meld regrouped, few enough points to knock: 4." in told
    assert "I regrouped 2 melds, and all that I held fitted." in told
    assert said(None) == ""
