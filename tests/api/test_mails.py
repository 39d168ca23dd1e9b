"""`/me/mails/` and `/games/{id}/mails/`: what a program's owner wants to hear by mail."""

from __future__ import annotations

from typing import Any

import pytest

from accounts.models import Wishes
from games.models import Game, GameWishes
from tests.api.api import Api
from tests.people import mover, others, person, table

pytestmark = pytest.mark.django_db
DEFAULTS = {
    "turn": "at_once",
    "turn_minutes": 30,
    "leads": None,
    "digest_hour": None,
    "quiet": "night",
    "quiet_from": 22,
    "quiet_until": 8,
    **dict.fromkeys(("rounds", "results", "invitations", "while_open"), True),
    "stopped": False,
    "stopped_why": "",
}


class TestAllGames:
    def test_the_defaults_are_shown_and_not_stored(self) -> None:
        assert Api(person()).ok("GET", "/me/mails/") == DEFAULTS
        assert not Wishes.objects.exists()

    def test_changed_one_by_one(self) -> None:
        api = Api(person())
        assert api.ok("PATCH", "/me/mails/", {"leads": [2, 24, 2]}) == DEFAULTS | {"leads": [24, 2]}
        assert api.ok("PATCH", "/me/mails/", {"rounds": False})["leads"] == [24, 2]
        changed = api.ok("PATCH", "/me/mails/", {"leads": None, "turn": "digest"})
        assert (changed["leads"], changed["turn"], changed["digest_hour"]) == (None, "digest", 8)
        assert api.ok("GET", "/me/mails/") == changed

    @pytest.mark.parametrize(
        "change",
        [
            {"turn": "x"},
            {"turn_minutes": 0},
            {"turn_minutes": 100_000},
            {"leads": [0]},
            {"leads": list(range(1, 8))},
            {"leads": "24"},
            {"digest_hour": 24},
            {"quiet": None},
            {"quiet_from": -1},
            {"rounds": "perhaps"},
            {"stopped": True},
            {"colour": "red"},
        ],
    )
    def test_refusals_change_nothing(self, change: dict[str, Any]) -> None:
        status, body = Api(person()).patch("/me/mails/", {"results": False, **change})
        assert (status, body["code"], list(body["errors"])) == (400, "invalid", list(change))
        assert not Wishes.objects.exists()

    def test_only_ones_own(self) -> None:
        Api(person("ana")).ok("PATCH", "/me/mails/", {"turn": "never"})
        assert Api(person("ben")).ok("GET", "/me/mails/") == DEFAULTS
        assert Api().get("/me/mails/")[0] == 401


class TestOneGame:
    def test_shown_changed_and_taken_back(self) -> None:
        game = table(2)
        api, path = Api(mover(game)), f"/games/{game.code}/mails/"
        nothing = {"muted": False, "turn": None, "turn_minutes": None, "leads": None}
        assert api.ok("GET", path) == nothing
        changed = api.ok("PATCH", path, {"turn": "later", "turn_minutes": 5, "leads": [], "muted": True})
        assert changed == {"muted": True, "turn": "later", "turn_minutes": 5, "leads": []}
        assert api.ok("PATCH", path, nothing) == nothing
        assert Api(others(game)[0]).ok("GET", path) == nothing

    def test_the_clock_looks_at_the_game_again(self) -> None:
        game = table(2)
        Game.objects.update(remind_at=None)
        Api(mover(game)).ok("PATCH", f"/games/{game.code}/mails/", {"leads": [1]})
        assert Game.objects.get().remind_at is not None
        Game.objects.update(remind_at=None)
        Api(mover(game)).ok("PATCH", "/me/mails/", {"leads": [3]})
        assert Game.objects.get().remind_at is not None

    def test_refusals(self) -> None:
        game = table(2)
        path = f"/games/{game.code}/mails/"
        status, body = Api(mover(game)).patch(path, {"turn": "x", "muted": None})
        assert (status, set(body["errors"])) == (400, {"turn", "muted"})
        assert Api(person("emma")).patch(path, {"muted": True})[0] == 403
        assert Api().patch(path, {"muted": True})[0] == 401
        Game.objects.update(visibility="private")
        assert Api(person("emma")).get(path)[0] == 404
        assert not GameWishes.objects.exists()
