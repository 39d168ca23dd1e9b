"""The page on which a turn is planned: what it keeps, what it says, and the line at the table."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import timezone

from games.engine.moves import Draw
from games.models import Game, Plan
from games.notify.deliver import deliver_due
from games.services import plans_due, turns
from tests.people import person
from tests.web.table.tables import Player

pytestmark = pytest.mark.django_db


def keep(player: Player, **fields: Any) -> Any:
    sent = {"how": "most_points", "repeat": "once", "version": player.version, "step": player.step, **fields}
    return player.client.post(player.path + "plan/", {k: v for k, v in sent.items() if v is not None})


class TestForm:
    def test_keeps_what_was_chosen_and_shows_it(self, ana: Player) -> None:
        assert "Plan my turn" in ana.text()
        answer = keep(
            ana, how="most_cards", tell_if=["table_changed", "few_cards"], repeat="always", knock="on"
        )
        assert (answer.status_code, answer.headers["Location"]) == (302, ana.path)
        plan = Plan.objects.get()
        assert plan.orders == {
            "draw": "until_fits",
            "lay": "most_cards",
            "knock": True,
            "table": None,
            "tell_if": ["table_changed", "few_cards"],
            "watch": [],
        }
        assert plan.repeat and plan.user == person("ana")
        assert "A plan waits for your turn." in ana.text() and "Change the plan" in ana.text()
        page = ana.page("plan/")
        assert "Draw until something fits, then lay the most cards." in page and "every turn" in page
        assert page.count(" checked") == 5, "the form begins with what is planned"

    def test_no_knock_is_no_knock(self, ana: Player) -> None:
        keep(ana, how="to_third")
        assert Plan.objects.get().orders["knock"] is False

    def test_is_dropped(self, ana: Player) -> None:
        keep(ana)
        assert ana.client.post(ana.path + "plan/", {"do": "drop"}).status_code == 302
        assert not Plan.objects.exists() and "A plan waits" not in ana.text()

    @pytest.mark.parametrize(
        "fields",
        [{"how": "thrice"}, {"how": None}, {"repeat": "x"}, {"tell_if": ["rain"]}, {"version": "x"}],
    )
    def test_what_is_not_on_offer(self, ana: Player, fields: Any) -> None:
        assert keep(ana, **fields).status_code == 200
        assert not Plan.objects.exists()

    def test_a_game_that_has_moved_on_is_looked_at_again(self, ana: Player, ben: Player) -> None:
        version = ana.version
        ben.move("draw")
        answer = keep(ana, version=version)
        assert "The game has moved on since you looked" in answer.content.decode()
        assert f'name="version" value="{ana.version}"' in answer.content.decode()
        assert not Plan.objects.exists() and keep(ana).status_code == 302

    def test_looking_costs_few_queries(self, ana: Player, django_assert_max_num_queries: Any) -> None:
        keep(ana)
        ana.page("plan/")
        with django_assert_max_num_queries(9):
            ana.page("plan/")


class TestPrepared:
    def test_what_is_arranged_is_laid_as_it_is(self, ana: Player, ben: Player) -> None:
        assert "First of all lay what I have arranged" not in ana.text("plan/")
        ana.choose("2C 2D 2H")
        assert "First of all lay what I have arranged" in ana.text("plan/")
        assert keep(ana, prepared="on").status_code == 302
        assert Plan.objects.get().orders["table"] == [["2C", "2D", "2H"]]
        assert "Lay what is prepared" in ana.text("plan/")

    def test_only_what_could_be_laid(self, ana: Player) -> None:
        ana.choose("2C 2D")
        answer = keep(ana, prepared="on")
        assert "it needs at least three cards" in answer.content.decode() and not Plan.objects.exists()

    def test_only_what_was_looked_at(self, ana: Player) -> None:
        ana.choose("2C 2D 2H")
        answer = keep(ana, prepared="on", step=ana.step - 1)
        assert "Your arrangement has changed" in answer.content.decode() and not Plan.objects.exists()

    def test_not_for_every_turn(self, ana: Player) -> None:
        ana.choose("2C 2D 2H")
        assert "laid once" in keep(ana, prepared="on", repeat="always").content.decode()


class TestTurn:
    def opened(self, game: Game) -> None:
        """Ben has drawn his cards; Ana's turn is open."""
        for _ in range(2):
            turns.play(code=game.code, user=person("ben"), version=Game.objects.get().version, move=Draw())

    def test_on_ones_turn_there_is_no_form(self, ben: Player) -> None:
        text = ben.text("plan/")
        assert "It is your turn now" in text and "Keep this plan" not in text
        answer = keep(ben)
        assert answer.status_code == 302 and not Plan.objects.exists()
        assert "It is your turn already" in ben.text()

    def test_it_is_being_played_and_can_be_stopped(self, ana: Player, game: Game) -> None:
        keep(ana)
        self.opened(game)
        assert "Your plan is being played." in ana.text() and "It is being played" in ana.text("plan/")
        ana.client.post(ana.path + "plan/", {"do": "drop"})
        assert plans_due.play_due(now=timezone.now()) == 0

    def test_it_was_set_aside_and_a_mail_says_why(
        self, ana: Player, ben: Player, game: Game, mailoutbox: list[Any]
    ) -> None:
        keep(ana, tell_if=["table_changed"])
        ben.choose("7C 7D 7H")
        assert ben.move("meld").status_code == 302
        deliver_due()
        assert [mail for mail in mailoutbox if mail.to == ["ana@example.org"]] == []
        assert plans_due.play_due(now=timezone.now()) == 0
        assert "Your plan was set aside." in ana.text()
        assert "Your plan was not played: the table has changed." in ana.text("plan/")
        deliver_due()
        (mail,) = [mail for mail in mailoutbox if mail.to == ["ana@example.org"]]
        assert "Your plan was not played: the table has changed." in mail.body

    def test_the_log_says_what_was_planned_to_its_player_alone(
        self, ana: Player, ben: Player, game: Game
    ) -> None:
        keep(ana, how="to_third")
        self.opened(game)
        while plans_due.play_due(now=timezone.now()):
            pass
        assert ana.text("log/").count("as planned") == 2 and "as planned" not in ben.text("log/")


class TestOthers:
    def test_who_does_not_play_there(self, game: Game, ana: Player) -> None:
        keep(ana)
        for name, status in (("carla", 403), (None, 302)):
            player = Player(game, name)
            assert player.client.get(player.path + "plan/").status_code == status
            assert player.client.post(player.path + "plan/", {"do": "drop"}).status_code == status
        assert Plan.objects.count() == 1

    def test_the_other_player_sees_nothing_of_it(self, ana: Player, ben: Player) -> None:
        keep(ana)
        assert "plan" not in ben.text().lower()
