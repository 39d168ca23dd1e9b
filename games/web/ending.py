"""The result of a game: who has won, every round's scores, and how the final points came about."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from accounts.models import User
from games import selectors
from games.engine.scoring import ROUND_BONUS, TARGET_BONUS
from games.models import Game, Seat
from games.notify import of_game
from games.web import course
from games.web.shown import as_reader, guest_key


def page(request: HttpRequest, game: Game, seats: list[Seat], user: User | None) -> HttpResponse:
    """A game that is over, or was broken off."""
    records = selectors.rounds_of(game)
    told = of_game.result(game, as_reader(user))
    cancelled = game.status == Game.Status.CANCELLED
    if cancelled:
        reason = str((game.result or {}).get("reason", ""))
        told |= {key: of_game.cancelled(game, reason)[key] for key in ("headline", "how")}
    view = selectors.view_of(game, seats, user)
    columns = _columns(game, view, records)
    context = {
        "game": game,
        "cancelled": cancelled,
        "key": guest_key(request, selectors.is_member(seats, user)),
        **told,
        "columns": columns,
        "course": course.of_game(game, seats, records, user),
        "records": [
            {
                "number": record["number"],
                "scores": list(zip(record["scores"], _won(record, seats), strict=True)),
            }
            for record in records
        ],
        "terms": of_game.terms(game.options),
    }
    return render(request, "games/result.html", context)


def _won(record: dict[str, Any], seats: list[Seat]) -> list[bool]:
    return [number in record["winners"] for number in range(len(seats))]


def _columns(game: Game, view: dict[str, Any], records: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """By seat: the sum, the bonus with its rule, the final points."""
    ended = view["result"] or {}
    target = game.options["target"]
    columns = []
    for number, seat in enumerate(view["seats"]):
        final = ended["final"][number]
        bonus = final - seat["score"]
        reached = seat["score"] >= target
        columns.append(
            {
                "name": seat["player"]["username"],
                "you": view["you"] is not None and view["you"]["seat"] == number,
                "left": seat["status"] == "left",
                "score": seat["score"],
                "bonus": bonus,
                "rule": ("R26" if reached else "R27") if bonus else "",
                "rounds_won": seat["rounds_won"],
                "reached": reached,
                "each": TARGET_BONUS if reached else ROUND_BONUS,
                "final": final,
                "winner": number in ended["winners"],
            }
        )
    return columns
