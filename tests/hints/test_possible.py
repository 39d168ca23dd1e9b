"""The page of what was possible: begun by a button, shown as far as it is known, as open as its round."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.cache import cache
from django.utils import timezone

from config.api import throttles
from games.engine.moves import Draw, Knock
from games.models import Game, RoundReview
from games.services import reviews, turns
from games.web.possible import row, summary
from tests.decks import stack, stacked
from tests.notify.samples import ANA, BEN, GROUPS, play, tabled
from tests.people import person, table
from tests.snapshot import contents
from tests.web.table.tables import Player, client_of

pytestmark = pytest.mark.django_db
STOCK = "AS 5D * AH 2S"
BEST = {"played": ["7C", "7D", "7H"], "points": 21, "left": 12, "cards_left": 2, "melds": []}


@pytest.fixture
def scored(monkeypatch: pytest.MonkeyPatch) -> Game:
    """ben lays one group of the three that he could; ana could have laid, with the joker; then he knocks."""
    stack(monkeypatch, stacked([BEN, ANA], STOCK))
    game = play(table(2), "ben", tabled(GROUPS[0]))
    for _card in range(2):
        game = play(game, "ana", Draw())
    return play(play(game, "ben", tabled(*GROUPS)), "ben", Knock())


def begun(game: Game, name: str | None = "ana") -> Any:
    return client_of(name).post(f"/games/{game.code}/rounds/1/possible/")


def done(game: Game) -> None:
    begun(game)
    while reviews.work(now=timezone.now()):
        pass


def turn(**more: Any) -> dict[str, Any]:
    kept = {
        "seat": 0,
        "step": 3,
        "last": False,
        "late": False,
        "stand_in": False,
        "knocked": False,
        "played": [],
        "points": 0,
    }
    return {**kept, "left": 33, "cards_left": 5, "between": 0, "proved": True, "best": None, **more}


class TestPage:
    def test_it_is_begun_by_a_button(self, scored: Game) -> None:
        reader = Player(scored, None)
        assert "Work it out" in reader.page("rounds/1/possible/") and not RoundReview.objects.exists()
        answer = begun(scored, None)
        assert answer.status_code == 302 and answer["Location"] == f"/games/{scored.code}/rounds/1/possible/"
        text = reader.text("rounds/1/possible/")
        assert "It is being worked out." in text and "Work it out" not in text

    def test_it_shows_what_is_known_by_now(self, scored: Game) -> None:
        begun(scored)
        reviews.work(now=timezone.now(), seconds=0)
        text = Player(scored, "ana").text("rounds/1/possible/")
        assert "It is being worked out: 1 of 3 turns." in text and "Look again" in text
        assert "Turn 1 · ben" in text and "Turn 2" not in text

    def test_the_whole_of_it(self, scored: Game) -> None:
        done(scored)
        text = Player(scored, "ben").text("rounds/1/possible/")
        assert "being worked out" not in text
        assert "You laid 3 cards: 21 points." in text and "42 points more" in text
        assert "Possible were 9 cards: 63 points. The hand would have counted 3." in text
        assert "With that one could have knocked." in text
        assert "ana laid nothing." in text
        assert "More could have been laid in 1 turn of 2; at most 42 points more." in text
        page = Player(scored, "ben").page("rounds/1/possible/")
        assert f'href="/games/{scored.code}/rounds/1/replay/?step=1"' in page and 'href="#turn1"' in page

    def test_who_moved_for_somebody_is_said(self, scored: Game) -> None:
        done(scored)
        review = RoundReview.objects.get()
        review.turns[1] |= {"stand_in": True, "late": True}
        review.save()
        text = Player(scored, None).text("rounds/1/possible/")
        second = text.split("Turn 2 · ana")[1].split("Turn 3")[0]
        assert "time ran out" in second and "a house player, for who is on vacation" in second

    def test_the_round_leads_there(self, scored: Game) -> None:
        assert f'href="/games/{scored.code}/rounds/1/possible/"' in Player(scored, "ana").page("rounds/1/")

    def test_what_was_given_up_is_said(self, scored: Game) -> None:
        begun(scored)
        RoundReview.objects.update(due_at=None)
        assert "could not be worked out to its end" in Player(scored, "ana").text("rounds/1/possible/")

    def test_looking_changes_nothing(self, scored: Game) -> None:
        done(scored)
        reader = Player(scored, "ana")
        reader.page("rounds/1/possible/")
        before = contents()
        reader.page("rounds/1/possible/")
        assert contents() == before
        answer = reader.client.get(f"{reader.path}rounds/1/possible/")
        assert answer.headers["Cache-Control"] == "private, no-store"

    def test_queries(self, scored: Game, django_assert_max_num_queries: Any) -> None:
        done(scored)
        reader = Player(scored, "ana")
        reader.page("rounds/1/possible/")
        with django_assert_max_num_queries(5):
            reader.page("rounds/1/possible/")


class TestHidden:
    @pytest.mark.parametrize("number", [0, 2, 99])
    def test_a_round_that_is_not_scored(self, scored: Game, number: int) -> None:
        turns.resign(code=scored.code, user=person("ben"))  # round 2 is broken off
        for name in ("ana", "ben", "carla", None):
            path = f"/games/{scored.code}/rounds/{number}/possible/"
            assert client_of(name).get(path).status_code == client_of(name).post(path).status_code == 404
        assert not RoundReview.objects.exists()

    def test_a_private_game(self, scored: Game) -> None:
        Game.objects.update(visibility="private")
        path = f"/games/{scored.code}/rounds/1/possible/"
        for name in ("carla", None):
            assert client_of(name).get(path).status_code == client_of(name).post(path).status_code == 404
        invited = f"{path}?invitation={scored.invitation}"
        page = client_of(None).get(invited).content.decode()
        assert f'action="{invited}"' in page
        assert client_of(None).post(invited)["Location"] == invited

    def test_asking_is_counted(self, scored: Game, settings: Any) -> None:
        settings.THROTTLE_RATES = {**settings.THROTTLE_RATES, "hint": "1/hour"}
        cache.clear()
        throttles.limiter.cache_clear()
        assert [begun(scored, name).status_code for name in ("ana", "ana", None, None)] == [
            302,
            429,
            302,
            429,
        ]


class TestWords:
    @pytest.mark.parametrize(
        ("kept", "could", "notes"),
        [
            (turn(), "Nothing could be laid.", []),
            (turn(played=["7C"], points=7), "Nothing better was possible.", []),
            (turn(proved=False), "Nothing better was found; the time was too short to be sure.", []),
            (turn(between=21, best=BEST), "The hand would have counted 12.", []),
            (turn(between=21, best=BEST, proved=False), "Possible were 3 cards: 21 points.", ["even more"]),
            (turn(between=21, best={**BEST, "left": 5}), "counted 5.", ["one could have knocked"]),
            (turn(between=21, best={**BEST, "left": 5}, last=True), "counted 5.", []),
            (turn(between=21, best={**BEST, "left": 0, "cards_left": 0}), "counted 0.", ["out."]),
            (turn(played=["KC"], points=10, left=5), "Nothing better", ["no knock"]),
            (turn(played=["KC"], points=10, left=5, knocked=True), "Nothing better", []),
            (turn(played=["KC"], points=10, left=0, cards_left=0), "Nothing better", []),
            (turn(played=["KC"], points=10, left=5, last=True), "Nothing better", []),
        ],
    )
    def test_a_turn(self, kept: dict[str, Any], could: str, notes: list[str]) -> None:
        told = row(1, kept, "ana", False)
        assert could in told.could
        assert len(told.notes) == len(notes) and all(a in b for a, b in zip(notes, told.notes, strict=True))

    def test_a_player_who_missed_nothing(self) -> None:
        told = summary("ana", [row(1, turn(), "ana", True)], 0)
        assert told.text == "In none of the turns more could have been laid." and not told.turn
