"""The check finds whatever was not as promised, and a lie of any shape is an answer, not an error."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from games.engine import shuffle
from games.engine.shuffle_check import Fault, Finding, verify
from tests.shuffles.games import opened, played, public

pytestmark = pytest.mark.django_db
Told = dict[str, Any]


@pytest.fixture(scope="module")
def told(django_db_setup: None, django_db_blocker: Any) -> Told:
    """Two scored rounds of three players, the third going on, as everybody may read them."""
    from django.db import transaction

    with django_db_blocker.unblock(), transaction.atomic():
        found = public(played(opened(3, target=500), rounds=2, by="beginner"))
        transaction.set_rollback(True)
    return found


def deals(told: Told) -> list[dict[str, Any]]:
    return [line for line in told["moves"] if line["type"] == "deal"]


def draws(told: Told, number: int) -> list[dict[str, Any]]:
    return [line for line in told["moves"] if line["type"] == "draw" and line["round"] == number]


def reseeded(told: Told, number: int, link: str) -> None:
    """Another link with the seed that belongs to it: as who has no chain would tell it."""
    entry = told["shuffle"]["seats"] if number == 0 else told["shuffle"]["rounds"][number - 1]
    digests = [each["sha256"] for each in told["shuffle"]["contributions"]]
    entry["link"] = link
    entry["seed"] = shuffle.seed(bytes.fromhex(link), told["shuffle"]["id"], number, digests).hex()


def other_words(told: Told) -> None:
    each = told["shuffle"]["contributions"][0]
    each["text"], each["sha256"] = "other words", shuffle.digest("other words")


def other_seats(told: Told) -> None:
    first, second = told["shuffle"]["contributions"][:2]
    first["seat"], second["seat"] = second["seat"], first["seat"]


def other_draw(told: Told) -> None:
    """Another card than was drawn, whatever chance has dealt."""
    line = draws(told, 1)[-1]
    line["card"] = "*" if line["card"] != "*" else "7C"


def swapped(cards: list[str]) -> None:
    other = next(at for at, card in enumerate(cards) if card != cards[0])
    cards[0], cards[other] = cards[other], cards[0]


LIES: dict[str, tuple[Callable[[Told], object], int, Fault]] = {
    "another algorithm": (lambda t: t["shuffle"].update(algorithm="best"), 0, Fault.ALGORITHM),
    "a shorter chain": (lambda t: t["shuffle"].update(length=2), 0, Fault.ALGORITHM),
    "no chain": (lambda t: t["shuffle"].update(algorithm=None, commitment=None), 0, Fault.ALGORITHM),
    "another commitment": (lambda t: t["shuffle"].update(commitment="5f" * 32), 0, Fault.COMMITMENT),
    "a short commitment": (lambda t: t["shuffle"].update(commitment="5f"), 0, Fault.MALFORMED),
    "words changed": (
        lambda t: t["shuffle"]["contributions"][0].update(text="x"),
        0,
        Fault.CONTRIBUTION,
    ),
    "words and digest changed": (other_words, 0, Fault.SEED),
    "a player more": (
        lambda t: t["shuffle"]["contributions"].append(
            {"place": 3, "seat": 3, "username": "x", "text": "", "sha256": shuffle.digest("")}
        ),
        0,
        Fault.SEED,
    ),
    "another game": (lambda t: t["shuffle"].update(id="zzzz"), 0, Fault.SEED),
    "another link for the seats": (lambda t: reseeded(t, 0, "ab" * 32), 0, Fault.LINK),
    "seats changed": (other_seats, 0, Fault.SEATS),
    "another first dealer": (
        lambda t: deals(t)[0].update(dealer=(deals(t)[0]["dealer"] + 1) % 3),
        0,
        Fault.DEALER,
    ),
    "another link": (lambda t: reseeded(t, 2, "ab" * 32), 2, Fault.LINK),
    "the link of another round": (
        lambda t: reseeded(t, 2, t["shuffle"]["rounds"][0]["link"]),
        2,
        Fault.LINK,
    ),
    "another seed": (lambda t: t["shuffle"]["rounds"][1].update(seed="ab" * 32), 2, Fault.SEED),
    "a link in large letters": (
        lambda t: t["shuffle"]["rounds"][0].update(link=t["shuffle"]["rounds"][0]["link"].upper()),
        1,
        Fault.MALFORMED,
    ),
    "a link kept back": (lambda t: t["shuffle"]["rounds"].pop(), 2, Fault.MISSING),
    "a dealer twice": (lambda t: deals(t)[1].update(dealer=deals(t)[0]["dealer"]), 2, Fault.DEALER),
    "a hand changed": (lambda t: swapped(deals(t)[1]["hands"][1]), 2, Fault.HANDS),
    "a hand kept back": (lambda t: deals(t)[1]["hands"].__setitem__(1, None), 2, Fault.MALFORMED),
    "the stock changed": (lambda t: swapped(deals(t)[0]["stock"]), 1, Fault.STOCK),
    "the stock kept back": (lambda t: deals(t)[0].update(stock=None), 1, Fault.STOCK),
    "a draw changed": (other_draw, 1, Fault.DRAW),
    "a draw kept back": (lambda t: draws(t, 2)[0].update(card=None), 2, Fault.DRAW),
    "a draw left out": (lambda t: t["moves"].remove(draws(t, 2)[0]), 2, Fault.DRAW),
    "a deal left out": (lambda t: t["moves"].remove(deals(t)[1]), 2, Fault.MALFORMED),
}


def test_what_was_promised_is_found_good(told: Told) -> None:
    good = [Finding(0, True), Finding(1, True), Finding(2, True), Finding(3, False)]
    assert verify(**told) == good
    assert [each.good for each in good] == [True, True, True, False]
    assert verify(**told, commitment=f" {told['shuffle']['commitment'].upper()}\n") == good
    assert verify(**json.loads(json.dumps(told))) == good


@pytest.mark.parametrize("name", LIES)
def test_a_lie_is_found(told: Told, name: str) -> None:
    lie, number, fault = LIES[name]
    commitment = told["shuffle"]["commitment"]
    false = copy.deepcopy(told)
    lie(false)
    found = verify(**false, commitment=commitment)
    assert found[number if len(found) > 1 else 0].fault is fault
    assert fault is not Fault.COMMITMENT or all(not each.good for each in found)


def test_erased_words_can_still_be_checked(told: Told) -> None:
    erased = copy.deepcopy(told)
    for each in erased["shuffle"]["contributions"]:
        each["text"] = None
    assert verify(**erased) == verify(**told)


def test_before_the_start_there_is_nothing_to_check(told: Told) -> None:
    early = {**told["shuffle"], "contributions": [], "seats": None, "rounds": []}
    assert verify(early, []) == [Finding(0, False)]


STRANGE = [None, 7, -1, 2**80, 1.5, True, "", "x", "\ud800", [], [None], {}, {"x": 1}, [[[]]]]
# What of a line of the log says how the cards lay; the rest has no part in the shuffle.
SAYS_CARDS = {"round", "type", "dealer", "hands", "stock", "card"}


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every place in the value, of a list the first: what holds it, and the key there."""
    for key, inner in list(value.items() if isinstance(value, dict) else enumerate(value[:1])):
        yield value, key
        if isinstance(inner, dict | list) and key != "events":
            yield from places(inner)


@pytest.mark.parametrize("strange", STRANGE, ids=repr)
def test_whatever_is_told_an_answer_comes(told: Told, strange: Any) -> None:
    few = {**told, "moves": [line for line in told["moves"] if line["round"] == 1]}
    good = verify(**few)
    for part in ("shuffle", "moves"):
        for at in range(len(list(places(few[part])))):
            false = copy.deepcopy(few)
            holder, key = list(places(false[part]))[at]
            nothing = key == "username" or (
                part == "moves" and isinstance(key, str) and key not in SAYS_CARDS
            )
            same = nothing or holder[key] == strange or (key == "text" and strange is None)
            holder[key] = strange
            assert same or verify(**false) != good, (part, key)
            assert verify(**false)
    assert not any(each.good for each in verify(strange, told["moves"]))
    assert not any(each.good for each in verify(told["shuffle"], strange))
