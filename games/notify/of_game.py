"""The mails around a game: the invitation before it, its result, its cancelling."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.scoring import ROUND_BONUS, TARGET_BONUS
from games.models import Game, Outbox
from games.notify.cards import in_order, named
from games.notify.of_round import listed
from games.notify.reader import Reader
from games.notify.times import hours
from games.notify.views import names_of, own_seat
from games.selectors import invitation_url, seats_of, view_of


def result(game: Game, reader: Reader) -> dict[str, Any]:
    """What the templates of mail/result show."""
    seats = seats_of(game)
    view = view_of(game, seats, reader.user)
    names, own, ended = names_of(view), own_seat(seats, reader.user), view["result"]
    rows = [
        {
            "name": names[seat],
            "you": seat == own,
            "winner": seat in ended["winners"],
            "left": view["seats"][seat]["status"] == "left",
            "score": view["seats"][seat]["score"],
            "rounds_won": view["seats"][seat]["rounds_won"],
            "final": final,
        }
        for seat, final in enumerate(ended["final"])
    ]
    rows.sort(key=lambda row: (not row["winner"], -row["final"]))
    return {
        "headline": _result_headline(ended, names, own),
        "how": _how_it_ended(ended["reason"], game.options),
        "rows": rows,
        "bonuses": ended["reason"] == "target",
    }


def cancelled(game: Game, reason: str, *, invited: bool = False) -> dict[str, Any]:
    """What the templates of mail/cancelled show; `invited`: to who was asked to the table, and did not join."""
    creator = {"name": named(game.creator.username)}
    why = {
        "creator_left": _("%(name)s, who opened the table, has left it before the game began.") % creator,
        "expired": _("Not all places were taken in time."),
        "abandoned": _("Nobody is left at the table."),
    }
    return {
        "headline": _("The game is cancelled."),
        "how": why.get(reason, ""),
        "creator": creator["name"],
        "invited": invited,
    }


def over(game: Game, row: Outbox) -> dict[str, Any]:
    """What the templates of the last mail of a game show that its reader does not play to its end."""
    if row.kind == Outbox.Kind.LEFT:
        return left(game)
    return cancelled(game, row.payload.get("reason", ""), invited=row.payload.get("invited", False))


def left(game: Game) -> dict[str, Any]:
    """What the templates of mail/left show: who has missed too many turns is out (RULES D30)."""
    misses = game.options["timeouts_to_leave"]
    why = ngettext(
        "The time of your turn ran out, and at this table %(count)d missed turn is too many.",
        "The time of your turns ran out, and at this table %(count)d missed turns in a row are too many.",
        misses,
    )
    return {
        "headline": _("You are out of this game."),
        "how": why % {"count": misses},
        "seat": _("A house player plays on in your place.")
        if game.options["replace_left"]
        else _("Your hand is out of play; your points stand, but cannot win."),
    }


def invitation(game: Game, inviter: str) -> dict[str, Any]:
    """What the templates of mail/invitation show: all the terms of the game, and who is there already."""
    seats = seats_of(game)
    free = game.options["players"] - len(seats)
    return {
        "headline": _("%(name)s invites you to a game of Manipulation Rummy.") % {"name": named(inviter)},
        "inviter": named(inviter),
        "picture": in_order(("7C", "7D", "7H", "*7S")),
        "terms": terms(game.options),
        "joined": listed([named(seat.user.username) for seat in seats]),
        "places": ngettext("%(count)d place is free.", "%(count)d places are free.", free) % {"count": free},
        "link": invitation_url(game),
    }


def terms(options: Mapping[str, Any]) -> list[tuple[str, str]]:
    """The terms of a game, as pairs of what and how."""
    misses = options["timeouts_to_leave"]
    return [
        (_("Players"), str(options["players"])),
        (_("Length"), _length(options)),
        (_("Clock"), _clock(options["clock"])),
        (_("Rests"), _rests(options)),
        (_("Vacations"), _vacations(options)),
        (
            _("Missed turns"),
            ngettext(
                "Who misses %(count)d turn is out of the game.",
                "Who misses %(count)d turns in a row is out of the game.",
                misses,
            )
            % {"count": misses},
        ),
        (
            _("Who leaves"),
            _("A house player takes over the seat.")
            if options["replace_left"]
            else _("The seat stays empty."),
        ),
        (
            _("Who can watch"),
            _("Only the players.")
            if options["visibility"] == "private"
            else _("Everybody; never your hand."),
        ),
        *([(_("Hints"), _("Whoever is to move may ask for one."))] if options.get("hints") else []),
    ]


def _length(options: Mapping[str, Any]) -> str:
    if options["rounds"] == 1:
        return _("A single round.")
    return _("Rounds until somebody has %(target)d points.") % {"target": options["target"]}


def _clock(clock: Mapping[str, Any]) -> str:
    if clock["kind"] == "per_turn":
        return _("%(time)s for each turn.") % {"time": hours(clock["hours"])}
    return _("A time bank: %(start)s at the start, %(turn)s more with each turn, never above %(cap)s.") % {
        "start": hours(clock["start_hours"]),
        "turn": hours(clock["turn_hours"]),
        "cap": hours(clock["cap_hours"]),
    }


def _rests(options: Mapping[str, Any]) -> str:
    nights = _("A deadline that would fall into a player’s night is moved to its end.")
    if not options.get("weekends"):
        return nights
    return _("Saturdays and Sundays do not count, where the player to move lives.") + " " + nights


def _vacations(options: Mapping[str, Any]) -> str:
    if not options.get("vacation_allowed"):
        return _("They do not stop the clock.")
    if options.get("vacation_bot"):
        return _("A house player plays for who is on vacation.")
    return _("Who is on vacation is waited for.")


def _result_headline(ended: Mapping[str, Any], names: Mapping[int, str], own: int | None) -> str:
    winners: Sequence[int] = ended["winners"]
    if not winners:  # cancelled amid play (RULES D29)
        return _("The game is over without a winner.")
    points = ended["final"][winners[0]]
    words = {"points": points, "names": listed([names[seat] for seat in winners])}
    if own not in winners:
        return (
            ngettext(
                "The game goes to %(names)s, with %(points)d point.",
                "The game goes to %(names)s, with %(points)d points.",
                points,
            )
            % words
        )
    if len(winners) > 1:
        return (
            ngettext(
                "A shared win: you, with %(points)d point each (%(names)s).",
                "A shared win: you, with %(points)d points each (%(names)s).",
                points,
            )
            % words
        )
    return (
        ngettext("You have won, with %(points)d point.", "You have won, with %(points)d points.", points)
        % words
    )


def _how_it_ended(reason: str, options: Mapping[str, Any]) -> str:
    words = {"target": options["target"], "reached": TARGET_BONUS, "round": ROUND_BONUS}
    return {
        "target": _(
            "The target of %(target)d points was reached: %(reached)d more for each who has it, "
            "%(round)d for every round won to each of the others."
        ),
        "single_round": _("It was a game of a single round."),
        "resignation": _("All the others have left the game; the points stand as they were."),
    }.get(reason, "") % words
