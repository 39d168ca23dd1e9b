"""What a reader may not find: cards that lie hidden, addresses, digests, hashes, tokens, the service's key."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from django.conf import settings
from django.contrib.sessions.models import Session

from accounts.models import Token, User
from games.engine import shuffle
from games.engine.cards import Card, in_hand
from games.engine.codec import decode_state
from games.models import Game, Outbox, Seat
from games.services import shuffles

CARD = re.compile(r"(?<![\w*])\*?(?:10|[2-9TJQKA])[CDHS](?!\w)")
_NOISE = re.compile("[\N{VARIATION SELECTOR-15}\u2060\u2066-\u2069]")
_SUITS = str.maketrans("♣♦♥♠", "CDHS")
_SYMBOLS = re.compile(r"\*?(?:10|[2-9TJQKA])[♣♦♥♠]")
_TAG = re.compile(r"<[^>]*>")


def cards_of(text: str) -> set[str]:
    """The cards that a text names, in letters or in symbols."""
    plain = _NOISE.sub("", text)
    found = CARD.findall(plain) + [one.translate(_SUITS) for one in _SYMBOLS.findall(plain)]
    return {"*"} if plain == "*" else {one.replace("10", "T") for one in found}


def cards_of_html(text: str) -> set[str]:
    """The cards on a page: in its attributes, and in what is read, where markup may part rank and suit."""
    return cards_of(text) | cards_of(_TAG.sub("", text))


def hidden_cards(game: Game, user: User | None) -> set[str]:
    """The cards that nobody but others, or nobody at all, knows just now; as they are written in a hand."""
    if game.state is None:
        return set()
    state = decode_state(game.state)
    own = Seat.objects.filter(game=game, user=user).values_list("number", flat=True).first() if user else None
    hands: list[tuple[Card, ...]] = [seat.hand for number, seat in enumerate(state.seats) if number != own]
    hidden = {card.text for hand in hands for card in hand}
    open_: set[str] = set() if own is None else {card.text for card in state.seats[own].hand}
    if state.round is not None:
        hidden |= {card.text for card in state.round.stock}
        open_ |= {in_hand(card).text for meld in state.round.table for card in meld.cards}
    return hidden - open_


def shown_cards(value: Any, scored: int) -> Iterator[str]:
    """Every card in an answer, wherever it stands, but for what belongs to the first `scored` rounds: those
    have been scored and lie open."""
    if isinstance(value, dict):
        if _lies_open(value, scored):
            return
        for name, one in value.items():
            yield from cards_of(str(name))
            yield from shown_cards(one, scored)
    elif isinstance(value, list):
        for one in value:
            yield from shown_cards(one, scored)
    elif isinstance(value, str):
        yield from cards_of(value)


def _lies_open(value: dict[str, Any], scored: int) -> bool:
    is_line = {"number", "version", "round", "type"} <= value.keys()
    is_record = {"number", "hands", "points", "scores"} <= value.keys()
    return (is_line and value["round"] <= scored) or (is_record and value["number"] <= scored)


def rounds_scored(game: Game) -> int:
    return decode_state(game.state).rounds_scored if game.state else 0


def _of_shuffle(game: Game) -> Iterator[str]:
    """The beginning of its chain, and link and seed of the first round that is not scored."""
    secret = bytes.fromhex(game.chain.secret)
    number = rounds_scored(game) + 1
    link = shuffle.link_of_round(secret, number if game.state else shuffle.SEATS)
    digests = [each["sha256"] for each in shuffles.told(game)["contributions"]]
    yield from (secret.hex(), link.hex())
    if game.state is not None:
        yield shuffle.seed(link, game.code, number, digests).hex()


class Secrets:
    """All texts that are secret in the database as it is now, each with whom it may be told to."""

    def __init__(self) -> None:
        self.patterns: dict[int | None, re.Pattern[str]] = {}
        self.known: list[tuple[str, set[int]]] = [(settings.SECRET_KEY, set())]
        for user in User.objects.all():
            self.known += [(user.email, {user.pk}), (user.email_key, {user.pk}), (user.password, set())]
        self.known += [(digest, set()) for digest in Token.objects.values_list("digest", flat=True)]
        self.known += [(key, set()) for key in Session.objects.values_list("session_key", flat=True)]
        addresses = Outbox.objects.exclude(address="").values_list("address", "user_id")
        self.known += [(address, {reader} if reader else set()) for address, reader in addresses]
        for game in Game.objects.all():
            members = Seat.objects.filter(game=game).values_list("user_id", "left_by_id")
            invited = Outbox.objects.filter(game=game, kind=Outbox.Kind.INVITATION).values_list("user_id")
            readers = {pk for row in (*members, *invited) for pk in row if pk}
            self.known.append((game.invitation, readers))
            self.known += [(text, set()) for text in _of_shuffle(game)]

    def hidden_from(self, user: User | None) -> re.Pattern[str]:
        """Finds each secret that `user` may not be told."""
        own = None if user is None else user.pk
        if own not in self.patterns:
            told = {text for text, readers in self.known if own in readers}
            texts = {text for text, _ in self.known if text and text not in told}
            self.patterns[own] = re.compile("|".join(map(re.escape, sorted(texts))), re.IGNORECASE)
        return self.patterns[own]


def json_of(body: bytes) -> Any:
    """The answer as JSON; None where it is something else."""
    try:
        return json.loads(body)
    except ValueError:
        return None
