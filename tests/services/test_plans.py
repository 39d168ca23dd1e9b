"""Planned turns: what is played of them, what is not, and who is told."""

from __future__ import annotations

import logging
from datetime import timedelta
from typing import Any

import pytest

from accounts.models import User
from accounts.services import leaving, vacations
from games.engine.cards import parse_card
from games.engine.errors import CardNotInHand, NotYourTurn, WrongPhase
from games.engine.moves import Draw, MeldMove
from games.errors import GameOver, Invalid, NotFound, NotYourSeat, StaleVersion
from games.models import Game, Move, Outbox, Plan
from games.selectors import log_of
from games.services import house, lobby, plans, plans_due, sweep, turns
from games.services.plan_orders import Orders
from games.services.replays import faults_of
from games.services.terms import read_terms
from tests.decks import by_seed, stack, stacked
from tests.people import mover, people, person
from tests.people import table as people_at_a_table
from tests.services.clockwork import DAY, START, deadline_of, now_of
from tests.services.costs import FEEDS

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("dealt", "frozen")]

BEN = "KC QD JH 9S 8C 6D 4H 2S TC 7S"
ANA = "7C 7D 2H 4D 9H JC KD 3S 5S QS"
STOCK = "2C 3D KS 5D 7H AC 8S 6C QH TS JD 9C"  # three for Ben, three for Ana, and so on
BENS = MeldMove((tuple(map(parse_card, ("7S", "8S", "9S"))),))  # in his second turn
SOON = START + timedelta(seconds=10)


@pytest.fixture
def dealt(monkeypatch: pytest.MonkeyPatch) -> None:
    stack(monkeypatch, stacked([BEN, ANA], STOCK))


def table(**terms: Any) -> Game:
    """Ana waits, Ben is to move."""
    game = lobby.create(creator=person("ana"), terms=read_terms({"players": 2, **terms}))
    lobby.join(code=game.code, user=person("ben"), invitation=game.invitation)
    game = now_of(game)
    assert mover(game) == person("ben")
    return game


def cards(*melds: str) -> tuple[tuple[Any, ...], ...]:
    return tuple(tuple(map(parse_card, meld.split())) for meld in melds)


def plan(game: Game, *, repeat: bool = False, **orders: Any) -> Plan:
    return plans.put(code=game.code, user=person("ana"), orders=Orders(**orders), repeat=repeat)


def moves(game: Game, user: User, *made: Any) -> Game:
    """These moves of the user."""
    for move in made:
        turns.play(code=game.code, user=user, version=now_of(game).version, move=move)
    return now_of(game)


def ben_passes(game: Game) -> Game:
    return moves(game, person("ben"), Draw(), Draw())


def played(game: Game, most: int = 5) -> int:
    """How many moves the plan made, a moment later."""
    return sum(plans_due.play_due(now=SOON) for _ in range(most))


def lines(game: Game) -> list[tuple[str, bool, int | None]]:
    return list(Move.objects.filter(game=game).order_by("number").values_list("type", "planned", "seat"))


def three_of_whom_the_second_has_planned(*, repeat: bool = False, **orders: Any) -> Game:
    """The turn of who has planned is open, their plan not played yet."""
    game = people_at_a_table(3)
    first = mover(game)
    for user in people(3):
        if user != first:
            plans.put(code=game.code, user=user, orders=Orders(**orders), repeat=repeat)
    while mover(game) == first:
        game = moves(game, first, Draw())
    return game


def turn_mails(user: User) -> list[Outbox]:
    return list(Outbox.objects.filter(user=user, kind="turn"))


class TestPlayed:
    def test_draws_until_something_fits_then_lays_the_most(self, settings: Any) -> None:
        settings.BOT_DELAY = 1.0
        game = table()
        plan(game)
        assert played(game) == 0, "not before the turn opens"
        game = ben_passes(game)
        assert game.plan_due == START + timedelta(seconds=1) and game.bot_due is None
        assert plans_due.play_due(now=START) == 0, "not before its moment"
        settings.BOT_DELAY = 0.0
        assert plans_due.play_due(now=SOON) == 1
        assert [line[:2] for line in lines(game)[-2:]] == [("draw", False), ("draw", True)]
        assert plans_due.play_due(now=SOON) == 1
        game = now_of(game)
        assert mover(game) == person("ben") and game.plan_due is None and not Plan.objects.exists()
        melded = Move.objects.get(type="meld")
        assert melded.data["table"] == [["7C", "7D", "7H"]] and melded.planned
        assert turn_mails(person("ana")) == [], "there was nothing to do"
        assert turn_mails(person("ben")), "as after every turn"
        assert list(faults_of(game)) == [] and played(game) == 0

    def test_to_the_third_card(self) -> None:
        game = table()
        plan(game, draw="to_third")
        ben_passes(game)
        assert played(game) == 2
        assert not Move.objects.filter(type="meld").exists() and mover(game) == person("ben")
        assert [line[:2] for line in lines(game)[-3:]] == [("draw", True), ("draw", True), ("draw", False)]

    def test_exactly_what_was_prepared(self) -> None:
        game = moves(ben_passes(table()), person("ana"), Draw(), Draw())  # she holds 7H now
        plan(game, table=cards("7C 7D 7H"), draw="to_third")
        ben_passes(game)
        assert played(game) == 1
        assert Move.objects.get(type="meld").data["table"] == [["7C", "7D", "7H"]]

    def test_what_was_prepared_for_another_table_is_left_and_the_rest_is_played(self) -> None:
        game = moves(ben_passes(table()), person("ana"), Draw(), Draw())
        plan(game, table=cards("7C 7D 7H"), draw="to_third")
        moves(game, person("ben"), BENS)
        assert played(game) == 2 and mover(game) == person("ben")
        assert Move.objects.filter(type="meld").count() == 1, "his"

    def test_for_every_turn(self) -> None:
        game = table()
        plan(game, draw="to_third", repeat=True, tell_if=("table_changed",))
        for _ in range(2):
            ben_passes(game)
            assert played(game) == 2
        kept = Plan.objects.get()
        assert (kept.status, kept.turn) == ("waiting", 0)
        assert turn_mails(person("ana")) == []

    def test_each_move_is_marked_for_its_player_alone(self) -> None:
        game = table()
        plan(game)
        ben_passes(game)
        played(game)
        own, others = log_of(game, 0), log_of(game, 1)
        assert [line["planned"] for line in own].count(True) == 2
        assert not any(line["planned"] for line in others + log_of(game, None))

    def test_before_who_stands_in(self) -> None:
        game = table(vacation_allowed=True, vacation_bot="beginner")
        vacations.take(user=person("ana"), until=START + DAY)
        plan(game, draw="to_third")
        game = ben_passes(game)
        assert game.plan_due is not None and game.bot_due is None
        assert house.play_due(now=SOON) == 0 and played(game) == 2
        assert not Move.objects.filter(stand_in=True).exists()


class TestSetAside:
    def changed(self, **orders: Any) -> Game:
        """Ana has planned, Ben has laid a meld, her turn is open."""
        game = moves(ben_passes(table()), person("ana"), Draw(), Draw())
        Outbox.objects.all().delete()
        plan(game, **orders)
        return moves(game, person("ben"), BENS)

    def test_the_table_changed_and_the_player_is_told_of_their_turn(self) -> None:
        game = self.changed(tell_if=("last_turns", "table_changed"))
        assert turn_mails(person("ana")) == [] and game.plan_due is not None
        assert played(game) == 0
        game, kept = now_of(game), plans.of(code=game.code, user=person("ana"))
        assert (kept.status, kept.why, game.plan_due) == ("set_aside", "table_changed", None)
        (mail,) = turn_mails(person("ana"))
        assert mail.payload["version"] == game.version and mail.payload["deadline"]
        moves(game, person("ana"), Draw())
        assert not Plan.objects.exists(), "it was for the turn that she plays herself"
        assert len(turn_mails(person("ana"))) == 1

    def test_what_was_not_asked_for_is_not_told(self) -> None:
        game = self.changed(draw="to_third", tell_if=("last_turns", "new_round"))
        assert played(game) == 2 and turn_mails(person("ana")) == []

    def test_one_for_every_turn_waits_for_the_next_after_it_was_set_aside(self) -> None:
        game = self.changed(draw="to_third", repeat=True, tell_if=("table_changed",))
        assert played(game) == 0
        moves(game, person("ana"), Draw())
        assert Plan.objects.get().status == "set_aside", "of this turn"
        game = moves(game, person("ana"), Draw())
        assert Plan.objects.get().status == "waiting"
        ben_passes(game)
        assert played(game) == 2, "nothing has changed since she last played"

    def test_a_plan_that_comes_to_nothing(self, caplog: pytest.LogCaptureFixture) -> None:
        game = table()
        plan(game)
        Plan.objects.update(orders={"draw": "7C"})
        ben_passes(game)
        with caplog.at_level(logging.DEBUG):
            assert played(game) == 0
        assert Plan.objects.get().why == "not_playable" and len(turn_mails(person("ana"))) == 1
        assert "7C" not in caplog.text and game.code in caplog.text

    def test_who_stands_in_plays_then(self) -> None:
        game = table(vacation_bot="beginner")
        vacations.take(user=person("ana"), until=START + DAY)
        plan(game)
        Plan.objects.update(orders={})
        game = ben_passes(game)
        assert played(game) == 0
        assert house.play_due(now=SOON) == 1 and Move.objects.filter(stand_in=True).exists()


class TestOvertaken:
    def test_by_the_players_own_hand(self) -> None:
        game = table()
        plan(game)
        game = moves(ben_passes(game), person("ana"), Draw())
        assert game.plan_due is None and not Plan.objects.exists() and played(game) == 0

    def test_amid_the_turn(self) -> None:
        game = table()
        plan(game, draw="to_third")
        ben_passes(game)
        assert plans_due.play_due(now=SOON) == 1
        game = moves(game, person("ana"), Draw())
        assert mover(game) == person("ben") and not Plan.objects.exists()

    def test_one_for_every_turn_stays(self) -> None:
        game = table()
        plan(game, draw="to_third", repeat=True)
        game = moves(ben_passes(game), person("ana"), Draw())
        assert game.plan_due is None and played(game) == 0, "she plays this turn herself"
        ben_passes(moves(game, person("ana"), Draw()))
        assert played(game) == 2

    def test_by_the_clock(self) -> None:
        game = table()
        plan(game)
        game = ben_passes(game)
        assert sweep.sweep(now=deadline_of(game)) == 1
        assert not Plan.objects.exists() and played(game) == 0

    def test_dropped_before_its_moment(self) -> None:
        game = table()
        plan(game)
        game = ben_passes(game)
        plans.drop(code=game.code, user=person("ana"))
        assert now_of(game).plan_due is None and len(turn_mails(person("ana"))) == 1
        plans.drop(code=game.code, user=person("ana"))
        assert len(turn_mails(person("ana"))) == 1

    def test_gone_by_another_way_the_turn_is_told_all_the_same(self) -> None:
        game = table()
        plan(game)
        ben_passes(game)
        Plan.objects.all().delete()
        assert played(game) == 0
        assert now_of(game).plan_due is None and len(turn_mails(person("ana"))) == 1

    def test_somebody_else_who_leaves_takes_no_plan_along(self, monkeypatch: pytest.MonkeyPatch) -> None:
        by_seed(monkeypatch, 1)
        game = three_of_whom_the_second_has_planned(draw="to_third")
        planner, due = mover(game), game.plan_due
        turns.resign(code=game.code, user=next(user for user in people(3) if user != planner))
        assert (mover(game), now_of(game).plan_due, now_of(game).bot_due) == (planner, due, None)
        assert not turn_mails(planner)
        assert played(game) == 2 and mover(game) != planner

    def test_and_none_comes_back_that_its_player_has_overtaken(self, monkeypatch: pytest.MonkeyPatch) -> None:
        by_seed(monkeypatch, 1)
        game = three_of_whom_the_second_has_planned(draw="to_third", repeat=True)
        moves(game, planner := mover(game), Draw())
        turns.resign(code=game.code, user=next(user for user in people(3) if user != planner))
        assert mover(game) == planner and now_of(game).plan_due is None and played(game) == 0

    def test_with_the_game_and_with_the_account(self) -> None:
        game, more = table(), table()
        plan(game)
        plan(more)
        turns.resign(code=game.code, user=person("ben"))
        assert not Plan.objects.filter(game=game).exists()
        leaving.delete_account(user=person("ana"))
        assert not Plan.objects.exists()

    def test_a_vacation_that_begins_meanwhile_puts_nobody_in_its_place(self) -> None:
        game = table(vacation_bot="beginner")
        plan(game, draw="to_third")
        ben_passes(game)
        vacations.take(user=person("ana"), until=START + DAY)
        assert now_of(game).plan_due is not None and now_of(game).bot_due is None
        assert played(game) == 2 and not Move.objects.filter(stand_in=True).exists()


class TestWorker:
    def test_two_who_look_at_once_play_once(self, monkeypatch: pytest.MonkeyPatch) -> None:
        game = table()
        plan(game)
        game = ben_passes(game)
        looked = plans_due._next

        def while_another_plays(*args: Any) -> Any:
            found = looked(*args)
            monkeypatch.setattr(plans_due, "_next", looked)
            assert plans_due.play_one(game_id=game.pk, now=SOON)
            return found

        monkeypatch.setattr(plans_due, "_next", while_another_plays)
        assert not plans_due.play_one(game_id=game.pk, now=SOON)
        assert now_of(game).version == game.version + 1

    def test_a_plan_that_is_changed_while_it_is_thought_about_is_not_played(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        game = table()
        plan(game)
        game = ben_passes(game)
        looked = plans_due._next

        def while_it_is_dropped(*args: Any) -> Any:
            found = looked(*args)
            plans.drop(code=game.code, user=person("ana"))
            return found

        monkeypatch.setattr(plans_due, "_next", while_it_is_dropped)
        assert not plans_due.play_one(game_id=game.pk, now=SOON)
        assert now_of(game).version == game.version

    def test_a_fault_is_tried_again_later_and_holds_up_nobody(
        self, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
    ) -> None:
        game, other = table(), table()
        for each in (game, other):
            plan(each, draw="to_third")
            ben_passes(each)
        sound = plans_due.play_one

        def poisoned(*, game_id: int, now: Any) -> bool:
            if game_id == game.pk:
                raise RuntimeError("7C")
            return sound(game_id=game_id, now=now)

        monkeypatch.setattr(plans_due, "play_one", poisoned)
        assert plans_due.play_due(now=SOON) == 1
        assert now_of(game).plan_due == SOON + timedelta(minutes=1)
        assert "7C" not in caplog.text

    def test_what_it_costs(self, django_assert_num_queries: Any) -> None:
        plan(game := table(), draw="to_third")
        ben_passes(game)
        with django_assert_num_queries(14 + FEEDS):
            assert plans_due.play_due(now=SOON) == 1


class TestMaking:
    def test_what_was_planned_before_is_forgotten(self) -> None:
        game = table()
        plan(game, draw="to_third", repeat=True)
        plan(game, knock=False)
        kept = Plan.objects.get()
        assert (kept.orders["draw"], kept.orders["knock"], kept.repeat) == ("until_fits", False, False)

    def test_refusals(self) -> None:
        game = table(visibility="private")
        ana, orders = person("ana"), Orders()
        with pytest.raises(NotFound):
            plans.put(code=game.code, user=person("carla"), orders=orders)
        with pytest.raises(NotFound):
            plans.of(code=game.code, user=ana)
        with pytest.raises(WrongPhase):
            plans.put(code=game.code, user=person("ben"), orders=orders)
        with pytest.raises(StaleVersion):
            plans.put(code=game.code, user=ana, orders=orders, version=game.version - 1)
        with pytest.raises(CardNotInHand):
            plan(game, table=cards("KC KD KH"))
        with pytest.raises(Invalid):
            plan(game, watch=("m1",))
        Game.objects.update(visibility="public")
        with pytest.raises(NotYourSeat):
            plans.put(code=game.code, user=person("carla"), orders=orders)
        turns.resign(code=game.code, user=person("ben"))
        with pytest.raises(GameOver):
            plans.put(code=game.code, user=ana, orders=orders)

    def test_who_has_left_plans_nothing(self, monkeypatch: pytest.MonkeyPatch) -> None:
        by_seed(monkeypatch, 1)
        game = lobby.create(creator=person("ana"), terms=read_terms({"players": 3}))
        for name in ("ben", "carla"):
            lobby.join(code=game.code, user=person(name))
        turns.resign(code=game.code, user=person("ana"))
        with pytest.raises(NotYourTurn):
            plan(game)
