"""The order of refusals: what is wrong with the request itself comes before who asks."""

from __future__ import annotations

import pytest

from tests.api.api import Api
from tests.people import person, table

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("call", ["", "join/", "leave/", "resign/", "moves/", "moves/check/"])
@pytest.mark.parametrize("key", ["", "two words", "x" * 65])
def test_a_bad_key_comes_before_who_asks(call: str, key: str) -> None:
    path = f"/games/{table(2).code}/{call}" if call else "/games/"
    body = {"version": 2, "type": "draw"} if "moves" in call else {} if call else {"players": 2}
    head = {"Idempotency-Key": key}
    for api in (Api(), Api(token="nobody's")):
        status, problem = api.post(path, body, **head)
        assert (status, list(problem["errors"])) == (400, ["Idempotency-Key"])
        assert api.post(path, body)[0] == 401
        status, problem = api.post(path, {"x": 1}, **head)
        assert status == 400 and list(problem["errors"]) != ["Idempotency-Key"]


def test_reading_needs_no_key() -> None:
    game = table(2)
    for path in ("/games/", f"/games/{game.code}/moves/"):
        assert Api(person("ana")).get(path, **{"Idempotency-Key": "two words"})[0] == 200
