"""Games that are over, each in its own way, as documents."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine.moves import Draw, Knock, Pass
from games.models import Game
from games.selectors import seats_of
from games.services import exports, lobby, turns
from games.services.terms import read_terms
from tests.decks import stack, stacked
from tests.notify.samples import ANA, BEN, GROUPS, STOCK, play, tabled
from tests.people import person


def started(patch: pytest.MonkeyPatch, *others: str, **terms: Any) -> Game:
    """Round 1 of ana and ben (or so), ben to move: he drew A♠."""
    hands = [BEN, ANA, "2H 3D 5H 6C 8C 8D 9D TC QD TS"][: len(others or ("ben",)) + 1]
    stack(patch, stacked(hands, f"{STOCK} TH AC"), dealer=0)
    names = others or ("ben",)
    game = lobby.create(creator=person("ana"), terms=read_terms({"players": len(names) + 1, **terms}))
    for name in names:
        lobby.join(code=game.code, user=person(name), invitation=game.invitation)
    return Game.objects.get(pk=game.pk)


def single(patch: pytest.MonkeyPatch, **terms: Any) -> Game:
    """One round: ben takes a second card, ana and ben lay, ana regroups, ben knocks."""
    game = play(started(patch, rounds=1, **terms), "ben", tabled("7C 7D 7H"))
    game = play(game, "ana", Draw())
    game = play(game, "ana", Draw())
    game = play(game, "ben", tabled("7C 7D 7H", "KH KC KD", "5C 3C 4C"))  # in no order
    return play(game, "ben", Knock())


def to_the_target(patch: pytest.MonkeyPatch) -> Game:
    """Several rounds, all of them ben's or ana's at once."""
    game = started(patch, target=150)
    while game.status == Game.Status.ACTIVE:
        assert game.to_act is not None
        name = game.to_act.username
        if name == "ben":
            game = play(play(game, "ben", tabled(*GROUPS)), "ben", Knock())
        else:  # now ana has what ben had
            game = play(play(game, "ana", tabled(*GROUPS)), "ana", Knock())
    return game


def broken_off(patch: pytest.MonkeyPatch) -> Game:
    """Round 1 is scored; amid round 2 ana resigns."""
    game = play(play(started(patch), "ben", tabled(*GROUPS)), "ben", Knock())
    game = play(game, "ana", tabled("7C 7D 7H"))
    turns.resign(code=game.code, user=person("ana"))
    return Game.objects.get(pk=game.pk)


def with_a_leaver(patch: pytest.MonkeyPatch) -> Game:
    """Of three carla leaves; the others play the round."""
    game = started(patch, "ben", "carla", rounds=1)
    turns.resign(code=game.code, user=person("carla"))
    game = play(Game.objects.get(pk=game.pk), "ben", tabled(*GROUPS))
    return play(game, "ben", Knock())


def abandoned(patch: pytest.MonkeyPatch) -> Game:
    """Against a house player, and resigned: nobody is left."""
    stack(patch, stacked([BEN, ANA], STOCK), dealer=0)
    game = lobby.create(creator=person("ana"), terms=read_terms({"players": 2, "bots": ["beginner"]}))
    turns.resign(code=game.code, user=person("ana"))
    return Game.objects.get(pk=game.pk)


def replaced(patch: pytest.MonkeyPatch) -> Game:
    """A house player takes carla's seat; then ben knocks."""
    game = started(patch, "ben", "carla", rounds=1, replace_left="beginner")
    turns.resign(code=game.code, user=person("carla"))
    game = play(Game.objects.get(pk=game.pk), "ben", tabled(*GROUPS))
    return play(game, "ben", Knock())


GAMES = {
    each.__name__: each for each in (single, to_the_target, broken_off, with_a_leaver, abandoned, replaced)
}


def document(game: Game) -> dict[str, Any]:
    game = Game.objects.get(pk=game.pk)
    return exports.document_of(game, seats_of(game))


__all__ = ["GAMES", "Pass", "document", "single", "started"]
