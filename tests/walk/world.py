"""Games in every situation, and those who go and look at them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone

from accounts.models import Token, User
from accounts.services.registration import register
from games.engine.moves import Knock
from games.models import Game
from games.services import lobby, turns
from games.services.terms import read_terms
from tests.api.api import Api
from tests.decks import stack, stacked
from tests.notify.samples import ANA, BEN, GROUPS, STOCK, play, tabled
from tests.people import mover, person, token_of
from tests.webhooks import furnished

KEY = "kept"  # the idempotency key of a move whose answer is recorded
# Three hands, of which no card has its twin anywhere else: whoever shows one shows whose it is.
TWINS = (
    "2C 2C 2D 2D 2H 2H 2S 2S 9C 9C",
    "3C 3C 3D 3D 3H 3H 3S 3S TC TC",
    "4C 4C 4D 4D 4H 4H 4S 4S * *",
)


@dataclass
class Visitor:
    """Somebody who asks: by a token for the API, by a session for the pages, or nobody."""

    name: str
    user: User | None = None
    token: str = ""
    invited: bool = False
    bad: bool = False  # the token was revoked
    session: str = ""

    @property
    def known(self) -> User | None:
        """Whom the service takes them for."""
        return None if self.bad else self.user

    def client(self, page: bool) -> Client:
        """A fresh one, so that what one answer leaves in it is nothing to the next; for pages with the session."""
        client = Client(raise_request_exception=False)
        if page and self.session:
            client.cookies[settings.SESSION_COOKIE_NAME] = self.session
        return client

    def headers(self) -> dict[str, str]:
        return {"authorization": f"Bearer {self.token}"} if self.token else {}


@dataclass
class World:
    games: dict[str, Game]
    visitors: dict[str, Visitor]


NAMES = (
    "nobody",
    "nobody with the invitation",
    "another user",
    "a user with the invitation",
    "a guest",
    "staff",
    "first seat",
    "second seat",
    "who left",
    "a revoked token",
)


def build(patch: pytest.MonkeyPatch) -> World:
    """All of it. Whoever only reads changes nothing of it, not even when a token was last used."""
    ana, ben, dino = person("ana"), person("ben"), person("dino")
    guest = User(username="gast", kind=User.Kind.GUEST)
    guest.set_unusable_password()
    guest.save()
    for number, user in enumerate(
        (person("carla"), person("emma"), person("steff", is_staff=True, is_superuser=True))
    ):
        user.set_password(f"a password of {number}")
        user.save()
    register(username="newcomer", email="newcomer@example.net", password="correct horse battery")
    furnished.make([ana, ben])
    with patch.context() as decks:  # what is dealt on the walk comes from chance again
        games = {
            "open": opened(ana, [ben, guest], players=5, invite=["dino", "somebody@example.net"]),
            "open private": opened(ana, [ben], players=5, visibility="private", bots=["beginner"]),
            "cancelled": lobby.leave(code=opened(dino, [ana], players=4).code, user=dino),
            "active": scored_and_going_on(decks, ana, ben),
            "private": with_a_leaver(decks, ana, ben, dino),
            "house": with_house_players(decks, ana, dino),
            "finished": finished(decks, ana, ben),
            "broken off": broken_off(decks, ana, ben),
            "abandoned": abandoned(decks, ana),
        }
    furnished.tell()
    visitors = {name: Visitor(name) for name in NAMES}
    visitors["nobody with the invitation"].invited = True
    for name, user, invited in (
        ("another user", person("carla"), False),
        ("a user with the invitation", person("emma"), True),
        ("a guest", guest, False),
        ("staff", person("steff"), False),
        ("first seat", ana, False),
        ("second seat", ben, False),
        ("who left", dino, False),
        ("a revoked token", ana, False),
    ):
        visitor = visitors[name]
        visitor.user, visitor.token, visitor.invited = user, token_of(user), invited
    revoked = visitors["a revoked token"]
    revoked.bad = True
    Token.objects.filter(user=ana).order_by("-pk")[0].delete()
    Token.objects.update(last_used_at=timezone.now())
    for visitor in visitors.values():
        if visitor.known is not None:
            client = Client()
            client.force_login(visitor.known)
            client.get("/")  # a guest's visit is noted once a day
            visitor.session = client.cookies[settings.SESSION_COOKIE_NAME].value
    return World({name: Game.objects.get(pk=game.pk) for name, game in games.items()}, visitors)


def opened(creator: User, others: list[User], **terms: Any) -> Game:
    game = lobby.create(creator=creator, terms=read_terms(terms))
    for user in others:
        game = lobby.join(code=game.code, user=user, invitation=game.invitation)
    return Game.objects.get(pk=game.pk)


def drafted(game: Game, user: User, *cards: str) -> None:
    """The user keeps a draft of these cards, all of which they hold."""
    body = {"table": [list(cards)], "loose": [], "version": Game.objects.get(pk=game.pk).version}
    Api(user).ok("PUT", f"/games/{game.code}/draft/", body)


def scored_and_going_on(patch: pytest.MonkeyPatch, ana: User, ben: User) -> Game:
    """Round 1 is scored; in round 2 ana has laid, ben is to move and has drawn, with a key."""
    stack(patch, stacked([BEN, ANA], STOCK), dealer=0)
    game = opened(ana, [ben], players=2, hints=True)
    game = play(play(game, "ben", tabled(*GROUPS)), "ben", Knock())
    game = play(game, "ana", tabled("7C 7D 7H"))
    assert mover(game) == ben
    drafted(game, ana, "KC", "KD", "KH")
    drafted(game, ben, "JD", "JH", "QC")
    planned = {"table": [["7C", "7D", "7H"], ["KC", "KD", "KH"]], "watch": ["m1"]}
    Api(ana).ok("PUT", f"/games/{game.code}/plan/", planned)
    body = {"version": game.version, "type": "draw"}
    Api(ben).ok("POST", f"/games/{game.code}/moves/", body, **{"Idempotency-Key": KEY})
    return game


def with_a_leaver(patch: pytest.MonkeyPatch, ana: User, ben: User, dino: User) -> Game:
    """Private, for three, of whom dino has resigned with a full hand; twins lie together."""
    stack(patch, stacked(TWINS, "5C 5D 6C"), dealer=0)
    game = opened(ana, [ben, dino], players=3, visibility="private")
    turns.resign(code=game.code, user=dino)
    game = Game.objects.get(pk=game.pk)
    assert mover(game) == ben
    drafted(game, ben, "2C", "2D", "2H")
    return play(game, "ben", tabled("2C 2D 2H"))


def with_house_players(patch: pytest.MonkeyPatch, ana: User, dino: User) -> Game:
    """For three: a house player, and another one that sits where dino sat."""
    stack(patch, stacked(TWINS, "5C 5D 6C"), dealer=0)
    game = opened(ana, [dino], players=3, bots=["beginner"], replace_left="beginner")
    turns.resign(code=game.code, user=dino)
    return game


def finished(patch: pytest.MonkeyPatch, ana: User, ben: User) -> Game:
    """Private, a single round."""
    stack(patch, stacked([BEN, ANA], STOCK), dealer=0)
    game = opened(ana, [ben], players=2, rounds=1, visibility="private")
    return play(play(game, "ben", tabled(*GROUPS)), "ben", Knock())


def broken_off(patch: pytest.MonkeyPatch, ana: User, ben: User) -> Game:
    """Ben has laid; ana resigned: that round is neither scored nor shown."""
    stack(patch, stacked([BEN, ANA], STOCK), dealer=0)
    game = play(opened(ana, [ben], players=2), "ben", tabled("7C 7D 7H"))
    turns.resign(code=game.code, user=ana)
    return game


def abandoned(patch: pytest.MonkeyPatch, ana: User) -> Game:
    """Cancelled: no person is left."""
    stack(patch, stacked([BEN, ANA], STOCK), dealer=0)
    game = opened(ana, [], players=2, bots=["beginner"])
    turns.resign(code=game.code, user=ana)
    return game


__all__ = ["KEY", "NAMES", "Visitor", "World", "build"]
