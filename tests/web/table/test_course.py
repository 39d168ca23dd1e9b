"""The course of a game: points in their places, names apart, the target; the page, and who sees it."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from django.template.loader import render_to_string
from django.utils import translation

from games.models import Game, ScoredRound
from games.web import course
from tests.web.table.tables import Player, client_of
from tests.web.table.test_after import knocked, record


def rounds(*scores: tuple[int, ...]) -> list[dict[str, Any]]:
    return [
        record([0] * len(each), number=number, scores=list(each), winners=[each.index(max(each))])
        for number, each in enumerate(scores, 1)
    ]


def drawn(*scores: tuple[int, ...], target: int | None = 150) -> course.Course:
    names = ["ana", "ben", "carla", "dino", "emma"][: len(scores[0])]
    return course.drawn(names, [name == "ana" for name in names], rounds(*scores), target)


class TestPlaces:
    def test_sums_from_nothing_upwards(self) -> None:
        shown = drawn((50, 0), (0, 30), (25, 0))
        ana, ben = shown.lines
        assert [point.total for point in ana.points] == [0, 50, 50, 75]
        assert [point.total for point in ben.points] == [0, 0, 30, 30]
        assert [point.x for point in ana.points] == ["0.00%", "33.33%", "66.67%", "100.00%"]
        assert ana.points[0].y == course.BOTTOM and ana.points[3].y == (course.TOP + course.BOTTOM) // 2
        assert shown.target_at == course.TOP and len(ana.pieces) == 3

    def test_from_the_right_where_one_reads_so(self) -> None:
        with translation.override("ar"):
            (ana, _ben) = drawn((50, 0), (0, 30)).lines
        assert [point.x for point in ana.points] == ["100.00%", "50.00%", "0.00%"]

    def test_nothing_leaves_the_chart(self) -> None:
        for line in drawn((180, 0), (0, 210), target=150).lines:
            assert all(course.TOP <= point.y <= course.BOTTOM for point in line.points)

    def test_a_single_round_has_no_target(self) -> None:
        shown = drawn((0, 12), target=None)
        assert shown.target is None and "target" not in shown.summary

    def test_names_stand_apart_whatever_the_points(self) -> None:
        for scores in ((0, 0, 0, 0, 0), (150, 150, 149, 149, 148), (150, 80, 79, 78, 0)):
            places = sorted(line.at for line in drawn(scores).lines)
            assert all(later - earlier >= course.APART for earlier, later in pairwise(places))
            assert places[0] >= 0 and places[-1] <= course.HEIGHT - 8

    def test_many_rounds_are_numbered_sparsely(self) -> None:
        shown = drawn(*[(1, 0)] * 47)
        assert len(shown.below) <= course.MOST_NUMBERS and shown.below[0] == ("10.64%", 5)

    def test_it_is_told_to_who_does_not_see_it(self) -> None:
        told = drawn((10, 40), (5, 0)).summary
        assert told == "Points after 2 rounds: ben 40, ana 15. The target is 150."

    def test_a_table_says_the_same(self) -> None:
        assert drawn((10, 40), (5, 0)).rows == (
            (1, ((10, 10, False), (40, 40, True))),
            (2, ((15, 5, True), (40, 0, False))),
        )


@pytest.mark.django_db
class TestPage:
    def test_before_the_first_round_is_scored(self, ben: Player) -> None:
        assert "No round is scored yet." in ben.text("course/")

    def test_a_game_that_ended_before_a_round_was_scored_promises_none(
        self, ben: Player, ana: Player
    ) -> None:
        """Nor does its log: a round that was broken off stays hidden (D29)."""
        later = "is shown when the round is scored"
        assert later in ben.text("log/")
        ana.client.post(ana.path + "resign/")
        assert "No round of this game was scored." in ben.text("course/")
        assert "The round was broken off" in ben.text("log/") and later not in ben.text("log/")

    def test_it_shows_on_all_pages_that_look_back(self, game: Game, ben: Player, ana: Player) -> None:
        knocked(game, ben, seats={0: {"score": 0}, 1: {"score": 0}})
        for below in ("course/", "rounds/1/"):
            page = ana.page(below)
            assert 'aria-label="Points after 1 round: ben 20, ana 0. The target is 150."' in page, below
            assert 'href="/games/' in page and "style=" not in page
        assert f'href="{ben.path}rounds/1/replay/"' in ben.page("course/")
        assert "To the table" in ben.text("course/")
        Game.objects.update(
            status="finished",
            deadline=None,
            to_act=None,
            result={"final": [0, 1], "winners": [1], "reason": "target"},
        )
        assert "Points after 1 round" in ana.page() and "The result of the game" in ana.text("course/")

    def test_a_table_that_is_open(self, game: Game, ben: Player) -> None:
        Game.objects.update(state=None, status="open", deadline=None, to_act=None)
        assert ben.client.get(ben.path + "course/").status_code == 409

    def test_a_private_one_by_its_link(self, game: Game, ben: Player) -> None:
        knocked(game, ben)
        Game.objects.update(visibility="private")
        assert client_of(None).get(ben.path + "course/").status_code == 404
        key = f"?invitation={game.invitation}"
        page = client_of(None).get(ben.path + "course/" + key).content.decode()
        assert (
            f'href="{ben.path}rounds/1/{key}"' in page and f'href="{ben.path}rounds/1/replay/{key}"' in page
        )

    def test_queries(self, game: Game, ben: Player, django_assert_num_queries: Any) -> None:
        knocked(game, ben)
        for number in range(2, 40):
            ScoredRound.objects.create(
                game=game, number=number, record=rounds((5, 0))[0] | {"number": number}
            )
        ben.page("course/")
        with django_assert_num_queries(5):
            ben.page("course/")


def test_five_players_have_a_mark_each() -> None:
    lines = drawn((1, 2, 3, 4, 5)).lines
    marks = {render_to_string("games/course/mark.html", {"shape": line.shape}).strip() for line in lines}
    assert len(marks) == 5
