"""Moves at the same instant as their tables' people change their accounts: nobody waits for who waits for them."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from accounts.models import User
from accounts.services import guests, keeping, locks, vacations
from games.engine.moves import Draw
from games.models import Game
from games.services import feeds, lobby, turns
from games.services.terms import read_terms
from tests.faults.test_races import at_once
from tests.people import mover, person

pytestmark = pytest.mark.django_db(transaction=True)


def one_draw_before(next_: User) -> Game:
    """A table where the next draw gives the turn to `next_`, to whom that is mailed."""
    while True:
        game = lobby.create(creator=person("ben"), terms=read_terms({"players": 2}))
        lobby.join(code=game.code, user=next_)
        game = Game.objects.get(pk=game.pk)
        if mover(game) != next_:
            turns.play(code=game.code, user=mover(game), version=game.version, move=Draw())
            return Game.objects.get(pk=game.pk)


class Meeting:
    """The move has locked its game when the account is locked, and is stored only then."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.moved, self.changed = threading.Event(), threading.Event()
        grown = feeds._grown

        def waits(counts: Any) -> Any:
            self.moved.set()
            self.changed.wait(1)
            return grown(counts)

        monkeypatch.setattr(feeds, "_grown", waits)

    def after(self, work: Callable[..., Any]) -> Callable[..., Any]:
        def met(*args: Any, **more: Any) -> Any:
            self.moved.wait(10)
            done = work(*args, **more)
            self.changed.set()
            return done

        return met


def no_faults(game: Game, next_: User, change: Callable[[], Any]) -> None:
    play = partial(turns.play, code=game.code, user=mover(game), version=game.version, move=Draw())
    results = at_once([play, change])
    assert [each for each in results if isinstance(each, Exception)] == []
    assert mover(game) == next_


def test_a_vacation(monkeypatch: pytest.MonkeyPatch) -> None:
    game = one_draw_before(person("ana"))
    meeting = Meeting(monkeypatch)
    monkeypatch.setattr(vacations, "one_at_a_time", meeting.after(locks.one_at_a_time))
    no_faults(game, person("ana"), partial(vacations.take, user=person("ana")))


def test_a_guest_who_gets_a_name(monkeypatch: pytest.MonkeyPatch) -> None:
    guest = guests.make_guest()
    game = one_draw_before(guest)
    meeting = Meeting(monkeypatch)
    monkeypatch.setattr(User, "save", meeting.after(User.save))
    words = {"username": "Gus", "email": "gus@example.org", "password": "a-long-one-3"}
    no_faults(game, guest, partial(keeping.keep, guest=guest, **words))
