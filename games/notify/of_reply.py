"""The mails that answer a reply: what was played, or why nothing was, and how the game stands now."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from games.engine.notation import format_op, parse_reply
from games.engine.notation_text import Words
from games.engine.notation_words import words_of
from games.engine.ops import Op
from games.models import Game, IncomingMail, Outbox
from games.notify import cards, of_turn, times
from games.notify.incoming import links, wording
from games.notify.reader import Reader
from games.notify.views import names_of, players
from games.selectors import seats_of, view_of

Kind = Outbox.Kind
MOST_LINES = 40


class Gone(ValueError):
    """The mail that is answered is kept no longer."""


def context(row: Outbox, game: Game, reader: Reader, now: datetime) -> dict[str, Any]:
    """What the templates of the four kinds show."""
    mail = IncomingMail.objects.filter(pk=row.payload["mail"]).first()
    if mail is None:
        raise Gone
    shown = _standing(game, reader, now)
    if row.kind == Kind.PLAYED:
        return shown | _played(mail, reader, shown)
    if row.kind == Kind.CONFIRM_MOVE:
        return shown | {
            "headline": _("Was this you? Nothing is played until you say so."),
            "came": times.long(mail.received_at, reader.tz),
            "moves": _written(mail),
            "link": links.address(mail),
        }
    report = mail.report
    again = report["code"] == "already_played"
    return shown | {
        "headline": wording.why(report) if again else _("Nothing was played.") + " " + wording.why(report),
        "hint": "" if again and not shown["yours"] else wording.hint(report),
        "wrong": report.get("line", 0),
        "moves": _written(mail),
    }


def _standing(game: Game, reader: Reader, now: datetime) -> dict[str, Any]:
    """The game as it is now: all that a mail of the turn shows, if it is the reader's; else who is next."""
    view = view_of(game, seats_of(game), reader.user)
    if view["you"] and view["you"]["can"]:
        return of_turn.context(game, reader, now) | {"yours": True, "standing": True, "happened": []}
    open_now = view["status"] == Game.Status.ACTIVE and view["you"] is not None
    shown: dict[str, Any] = {"yours": False, "reply": False, "standing": open_now, "next": _next(view)}
    if open_now:
        table = cards.melds(view["round"]["table"])
        hand = cards.sorted_hand(view["you"]["hand"])
        shown |= {
            "table": table,
            "table_lines": cards.text_lines(table),
            "hand": hand,
            "hand_lines": cards.text_lines([hand]),
            "points": view["you"]["points"],
            "stock": view["round"]["stock"],
            "players": players(view),
        }
    return shown


def _next(view: dict[str, Any]) -> str:
    if view["status"] != Game.Status.ACTIVE:
        return _("The game is over.")
    turn = view["round"]["turn"]
    if turn is None:
        return ""
    return _("Next is %(name)s.") % {"name": names_of(view)[turn["seat"]]}


def _played(mail: IncomingMail, reader: Reader, shown: dict[str, Any]) -> dict[str, Any]:
    """What was understood, in the reader's words, and what came of it."""
    drawn = mail.report.get("drawn", [])
    said = [_("Played.")]
    if drawn:
        said.append(_("You drew %(cards)s.") % {"cards": cards.in_prose(drawn)})
    said.append(_("It is still your turn.") if shown["yours"] else shown["next"])
    words = words_of(reader.language)
    moves = [_in_words(line.item, words) for line in parse_reply(mail.moves)]
    return {"headline": " ".join(filter(None, said)), "moves": [cards.typed(move) for move in moves]}


def _in_words(item: Any, words: Words) -> str:
    if isinstance(item, Op):
        return format_op(item, words)
    return next((word for word, means in words.items() if means == item.type), str(item.type))


def _written(mail: IncomingMail) -> list[str]:
    """The writer's own lines. What they wrote is text, of whatever direction."""
    lines = mail.report.get("lines", [])
    shown = ["".join(char for char in line[:100] if char.isprintable()) for line in lines[:MOST_LINES]]
    return [f"{cards.OF_ITS_OWN}{line}{cards.END}" for line in shown]
