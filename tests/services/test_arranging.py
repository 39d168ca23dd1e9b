"""The arrangement of the pages: kept, counted, undone, brought to a table that has changed."""

from __future__ import annotations

from functools import partial

import pytest

from games.engine import codec
from games.engine.draft import ArrangeError
from games.engine.moves import Draw
from games.engine.placing import place, untouched
from games.errors import GameOver, NotYourSeat
from games.models import Draft, Game
from games.selectors import seat_of, seats_of
from games.services import arranging, drafts, turns
from games.services.arranging import Arrangement, OtherStep
from tests.api.test_playing import deck, game
from tests.engine.positions import cards, lay
from tests.people import person

__all__ = ["deck", "game"]  # fixtures: ben (seat 1) begins; 7C 7D 7H 7S AC AD 3H KC QD 9S and 3C
pytestmark = pytest.mark.django_db


def read(game: Game, name: str) -> Arrangement:
    game = Game.objects.get(pk=game.pk)
    seat = seat_of(seats_of(game), person(name))
    assert seat
    return arranging.opened(game, seat, codec.decode_state(game.state))


def lies(game: Game, name: str) -> list[str]:
    return [" ".join(card.text for card in each.cards) for each in read(game, name).draft.melds if each.cards]


def put(game: Game, name: str, step: int, chosen: str, to: str = "new") -> None:
    by = partial(place, chosen={"hand": cards(chosen)}, to=to)
    arranging.change(code=game.code, user=person(name), step=step, to=by)


class TestSteps:
    def test_undo_redo_and_all_back(self, game: Game) -> None:
        who = {"code": game.code, "user": person("ben")}
        assert untouched(read(game, "ben").draft)
        put(game, "ben", 0, "7C 7D 7H")
        put(game, "ben", 1, "7S", "n1")
        assert lies(game, "ben") == ["7C 7D 7H 7S"]
        arranging.undo(**who, step=2)
        assert lies(game, "ben") == ["7C 7D 7H"] and read(game, "ben").redo
        arranging.redo(**who, step=3)
        assert lies(game, "ben") == ["7C 7D 7H 7S"] and not read(game, "ben").redo
        arranging.put_all_back(**who, step=4)
        assert untouched(read(game, "ben").draft)
        arranging.undo(**who, step=5)
        assert lies(game, "ben") == ["7C 7D 7H 7S"]
        put(game, "ben", 6, "AC AD")
        assert not read(game, "ben").redo

    def test_undo_of_nothing_changes_nothing(self, game: Game) -> None:
        arranging.undo(code=game.code, user=person("ben"), step=0)
        arranging.redo(code=game.code, user=person("ben"), step=0)
        assert not Draft.objects.exists()

    def test_a_form_that_comes_twice(self, game: Game) -> None:
        put(game, "ben", 0, "7C 7D 7H")
        with pytest.raises(OtherStep):
            put(game, "ben", 0, "AC AD")
        assert lies(game, "ben") == ["7C 7D 7H"]

    def test_what_is_refused_changes_nothing(self, game: Game) -> None:
        with pytest.raises(ArrangeError):
            put(game, "ben", 0, "2C")
        assert not Draft.objects.exists()

    def test_the_steps_kept_have_an_end(self, game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(arranging, "MOST_STEPS", 2)
        for step, card in enumerate(("7C", "7D", "7H")):
            put(game, "ben", step, card)
        kept = Draft.objects.get()
        assert len(kept.before) == len(kept.keys) == 2

    def test_whom_it_is_not_for(self, game: Game) -> None:
        with pytest.raises(NotYourSeat):
            put(game, "carla", 0, "7C")
        turns.resign(code=game.code, user=person("ben"))
        with pytest.raises(GameOver):
            put(game, "ben", 0, "7C")

    def test_the_api_puts_another(self, game: Game) -> None:
        put(game, "ben", 0, "7C")
        drafts.put(code=game.code, user=person("ben"), table=[cards("AC AD")], loose=(), version=3)
        now = read(game, "ben")
        assert lies(game, "ben") == ["AC AD"] and now.step == 2 and not now.undo


class TestTheTableChanges:
    def test_untouched_melds_follow_it(self, game: Game) -> None:
        version = Game.objects.get(pk=game.pk).version
        turns.play(code=game.code, user=person("ben"), version=version, move=lay("7C 7D 7H"))
        put(game, "ana", 0, "2C 2D 2H")
        put(game, "ben", 0, "AC AD")
        turns.play(code=game.code, user=person("ana"), version=version + 1, move=lay("7C 7D 7H", "2C 2D 2H"))
        assert lies(game, "ben") == ["7C 7D 7H", "2C 2D 2H", "AC AD"]
        assert read(game, "ben").stale and not read(game, "ben").draft.loose
        assert untouched(read(game, "ana").draft)

    def test_drawing_keeps_it(self, game: Game) -> None:
        put(game, "ben", 0, "7C 7D 7H")
        arranging.undo(code=game.code, user=person("ben"), step=1)
        arranging.redo(code=game.code, user=person("ben"), step=2)
        version = Game.objects.get(pk=game.pk).version
        turns.play(code=game.code, user=person("ben"), version=version, move=Draw())
        assert lies(game, "ben") == ["7C 7D 7H"] and len(read(game, "ben").draft.hand) == 9
        assert not read(game, "ben").stale
