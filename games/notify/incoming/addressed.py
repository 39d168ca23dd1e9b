"""Whom the address that a reply came to was given to, and for which turn of which game."""

from __future__ import annotations

from dataclasses import dataclass

from accounts.models import User
from games.engine.codec import decode_state
from games.models import Game
from games.notify import reply_address


@dataclass(frozen=True, slots=True)
class Addressed:
    """A player whose address is confirmed, their game, and the turn that the mail was of. `round`: the open one."""

    game: Game
    user: User
    turn: int
    round: int | None


def addressed(recipient: str) -> Addressed | None:
    """None for what is no address of ours, and for who cannot be answered."""
    found = reply_address.read(recipient)
    if found is None:
        return None
    code, turn, user_id = found
    game = Game.objects.filter(code=code).first()
    user = User.objects.filter(pk=user_id, is_active=True).first()
    if game is None or user is None or not user.confirmed_email:
        return None
    round_ = decode_state(game.state).round if game.state is not None else None
    return Addressed(game, user, turn, round_.number if round_ else None)
