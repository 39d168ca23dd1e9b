"""What the scenes of those who follow share: games that move beside the loop, and what should have come of it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TypeVar

from django.db import connection

from games import feeds
from games.engine.moves import Draw
from games.models import Game
from games.selectors import find, log_of, seat_of
from games.services import turns
from tests.config.live.asking import Asking, Told
from tests.people import mover, person, token_of

OWN = "/api/v1/events/"
Result = TypeVar("Result")


async def act(work: Callable[[], Result]) -> Result:
    """Does it beside the loop, on a thread that keeps no connection."""

    def one() -> Result:
        try:
            return work()
        finally:
            connection.close()

    return await asyncio.to_thread(one)


def draw(game: Game) -> None:
    turns.play(code=game.code, user=mover(game), version=Game.objects.get(pk=game.pk).version, move=Draw())


def of(game: Game) -> str:
    return f"/api/v1/games/{game.code}/events/"


def bearer(name: str) -> dict[str, str]:
    return {"authorization": f"Bearer {token_of(person(name))}"}


def feed(name: str, after: int = 0) -> list[Told]:
    """A person's feed as a stream has it."""
    entries = feeds.entries(user=person(name), after=after, limit=1000)
    return [Told(str(each.number), each.kind, each.data) for each in entries]


def lines(game: Game, name: str = "") -> list[Told]:
    """The log as `/moves/` shows it, as a stream has it."""
    user = person(name) if name else None
    stored, seats = find(code=game.code, user=user, invitation=game.invitation)
    seat = seat_of(seats, user)
    number = None if seat is None else seat.number
    head = {"game": game.code, "you": number}
    return [Told(str(line["number"]), "move", {**head, **line}) for line in log_of(stored, number)]


def begun(client: Asking) -> bool:
    return "retry: " in client.text
