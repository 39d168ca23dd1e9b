"""What is public before the end of a round does not predict it: the obvious ways to guess are tried.

An attacker has what everybody may read, and tries what careless services have done. Beside it stands the proof that
this finds something: services that are careless in just these ways are found out.
"""

from __future__ import annotations

import hashlib
import os
import random
import sys
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.test import Client

from games.engine import shuffle
from games.engine.cards import Card, deck
from games.engine.codec import decode_stored_move
from games.engine.moves import Deal
from games.models import Game
from games.services import shuffles
from tests.shuffles.games import opened, played, public

pytestmark = pytest.mark.django_db

LONG = os.environ.get("SOAK") == "1"
SMALL = 2**16  # the smallest numbers, as what is hashed or seeded with
CHAINS = SMALL if LONG else 2**7  # the same as what a chain begins with: each costs a thousand hashes
HASHES: tuple[Callable[[bytes], bytes], ...] = (
    lambda data: hashlib.sha256(data).digest(),
    lambda data: hashlib.md5(data).digest() * 2,
    lambda data: data[:32].ljust(32, b"\0"),
    shuffle.after,
)


class Attacker:
    """Knows what everybody may read of a game in play, about when it was made, and how the service works."""

    def __init__(self, game: Game) -> None:
        self.told = public(game)["shuffle"]
        self.view: dict[str, Any] = Client().get(f"/api/v1/games/{game.code}/").json()
        self.number = self.view["round"]["number"]
        self.digests = [each["sha256"] for each in self.told["contributions"]]
        known = (self.told["rounds"] or [self.told["seats"]])[-1]
        self.link, self.seed = bytes.fromhex(known["link"]), bytes.fromhex(known["seed"])
        self.start = deck(len(self.digests))

    def guessed(self, real: Sequence[Card]) -> str:
        """How the deck of the open round can be known; empty where none of the ways leads to it."""
        for way, key in self.keys():
            if shuffle.after(key) == self.link:
                return f"{way}: it is the link"
            if self._deals(key, real) or self._deals(self._seed(key), real):
                return f"{way}: it gives the seed"
        for way, secret in self.secrets():
            if shuffle.commitment(secret).hex() == self.told["commitment"]:
                return f"{way}: the chain begins with it"
        for way, number in self.small():
            chance = random.Random(number)
            if self.start[chance.randrange(len(real))] is real[-1] and self._by_python(number) == list(real):
                return f"{way}: Python’s generator has it as its seed"
        return "as it lies" if list(real) in (list(self.start), list(self.start)[::-1]) else ""

    def keys(self) -> Iterator[tuple[str, bytes]]:
        """What may be a link or a seed."""
        for text in self._texts():
            for hashed in HASHES:
                yield "what is told, hashed", hashed(text)
        for way, number in self.small():
            yield f"{way}, as bytes", number.to_bytes(32, "big")
            yield f"{way}, hashed", hashlib.sha256(str(number).encode()).digest()
        for number in range(SMALL // 16):
            yield "Python’s bytes of a small number", random.Random(number).randbytes(32)

    def secrets(self) -> Iterator[tuple[str, bytes]]:
        """What a chain may begin with."""
        for text in self._told():
            yield "what is told, hashed", hashlib.sha256(text).digest()
        for number in range(CHAINS):
            yield "a small number", number.to_bytes(32, "big")
            yield "a small number, hashed", hashlib.sha256(str(number).encode()).digest()
            yield "Python’s bytes of a small number", random.Random(number).randbytes(32)

    def small(self) -> Iterator[tuple[str, int]]:
        """Small numbers, and the milliseconds around the game’s beginning."""
        for number in range(SMALL):
            yield "a small number", number
        made = datetime.fromisoformat(self.view["created"]) - timedelta(seconds=1)
        first = int(made.timestamp() * 1000)
        for number in range(first, first + 3000):
            yield "a moment", number

    def _told(self) -> list[bytes]:
        told = [self.told["id"], self.told["commitment"], str(self.number), *self.digests, ""]
        told += [each[name] for each in self.told["contributions"] for name in ("text", "username")]
        told += [self.view["created"], self.view["updated"], str(self.view["version"])]
        return [*(one.encode() for one in told), bytes.fromhex(self.told["commitment"]), self.link, self.seed]

    def _texts(self) -> Iterator[bytes]:
        """What is told, alone and in pairs."""
        known = self._told()
        yield from known
        yield from (one + between + other for one in known for other in known for between in (b"", b":"))

    def _seed(self, link: bytes) -> bytes:
        return shuffle.seed(link, self.told["id"], self.number, self.digests)

    def _deals(self, seed: bytes, real: Sequence[Card]) -> bool:
        """Whether this seed gives the deck. The last card, which the first number decides, is looked at first."""
        last = self.start[shuffle.below(shuffle.numbers(seed), len(real))]
        return last is real[-1] and shuffle.shuffled_deck(seed, len(self.digests)) == real

    def _by_python(self, seed: int) -> list[Card]:
        order = list(self.start)
        random.Random(seed).shuffle(order)
        return order


def real_deck(game: Game) -> tuple[Card, ...]:
    """The deck of the open round, which no attacker has."""
    move = decode_stored_move("deal", game.moves.filter(type="deal").latest("number").data)
    assert isinstance(move, Deal)
    return move.deck


def test_no_obvious_way_leads_to_the_deck() -> None:
    game = played(opened(2, target=500), by="beginner")
    assert Attacker(game).guessed(real_deck(game)) == ""


Careless = Callable[[pytest.MonkeyPatch], None]


def _seeded(patch: pytest.MonkeyPatch, seed: Callable[[Game, int], bytes]) -> None:
    patch.setattr(shuffles, "_seed", seed)


def _small_secret(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(shuffles, "new_secret", lambda: (99).to_bytes(32, "big"))


def _python(patch: pytest.MonkeyPatch) -> None:
    def dealt(game: Game, _number: int, players: int) -> tuple[Card, ...]:
        order = list(deck(players))
        random.Random(game.pk % 1000).shuffle(order)  # whatever number it has in this run
        return tuple(order)

    patch.setattr(shuffles, "deck_of_round", dealt)


def _forwards(patch: pytest.MonkeyPatch) -> None:
    """The chain is used from the wrong end: each link leads to the next."""
    patch.setattr(shuffle, "link_of_round", lambda secret, number: shuffle.link(secret, number + 1))


def _the_same_again(patch: pytest.MonkeyPatch) -> None:
    real = shuffles._seed
    patch.setattr(shuffles, "_seed", lambda game, _number: real(game, shuffle.SEATS))


CARELESS: dict[str, Careless] = {
    "a small secret": _small_secret,
    "Python’s generator": _python,
    "a chain forwards": _forwards,
    "the seed of the seats": _the_same_again,
    "the game’s id and the commitment": lambda patch: _seeded(
        patch, lambda game, _number: hashlib.sha256(f"{game.code}:{game.commitment}".encode()).digest()
    ),
    "the moment": lambda patch: _seeded(
        patch,
        lambda game, _number: hashlib.sha256(str(int(game.created_at.timestamp() * 1000)).encode()).digest(),
    ),
}


@pytest.mark.parametrize("name", CARELESS)
def test_a_careless_service_is_found_out(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    CARELESS[name](monkeypatch)
    monkeypatch.setattr(sys.modules[__name__], "SMALL", 2**10)
    game = opened(2, target=500)
    assert Attacker(game).guessed(real_deck(game))
