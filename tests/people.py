"""Named people, tables and moves for tests: what a test needs before its subject begins."""

from __future__ import annotations

from typing import Any

from django.utils import timezone

from accounts.models import Token, User
from accounts.services.tokens import create_token
from games.models import Game
from games.services import lobby
from games.services.terms import read_terms

NAMES = ("ana", "ben", "carla", "dino", "emma")


def person(name: str = "ana", **more: Any) -> User:
    """A person of that name with a confirmed address; the same one when asked again."""
    known = User.objects.filter(username_key=name).first()
    if known is not None:
        return known
    user = User(username=name, email=f"{name}@example.org", email_confirmed_at=timezone.now(), **more)
    user.set_unusable_password()
    user.save()
    return user


def people(count: int) -> list[User]:
    """So many persons."""
    return [person(name) for name in NAMES[:count]]


def token_of(user: User) -> str:
    """A new token's text."""
    return create_token(user=user, name="test")[1]


def table(players: int = 2, **terms: Any) -> Game:
    """An active game of so many persons."""
    users = people(players)
    game = lobby.create(creator=users[0], terms=read_terms({"players": players, **terms}))
    for user in users[1:]:
        lobby.join(code=game.code, user=user, invitation=game.invitation)
    return Game.objects.get(pk=game.pk)


def mover(game: Game) -> User:
    """Whose turn it is."""
    game = Game.objects.select_related("to_act").get(pk=game.pk)
    assert game.to_act is not None
    return game.to_act


def others(game: Game) -> list[User]:
    """Those whose turn it is not, in the order of their seats."""
    to_act = mover(game)
    return [seat.user for seat in game.seats.order_by("number").select_related("user") if seat.user != to_act]


__all__ = ["NAMES", "Token", "mover", "others", "people", "person", "table", "token_of"]
