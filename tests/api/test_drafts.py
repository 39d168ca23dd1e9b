"""The private, unsent arrangement over the API."""

from __future__ import annotations

from typing import Any

import pytest

from games.models import Draft, Game
from tests.api.api import Api
from tests.api.test_playing import ana, ben, deck, game, move
from tests.people import person

__all__ = ["ana", "ben", "deck", "game"]  # fixtures
pytestmark = pytest.mark.django_db


class TestDrafts:
    def test_kept_private_and_stale(self, game: Game, ana: Api, ben: Api) -> None:
        path = f"/games/{game.code}/draft/"
        status, problem = ana.get(path)
        assert (status, problem["code"]) == (404, "not_found") and "PUT a draft here" in problem["detail"]
        assert "PUT a draft" not in ana.get("/games/nosuchgame/draft/")[1]["detail"]
        draft = {"table": [["2c", "2D", "*"]], "loose": ["10h"], "version": 3}
        kept = {"table": [["2C", "2D", "*"]], "loose": ["TH"], "version": 3}
        assert ana.put(path, draft) == (200, kept)
        assert ana.get(path) == (200, {**kept, "stale": False})
        assert ben.get(path)[0] == 404
        assert Api().get(path)[0] == 401
        assert Api(person("carla")).get(path)[1]["code"] == "not_your_seat"
        assert Game.objects.get(pk=game.pk).version == 3
        move(ben, game, {"type": "meld", "table": [["7C", "7D", "7H"]]})
        assert ana.get(path)[1]["stale"] is True
        assert ana.delete(path)[0] == 204
        assert ana.get(path)[0] == 404

    def test_gone_with_the_meld(self, game: Game, ana: Api, ben: Api) -> None:
        for api in (ana, ben):
            api.ok("PUT", f"/games/{game.code}/draft/", {"table": [], "loose": [], "version": 3})
        move(ben, game, {"type": "draw"})
        assert Draft.objects.count() == 2
        move(ben, game, {"type": "meld", "table": [["7C", "7D", "7H"]]})
        assert Draft.objects.get().user == person("ana")

    @pytest.mark.parametrize(
        "body",
        [
            {},
            {"table": [], "loose": []},
            {"table": "7C", "loose": [], "version": 1},
            {"table": [[7]], "loose": [], "version": 1},
            {"table": [], "loose": ["7C"] * 500, "version": 1},
            {"table": [[]] * 10_000, "loose": [], "version": 1},
            {"table": [], "loose": [], "version": "1"},
            {"table": [], "loose": [], "version": 1, "stale": False},
            {"table": [], "loose": [], "version": 4},
            {"table": [], "loose": [], "version": 2**31},
        ],
    )
    def test_shape_and_size_are_checked(self, game: Game, ana: Api, body: dict[str, Any]) -> None:
        assert ana.put(f"/games/{game.code}/draft/", body)[1]["code"] == "invalid"
        assert not Draft.objects.exists()

    def test_a_card_that_is_none(self, game: Game, ana: Api) -> None:
        body = {"table": [["1H"]], "loose": [], "version": 3}
        assert ana.put(f"/games/{game.code}/draft/", body)[1]["code"] == "bad_card"
