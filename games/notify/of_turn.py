"""The mail that says: it is your turn."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from games.engine.notation_words import OF
from games.models import Game, Plan
from games.notify import cards, delays, story, times
from games.notify.reader import Reader
from games.notify.views import names_of, players
from games.planned import WHY
from games.selectors import log_of, seats_of, view_of

# A lap of five players is at most 20 lines of the log and a deal; the rest is room for what the clock played.
LINES_LOOKED_AT = 120


def context(game: Game, reader: Reader, now: datetime) -> dict[str, Any]:
    """What the templates of mail/turn show. It was checked that it is this reader's turn."""
    view = view_of(game, seats_of(game), reader.user)
    you, round_, names = view["you"], view["round"], names_of(view)
    seat: int = you["seat"]
    log = log_of(game, seat, after=max(0, game.log_length - LINES_LOOKED_AT))
    table = cards.melds(round_["table"])
    hand = cards.sorted_hand(you["hand"], you.get("drawn") or ())
    deadline = times.parsed(round_["turn"]["deadline"])
    return {
        "round": round_["number"],
        "headline": _headline(view, deadline, reader, now),
        "deadline": times.long(deadline, reader.tz) if deadline else "",
        "delayed": delays.sentence(view["seats"][seat]["clock"]["reasons"]),
        "late": deadline is not None and deadline <= now,
        "table": table,
        "table_lines": cards.text_lines(table),
        "hand": hand,
        "hand_lines": cards.text_lines([hand]),
        "points": you["points"],
        "stock": round_["stock"],
        "happened": [*_of_plan(game, reader), *story.told(story.since_last(log, seat), seat, names)],
        "choices": choices(view),
        "answers": answers(view, reader.language),
        "players": players(view),
    }


def _of_plan(game: Game, reader: Reader) -> list[str]:
    """Why the reader's plan for this turn was not played."""
    aside = Plan.objects.filter(game=game, user=reader.user, status=Plan.Status.SET_ASIDE)
    return [str(WHY[why]) for why in aside.values_list("why", flat=True)]


def choices(view: Mapping[str, Any]) -> list[str]:
    """What the reader can do now, a sentence each."""
    can, turn = view["you"]["can"], view["round"]["turn"]
    said = []
    if "meld" in can:
        said.append(
            _("Lay cards of your hand, as new melds or added to the table; its melds may be regrouped.")
        )
    if "draw" in can and turn["drawn"] >= 2:
        said.append(_("Or draw the third card: after it nothing can be laid in this turn."))
    elif "draw" in can:
        said.append(_("Or draw another card."))
    if "knock" in can:
        said.append(_("Knock: the round ends now and is scored."))
    if "pass" in can:
        said.append(_("Or pass without knocking.") if "knock" in can else _("Or pass."))
    return said


def answers(view: Mapping[str, Any], language: str) -> list[tuple[str, str]]:
    """How what the reader can do is written in a reply: an example, and what it means."""
    can, table = view["you"]["can"], view["round"]["table"]
    word = {keyword: typed for typed, keyword in reversed([*OF.get(language, OF["en"]).items()])}
    said = []
    if "draw" in can:
        said.append((word["draw"], _("draw a card; another mail shows it")))
    if "meld" in can:
        said.append((f"{word['new']} 7C 7D 7H", _("a new meld from your hand")))
        if table:
            said.append(("7H > m3", _("a card of your hand to the meld m3")))
            said.append(("m1 7H > m3", _("a card of the meld m1 to the meld m3")))
            said.append((f"m1 7H > {word['new']}", _("cards of a meld into a new one")))
            said.append((f"{word['split']} m1 7H", _("the meld m1 ends before that card")))
    if "knock" in can or "meld" in can:
        said.append((word["knock"], _("end the round, as the last line")))
    if "pass" in can or "draw" in can:
        said.append((word["pass"], _("end your turn; what must be drawn is drawn")))
    return [(cards.typed(typed), meaning) for typed, meaning in said]


def _headline(view: Mapping[str, Any], deadline: datetime | None, reader: Reader, now: datetime) -> str:
    """The news, as the list of mails shows it: `Your turn: you drew 9♠. Until Thu 18:30 CET.`"""
    drawn = view["you"].get("drawn") or ()
    if view["round"]["turn"]["phase"] == "last":
        news = _("Your last turn of this round: nothing is drawn.")
    elif drawn:
        news = _("Your turn: you drew %(cards)s.") % {"cards": cards.in_prose(drawn)}
    elif not view["round"]["stock"]:
        news = _("Your turn: the stock is empty.")
    else:
        news = _("It is your turn.")
    if deadline is None:
        return news
    if deadline <= now:
        return news + " " + _("Your time has run out; until the turn is played for you, you can still move.")
    return news + " " + _("Until %(time)s.") % {"time": times.short(deadline, reader.tz, now)}
