"""A request with a key is carried out once, and remembered for a week."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games import tasks
from games.errors import GameFull, KeyReused
from games.models import Game, IdempotencyKey, Move
from games.services import idempotency, lobby
from games.services.idempotency import Answer, Key
from games.services.terms import read_terms
from tests.api.api import Api
from tests.people import mover, person, table
from tests.snapshot import contents

pytestmark = pytest.mark.django_db


def key(body: Any = None, **more: Any) -> Key:
    return Key(**({"user": person(), "path": "/games/", "key": "k1", "body": body or {"a": 1}} | more))


class Producer:
    """Makes a game each time it is asked."""

    def __init__(self, error: Exception | None = None) -> None:
        self.error = error

    def __call__(self) -> Answer:
        game = lobby.create(creator=person(), terms=read_terms({"players": 2}))
        if self.error is not None:
            raise self.error
        return Answer(status=201, text=game.code)


class TestOnce:
    def test_a_repeat_gets_the_first_answer_and_leaves_no_trace(self) -> None:
        first = idempotency.once(key(), Producer())
        held = contents()
        assert idempotency.once(key(), Producer()) == first
        assert contents() == held

    def test_the_order_of_the_bodys_fields_does_not_matter(self) -> None:
        first = idempotency.once(key({"a": 1, "b": [2]}), Producer())
        assert idempotency.once(key({"b": [2], "a": 1}), Producer()) == first

    @pytest.mark.parametrize("other", [{"a": 2}, {"a": "1"}, {"a": True}, {"a": 1, "b": None}, [1]])
    def test_another_body_is_refused(self, other: Any) -> None:
        idempotency.once(key(), Producer())
        held = contents()
        with pytest.raises(KeyReused):
            idempotency.once(key(other), Producer())
        assert contents() == held

    def test_another_user_or_path_or_key_is_another_request(self) -> None:
        for one in (key(), key(user=person("ben")), key(path="/games/x/join/"), key(key="k2")):
            idempotency.once(one, Producer())
        assert Game.objects.count() == 4

    def test_without_a_key_nothing_is_remembered(self) -> None:
        idempotency.once(None, Producer())
        assert not IdempotencyKey.objects.exists()

    @pytest.mark.parametrize("error", [GameFull(), RuntimeError("7D")])
    def test_a_failure_is_not_remembered_and_changes_nothing(self, error: Exception) -> None:
        person()
        held = contents()
        with pytest.raises(type(error)):
            idempotency.once(key(), Producer(error))
        assert contents() == held
        idempotency.once(key(), Producer())
        assert Game.objects.count() == 1

    def test_a_path_of_any_length(self) -> None:
        """PostgreSQL refuses what is longer than its column."""
        long = "/api/v1/games/?" + "x" * 3000
        first = idempotency.once(key(path=long), Producer())
        assert idempotency.once(key(path=long), Producer()) == first
        assert idempotency.once(key(path=long + "y"), Producer()) != first


class TestOverHttp:
    """On every POST under /games/."""

    def test_each_call_is_carried_out_once(self) -> None:
        ana, ben = Api(person("ana")), Api(person("ben"))
        with_key = {"Idempotency-Key": "one"}
        made = [ana.post("/games/", {"players": 3}, **with_key) for _ in range(2)]
        assert made[0] == made[1] and made[0][0] == 201
        path = f"/games/{made[0][1]['id']}"
        for call in ("join/", "leave/"):
            answers = [ben.post(f"{path}/{call}", {}, **with_key) for _ in range(2)]
            assert answers[0] == answers[1] and answers[0][0] == 200, call
        ben.ok("POST", f"{path}/join/", {})
        # The old key's answer, and the place is kept: it is that request again, not another one.
        assert ben.post(f"{path}/leave/", {}, **with_key) == answers[0]
        assert Game.objects.get().seats.count() == 2

    def test_checks_and_resignations(self) -> None:
        game = table(2)
        api, path = Api(mover(game)), f"/games/{game.code}"
        body = {"version": game.version, "type": "draw"}
        with_key = {"Idempotency-Key": "one"}
        checks = [api.post(f"{path}/moves/check/", body, **with_key) for _ in range(2)]
        assert checks == [(200, {"legal": True})] * 2
        resigned = [api.post(f"{path}/resign/", {}, **with_key) for _ in range(2)]
        assert resigned[0] == resigned[1] and resigned[0][0] == 200
        assert Move.objects.filter(type="resign").count() == 1
        assert api.post(f"{path}/resign/", {})[1]["code"] == "game_over"

    @pytest.mark.parametrize("bad", ["", "x" * 65, "with blank", "tab\t", "é"])
    def test_a_key_that_is_none(self, bad: str) -> None:
        status, problem = Api(person()).post("/games/", {"players": 2}, **{"Idempotency-Key": bad})
        assert (status, problem["code"]) == (400, "invalid") and "Idempotency-Key" in problem["errors"]
        assert not Game.objects.exists()


class TestPurge:
    def test_forgets_what_is_older_than_a_week(self) -> None:
        now = timezone.now()
        for name, age in (("old", 7.01), ("young", 6.99)):
            idempotency.once(key(key=name), Producer())
            IdempotencyKey.objects.filter(key=name).update(created_at=now - timedelta(days=age))
        assert idempotency.purge(now=now) == 1
        assert list(IdempotencyKey.objects.values_list("key", flat=True)) == ["young"]
        assert Game.objects.count() == 2

    def test_as_a_task(self) -> None:
        idempotency.once(key(), Producer())
        IdempotencyKey.objects.update(created_at=timezone.now() - timedelta(days=8))
        tasks.purge()
        assert not IdempotencyKey.objects.exists()
