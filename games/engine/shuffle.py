"""The shuffle that everybody can check (R3, D3b, R4), to the byte as docs/shuffles.md writes it down.

A game has a chain of hashes. Its end is published when the game is made; each round is shuffled by the link before
the last one that is known, which nobody can compute from it. No chance is in here: the secret comes from outside.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator, Sequence
from typing import TypeVar

from games.engine.cards import Card, deck

T = TypeVar("T")

ALGORITHM = "manipulation-rummy-shuffle-1"
LENGTH = 1000  # steps from a chain's secret to its end; a link for the seats and for each of 999 rounds lies before it
SEATS = 0  # what counts as the number of the round in which seats and first dealer are drawn
_CHAIN = b"manipulation-rummy chain 1\n"
_SEED = "manipulation-rummy seed 1"
_WORD = 8  # bytes of a number of the stream
_NUMBERS = 1 << (8 * _WORD)


def after(link: bytes) -> bytes:
    """The next link of a chain: what is published first is the last one."""
    return hashlib.sha256(_CHAIN + link).digest()


def link(secret: bytes, steps: int) -> bytes:
    """The link so many steps after the secret that a chain begins with."""
    found = secret
    for _step in range(steps):
        found = after(found)
    return found


def commitment(secret: bytes) -> bytes:
    """What is published when a game is made: the end of its chain."""
    return link(secret, LENGTH)


def link_of_round(secret: bytes, number: int) -> bytes:
    """The link that round `number` is shuffled by, SEATS for seats and first dealer: each one step further back."""
    if not 0 <= number < LENGTH:
        raise ValueError("the chain has no link for this round")
    return link(secret, LENGTH - 1 - number)


def digest(text: str) -> str:
    """What a contribution counts as: the SHA-256 of its UTF-8, as 64 hexadecimal digits."""
    return hashlib.sha256(text.encode()).hexdigest()


def seed(link: bytes, game: str, number: int, digests: Sequence[str]) -> bytes:
    """The seed of a round: its link, mixed with the game's id, the round and each player's contribution."""
    lines = (_SEED, game, str(number), *digests)
    return hmac.digest(link, "".join(f"{line}\n" for line in lines).encode(), hashlib.sha256)


def numbers(seed: bytes) -> Iterator[int]:
    """The endless stream of numbers of 64 bits that a seed gives."""
    block = 0
    while True:
        drawn = hmac.digest(seed, block.to_bytes(_WORD, "big"), hashlib.sha256)
        for at in range(0, len(drawn), _WORD):
            yield int.from_bytes(drawn[at : at + _WORD], "big")
        block += 1


def below(stream: Iterator[int], count: int) -> int:
    """The next number below `count`, each as likely as another: what lies beyond the last whole share is passed by."""
    whole = _NUMBERS - _NUMBERS % count
    return next(number for number in stream if number < whole) % count


def shuffled(things: Sequence[T], stream: Iterator[int]) -> list[T]:
    """Fisher and Yates: from the last place down, each is changed for one of those up to it."""
    order = list(things)
    for last in range(len(order) - 1, 0, -1):
        other = below(stream, last + 1)
        order[last], order[other] = order[other], order[last]
    return order


def seating(seed: bytes, players: int) -> tuple[list[int], int]:
    """D3b, R3: for each seat who sits there, as their place in the order of joining; and the first dealer's seat."""
    stream = numbers(seed)
    order = shuffled(range(players), stream)
    return order, below(stream, players)


def shuffled_deck(seed: bytes, players: int) -> tuple[Card, ...]:
    """R4: the deck for so many players (R2), shuffled. Its first card is dealt first."""
    return tuple(shuffled(deck(players), numbers(seed)))
