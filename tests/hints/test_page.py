"""The page of hints: its three steps, the play that goes into the arrangement, cards that find their place."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.core.cache import cache

from config import kept
from config.api import throttles
from games.engine.cards import card
from games.engine.ops import Add, Move, New, SetMeld, Split
from games.engine.state import Phase
from games.models import Game
from games.services import hints
from games.web.hinting import told
from tests.hints.positions import placed
from tests.people import person
from tests.snapshot import contents
from tests.web.table.tables import Player, client_of

pytestmark = pytest.mark.django_db
HAND, MELDS = "6C 9S KD 2H", ("4C 5C 6C 7C 8C", "9C 9D 9H")
LAID = ["4C 5C 6C", "9C 9D 9H 9S", "6C 7C 8C"]


@pytest.fixture
def ana() -> Player:
    return Player(placed(HAND, *MELDS), "ana")


def send(player: Player, do: str, *cards: str, step: int | None = None) -> Any:
    chosen = [f"hand {each}" for each in cards]
    step = player.step if step is None else step
    return player.client.post(player.path + "hint/", {"do": do, "step": step, "card": chosen})


class TestSteps:
    def test_which_cards_fit(self, ana: Player) -> None:
        page = ana.page("hint/")
        fitting, others = page.split('id="fitting"')[1].split('id="others"')
        assert 'aria-label="6 of clubs"' in fitting and 'aria-label="9 of spades"' in fitting
        assert 'aria-label="king of diamonds"' in others.split("</section>")[0]
        assert "joins meld" not in page and "Where do they go?" in page, "no more than was asked"

    def test_where_they_go(self, ana: Player) -> None:
        text = ana.text("hint/?step=where")
        assert "joins meld m2" in text and "fits once melds of the table are regrouped" in text
        assert "From your hand" not in text

    def test_the_play_one_step_after_the_other(self, ana: Player) -> None:
        first = ana.text("hint/?step=play")
        assert "Step 1 of 3" in first and "Split meld m1; the second part begins with:" in first
        assert "The hand that it leaves counts 12 points. Nothing leaves less." in first
        assert "Next step" in first and "Previous step" not in first
        last = ana.page("hint/?step=play&at=3")
        assert 'rel="prev"' in last and 'rel="next"' not in last
        assert last.count('class="meld changed"') == 1, "what this step changed"
        assert "Put this card into meld m2:" in last

    @pytest.mark.parametrize(
        "query", ["?step=x", "?at=7", "?step=play&at=99", "?step=play&at=x", "?step=play&at=-1"]
    )
    def test_an_address_that_somebody_made_up(self, ana: Player, query: str) -> None:
        assert client_of("ana").get(f"{ana.path}hint/{query}").status_code == 200

    def test_nothing_fits(self) -> None:
        ana = Player(placed("KD 2H", "7C 7D 7H"), "ana")
        for step in ("fits", "where", "play"):
            assert "None of your cards can be played in this turn." in ana.text(f"hint/?step={step}")
        assert send(ana, "play").status_code == 302 and ana.step == 0

    def test_each_operation_has_its_words(self) -> None:
        for op, said in (
            (New((card("7C"),)), "Make a new meld of these cards:"),
            (Add((card("7C"),), "m2"), "Put this card into meld m2:"),
            (Add((card("7C"), card("7D")), "m2"), "Put these cards into meld m2:"),
            (Move("m1", (card("7C"),), "n1"), "Move this card from meld m1 to new meld 1:"),
            (Move("m1", (card("7C"),), "new"), "Move this card from meld m1 to a new meld:"),
            (Split("m1", card("7C")), "Split meld m1; the second part begins with:"),
            (SetMeld("m1", (card("7C"),)), "Let meld m1 be exactly these cards:"),
            (SetMeld("m1", ()), "Take meld m1 apart."),
        ):
            assert told(1, op).text == said

    def test_it_changes_nothing_to_look(self, ana: Player) -> None:
        ana.page("hint/")
        before = contents()
        for step in ("fits", "where", "play"):
            ana.page(f"hint/?step={step}")
        assert contents() == before

    def test_it_is_kept_by_nobody(self, ana: Player) -> None:
        assert ana.client.get(ana.path + "hint/").headers["Cache-Control"] == "private, no-store"


class TestArranged:
    def test_the_play_goes_into_the_arrangement(self, ana: Player) -> None:
        answer = send(ana, "play")
        assert answer.status_code == 302 and answer["Location"] == f"{ana.path}#table"
        assert ana.melds() == LAID
        page = ana.page()
        assert "It is arranged, and not laid yet." in page and "Look and lay" in page
        assert ana.move("meld").status_code == 302
        assert Game.objects.get(pk=ana.game.pk).version > ana.game.version

    def test_undo_brings_back_what_was(self, ana: Player) -> None:
        ana.choose("9S", "m2")
        before = ana.melds()
        send(ana, "play")
        assert ana.melds() == LAID
        ana.arrange(do="undo")
        assert ana.melds() == before

    def test_the_same_form_twice(self, ana: Player) -> None:
        send(ana, "play", step=0)
        again = send(ana, "play", step=0)
        assert again.status_code == 302 and ana.step == 1
        assert "older than your arrangement" not in ana.page()
        ana.choose("KD", "m2")
        assert ana.step == 2
        send(ana, "play", step=0)
        assert "older than your arrangement" in ana.page() and ana.step == 2

    def test_chosen_cards_find_their_place(self, ana: Player) -> None:
        assert send(ana, "arrange", "6C").status_code == 302
        assert ana.melds() == ["4C 5C 6C", "9C 9D 9H", "6C 7C 8C"], "this one alone, and no other"

    def test_what_is_arranged_is_chosen_already(self, ana: Player) -> None:
        ana.choose("6C", "m2")  # no meld, but what ana wants to play
        page = ana.page("hint/")
        assert re.findall(r'value="hand (\w+)" checked', page) == ["6C"]

    def test_cards_that_do_not_all_go(self, ana: Player) -> None:
        answer = send(ana, "arrange", "6C", "KD")
        page = answer.content.decode()
        assert answer.status_code == 409 and "No arrangement plays all of these." in page
        assert re.findall(r'value="hand (\w+)" checked', page) == ["KD", "6C"], "the choice stays"
        assert "None of these cards can be played" in send(ana, "arrange", "KD").content.decode()
        assert "Choose cards of your hand first." in send(ana, "arrange").content.decode()
        assert ana.step == 0

    def test_cards_that_the_hand_does_not_hold(self, ana: Player) -> None:
        for cards in (("JD",), ("xx",), ("6C" * 200,), ("\x00",)):
            assert "Choose cards of your hand first." in send(ana, "arrange", *cards).content.decode()
        assert send(ana, "arrange", "6C", "6C").status_code == 302, "one is held, one is arranged"
        assert ana.melds()[2] == "6C 7C 8C"

    def test_jokers_get_a_value(self) -> None:
        ana = Player(placed("* 9S KD", "9C 9D 9H"), "ana")
        assert send(ana, "arrange", "*").status_code == 302
        assert ana.melds() == ["9C 9D 9H *9S"]

    def test_a_table_that_changed_meanwhile(self, ana: Player, monkeypatch: pytest.MonkeyPatch) -> None:
        """Somebody else's window lays while the play is worked out: nothing is put over the new table."""
        found = hints.best

        def slow(seen: Any) -> Any:
            play = found(seen)
            ana.choose("9S", "m2")
            assert ana.move("meld").status_code == 302
            return play

        monkeypatch.setattr(hints, "best", slow)
        assert send(ana, "play", step=0).status_code == 302
        assert "The table has changed since; ask again." in ana.page()
        assert ana.melds() == []

    def test_a_time_too_short_is_said(self, ana: Player, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(hints.arrangement, "__kwdefaults__", {"seconds": 0.0})
        assert "found in time" in send(ana, "arrange", "6C").content.decode()

    def test_what_is_arranged_is_what_was_shown(self, ana: Player, monkeypatch: pytest.MonkeyPatch) -> None:
        """On a machine that is busy the same question may find another play in its time."""
        shown = [ana.text(f"hint/?step=play&at={at}") for at in (1, 2, 3)]
        monkeypatch.setitem(hints.best.__kwdefaults__, "seconds", 0.0)
        assert [ana.text(f"hint/?step=play&at={at}") for at in (1, 2, 3)] == shown
        assert send(ana, "play").status_code == 302
        assert ana.melds() == LAID

    def test_what_fell_short_for_want_of_time_is_tried_again(
        self, ana: Player, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        with monkeypatch.context() as patch:
            patch.setitem(hints.arrangement.__kwdefaults__, "seconds", 0.0)
            assert "found in time" in send(ana, "arrange", "6C").content.decode()
        assert send(ana, "arrange", "6C").status_code == 302

    def test_a_cache_that_is_away_stops_nobody(self, ana: Player, monkeypatch: pytest.MonkeyPatch) -> None:
        def away(*_: Any, **__: Any) -> Any:
            raise ConnectionError

        for name in ("get", "set", "add"):
            monkeypatch.setattr(kept.cache, name, away)
        seen = hints.look(code=ana.game.code, user=person("ana"))
        assert len(hints.best(seen).ops) == 3


class TestWho:
    def test_the_table_leads_there(self, ana: Player) -> None:
        link = f'href="{ana.path}hint/"'
        assert link in ana.page()
        assert link not in Player(ana.game, "ben").page(), "not ben’s turn"
        without = Player(placed(HAND, *MELDS, hints=False), "ana")
        assert "hint/" not in without.page()

    def test_who_may_not(self, ana: Player) -> None:
        path = ana.path + "hint/"
        assert client_of(None).get(path)["Location"].startswith("/accounts/login/")
        ben = client_of("ben").get(path)
        assert ben.status_code == 409 and "It is not your turn" in ben.content.decode()
        assert client_of("carla").get(path).status_code == 403
        assert client_of("carla").post(path, {"do": "play", "step": 0}).status_code == 403
        Game.objects.update(visibility="private")
        assert client_of("carla").get(path).status_code == 404

    def test_where_there_are_none_a_page_says_so_and_leads_back(self) -> None:
        """By an old link, or a form in another tab."""
        without = Player(placed(HAND, *MELDS, hints=False), "ana")
        for answer in (
            without.client.get(without.path + "hint/?step=play"),
            without.client.post(without.path + "hint/", {"do": "play", "step": 0}),
        ):
            page = answer.content.decode()
            assert answer.status_code == 409 and "played without hints" in page
            assert f'<a class="button" href="{without.path}">Back to the game</a>' in page

    def test_after_the_cards_are_laid_the_table_says_what_can_be_done(self) -> None:
        ana = Player(placed("AC 2H", *MELDS, phase=Phase.KNOCK, drawn="AC 2H"), "ana")
        assert ana.client.get(ana.path + "hint/")["Location"] == ana.path

    def test_it_is_counted(self, ana: Player, settings: Any) -> None:
        settings.THROTTLE_RATES = {**settings.THROTTLE_RATES, "hint": "1/hour"}
        cache.clear()
        throttles.limiter.cache_clear()
        answers = [ana.client.get(ana.path + "hint/") for _ in range(2)]
        assert [each.status_code for each in answers] == [200, 429] and answers[1].headers["Retry-After"]

    def test_queries(self, ana: Player, django_assert_max_num_queries: Any) -> None:
        ana.choose("9S", "m2")
        ana.page("hint/")
        with django_assert_max_num_queries(6):
            ana.page("hint/?step=play")
