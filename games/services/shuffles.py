"""Chance: seats, first dealer and decks from the game's chain (docs/shuffles.md); secrets from the operating system."""

from __future__ import annotations

import secrets
import unicodedata
from collections.abc import Sequence
from random import SystemRandom
from typing import Any

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from accounts.models import User
from games import codes
from games.engine import codec, shuffle
from games.engine.cards import Card, deck
from games.errors import Invalid
from games.models import Chain, Contribution, Game, Seat

_random = SystemRandom()
CODE_LENGTH = codes.LENGTH


def new_secret() -> bytes:
    """What a chain begins with: 256 bits."""
    return secrets.token_bytes(32)


def keep(*, game: Game, secret: bytes) -> None:
    """Stores the beginning of the chain whose end `game.commitment` is."""
    Chain.objects.create(game=game, secret=secret.hex())


def contribute(*, game: Game, seat: Seat, text: str) -> str:
    """Keeps the words that a player gives to the shuffle as they take this seat; how they are kept.

    Raises Invalid at a table without a chain: they would be mixed into nothing.
    """
    text = unicodedata.normalize("NFC", text)
    if text and not game.commitment:
        said = _("This table was opened before shuffles could be checked: leave your words out.")
        raise Invalid({"contribution": [said]})
    if text:
        Contribution.objects.create(seat=seat, text=text, digest=shuffle.digest(text))
    return text


def words_of(user: User) -> QuerySet[Contribution]:
    """Those that a user gave, whoever plays on in their seats."""
    return Contribution.objects.filter(Q(seat__user=user, seat__left_by=None) | Q(seat__left_by=user))


def erase(*, user: User) -> None:
    """Forgets the words of an account that ends. What they count as stays, so that all can still be checked."""
    words_of(user).update(text=None)


def seating(game: Game, seats: Sequence[Seat]) -> tuple[list[Seat], int]:
    """RULES D3b, R3: the seats, given in the order of joining, clockwise; and the number of the first dealer's."""
    seed = _seed(game, shuffle.SEATS)
    if seed is None:
        return _random.sample(list(seats), len(seats)), secrets.randbelow(len(seats))
    order, dealer = shuffle.seating(seed, len(seats))
    return [seats[place] for place in order], dealer


def deck_of_round(game: Game, number: int, players: int) -> tuple[Card, ...]:
    """RULES R4: the deck of round `number` for so many players (R2), shuffled."""
    seed = _seed(game, number)
    if seed is None:
        cards = deck(players)
        return tuple(_random.sample(cards, len(cards)))
    return shuffle.shuffled_deck(seed, players)


def _seed(game: Game, number: int) -> bytes | None:
    """The seed of a round; None for a game that began before there were chains, and beyond the end of its chain."""
    if not game.commitment or number >= shuffle.LENGTH:
        return None
    link = shuffle.link_of_round(_secret(game), number)
    given = Seat.objects.filter(game=game).order_by("place").values_list("contribution__digest", flat=True)
    return shuffle.seed(link, game.code, number, [each or shuffle.digest("") for each in given])


def told(game: Game) -> dict[str, Any]:
    """What everybody who may see the game may know of its shuffle by now; nulls where it has no chain.

    Words from the start on; the links of seats and of scored rounds only. The link of a round that is played or
    was broken off, and all that come after, stay secret: whoever knew one would know its deck.
    """
    body: dict[str, Any] = {
        "id": game.code,
        "algorithm": shuffle.ALGORITHM if game.commitment else None,
        "length": shuffle.LENGTH if game.commitment else None,
        "commitment": game.commitment or None,
        "contributions": [],
        "seats": None,
        "rounds": [],
    }
    if not game.commitment or game.state is None:
        return body
    given = _contributions(game)
    scored = min(codec.rounds_scored(game.state), shuffle.LENGTH - 1)
    links = _links(game, scored)
    shown = [
        {
            "link": link.hex(),
            "seed": shuffle.seed(link, game.code, number, [each["sha256"] for each in given]).hex(),
        }
        for number, link in enumerate(links)
    ]
    rounds = [{"number": number, **each} for number, each in enumerate(shown[1:], start=1)]
    return {**body, "contributions": given, "seats": shown[shuffle.SEATS], "rounds": rounds}


def _links(game: Game, last: int) -> list[bytes]:
    """The links of seats and of the rounds up to `last`, in the order of the rounds."""
    links = [shuffle.link_of_round(_secret(game), last)]
    for _number in range(last):
        links.append(shuffle.after(links[-1]))
    return links[::-1]


def _contributions(game: Game) -> list[dict[str, Any]]:
    seats = Seat.objects.filter(game=game).order_by("place")
    told = []
    for place, seat in enumerate(seats.select_related("user", "left_by", "contribution")):
        given = getattr(seat, "contribution", None)
        told.append(
            {
                "place": place,
                "seat": seat.number,
                "username": (seat.left_by or seat.user).username,
                "text": given.text if given else "",
                "sha256": given.digest if given else shuffle.digest(""),
            }
        )
    return told


def _secret(game: Game) -> bytes:
    return bytes.fromhex(Chain.objects.values_list("secret", flat=True).get(game=game))


def game_code() -> str:
    """The public id of a game."""
    return codes.drawn()


def invitation_token() -> str:
    """The secret of an invitation link, 128 bits."""
    return secrets.token_urlsafe(16)
