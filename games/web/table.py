"""The table of a game that is played, or was."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from games.models import Game, Seat


def page(request: HttpRequest, game: Game, seats: list[Seat]) -> HttpResponse:
    return render(request, "games/table.html", {"game": game, "seats": seats})
