"""A scored round: every hand, its count, and how each score came about, rule by rule."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.models import User
from games import selectors
from games.engine.cards import parse_card
from games.engine.scoring import OUT_BONUS, UNDERCUT_BONUS
from games.errors import Refused
from games.models import Game
from games.notify import of_round
from games.web import course
from games.web.readers import reader
from games.web.refusals import refused
from games.web.shown import as_reader, guest_key, private

Record = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Term:
    """One part of a score: so many points, why, and by which rule."""

    points: int
    text: str
    rule: str


@require_safe
def page(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """The round `number`, once it is scored."""
    user = reader(request)
    try:
        game, seats = selectors.find(code=code, user=user, invitation=request.GET.get("invitation", ""))
    except Refused as refusal:
        return refused(request, refusal)
    records = selectors.rounds_of(game)
    if not 1 <= number <= len(records):
        raise Http404
    context = {
        "game": game,
        "number": number,
        "rounds": range(1, len(records) + 1),
        "last": number == len(records),
        "key": guest_key(request, selectors.is_member(seats, user)),
        "course": course.of_game(game, seats, records[:number], user),
        **shown(game, user, records[number - 1]),
    }
    return private(render(request, "games/round.html", context))


def shown(game: Game, user: User | None, record: Record) -> dict[str, Any]:
    """What the page says of one scored round."""
    told = of_round.context(game, as_reader(user), record["number"])
    names = [row["name"] for row in told["rows"]]
    for seat, row in enumerate(told["rows"]):
        row["cards"] = sorted(map(parse_card, record["hands"][seat]), key=lambda card: card.order)
        row["knocked"] = record["knocker"] == seat
        row["out"] = seat in record["went_out"]
        row["terms"] = terms(record, seat, names)
        row["why_not"] = why_not(record, seat)
        row["before"] = row["total"] - row["score"]
    told["rows"].sort(key=lambda row: not row["winner"])
    return {**told, "ended_rule": _rule_of_end(record), "tie": _tie(record), "undercut": undercut(record)}


def terms(record: Record, seat: int, names: Sequence[str]) -> list[Term]:
    """How the score of a winner came about; nothing for the others (R22)."""
    if seat not in record["winners"]:
        return []
    own = record["points"][seat] or 0
    found = []
    for other, points in enumerate(record["points"]):
        if other == seat or points is None:
            continue
        words = {"theirs": points, "own": own, "name": names[other]}
        difference = max(0, points - own)
        rule = "R22" if points >= own else "D29"
        found.append(Term(difference, _("%(name)s: %(theirs)d − %(own)d") % words, rule))
    if record["knocker"] is not None and seat != record["knocker"]:
        tied = record["points"][record["knocker"]] == own
        found.append(Term(UNDERCUT_BONUS, _("for beating the knocker"), "R24" if tied else "R23"))
    if seat in record["went_out"]:
        found.append(Term(OUT_BONUS, _("for going out"), "R25"))
    return found


def why_not(record: Record, seat: int) -> Term | None:
    """Why a seat that was dealt in scored nothing; None for a winner."""
    points = record["points"][seat]
    if seat in record["winners"] or points is None:
        return None
    lowest = min(record["points"][winner] for winner in record["winners"])
    if points > lowest:
        return Term(0, _("not the lowest hand"), "R21")
    if seat == record["knocker"]:
        return Term(0, _("as low as another, but a tie goes against the knocker"), "R24")
    return Term(0, _("has left, and cannot win"), "D29")


def undercut(record: Record) -> Term | None:
    """What beat the knocker, in one sentence; None where nothing did."""
    knocker, winner = record["knocker"], record["winners"][0]
    if knocker is None or knocker in record["winners"]:
        return None
    words = {"own": record["points"][winner], "theirs": record["points"][knocker]}
    if words["own"] == words["theirs"]:
        return Term(UNDERCUT_BONUS, _("A tie at %(own)d goes against the knocker.") % words, "R24")
    return Term(UNDERCUT_BONUS, _("An undercut: %(own)d against the knocker’s %(theirs)d.") % words, "R23")


def _rule_of_end(record: Record) -> str:
    if record["stock_exhausted"]:
        return "R20"
    return "R17" if record["knocker"] is not None else "R19"


def _tie(record: Record) -> str:
    """The rule by which a tie of winners was settled, if there was one."""
    if len(record["winners"]) < 2:
        return ""
    return "R24" if record["knocker"] is not None else "D24b"
