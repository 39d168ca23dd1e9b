"""What several mails take from a view: names, seats."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from accounts.models import User
from games.models import Seat
from games.notify.cards import named


def names_of(view: Mapping[str, Any]) -> dict[int, str]:
    """The players' names by seat, ready for running text."""
    return {number: named(seat["player"]["username"]) for number, seat in enumerate(view["seats"])}


def own_seat(seats: Sequence[Seat], user: User | None) -> int | None:
    """The number of the reader's seat; also of one that a house player took over from them."""
    mine = (seat.number for seat in seats if user is not None and user.pk in (seat.user_id, seat.left_by_id))
    return next(mine, None)


def players(view: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Everybody at the table: name, cards, points, and who is the reader."""
    own = view["you"]["seat"] if view["you"] else None
    return [
        {
            "name": named(seat["player"]["username"]),
            "cards": seat["cards"],
            "score": seat["score"],
            "left": seat["status"] == "left",
            "you": own is not None and seat["seat"] == own,
        }
        for seat in view["seats"]
    ]
