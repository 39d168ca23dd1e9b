"""The course of a game: everybody's points after each round, as a chart and as a table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from math import ceil
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language_bidi, ngettext
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.models import User
from games import selectors
from games.errors import NotStarted, Refused
from games.models import Game, Seat
from games.web.readers import reader
from games.web.refusals import refused
from games.web.shown import guest_key, private

Record = Mapping[str, Any]
# All in px from the top: the chart is as wide as the page gives it, and always as high.
TOP, BOTTOM, HEIGHT = 16, 216, 248
APART = 24  # between the names at the lines' ends
MOST_NUMBERS = 10  # of rounds below the chart
STEPS = (10, 25, 50, 100, 200, 500, 1000)
MOST_LINES = 5  # across the chart


@dataclass(frozen=True, slots=True)
class Point:
    """Somebody's points after a round. `x` is in per cent, `y` in px."""

    x: str
    y: int
    total: int


@dataclass(frozen=True, slots=True)
class Line:
    """One seat's way. `shape` says which mark and colour are theirs."""

    shape: int
    name: str
    you: bool
    points: tuple[Point, ...]
    at: int  # where the name stands

    @property
    def pieces(self) -> list[tuple[Point, Point]]:
        return list(pairwise(self.points))

    @property
    def total(self) -> int:
        return self.points[-1].total

    @property
    def end(self) -> Point:
        return self.points[-1]


@dataclass(frozen=True, slots=True)
class Course:
    """The chart, and what the table beside it needs."""

    lines: tuple[Line, ...]
    across: tuple[tuple[int, int], ...]  # px and points
    below: tuple[tuple[str, int], ...]  # per cent and round
    target: int | None
    target_at: int
    summary: str
    rows: tuple[tuple[int, tuple[tuple[int, int, bool], ...]], ...]  # round: by seat total, score, won

    @property
    def ranked(self) -> list[Line]:
        """Who is ahead first."""
        return sorted(self.lines, key=lambda line: -line.total)

    # For the template.
    top, bottom, height, foot = TOP, BOTTOM, HEIGHT, BOTTOM + 24


@require_safe
def page(request: HttpRequest, code: str) -> HttpResponse:
    """The course so far of a game that is played, or was."""
    user = reader(request)
    try:
        game, seats = selectors.find(code=code, user=user, invitation=request.GET.get("invitation", ""))
        if game.state is None:
            raise NotStarted
    except Refused as refusal:
        return refused(request, refusal, code=code)
    records = selectors.rounds_of(game)
    context = {
        "game": game,
        "running": game.status == Game.Status.ACTIVE,
        "course": of_game(game, seats, records, user),
        "key": guest_key(request, selectors.is_member(seats, user)),
    }
    return private(render(request, "games/course.html", context))


def of_game(game: Game, seats: Sequence[Seat], records: Sequence[Record], user: User | None) -> Course | None:
    """The course through these rounds; None before the first is scored."""
    if not records:
        return None
    names = [seat.user.username for seat in seats]
    own = [user is not None and user.pk in (seat.user_id, seat.left_by_id) for seat in seats]
    target = None if game.options["rounds"] else int(game.options["target"])
    return drawn(names, own, records, target)


def drawn(names: Sequence[str], own: Sequence[bool], records: Sequence[Record], target: int | None) -> Course:
    """Puts every point in its place; the first round is where one begins to read."""
    by_seat = zip(*(record["scores"] for record in records), strict=True)
    totals = [list(accumulate(scores, initial=0)) for scores in by_seat]
    most: int = max(target or 0, *(max(each) for each in totals), 10)
    across = _across(most)

    def y(points: int) -> int:
        return round(BOTTOM - (BOTTOM - TOP) * points / most)

    def x(number: int) -> str:
        share = 100 * number / len(records)
        return f"{100 - share if get_language_bidi() else share:.2f}%"

    places = _apart([y(each[-1]) for each in totals])
    lines = tuple(
        Line(
            seat,
            names[seat],
            own[seat],
            tuple(Point(x(number), y(total), total) for number, total in enumerate(each)),
            places[seat],
        )
        for seat, each in enumerate(totals)
    )
    numbers = range(0, len(records) + 1, ceil(len(records) / MOST_NUMBERS))
    return Course(
        lines,
        tuple((y(points), points) for points in across if target is None or points != target),
        tuple((x(number), number) for number in numbers if number),
        target,
        y(target or 0),
        _summary(lines, len(records), target),
        tuple(_rows(records, totals)),
    )


def _rows(
    records: Sequence[Record], totals: Sequence[Sequence[int]]
) -> Iterable[tuple[int, tuple[tuple[int, int, bool], ...]]]:
    for number, record in enumerate(records, 1):
        cells = zip(totals, record["scores"], strict=True)
        yield (
            number,
            tuple(
                (sums[number], score, seat in record["winners"]) for seat, (sums, score) in enumerate(cells)
            ),
        )


def _across(most: int) -> range:
    step = next((step for step in STEPS if most / step <= MOST_LINES), STEPS[-1])
    return range(0, most + 1, step)


def _apart(wanted: Sequence[int]) -> list[int]:
    """The same heights, moved so far that no two names cover each other."""
    order = sorted(range(len(wanted)), key=lambda seat: (wanted[seat], seat))
    places = list(wanted)
    for above, below in pairwise(order):
        places[below] = max(places[below], places[above] + APART)
    limit = BOTTOM + APART // 2
    for seat in reversed(order):
        places[seat] = min(places[seat], limit)
        limit = places[seat] - APART
    return places


def _summary(lines: Sequence[Line], rounds: int, target: int | None) -> str:
    """What the chart shows, for who does not see it."""
    ranked = sorted(lines, key=lambda line: -line.total)
    told = _(", ").join(f"{line.name} {line.total}" for line in ranked)
    words = {"count": rounds, "told": told, "target": target}
    said = ngettext(
        "Points after %(count)d round: %(told)s.", "Points after %(count)d rounds: %(told)s.", rounds
    )
    if target is not None:
        said += " " + _("The target is %(target)d.")
    return said % words
