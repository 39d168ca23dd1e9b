"""The mail that says how a round ended, and why it was scored as it was."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.engine.scoring import OUT_BONUS, UNDERCUT_BONUS
from games.models import Game
from games.notify import cards
from games.notify.reader import Reader
from games.notify.views import names_of, own_seat
from games.selectors import rounds_of, seats_of, view_of

Record = Mapping[str, Any]


def context(game: Game, reader: Reader, number: int) -> dict[str, Any]:
    """What the templates of mail/round show: the round `number`, as it was scored, whenever this is sent."""
    seats = seats_of(game)
    view = view_of(game, seats, reader.user)
    names, own = names_of(view), own_seat(seats, reader.user)
    records = [record for record in rounds_of(game) if record["number"] <= number]
    record = records[-1]
    totals = [sum(scores) for scores in zip(*(each["scores"] for each in records), strict=True)]
    return {
        "headline": _headline(record, names, own),
        "how": _how_it_ended(record, names, own),
        "rows": [
            {
                "name": names[seat],
                "you": seat == own,
                "winner": seat in record["winners"],
                "dealt_in": record["points"][seat] is not None,
                "hand": cards.sorted_hand(record["hands"][seat]),
                "points": record["points"][seat],
                "score": record["scores"][seat],
                "total": totals[seat],
                "why": _why(record, seat),
            }
            for seat in names
        ],
        "over": game.status != Game.Status.ACTIVE,
        "next_round": number + 1,
    }


def _headline(record: Record, names: Mapping[int, str], own: int | None) -> str:
    winners: Sequence[int] = record["winners"]
    number = record["number"]
    if own in winners:
        points = record["scores"][own]
        words = {"number": number, "points": points}
        if len(winners) > 1:
            return (
                ngettext(
                    "Round %(number)d: a tie, and %(points)d point for you.",
                    "Round %(number)d: a tie, and %(points)d points for you.",
                    points,
                )
                % words
            )
        return (
            ngettext(
                "Round %(number)d is yours: %(points)d point.",
                "Round %(number)d is yours: %(points)d points.",
                points,
            )
            % words
        )
    points = record["scores"][winners[0]]
    return ngettext(
        "Round %(number)d goes to %(names)s: %(points)d point.",
        "Round %(number)d goes to %(names)s: %(points)d points.",
        points,
    ) % {"number": number, "names": listed([names[seat] for seat in winners]), "points": points}


def _how_it_ended(record: Record, names: Mapping[int, str], own: int | None) -> str:
    knocker, out = record["knocker"], record["went_out"]
    if record["stock_exhausted"]:
        return _("The stock was empty, and everyone had a last turn; the lowest hand wins.")
    if knocker is not None:
        return _of_the_knock(record, knocker == own) % {"name": names[knocker]}
    if not out:
        return ""
    return _("You went out.") if out[0] == own else _("%(name)s went out.") % {"name": names[out[0]]}


def _of_the_knock(record: Record, own: bool) -> str:
    knocker = record["knocker"]
    if knocker in record["winners"]:
        return (
            _("You knocked, with the lowest hand.") if own else _("%(name)s knocked, with the lowest hand.")
        )
    if record["points"][knocker] in (record["points"][seat] for seat in record["winners"]):
        if own:
            return _("You knocked, but others had as low a hand, and then the knocker loses.")
        return _("%(name)s knocked, but others had as low a hand, and then the knocker loses.")
    if own:
        return _("You knocked, but not with the lowest hand.")
    return _("%(name)s knocked, but not with the lowest hand.")


def _why(record: Record, seat: int) -> str:
    """`41 = 31 (what the others held more) + 10 (undercut)`; empty for who scored nothing."""
    if seat not in record["winners"]:
        return ""
    undercut = UNDERCUT_BONUS if record["knocker"] not in (None, seat) else 0
    out = OUT_BONUS if seat in record["went_out"] else 0
    rest = record["scores"][seat] - undercut - out
    parts = [pgettext("points", "%(points)d by which the other hands were higher") % {"points": rest}]
    if undercut:
        parts.append(pgettext("points", "%(points)d for beating the knocker") % {"points": undercut})
    if out:
        parts.append(pgettext("points", "%(points)d for going out") % {"points": out})
    return " + ".join(parts)


def listed(names: Sequence[str]) -> str:
    """`ana, bea and cem`."""
    if len(names) < 2:
        return "".join(names)
    return _("%(some)s and %(last)s") % {"some": _(", ").join(names[:-1]), "last": names[-1]}
