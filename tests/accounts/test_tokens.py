"""Tokens and logins: shown once, stored hashed, revoked, limited."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from unittest import mock
from uuid import uuid4

import pytest
from django.contrib.auth.hashers import Argon2PasswordHasher
from django.utils import timezone

from accounts.models import Token, User
from accounts.services import house_player, tokens
from tests.api.api import Api
from tests.people import person, token_of

pytestmark = pytest.mark.django_db
PASSWORD = "four-of-a-kind"


@pytest.fixture
def ana() -> User:
    user = person("ana")
    user.set_password(PASSWORD)
    user.save()
    return user


def login(visitor: Api, **body: Any) -> tuple[int, Any]:
    return visitor.post("/tokens/", {"username": "ana", "password": PASSWORD, **body})


class TestLogin:
    def test_the_token_is_shown_once_and_stored_hashed(self, visitor: Api, ana: User) -> None:
        status, body = login(visitor, name="my bot")
        assert status == 201 and set(body) == {"id", "token", "scopes", "expires"}
        assert body["token"].startswith("mr_") and len(body["token"]) == 43
        stored = Token.objects.get()
        assert stored.pk == body["id"] and stored.name == "my bot"
        assert body["token"] not in str(Token.objects.values()) and body["token"][3:] not in stored.digest
        assert Api(token=body["token"]).ok("GET", "/me/")["username"] == "ana"

    def test_any_case_of_the_name(self, visitor: Api, ana: User) -> None:
        assert login(visitor, username="ANA")[0] == 201

    def test_wrong_name_and_wrong_password_look_alike(self, visitor: Api, ana: User) -> None:
        wrong = [
            login(visitor, password="wrong"),
            login(visitor, username="nobody"),
            login(visitor, username="\u202e" * 60),
            login(visitor, username=house_player("beginner", 1).username),
        ]
        User.objects.update(is_active=False)
        wrong.append(login(visitor))
        assert all(answer == wrong[0] for answer in wrong)
        assert (wrong[0][0], wrong[0][1]["code"]) == (401, "not_authenticated")
        assert visitor.headers["WWW-Authenticate"] == "Bearer"

    @pytest.mark.parametrize("username", ["ana", "nobody", "House beginner 1"])
    def test_each_failure_hashes_one_password(self, visitor: Api, ana: User, username: str) -> None:
        house_player("beginner", 1)
        with (
            mock.patch.object(Argon2PasswordHasher, "encode", return_value="argon2$x") as hashed,
            mock.patch.object(Argon2PasswordHasher, "verify", return_value=False) as verified,
        ):
            login(visitor, username=username, password="wrong")
        assert hashed.call_count + verified.call_count == 1

    def test_body_is_checked_first(self, visitor: Api) -> None:
        status, body = visitor.post("/tokens/", {"username": 1, "extra": 2})
        assert status == 400 and set(body["errors"]) == {"username", "extra"}

    @pytest.mark.parametrize("name", ["lap\u202etop", "lap\ntop", "lap\u200btop"])
    def test_a_name_shows_what_it_is(self, visitor: Api, ana: User, name: str) -> None:
        status, body = login(visitor, name=name)
        assert (status, list(body["errors"])) == (400, ["name"])
        assert not Token.objects.exists()


class TestList:
    def test_own_tokens_newest_first_without_their_texts(self, ana: User) -> None:
        first, second = token_of(ana), token_of(ana)
        token_of(person("ben"))
        body = Api(token=second).ok("GET", "/tokens/")
        assert [set(row) for row in body] == [{"id", "name", "scopes", "expires", "created", "last_used"}] * 2
        assert body[0]["id"] > body[1]["id"]
        assert body[0]["last_used"].endswith("Z") and body[1]["last_used"] is None
        assert first not in str(body) and second not in str(body)

    def test_the_oldest_goes_where_there_are_too_many(self, ana: User) -> None:
        first = token_of(ana)
        for _ in range(tokens.MOST):
            token_of(ana)
        assert Token.objects.count() == tokens.MOST
        assert Api(token=first).get("/me/")[0] == 401


class TestRevoke:
    def test_a_revoked_token_is_a_bad_token(self, ana: User) -> None:
        text = token_of(ana)
        api = Api(token=text)
        assert api.delete(f"/tokens/{Token.objects.get().pk}/") == (204, None)
        status, body = api.get("/me/")
        assert (status, body["code"]) == (401, "bad_token")
        assert not Token.objects.exists()

    @pytest.mark.parametrize("number", ["{other}", "999999", str(2**63), "9" * 60])
    def test_not_mine_or_none(self, ana: User, number: str) -> None:
        token_of(person("ben"))
        other = Token.objects.get().pk
        status, body = Api(ana).delete(f"/tokens/{number.format(other=other)}/")
        assert (status, body["code"]) == (404, "not_found")
        assert Token.objects.filter(pk=other).exists()

    def test_without_login(self, visitor: Api) -> None:
        assert visitor.delete("/tokens/1/")[1]["code"] == "not_authenticated"


class TestBearer:
    def test_costs_one_query(self, ana: User, django_assert_num_queries: Any) -> None:
        api = Api(ana)
        api.ok("GET", "/me/")  # notes the use
        with django_assert_num_queries(1):
            api.ok("GET", "/me/")

    def test_use_is_noted_once_an_hour(self, ana: User) -> None:
        api = Api(ana)
        api.ok("GET", "/me/")
        first = Token.objects.get().last_used_at
        api.ok("GET", "/me/")
        assert first is not None and Token.objects.get().last_used_at == first
        Token.objects.update(last_used_at=timezone.now() - timedelta(hours=2))
        api.ok("GET", "/me/")
        assert Token.objects.get().last_used_at > first - timedelta(minutes=1)

    @pytest.mark.parametrize("value", ["", "x", "mr_" + "x" * 40, "x" * 5000, "\xff\xfe", "a b c"])
    @pytest.mark.parametrize("path", ["/me/", "/games/"])
    def test_a_bad_token_is_refused_even_where_none_is_needed(self, value: str, path: str) -> None:
        status, body = Api().get(path, authorization=f"Bearer {value}")
        assert (status, body["code"]) == (401, "bad_token")

    def test_the_shape_comes_first(self, ana: User) -> None:
        assert Api(token="bad").patch("/me/", {"nonsense": 1})[0] == 400

    def test_a_closed_account(self, ana: User) -> None:
        api = Api(ana)
        User.objects.update(is_active=False)
        assert api.get("/me/")[1]["code"] == "bad_token"

    def test_another_scheme_is_no_login(self, ana: User) -> None:
        assert Api().get("/me/", authorization="Basic YW5hOmFuYQ==")[1]["code"] == "not_authenticated"


class TestThrottle:
    def test_of_an_account_from_many_addresses(self, ana: User, settings: Any) -> None:
        settings.THROTTLE_RATES = {**settings.THROTTLE_RATES, "login": "3/min"}
        name, answers = f"u{uuid4().hex[:20]}", []
        for number in range(5):
            api = Api()
            api.client.defaults["REMOTE_ADDR"] = f"10.{uuid4().int % 250}.{uuid4().int % 250}.{number}"
            answers.append((api.post("/tokens/", {"username": name, "password": "x"}), api.headers))
        assert [answer[0][0] for answer in answers] == [401, 401, 401, 429, 429]
        (_status, body), headers = answers[-1]
        assert body["code"] == "throttled" and 1 <= int(headers["Retry-After"]) <= 60

    def test_of_an_address_with_many_names(self, settings: Any) -> None:
        settings.THROTTLE_RATES = {**settings.THROTTLE_RATES, "login": "3/min"}
        api = Api()
        api.client.defaults["REMOTE_ADDR"] = f"10.{uuid4().int % 250}.{uuid4().int % 250}.9"
        answers = [api.post("/tokens/", {"username": uuid4().hex[:20], "password": "x"})[0] for _ in range(4)]
        assert answers == [401, 401, 401, 429]
        assert api.post("/accounts/confirm/", {"key": "x"})[0] == 429, "one limit for all that can be guessed"


class TestHousePlayers:
    def test_stable_and_as_many_as_are_needed(self) -> None:
        four = [house_player("beginner", number) for number in range(1, 5)]
        assert [one.username for one in four] == [f"House beginner {number}" for number in range(1, 5)]
        assert house_player("beginner", 2) == four[1]
        assert all(one.kind == "bot" and one.bot_level == "beginner" for one in four)
        assert not any(one.has_usable_password() or one.email for one in four)
