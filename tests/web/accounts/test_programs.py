"""The page of tokens and programs: made, shown once, ended, each by its owner alone."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import Token, User
from accounts.services import programs
from accounts.services.guests import make_guest
from accounts.services.tokens import create_token
from tests.api.api import Api
from tests.people import person

pytestmark = pytest.mark.django_db
PASSWORD = "four of a kind, all of them sevens"
WANTED = {"name": "laptop", "scopes": ["read", "play"], "days": "30", "password": PASSWORD}


@pytest.fixture
def ana() -> User:
    user = person("ana")
    user.set_password(PASSWORD)
    user.save()
    return user


@pytest.fixture
def client(ana: User) -> Client:
    client = Client()
    client.force_login(ana)
    return client


def page(client: Client) -> str:
    return client.get("/settings/programs/").content.decode()


class TestTokens:
    def test_is_shown_once_and_does_what_was_chosen(self, client: Client, ana: User) -> None:
        answer = client.post("/settings/tokens/", WANTED)
        assert answer.headers["Cache-Control"] == "private, no-store"
        (text,) = re.findall(r"mr_[\w-]{40}", answer.content.decode())
        api = Api(token=text)
        assert api.ok("GET", "/me/")["username"] == "ana"
        assert api.patch("/me/", {"language": "ar"})[1]["scope"] == "manage"
        token = Token.objects.get()
        assert token.expires_at is not None and token.name == "laptop"
        assert abs(token.expires_at - timezone.now() - timedelta(days=30)) < timedelta(minutes=5)
        shown = page(client)
        assert text not in shown and "laptop" in shown
        for said, at in (("last used", token.last_used_at), ("good until", token.expires_at)):
            assert at and f'{said} <time datetime="{at:%Y-%m-%dT%H:%M:%SZ}" title="' in shown

    def test_without_an_end(self, client: Client) -> None:
        client.post("/settings/tokens/", WANTED | {"days": ""})
        assert Token.objects.get().expires_at is None and "good until it is ended" in page(client)

    @pytest.mark.parametrize(
        "slip",
        [
            {"password": "wrong"},
            {"scopes": []},
            {"scopes": ["reed"]},
            {"days": "31"},
            {"whose": "999999"},
            {"name": "lap\u202etop"},
            {"name": "x" * 61},
        ],
    )
    def test_a_slip_makes_none(self, client: Client, slip: Any) -> None:
        assert client.post("/settings/tokens/", WANTED | slip).status_code == 200
        assert not Token.objects.exists()

    def test_tries_are_limited(self, client: Client, settings: Any) -> None:
        settings.THROTTLE_RATES = {**settings.THROTTLE_RATES, "login": "2/min"}
        answers = [client.post("/settings/tokens/", WANTED | {"password": "x"}).status_code for _ in range(3)]
        assert answers == [200, 200, 429]

    def test_is_ended_there(self, client: Client, ana: User) -> None:
        create_token(user=ana)
        create_token(user=person("ben"))
        for token in Token.objects.all():
            assert client.post(f"/settings/tokens/{token.pk}/").headers["Location"] == "/settings/programs/"
        assert [token.user.username for token in Token.objects.all()] == ["ben"]


class TestPrograms:
    def test_is_made_and_gets_a_token_and_is_ended(self, client: Client, ana: User) -> None:
        assert client.post("/settings/programs/", {"username": "robot.a"}).status_code == 302
        robot = User.objects.get(owner=ana)
        assert "No token yet" in page(client)
        answer = client.post("/settings/tokens/", WANTED | {"whose": str(robot.pk)})
        (text,) = re.findall(r"mr_[\w-]{40}", answer.content.decode())
        assert Api(token=text).ok("GET", "/me/")["username"] == "robot.a"
        assert client.post(f"/settings/tokens/{robot.tokens.get().pk}/").status_code == 302
        assert not robot.tokens.exists()
        assert "End <bdi>robot.a</bdi>?" in client.get(f"/settings/programs/{robot.pk}/end/").content.decode()
        assert User.objects.get(pk=robot.pk).is_active, "looking ends nothing"
        assert client.post(f"/settings/programs/{robot.pk}/end/").status_code == 302
        assert "robot.a is ended." in page(client)
        assert not User.objects.get(pk=robot.pk).is_active and "robot.a" not in page(client)

    def test_a_name_that_somebody_has(self, client: Client) -> None:
        answer = client.post("/settings/programs/", {"username": "Ana"})
        assert answer.status_code == 200 and "This name is taken" in answer.content.decode()

    def test_there_is_a_most(self, client: Client, ana: User) -> None:
        for number in range(programs.MOST):
            programs.make(owner=ana, username=f"robot.{number}")
        assert "Make the program" not in page(client)

    def test_of_others(self, client: Client, ana: User) -> None:
        theirs = programs.make(owner=person("ben"), username="robot.b")
        create_token(user=theirs)
        for address in (f"/settings/programs/{theirs.pk}/end/", f"/settings/programs/{10**30}/end/"):
            assert client.get(address).status_code == client.post(address).status_code == 404
        client.post(f"/settings/tokens/{theirs.tokens.get().pk}/")
        client.post("/settings/tokens/", WANTED | {"whose": str(theirs.pk)})
        assert theirs.is_active and theirs.tokens.count() == 1 and "robot.b" not in page(client)

    def test_a_guest_has_none(self) -> None:
        client = Client()
        client.force_login(make_guest())
        for answer in (client.get("/settings/programs/"), client.post("/settings/tokens/", WANTED)):
            assert (answer.status_code, answer.headers["Location"]) == (302, "/settings/")
        assert "Programs and tokens" not in client.get("/settings/").content.decode()

    def test_costs_few_queries(self, client: Client, ana: User, django_assert_max_num_queries: Any) -> None:
        for number in range(4):
            create_token(user=programs.make(owner=ana, username=f"robot.{number}"))
        with django_assert_max_num_queries(4):  # session, user, programs, tokens
            page(client)
