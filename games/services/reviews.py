"""The review of a scored round: asked for by whoever may see it, worked out in the worker a part at a time."""

from __future__ import annotations

import logging
import time
from collections import Counter
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from django.db.models import F, Q, QuerySet

from accounts.models import User
from games import selectors
from games.engine import codec
from games.engine.cards import Card, hand_points, in_hand
from games.engine.melds import ordered
from games.errors import NotFound
from games.models import Game, RoundReview
from games.services import wake
from games.services.faults import told
from games.services.round_turns import Turn, turns_of
from games.services.write import writing
from games.solver import Play, follow, solve

log = logging.getLogger(__name__)

PART = 1.0  # seconds of work before others have their turn in the worker
A_TURN = 0.5  # seconds for one turn; where that is not enough, the review says so
LEASE = timedelta(minutes=1)
AGAIN = timedelta(minutes=5)  # after a fault
MOST_FAULTS = 3
Melds = Sequence[Sequence[Card]]


def ask(*, code: str, user: User | None, number: int, now: datetime, invitation: str = "") -> RoundReview:
    """The review of this round, begun if nobody asked for it before. Raises NotFound, also for hidden rounds."""
    game, _seats = selectors.find(code=code, user=user, invitation=invitation)
    refuse_unless_scored(game, number)
    with writing():
        review, begun = RoundReview.objects.get_or_create(
            game=game, number=number, defaults={"asked_at": now, "due_at": now}
        )
        if begun:
            wake.reviews()
    return review


def of(game: Game, number: int) -> RoundReview | None:
    """The review as far as it was worked out; None where nobody has asked for it."""
    return RoundReview.objects.filter(game_id=game.pk, number=number).first()


def refuse_unless_scored(game: Game, number: int) -> None:
    """A round that is played, or was broken off, stays hidden. Raises NotFound."""
    if game.state is None or not 1 <= number <= codec.rounds_scored(game.state):
        raise NotFound


def work(*, now: datetime, seconds: float = PART) -> bool:
    """Looks at some turns of the review that waits longest. Whether there was one."""
    row = _claim(now)
    if row is None:
        return False
    try:
        turns, count = _looked_at(row, time.monotonic() + seconds)
    except Exception as error:  # noqa: BLE001  # one broken round must not hold up the others
        log.error("the review %s could not be worked out: %s", row.pk, told(error))
        due = now + AGAIN if row.faults + 1 < MOST_FAULTS else None
        _keep(row, faults=row.faults + 1, due_at=due)
        return True
    done = len(turns) == count
    with writing():
        kept = _keep(row, turns=turns, count=count, due_at=None if done else row.due_at)
        if kept and not done:
            wake.reviews()
    return True


def _claim(now: datetime) -> RoundReview | None:
    """The review that waits longest, held for LEASE by the caller alone."""
    row = _due(now).select_related("game").order_by("due_at", "pk").first()
    if row is None:
        return None
    with writing():
        free = _due(now).filter(pk=row.pk, claims=row.claims)
        if not free.update(claims=F("claims") + 1, lease_until=now + LEASE):
            return None
    row.claims += 1
    return row


def _due(now: datetime) -> QuerySet[RoundReview]:
    free = Q(lease_until__isnull=True) | Q(lease_until__lte=now)
    return RoundReview.objects.filter(free, due_at__lte=now)


def _keep(row: RoundReview, **fields: Any) -> bool:
    """Writes the end of a claim, unless another worker holds the row by now."""
    with writing():
        held = RoundReview.objects.filter(pk=row.pk, claims=row.claims)
        return bool(held.update(lease_until=None, **fields))


def _looked_at(row: RoundReview, until: float) -> tuple[list[dict[str, Any]], int]:
    """The turns that were looked at by now, at least one more than before, and how many there are."""
    refuse_unless_scored(row.game, row.number)
    turns = turns_of(selectors.log_of_round(row.game, None, row.number))
    known = list(row.turns)
    for turn in turns[len(known) :]:
        known.append(beside_the_best(turn))
        if time.monotonic() >= until:
            break
    return known, len(turns)


def beside_the_best(turn: Turn, *, seconds: float = A_TURN) -> dict[str, Any]:
    """The turn as it is kept: what was laid, and the best that could have been, where that is more.

    `between`: the points that the best play takes from the hand beyond those of the play that was made.
    """
    play = solve(turn.table, turn.hand, seconds=seconds)
    between, proved = max(0, hand_points(play.played) - turn.points), play.optimal
    if between:  # the one that is easiest to follow is only looked for where it is shown
        easy = follow(turn.table, turn.hand, seconds=seconds).play
        play = easy if easy.points_left <= play.points_left else play
        proved = proved or play.optimal
    return {
        "seat": turn.seat,
        "step": turn.step,
        "last": turn.last,
        "late": turn.late,
        "stand_in": turn.stand_in,
        "knocked": turn.knocked,
        "played": _in_order(turn.played),
        "points": turn.points,
        "left": hand_points(turn.hand) - turn.points,
        "cards_left": len(turn.hand) - len(turn.played),
        "between": between,
        "proved": proved,
        "best": _best(turn, play) if between else None,
    }


def _best(turn: Turn, play: Play) -> dict[str, Any]:
    return {
        "played": _in_order(play.played),
        "points": hand_points(play.played),
        "left": play.points_left,
        "cards_left": len(play.left),
        "melds": changed(turn.table, play.melds, play.played),
    }


def changed(before: Melds, after: Melds, played: Sequence[Card]) -> list[dict[str, list[str]]]:
    """The melds that did not lie so before, each with those of its cards that come from the hand."""
    same = Counter(tuple(sorted(_texts(meld))) for meld in before)
    more, found = Counter(played), []
    for meld in after:
        if same[tuple(sorted(_texts(meld)))]:
            same[tuple(sorted(_texts(meld)))] -= 1
            continue
        new = []
        for each in meld:
            if more[in_hand(each)]:
                more[in_hand(each)] -= 1
                new.append(each.text)
        found.append({"cards": _texts(ordered(meld)), "new": new})
    return found


def _in_order(cards: Sequence[Card]) -> list[str]:
    """As a hand is sorted."""
    return _texts(sorted(cards, key=lambda each: each.order))


def _texts(cards: Sequence[Card]) -> list[str]:
    return [each.text for each in cards]
