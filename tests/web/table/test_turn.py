"""A turn on the pages: look, draw, arrange, look again, lay, knock; forms that come twice or late."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from games.engine import codec
from games.models import Draft, Game, Move
from games.web import playing
from tests.engine.positions import position
from tests.people import person
from tests.web.table.tables import Player, client_of

pytestmark = pytest.mark.django_db


class TestLooking:
    def test_on_ones_turn(self, ben: Player) -> None:
        words = ben.text()
        assert "Your turn" in words and "You drew 3♣" in words.replace("\ufe0e", "")
        assert "Draw another card" in words and "Look and lay" not in words
        page = ben.page()
        assert 'aria-label="3 of clubs, new"' in page and 'value="hand 7C"' in page
        assert "not laid yet" not in words

    def test_while_another_moves(self, ana: Player) -> None:
        words = ana.text()
        assert "ben is to move" in words and "Draw another" not in words
        assert "11 cards" in words and "32 cards in the stock" in words

    def test_nobody_sees_anothers_hand(self, game: Game, ana: Player) -> None:
        for reader in (ana, Player(game, "carla"), Player(game, None)):
            page = reader.page()
            assert 'aria-label="7 of clubs"' not in page and "3 of clubs" not in page
        assert "You are watching" in Player(game, None).page()

    def test_it_is_kept_by_nobody(self, ben: Player) -> None:
        for below in ("", "log/"):
            answer = ben.client.get(ben.path + below)
            assert answer.headers["Cache-Control"] == "private, no-store"

    def test_queries(self, ben: Player, django_assert_max_num_queries: object) -> None:
        ben.choose("7C 7D 7H")
        with django_assert_max_num_queries(10):  # type: ignore[operator]
            ben.page()


class TestArranging:
    def test_lay_a_new_meld(self, ben: Player, ana: Player) -> None:
        answer = ben.choose("7C 7D 7H")
        assert answer.status_code == 302 and answer["Location"] == f"{ben.path}#n1"
        words = ben.text()
        assert "Your arrangement" in words and "not laid yet" in words and "✓ group" in words
        assert "All is in order" in words
        review = ben.text("review/")
        assert "You play 3 cards." in review and "This ends your turn." in review
        assert ana.text().count("group") == 0
        answer = ben.move("meld")
        assert answer.status_code == 302
        words = ben.text()
        assert "ana is to move" in words and "Your cards are laid." in words
        assert "ben drew a card and laid" in ana.text().replace("\u2068", "")

    def test_regroup_with_a_card_of_the_hand(self, ben: Player, ana: Player) -> None:
        ben.choose("7C 7D 7H 7S")
        ben.move("meld")
        ana.choose("2C 2D 2H")
        ana.move("meld")
        ben.choose("AC AD")
        ben.arrange(card=["m2 2D", "hand 3H"], to="n1")
        words = ben.text()
        assert "needs 1 more" in words and "neither group nor sequence" in words
        assert "Not yet a meld: meld m2 (needs 1 more). And 1 more." in words
        assert ben.client.get(ben.path + "review/").status_code == 302

    def test_back_to_the_hand_and_loose_cards(self, ben: Player, ana: Player) -> None:
        ben.choose("7C 7D 7H 7S")
        ben.move("meld")
        ana.arrange(whole=["m1"], to="hand")
        words = ana.text()
        assert "Loose cards" in words and "Loose cards must lie in a meld again" in words
        ana.choose("7C 7D 7H 7S")
        assert "Loose cards" not in ana.text()

    def test_undo_redo_reset(self, ben: Player) -> None:
        ben.choose("7C 7D 7H")
        ben.choose("AC AD")
        ben.arrange(do="undo")
        assert ben.melds() == ["7C 7D 7H"]
        ben.arrange(do="redo")
        ben.arrange(do="reset")
        assert ben.melds() == [] and "not laid yet" not in ben.text()
        ben.arrange(do="undo")
        assert ben.melds() == ["7C 7D 7H", "AC AD"]

    def test_the_same_form_twice_counts_once(self, ben: Player) -> None:
        sent = {"step": 0, "card": ["hand 7C", "hand 7D"], "to": "new"}
        for _again in range(2):
            assert ben.client.post(ben.path + "draft/", sent).status_code == 302
        assert ben.melds() == ["7C 7D"] and "older than your arrangement" not in ben.page()

    def test_an_older_page(self, ben: Player) -> None:
        ben.choose("7C 7D 7H")
        ben.choose("7S", "n1")
        ben.client.post(ben.path + "draft/", {"step": 0, "card": ["hand AC"], "to": "new"})
        assert ben.melds() == ["7C 7D 7H 7S"] and "older than your arrangement" in ben.page()

    def test_what_is_refused_keeps_what_was_chosen(self, ben: Player) -> None:
        answer = ben.client.post(
            ben.path + "draft/", {"step": 0, "card": ["hand 7C", "hand 2C"], "to": "new"}
        )
        page = answer.content.decode()
        assert answer.status_code == 409 and "is not in your hand any more" in page
        assert 'value="hand 7C" checked' in page and not Draft.objects.exists()

    @pytest.mark.parametrize(
        "fields",
        [
            {},
            {"to": "new"},
            {"to": "m1"},
            {"to": "nowhere", "card": "hand 7C"},
            {"to": "m9999", "card": "hand 7C"},
            {"to": "new", "card": "m1 7C"},
            {"to": "new", "card": "hand 1H"},
            {"to": "new", "card": "hand <script>"},
            {"to": "hand", "card": "hand 7C"},
            {"to": "new", "whole": "m7"},
            {"joker": "m1"},
            {"joker": "n1 *7H"},
            {"joker": "<b> *7H"},
            {"to": "new", "card": "hand 7C", "step": "x"},
            {"do": "nothing"},
            {"to": "new", "card": ["hand 7C"] * 500},
            {"to": "new", "card": "hand 7C", "values": "*7H x"},
        ],
    )
    def test_hostile_forms(self, ben: Player, fields: dict[str, object]) -> None:
        answer = ben.client.post(ben.path + "draft/", {"step": 0, **fields})
        assert answer.status_code in (302, 409)
        assert not Draft.objects.exists() and "<script>" not in answer.content.decode()

    def test_others_are_refused(self, game: Game, ben: Player) -> None:
        sent = {"step": 0, "card": "hand 7C", "to": "new"}
        assert client_of("carla").post(ben.path + "draft/", sent).status_code == 403
        assert client_of(None).post(ben.path + "draft/", sent)["Location"].startswith("/accounts/login/")
        assert client_of("carla").get(ben.path + "review/").status_code == 403
        Game.objects.update(visibility="private")
        for below in ("draft/", "move/"):
            assert (
                client_of("carla").post(ben.path + below, {**sent, "type": "draw", "version": 3}).status_code
                == 404
            )
        for below in ("", "review/", "log/", "rounds/1/"):
            assert client_of("carla").get(ben.path + below).status_code == 404

    def test_by_its_address_one_comes_to_the_table(self, ben: Player) -> None:
        for below in ("draft/", "move/"):
            assert ben.client.get(ben.path + below)["Location"] == ben.path
        assert Move.objects.count() == 2


class TestMoves:
    def test_draw_keeps_the_arrangement(self, ben: Player) -> None:
        ben.choose("7C 7D 7H")
        ben.move("draw")
        assert "You drew the 5 of diamonds." in ben.text()
        words = ben.text()
        assert "Draw the third card" in words and "After the third card nothing can be laid" in words
        assert ben.melds() == ["7C 7D 7H"]
        ben.move("draw")
        words = ben.text()
        assert "The third card was the 6 of diamonds: your turn is over." in words and "You drew" not in words
        assert "ana is to move" in words

    def test_twice_is_once(self, ben: Player, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(playing, "DOUBLE_PRESS", timedelta(hours=1))  # on whatever machine
        sent = {"type": "draw", "version": ben.version}
        for _again in range(2):
            assert ben.client.post(ben.path + "move/", sent).status_code == 302
        assert (
            ben.client.post(ben.path + "move/", {"type": "meld", "version": sent["version"]}).status_code
            == 409
        )
        assert Move.objects.filter(type="draw", seat=1).count() == 2
        assert "You had drawn already" not in ben.text()

    def test_an_old_tab_is_told_what_was_done_in_another(self, ben: Player) -> None:
        sent = {"type": "draw", "version": ben.version}
        ben.client.post(ben.path + "move/", sent)
        ben.text()
        with time_machine.travel(timezone.now() + timedelta(minutes=1)):
            assert ben.client.post(ben.path + "move/", sent).status_code == 302
            assert "You had drawn already; this is the table now." in ben.text()
        assert Move.objects.filter(type="draw", seat=1).count() == 2

    def test_a_version_that_has_gone(self, ben: Player) -> None:
        ben.choose("7C 7D 7H")
        ben.move("draw")
        answer = ben.client.post(ben.path + "move/", {"type": "meld", "version": 3, "step": 1})
        assert answer.status_code == 409 and "The game has moved on" in answer.content.decode()
        assert ben.melds() == ["7C 7D 7H"]

    def test_an_arrangement_that_was_changed_after_the_look(self, ben: Player) -> None:
        ben.choose("7C 7D 7H")
        answer = ben.move("meld", step=0)
        assert answer["Location"] == ben.path + "review/"
        assert "has changed since you looked at it" in ben.page("review/")

    def test_not_ones_turn(self, ana: Player) -> None:
        for kind in ("draw", "knock", "pass", "meld", "resign", ""):
            answer = ana.move(kind)
            assert answer.status_code == 409
        assert "It is not your turn" in ana.move("draw").content.decode()
        assert ana.client.get(ana.path + "review/").status_code == 302

    def test_a_rule_is_named_and_linked(self, ben: Player) -> None:
        page = ben.move("knock").content.decode()
        assert 'href="/rules/#R7"' in page and "look below for what can" in page and "“can”" not in page
        page = ben.move("meld").content.decode()
        assert 'href="/rules/#R12"' in page and "Add at least one card" in page

    @pytest.mark.parametrize("version", ["", "x", "-1", "9" * 30, "٣"])
    def test_a_version_that_is_none(self, ben: Player, version: str) -> None:
        assert ben.move("draw", version=version).status_code == 409

    def test_lay_and_knock_ends_the_round(self, ben: Player, ana: Player) -> None:
        state = position("2C 9C KD", "7C 7D 7H AC", table=["4C 4D 4H"], turn=1)
        Game.objects.update(state=codec.encode_state(state))
        ben.choose("7C 7D 7H")
        assert "you may knock" in ben.text("review/")
        answer = ben.move("meld", knock="yes")
        assert answer["Location"] == ben.path + "rounds/1/"
        words = ben.text("rounds/1/")
        assert "Round 1 is yours: 20 points." in words.replace("\u2068", "")
        assert "21 − 1" in words and "R22" in words
        assert "To round 2" in words
        assert "Scores of round 1" in ana.text()

    def test_the_joker_is_asked_for(self, ben: Player) -> None:
        state = position("2C 9C KD", "7C 8C * QH KC", table=["4C 4D 4H"], turn=1)
        Game.objects.update(state=codec.encode_state(state))
        answer = ben.choose("7C 8C *")
        page = answer.content.decode()
        assert answer.status_code == 200 and "What does the joker stand for?" in page
        assert 'value="*6C"' in page and 'value="*9C"' in page and not Draft.objects.exists()
        ben.choose("7C 8C *", values="*9C")
        assert ben.melds() == ["4C 4D 4H", "7C 8C *9C"]
        ben.arrange(card=["n1 *9C"], to="hand")
        ben.choose("* QH")
        ben.choose("KC", "n2")
        assert ben.melds()[-1] == "QH KC *"


def test_a_hand_is_never_on_the_review_of_another(ben: Player) -> None:
    assert person("ben").pk
    assert client_of("ana").get(ben.path + "review/").status_code == 302
