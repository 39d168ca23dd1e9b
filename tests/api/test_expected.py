"""What is said where a field holds something else than it takes: what to send, in our words, for every field."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from rest_framework import serializers

from config.api.problems import Problem
from config.api.shapes import Strict
from config.urls import urlpatterns
from tests.people import mover, person, table, token_of

WRONG: list[Any] = [None, 1, -1, 10**15, True, "", "zz", "x" * 100_000, [], [None], ["zz"], [1] * 999, {}]


def shapes_of_bodies(kind: type[Strict] = Strict) -> Iterator[type[Strict]]:
    for one in kind.__subclasses__():
        yield one
        yield from shapes_of_bodies(one)


def sentences_of_framework() -> list[re.Pattern[str]]:
    found = set()
    for kind in vars(serializers).values():
        for said in getattr(kind, "default_error_messages", {}).values():
            found.add(re.sub(r"\\\{[^}]*\\\}", ".*", re.escape(str(said))))
    return [re.compile(each) for each in found]


def test_nothing_that_the_framework_says_reaches_anybody() -> None:
    assert urlpatterns, "with them all shapes are there"
    foreign = sentences_of_framework()
    assert any(each.fullmatch("This field may not be null.") for each in foreign)
    seen = set()
    for shape in shapes_of_bodies():
        for name in shape().fields:
            for body in ({}, *({name: value} for value in WRONG)):
                try:
                    shape.read(body)
                except Problem as problem:
                    seen |= {said for each in problem.members["errors"].values() for said in each}
    assert len(seen) > 20
    assert not [said for said in seen if any(each.fullmatch(said) for each in foreign)]


@pytest.mark.django_db
class TestSaid:
    @pytest.mark.parametrize(
        ("method", "path", "body", "field", "said"),
        [
            ("POST", "/accounts/", {}, "username", "This field is missing. Send a text of 1 to 60 characters."),
            ("POST", "/accounts/", {"email": None}, "email", "Send a text of 1 to 254 characters."),
            ("POST", "/accounts/", {"username": ""}, "username", "Send a text of 1 to 60 characters."),
            ("POST", "/tokens/", {"name": "x" * 61}, "name", "Send a text of at most 60 characters."),
            ("POST", "/tokens/", {"scopes": ["all"]}, "scopes", "Send a list of at least one of: read, play, manage."),
            ("POST", "/tokens/", {"scopes": []}, "scopes", "Send a list of at least one of: read, play, manage."),
            (
                *("POST", "/tokens/", {"expires_in_days": 0}, "expires_in_days"),
                "Give a whole number from 1 to 3650. It may be null as well.",
            ),
            ("PATCH", "/me/", {"language": "xx"}, "language", "Give one of: en, mt, sr-latn, ar, lb."),
            ("PATCH", "/me/mails/", {"rounds": None}, "rounds", "Send true or false."),
            (
                *("POST", "/me/vacations/", {"until": "tomorrow"}, "until"),
                "Send a time with its zone, such as 2026-11-30T08:15:00Z.",
            ),
            ("PUT", "/games/x/plan/", {"watch": ["7"]}, "watch", "Name melds as in m3."),
            ("PUT", "/games/x/plan/", {"watch": "m3"}, "watch", "Send a list of at most 60 texts."),
        ],
    )  # fmt: skip
    def test_of_a_field(self, method: str, path: str, body: Any, field: str, said: str) -> None:
        head = {"authorization": f"Bearer {token_of(person())}"}
        answer = Client().generic(
            method, f"/api/v1{path}", json.dumps(body), "application/json", headers=head
        )
        assert answer.status_code == 400
        assert answer.json()["errors"][field] == [said]

    def test_what_is_offered_where_a_method_is_not(self) -> None:
        answer = Client().put("/api/v1/accounts/")
        assert (answer.status_code, answer["Allow"]) == (405, "POST")
        assert answer.json()["detail"] == "This method is not offered here: use POST."

    def test_a_plan_on_ones_own_turn(self) -> None:
        game = table()
        head = {"authorization": f"Bearer {token_of(mover(game))}"}
        path = f"/api/v1/games/{game.code}/plan/"
        answer = Client().put(path, {"draw": "to_third"}, "application/json", headers=head)
        assert (answer.status_code, answer.json()["code"]) == (409, "wrong_phase")
        assert answer.json()["detail"] == "It is your turn already: play it, then plan the next."

    def test_a_cursor_that_is_none_of_ours(self) -> None:
        said = Client().get("/api/v1/games/?cursor=x").json()["errors"]["cursor"]
        assert said == ["Follow “next” as it came, or leave the cursor out."]
