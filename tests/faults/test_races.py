"""Many at once: the same request, different requests for one version, clocks against players."""

from __future__ import annotations

import json
import threading
from collections import Counter
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.db import connections
from django.test import Client
from django.utils import timezone

from games.models import Game, IdempotencyKey, Move, Outbox
from games.services import lobby, sweep, turns
from games.services.replays import faults_of
from games.services.terms import read_terms
from tests.people import mover, others, people, table, token_of

pytestmark = pytest.mark.django_db(transaction=True)
THREADS = 50


def at_once(jobs: list[Callable[[], Any]]) -> list[Any]:
    """Runs the jobs in a thread each, let loose together; their results in order. An exception is a result."""
    gate = threading.Barrier(len(jobs))
    results: list[Any] = [None] * len(jobs)

    def run(place: int, job: Callable[[], Any]) -> None:
        gate.wait()
        try:
            results[place] = job()
        except Exception as error:  # noqa: BLE001  # the test looks at it
            results[place] = error
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=(place, job)) for place, job in enumerate(jobs)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results


def post(path: str, token: str, body: dict[str, Any], **headers: str) -> tuple[int, str]:
    response = Client(raise_request_exception=False).post(
        f"/api/v1{path}",
        json.dumps(body),
        content_type="application/json",
        headers={"authorization": f"Bearer {token}", **headers},
    )
    return response.status_code, response.content.decode()


class TestOneMove:
    def test_with_one_key_plays_once_and_answers_alike(self) -> None:
        game = table(2)
        token, path = token_of(mover(game)), f"/games/{game.code}/moves/"
        body = {"version": game.version, "type": "draw"}
        answers = at_once([lambda: post(path, token, body, **{"Idempotency-Key": "one"})] * THREADS)
        assert Counter(answers) == {answers[0]: THREADS}
        assert answers[0][0] == 200
        self.shows_one_move(game)
        assert IdempotencyKey.objects.count() == 1

    def test_without_a_key_wins_once(self) -> None:
        game = table(2)
        token, path = token_of(mover(game)), f"/games/{game.code}/moves/"
        body = {"version": game.version, "type": "draw"}
        answers = at_once([lambda: post(path, token, body)] * THREADS)
        assert Counter(status for status, _ in answers) == {200: 1, 409: THREADS - 1}
        codes = {json.loads(text)["code"] for status, text in answers if status == 409}
        assert codes == {"stale_version"}
        self.shows_one_move(game)

    def test_different_moves_for_one_version_have_one_winner(self) -> None:
        game = table(2)
        token, path = token_of(mover(game)), f"/games/{game.code}/moves/"
        jobs = [
            lambda key=f"k{number}": post(
                path, token, {"version": game.version, "type": "draw"}, **{"Idempotency-Key": key}
            )
            for number in range(THREADS)
        ]
        answers = at_once(jobs)
        assert Counter(status for status, _ in answers) == {200: 1, 409: THREADS - 1}
        self.shows_one_move(game)
        assert IdempotencyKey.objects.count() == 1

    @staticmethod
    def shows_one_move(game: Game) -> None:
        stored = Game.objects.get(pk=game.pk)
        assert stored.version == game.version + 1
        # The deal, the opening draw, and the one move that won.
        assert list(Move.objects.filter(game=game).order_by("number").values_list("type", "version")) == [
            ("deal", game.version),
            ("draw", game.version),
            ("draw", game.version + 1),
        ]
        assert Outbox.objects.filter(game=game, kind="turn").count() == 1
        assert list(faults_of(stored)) == []


class TestLobby:
    def test_one_key_makes_one_game(self) -> None:
        token = token_of(people(1)[0])
        answers = at_once([lambda: post("/games/", token, {"players": 3}, **{"Idempotency-Key": "new"})] * 20)
        assert len(set(answers)) == 1 and answers[0][0] == 201
        assert Game.objects.count() == 1

    def test_the_last_place_goes_to_one(self) -> None:
        users = people(5)
        game = lobby.create(creator=users[0], terms=read_terms({"players": 2}))
        tokens = [token_of(user) for user in users[1:]]
        answers = at_once(
            [lambda token=token: post(f"/games/{game.code}/join/", token, {}) for token in tokens]
        )
        assert Counter(status for status, _ in answers) == {200: 1, 409: 3}
        stored = Game.objects.get(pk=game.pk)
        assert stored.status == "active" and stored.seats.count() == 2
        assert list(faults_of(stored)) == []


class TestClock:
    @pytest.mark.parametrize("part", range(4))
    def test_two_sweepers_and_a_player_at_the_same_instant(self, part: int) -> None:
        """Fifty times a part, two hundred in all: one result each time."""
        for _ in range(50):
            game = table(2, timeouts_to_leave=10)
            user, (other,) = mover(game), others(game)
            now = timezone.now()
            Game.objects.filter(pk=game.pk).update(deadline=now - timedelta(seconds=1))
            results = at_once(
                [
                    partial(sweep.sweep, now=now),
                    partial(sweep.sweep, now=now),
                    partial(turns.play, code=game.code, user=user, version=game.version, move=self.draw()),
                ]
            )
            stored = Game.objects.get(pk=game.pk)
            assert list(faults_of(stored)) == []
            log = list(Move.objects.filter(game=game, version__gt=game.version).order_by("number"))
            faults = [result for result in results[:2] if isinstance(result, Exception)]
            assert not faults, faults
            clock_played = results[0] + results[1]
            if isinstance(results[2], Exception):
                assert getattr(results[2], "code", "") == "stale_version", results[2]
                assert clock_played == 1
                assert [row.timed_out for row in log] == [True, True, False]
                assert stored.to_act == other
            else:
                # The player was first; then the clock, which looks at the version it saw, may not play that turn
                # with it, but may find the turn late still and play its rest: the deadline has not moved.
                assert log[0].timed_out is False and log[0].type == "draw"
                assert clock_played <= 1
            assert Outbox.objects.filter(game=game, kind="turn").count() == len(
                Outbox.objects.filter(game=game, kind="turn").values("key").distinct()
            )
            Game.objects.filter(pk=game.pk).update(deadline=None)

    @staticmethod
    def draw() -> Any:
        from games.engine.moves import Draw

        return Draw()
