"""Points: of a round (R21 to R25, D29) and of a game (R26 to R28)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.engine.cards import Card

UNDERCUT_BONUS = 10  # R23
OUT_BONUS = 25  # R25
TARGET_BONUS = 100  # R26
ROUND_BONUS = 25  # R27


@dataclass(frozen=True, slots=True)
class ScoredRound:
    """The record of a round that was scored. Lists go by seat; a seat that was not dealt in has no points."""

    number: int
    dealer: int
    knocker: int | None
    went_out: tuple[int, ...]
    stock_exhausted: bool  # the round ended by the last turns (R20)
    hands: tuple[tuple[Card, ...], ...]
    points: tuple[int | None, ...]
    scores: tuple[int, ...]
    winners: tuple[int, ...]


def score(
    points: Sequence[int | None], still_in: Sequence[int], knocker: int | None, went_out: Sequence[int]
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The round's scores by seat, and the seats that won it (D25a).

    `points` are those of the hands (R18), None for a seat that was not dealt in; `still_in` are those who may
    win: a leaver's hand counts as an opponent's only (D29).
    """
    winners = round_winners(points, still_in, knocker)
    scores = [0] * len(points)
    for seat in winners:
        own = points[seat] or 0
        # R22; against a leaver a difference below 0 counts 0 (D29)
        scores[seat] = sum(max(0, other - own) for other in points if other is not None)
        if knocker is not None and seat != knocker:
            scores[seat] += UNDERCUT_BONUS  # R23, D23a
        if seat in went_out:
            scores[seat] += OUT_BONUS  # R25
    return tuple(scores), winners


def round_winners(
    points: Sequence[int | None], still_in: Sequence[int], knocker: int | None
) -> tuple[int, ...]:
    """R21, R24, D24a, D24b: the lowest hands, but for a knocker who ties with others for lowest."""
    hands = {seat: held for seat in still_in if (held := points[seat]) is not None}
    lowest = min(hands.values())
    tied = tuple(seat for seat, held in hands.items() if held == lowest)
    return tuple(seat for seat in tied if seat != knocker) or tied


def final_points(
    scores: Sequence[int], rounds_won: Sequence[int], still_in: Sequence[int], target: int
) -> tuple[int, ...]:
    """R26, R27: the points at the end of a game; a leaver's score stands, without a bonus (D29)."""
    final = list(scores)
    for seat in still_in:
        final[seat] += TARGET_BONUS if scores[seat] >= target else ROUND_BONUS * rounds_won[seat]
    return tuple(final)


def most_points(final: Sequence[int], still_in: Sequence[int]) -> tuple[int, ...]:
    """R28, D28a: who has the most points has won; a tie is a shared win. A leaver cannot win (D29)."""
    most = max(final[seat] for seat in still_in)
    return tuple(seat for seat in still_in if final[seat] == most)
