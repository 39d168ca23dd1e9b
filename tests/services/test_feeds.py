"""The feed of each user: gapless, in the order of commits, stored with what it tells of, no more than they may know."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection, transaction
from django.utils import timezone

from accounts.models import User
from accounts.services.leaving import delete_account
from games import feeds
from games.engine.moves import Draw
from games.feeds import Entry
from games.models import Feed, FeedEntry, Game, Move
from games.selectors import find, log_of, seat_of
from games.services import feeds as writer
from games.services import lobby, turns
from games.services.terms import read_terms
from tests.at_once import at_once
from tests.people import mover, person, table


def told(name: str, after: int = 0) -> list[Entry]:
    """All of a person's feed, read three at a time."""
    found: list[Entry] = []
    while batch := feeds.entries(user=person(name), after=found[-1].number if found else after, limit=3):
        found += batch
    return found


def kinds(name: str) -> list[str]:
    return [each.kind for each in told(name)]


def gapless(entries: list[Entry]) -> bool:
    return [each.number for each in entries] == list(range(1, len(entries) + 1))


def logged(game: Game, user: User | None) -> list[dict[str, Any]]:
    """The log as `/moves/` shows it."""
    stored, seats = find(code=game.code, user=user, invitation=game.invitation)
    seat = seat_of(seats, user)
    return log_of(stored, None if seat is None else seat.number)


def draw(game: Game) -> None:
    stored = Game.objects.get(pk=game.pk)
    turns.play(code=game.code, user=mover(game), version=stored.version, move=Draw())


@pytest.mark.django_db
class TestWhatIsTold:
    def test_a_game_from_its_making_to_its_end(self) -> None:
        game = table(2)
        draw(game)
        turns.resign(code=game.code, user=person("ben"))
        lines = Move.objects.filter(game=game).count()
        assert kinds("ana") == ["joined", "joined", "started", *["move"] * lines, "ended"]
        assert kinds("ben") == ["joined", "started", *["move"] * lines, "ended"]
        for name in ("ana", "ben"):
            entries = told(name)
            assert gapless(entries) and {each.game_code for each in entries} == {game.code}
            seat = seat_of(find(code=game.code, user=person(name))[1], person(name))
            assert seat is not None
            head = {"game": game.code, "you": seat.number}
            moves = [each.data for each in entries if each.kind == "move"]
            assert moves == [{**head, **line} for line in logged(game, person(name))]
        version = Game.objects.get(pk=game.pk).version
        assert [each.data.get("version") for each in told("ana")][:3] == [1, 2, 3]
        assert told("ana")[1].data["player"] == {"username": "ben", "kind": "human"}
        assert told("ana")[-1].data["version"] == version
        assert told("ana")[-1].data["result"]["reason"] == "resignation"

    def test_own_cards_can_be_left_out(self) -> None:
        game = table(2)
        draw(game)
        lines = [each.data for each in feeds.entries(user=person("ana"), after=3, own_cards=False)]
        seat = lines[0]["you"]
        assert lines == [{"game": game.code, "you": seat, **line} for line in logged(game, None)]

    def test_an_open_table(self) -> None:
        ana, ben = person("ana"), person("ben")
        asked_by_name = person("carla").username
        terms = read_terms({"players": 3, "invite": [asked_by_name, "x@example.net"]})
        game = lobby.create(creator=ana, terms=terms)
        lobby.join(code=game.code, user=ben)
        lobby.leave(code=game.code, user=ben)
        lobby.leave(code=game.code, user=ana)
        assert kinds("ana") == ["joined", "joined", "left", "ended"]
        assert kinds("ben") == ["joined", "left"]
        ended = told("ana")[-1].data
        assert (ended["status"], ended["result"]["reason"], ended["version"]) == (
            "cancelled",
            "creator_left",
            4,
        )
        [asked] = told("carla")
        assert (asked.kind, asked.data["player"]["username"]) == ("invited", "ana")
        assert asked.data["invitation"] == game.invitation
        assert "invitation" not in told("ana")[0].data

    def test_house_players_have_none(self) -> None:
        lobby.create(creator=person("ana"), terms=read_terms({"players": 3, "bots": ["beginner", "casual"]}))
        assert list(Feed.objects.values_list("user__username", flat=True)) == ["ana"]
        assert kinds("ana")[:3] == ["joined", "started", "move"]

    def test_whose_seat_was_taken_over_sees_on_as_a_visitor(self) -> None:
        game = table(3, replace_left="beginner")
        leaver = mover(game)
        turns.resign(code=game.code, user=leaver)
        before = told(leaver.username)[-1].number
        for _ in range(3):
            draw(game)
        after = [each.data for each in told(leaver.username, before) if each.kind == "move"]
        assert after and all(line["you"] is None and line.get("card") is None for line in after)

    def test_nobody_is_told_of_what_is_not_stored(self) -> None:
        game = table(2)
        held = list(FeedEntry.objects.values())
        with transaction.atomic():
            draw(game)
            transaction.set_rollback(True)
        assert list(FeedEntry.objects.values()) == held

    def test_a_name_that_is_gone_is_told_no_more(self) -> None:
        game = lobby.create(creator=person("ana"), terms=read_terms({"players": 3}))
        ben = person("ben")
        lobby.join(code=game.code, user=ben)
        delete_account(user=ben)
        assert kinds("ana") == ["joined", "joined", "left"]
        assert "ben" not in str(told("ana"))

    def test_reading_costs_a_fixed_number_of_queries(self, django_assert_max_num_queries: Any) -> None:
        for _ in range(3):
            draw(table(2))
        ana = person("ana")
        with django_assert_max_num_queries(5):  # entries, games, seats, lines, players
            assert len(feeds.entries(user=ana, after=0)) > 9


@pytest.mark.django_db
class TestKeeping:
    def test_what_is_old_is_forgotten_and_whoever_comes_from_before_it_is_told(self) -> None:
        game = table(2)
        FeedEntry.objects.update(at=timezone.now() - writer.KEPT - timedelta(minutes=1))
        draw(game)
        ana = person("ana")
        newest, first = feeds.newest(ana), FeedEntry.objects.filter(feed_id=ana.pk).order_by("last").last()
        assert first is not None
        kept_from = first.last - first.count
        assert feeds.can_go_on(ana, 0, newest)
        assert writer.purge(now=timezone.now()) > 0
        assert not feeds.can_go_on(ana, kept_from - 1, newest)
        assert feeds.can_go_on(ana, kept_from, newest) and feeds.can_go_on(ana, newest, newest)
        assert not feeds.can_go_on(ana, newest + 1, newest)
        assert gapless([Entry(each.number - kept_from, "", "", {}) for each in told("ana", kept_from)])
        FeedEntry.objects.all().delete()
        assert not feeds.can_go_on(ana, newest - 1, newest) and feeds.can_go_on(ana, newest, newest)

    def test_where_the_database_returns_nothing(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """SQLite before 3.35; PostgreSQL always does."""
        if connection.vendor == "sqlite":
            monkeypatch.setattr(connection.features, "can_return_columns_from_insert", False)
        draw(table(2))
        assert gapless(told("ana")) and gapless(told("ben")) and len(told("ana")) > 4


@pytest.mark.django_db(transaction=True)
class TestAtOnce:
    def test_one_user_in_many_games(self) -> None:
        """All games move at the same moment: each feed has everything once, in one order, and nobody waits for ever."""
        games = [table(3) for _ in range(6)]
        waiting = [*games, *games]

        def play() -> bool:
            game = waiting.pop()
            while True:
                try:
                    draw(game)
                except Exception as error:
                    if type(error).__name__ in ("StaleVersion", "NotYourTurn", "WrongPhase"):
                        continue
                    raise
                return True

        assert all(at_once(play, len(waiting)))
        for name in ("ana", "ben", "carla"):
            entries = told(name)
            assert gapless(entries)
            for game in games:
                mine = [
                    each.data["number"]
                    for each in entries
                    if each.kind == "move" and each.game_code == game.code
                ]
                assert mine == list(range(1, Game.objects.get(pk=game.pk).log_length + 1))

    def test_whoever_leaves_all_games_while_they_go_on(self) -> None:
        """The one transaction that locks many games never waits crosswise with those that move in one of them."""
        games = [table(3) for _ in range(4)]
        turn = iter(range(5))

        def act() -> None:
            number = next(turn)
            if number == 4:
                delete_account(user=person("ana"))
                return
            for _ in range(3):
                stored = Game.objects.get(pk=games[number].pk)
                if stored.to_act is not None and stored.to_act.is_active:
                    try:
                        turns.play(code=stored.code, user=stored.to_act, version=stored.version, move=Draw())
                    except Exception as error:
                        if type(error).__name__ not in (
                            "StaleVersion",
                            "NotYourTurn",
                            "WrongPhase",
                            "NotYourSeat",
                        ):
                            raise

        at_once(act, 5)
        for name in ("ben", "carla"):
            assert gapless(told(name))
            left = {each.game_code for each in told(name) if each.data.get("type") == "resign"}
            assert left == {game.code for game in games}

    def test_numbers_are_given_in_the_order_of_commits(self) -> None:
        """Whoever reads while others write never sees a number before a smaller one."""
        games = [table(2) for _ in range(3)]
        waiting, seen = [*games], []

        def act() -> bool:
            if not waiting:
                return False
            game = waiting.pop()
            for _ in range(4):
                draw(game)
            return True

        def watch() -> None:
            position = 0
            for _ in range(60):
                for each in feeds.entries(user=person("ana"), after=position):
                    seen.append(each.number)
                    position = each.number

        parts = [watch, act, act, act]

        def part() -> None:
            parts.pop()()

        at_once(part, 4)
        for each in feeds.entries(user=person("ana"), after=seen[-1] if seen else 0):
            seen.append(each.number)
        assert seen == list(range(1, len(seen) + 1)) and len(seen) == feeds.newest(person("ana"))
