"""Registration over the API and its service."""

from __future__ import annotations

import threading
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.db import connections

from accounts.models import User
from accounts.services import checks, registration
from tests.accounts.conftest import Mail
from tests.api.api import Api
from tests.people import person

pytestmark = pytest.mark.django_db

ANA = {"username": "Ana", "email": "Ana@Example.org", "password": "four-of-a-kind"}


class TestAnswer:
    def test_registers_and_shows_the_profile(self, visitor: Api, owed: list[Mail]) -> None:
        status, body = visitor.post("/accounts/", {**ANA, "language": "mt", "timezone": "Europe/Malta"})
        user = User.objects.get()
        assert status == 201
        assert body == {
            "username": "Ana",
            "email": "Ana@Example.org",
            "email_confirmed": False,
            "language": "mt",
            "timezone": "Europe/Malta",
            "kind": "human",
            "night": None,
            "created": f"{user.date_joined:%Y-%m-%dT%H:%M:%SZ}",
        }
        assert user.username_key == "ana" and user.email_key == "ana@example.org"
        assert user.password.startswith("argon2$") and not user.is_staff

    def test_a_mail_to_confirm_is_owed_to_the_address(self, visitor: Api, owed: list[Mail]) -> None:
        visitor.ok("POST", "/accounts/", ANA)
        (mail,) = owed
        assert (mail["kind"], mail["user_id"]) == ("confirm", User.objects.get().pk)
        assert mail["address"] == "Ana@Example.org"
        assert not mail["payload"], "the key is made when the mail is written, and stored nowhere"

    def test_language_is_that_of_the_request(self, visitor: Api, owed: list[Mail]) -> None:
        body = visitor.ok("POST", "/accounts/", ANA, **{"accept-language": "sr-RS, en;q=0.5"})
        assert body["language"] == "sr-latn"
        assert body["timezone"] == "UTC"

    def test_playing_does_not_wait_for_the_address(self, visitor: Api, owed: list[Mail]) -> None:
        visitor.ok("POST", "/accounts/", ANA)
        token = visitor.ok("POST", "/tokens/", {"username": "ana", "password": ANA["password"]})["token"]
        assert Api(token=token).ok("GET", "/me/")["email_confirmed"] is False


class TestRefusals:
    @pytest.mark.parametrize("name", ["\u0441\u043e\u0440\u0435", "COPE"])
    def test_a_name_that_is_read_as_somebodys(self, visitor: Api, name: str) -> None:
        person("cope")
        status, problem = visitor.post("/accounts/", {**ANA, "username": name})
        assert (status, problem["errors"]["username"]) == (400, ["This name is taken; choose another."])

    @pytest.mark.parametrize(
        ("change", "field"),
        [
            ({"username": "a"}, "username"),
            ({"username": "ana\u202eb"}, "username"),
            ({"username": "House beginner 1"}, "username"),
            ({"username": 7}, "username"),
            ({"username": None}, "username"),
            ({"username": ["ana"]}, "username"),
            ({"email": "no address"}, "email"),
            ({"email": "ana@example.org\r\nBcc: ben@example.org"}, "email"),
            ({"email": "ana@ex\u202eample.org"}, "email"),
            ({"email": "ana@ex\u3000ample.org"}, "email"),
            ({"email": ""}, "email"),
            ({"password": "short"}, "password"),
            ({"password": "password"}, "password"),
            ({"password": "12345678901"}, "password"),
            ({"username": "longenough", "password": "longenough"}, "password"),
            ({"password": "x" * 300}, "password"),
            ({"language": "xx"}, "language"),
            ({"language": {}}, "language"),
            ({"timezone": "Europe/Nowhere"}, "timezone"),
            ({"timezone": "../../etc/passwd"}, "timezone"),
            ({"is_staff": True}, "is_staff"),
            ({"kind": "bot"}, "kind"),
        ],
    )
    def test_names_the_field(
        self, visitor: Api, owed: list[Mail], change: dict[str, Any], field: str
    ) -> None:
        status, body = visitor.post("/accounts/", {**ANA, **change})
        assert (status, body["code"]) == (400, "invalid")
        assert list(body["errors"]) == [field]
        assert all(isinstance(sentence, str) for sentence in body["errors"][field])
        assert not User.objects.exists() and not owed

    def test_every_missing_field_is_named(self, visitor: Api) -> None:
        _status, body = visitor.post("/accounts/", {})
        assert set(body["errors"]) == {"username", "email", "password"}

    @pytest.mark.parametrize("body", ["[]", '"ana"', "7", "null", "[[[]]]"])
    def test_only_an_object_will_do(self, visitor: Api, body: str) -> None:
        status, answer = visitor.post("/accounts/", body)
        assert (status, answer["code"], list(answer["errors"])) == (400, "invalid", ["body"])

    def test_ten_thousand_unknown_fields_are_not_repeated(self, visitor: Api) -> None:
        status, body = visitor.post("/accounts/", {f"{number}" + "x" * 9: 1 for number in range(10_000)})
        assert status == 400 and len(body["errors"]) <= 20


class TestDuplicates:
    @pytest.mark.parametrize("name", ["ana", "ANA", "\uff41na"])
    def test_a_name_is_taken_however_it_is_written(self, visitor: Api, owed: list[Mail], name: str) -> None:
        person("ana")
        status, body = visitor.post("/accounts/", {**ANA, "username": name})
        assert (status, list(body["errors"])) == (400, ["username"])
        assert not owed

    def test_a_confirmed_address_shows_in_the_mail_only(self, visitor: Api, owed: list[Mail]) -> None:
        person("ben")
        known = visitor.call("POST", "/accounts/", {**ANA, "email": "BEN@example.org"})
        unknown = visitor.call("POST", "/accounts/", {**ANA, "username": "Carla"})
        hide = {"username", "email", "created"}
        assert known[0] == unknown[0] == 201
        assert {k: v for k, v in known[1].items() if k not in hide} == {
            k: v for k, v in unknown[1].items() if k not in hide
        }
        assert [mail["kind"] for mail in owed] == ["address_known", "confirm"]

    def test_an_unconfirmed_address_may_be_given_twice(self, visitor: Api, owed: list[Mail]) -> None:
        visitor.ok("POST", "/accounts/", ANA)
        visitor.ok("POST", "/accounts/", {**ANA, "username": "Ana2"})
        assert [mail["kind"] for mail in owed] == ["confirm", "confirm"]

    def test_the_loser_of_a_race_is_told(self, monkeypatch: pytest.MonkeyPatch, owed: list[Mail]) -> None:
        """Both have seen the name free: the database decides, and nothing of the loser stays."""
        person("ana")
        monkeypatch.setitem(checks._CHECKS, "username", lambda name: name)
        with pytest.raises(ValidationError) as refused:
            registration.register(**ANA)
        assert list(refused.value.message_dict) == ["username"]
        assert User.objects.count() == 1 and not owed

    @pytest.mark.django_db(transaction=True)
    def test_of_many_at_once_one_gets_the_name(self, owed: list[Mail]) -> None:
        barrier, results = threading.Barrier(6), []

        def go(number: int) -> None:
            barrier.wait()
            body = {**ANA, "email": f"ana{number}@example.org"}
            results.append(Api().post("/accounts/", body)[0])
            connections.close_all()

        threads = [threading.Thread(target=go, args=(number,)) for number in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(results) == [201, 400, 400, 400, 400, 400]
        assert User.objects.count() == len(owed) == 1


def test_the_mail_stands_in_the_outbox_of_the_service() -> None:
    from games.models import Outbox

    user = registration.register(**ANA)
    row = Outbox.objects.get()
    assert (row.kind, row.user_id, row.address) == ("confirm", user.pk, "Ana@Example.org")


def test_no_mail_no_account(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(**_mail: Any) -> None:
        raise RuntimeError

    monkeypatch.setattr("accounts.outbox.owe", fail)
    with pytest.raises(RuntimeError):
        registration.register(**ANA)
    assert not User.objects.exists()
