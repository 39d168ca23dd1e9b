"""A game with hints in which a given player is to move, with a given table and hand."""

from __future__ import annotations

from typing import Any

from games.engine import codec
from games.models import Game, Seat
from tests.engine.positions import position
from tests.people import person, table

OTHERS = "2C 3D 5S 8C 9D TS JC QD KS"  # what the others hold


def placed(hand: str, *melds: str, hints: bool = True, **more: Any) -> Game:
    """Ana is to move with this hand, before these melds; ben holds OTHERS."""
    game = table(2, hints=hints)
    own = Seat.objects.get(game=game, user=person("ana")).number
    assert own is not None
    hands = [more.pop("others", OTHERS)] * 2
    hands[own] = hand
    more.setdefault("drawn", hand.split(maxsplit=1)[0])
    state = position(*hands, table=melds, turn=own, **more)
    Game.objects.filter(pk=game.pk).update(state=codec.encode_state(state), to_act=person("ana"))
    return Game.objects.get(pk=game.pk)
