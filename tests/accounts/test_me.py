"""The own profile, and the session of the pages as a way to it."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.core.exceptions import ValidationError
from django.test import Client

from accounts.models import User
from accounts.services import registration
from tests.accounts.conftest import Mail
from tests.api.api import Api
from tests.people import person

pytestmark = pytest.mark.django_db


def test_without_login(visitor: Api) -> None:
    status, body = visitor.get("/me/")
    assert (status, body["code"]) == (401, "not_authenticated")
    assert visitor.headers["WWW-Authenticate"] == "Bearer"


def test_settings_change_and_nothing_else(owed: list[Mail]) -> None:
    ana = person("ana")
    body = Api(ana).ok("PATCH", "/me/", {"language": "lb", "timezone": "Europe/Luxembourg"})
    assert (body["language"], body["timezone"], body["email_confirmed"]) == ("lb", "Europe/Luxembourg", True)
    assert not owed


@pytest.mark.parametrize(
    "change",
    [
        {"username": "x1"},
        {"kind": "bot"},
        {"email_confirmed": True},
        {"email": "x"},
        {"language": "tlh"},
        {"timezone": 1},
    ],
)
def test_refusals_change_nothing(change: dict[str, Any], owed: list[Mail]) -> None:
    ana = person("ana")
    before = User.objects.values().get()
    status, body = Api(ana).patch("/me/", {"timezone": "Europe/Malta", **change})
    assert status == 400 and list(body["errors"]) == list(change)
    assert User.objects.values().get() == before and not owed


def test_a_new_address_is_unconfirmed_until_its_mail_is_answered(owed: list[Mail]) -> None:
    ana = person("ana")
    body = Api(ana).ok("PATCH", "/me/", {"email": "new@example.org"})
    assert (body["email"], body["email_confirmed"]) == ("new@example.org", False)
    assert [(mail["kind"], mail["address"]) for mail in owed] == [("confirm", "new@example.org")]


def test_the_same_address_stays_confirmed(owed: list[Mail]) -> None:
    body = Api(person("ana")).ok("PATCH", "/me/", {"email": "ANA@example.org"})
    assert body["email_confirmed"] is True and not owed


def test_an_unconfirmed_address_given_again_sends_the_mail_again_once_a_minute(owed: list[Mail]) -> None:
    import time_machine
    from django.utils import timezone

    with time_machine.travel(timezone.now().replace(second=5), tick=False) as clock:
        ana = registration.register(username="Ana", email="ana@example.org", password="four-of-a-kind")
        api = Api(ana)
        for _ in range(3):
            api.ok("PATCH", "/me/", {"email": "ana@example.org"})
        assert len(owed) == 1
        clock.shift(60)
        api.ok("PATCH", "/me/", {"email": "ana@example.org"})
        assert len(owed) == 2


def test_mails_to_strangers_are_limited(owed: list[Mail], settings: Any) -> None:
    settings.THROTTLE_RATES = {**settings.THROTTLE_RATES, "login": "2/hour"}
    ana = User.objects.create(pk=uuid4().int % 2**40, username="ana")
    api = Api(ana)
    answers = [api.patch("/me/", {"email": f"victim{number}@example.org"})[0] for number in range(3)]
    assert answers == [200, 200, 429] and len(owed) == 2


def test_only_what_is_changed_is_written(owed: list[Mail]) -> None:
    """What has changed since the user was read stays as it is by now."""
    stale = person("ana")
    User.objects.update(is_staff=True, timezone="Asia/Tokyo")
    registration.update_profile(user=stale, language="mt")
    assert User.objects.values_list("is_staff", "timezone", "language").get() == (True, "Asia/Tokyo", "mt")


def test_an_account_that_was_closed_meanwhile_takes_nothing(owed: list[Mail]) -> None:
    stale = person("ana")
    User.objects.update(is_active=False)
    with pytest.raises(ValidationError):
        registration.update_profile(user=stale, email="ana@example.net")
    assert User.objects.values_list("is_active", "email").get() == (False, "ana@example.org") and not owed


class TestSession:
    def client(self, user: User, **more: Any) -> Client:
        client = Client(**more)
        client.force_login(user)
        return client

    def test_reads(self) -> None:
        assert self.client(person("ana")).get("/api/v1/me/").json()["username"] == "ana"

    def test_a_form_without_its_boundary_is_no_json(self) -> None:
        """By the session, for which Django would look into the form before anybody says that it wants none."""
        client = self.client(person("ana"), enforce_csrf_checks=True)
        client.cookies["csrftoken"] = "a" * 32
        for kind in (
            "multipart/form-data",
            "multipart/form-data; boundary=x",
            "application/x-www-form-urlencoded",
        ):
            answer = client.post(
                "/api/v1/games/", b"--x", content_type=kind, headers={"x-csrftoken": "a" * 32}
            )
            assert (answer.status_code, answer.json()["code"]) == (415, "unsupported_media_type")

    def test_changes_need_the_csrf_token(self) -> None:
        client = self.client(person("ana"), enforce_csrf_checks=True)
        kwargs: dict[str, Any] = {"data": {"language": "mt"}, "content_type": "application/json"}
        refused = client.patch("/api/v1/me/", **kwargs)
        assert (refused.status_code, refused.json()["code"]) == (403, "not_allowed")
        assert "load it again" in refused.json()["detail"]
        client.cookies["csrftoken"] = "a" * 32
        assert client.patch("/api/v1/me/", **kwargs, headers={"x-csrftoken": "a" * 32}).status_code == 200

    def test_ends_with_the_password(self) -> None:
        ana = person("ana")
        client = self.client(ana)
        ana.set_password("another-one")
        ana.save()
        assert client.get("/api/v1/me/").status_code == 401

    @pytest.mark.parametrize("cookie", ["x", "x" * 32, "'; drop table", "\xff\xfe"])
    def test_a_cookie_that_opens_nothing(self, cookie: str) -> None:
        client = Client()
        client.cookies["sessionid"] = cookie
        assert client.get("/api/v1/me/").json()["code"] == "not_authenticated"
