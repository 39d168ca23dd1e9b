"""Login, logout, registration, and a guest who stays: through the forms."""

from __future__ import annotations

import re
from datetime import UTC, datetime

import pytest
import time_machine
from django.conf import LazySettings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from accounts.services.guests import make_guest
from config.api import throttles
from games.models import Outbox, Seat
from games.services import lobby
from games.services.terms import read_terms
from tests.people import person

pytestmark = pytest.mark.django_db
PASSWORD = "seven of clubs, seven of hearts"
FORM = {"username": "Dino", "email": "dino@example.org", "password": PASSWORD, "timezone": "Europe/Malta"}

SIX_HOURS = {"kind": "per_turn", "hours": 6}


def user(name: str = "ana") -> User:
    made = person(name)
    made.set_password(PASSWORD)
    made.save()
    return made


def who(client: Client) -> str | None:
    key = client.session.get("_auth_user_id")
    return User.objects.get(pk=key).username if key else None


@pytest.fixture
def narrow(settings: LazySettings, monkeypatch: pytest.MonkeyPatch) -> None:
    """Three tries a minute."""
    settings.THROTTLE_RATES = settings.THROTTLE_RATES | {"login": "3/min"}
    throttles.limiter.cache_clear()


class TestRegistration:
    def test_makes_an_account_and_logs_in(self, client: Client) -> None:
        answer = client.post("/accounts/register/", FORM | {"next": "/settings/"})
        assert (answer.status_code, answer.headers["Location"]) == (302, "/settings/")
        made = User.objects.get(username="Dino")
        assert (made.timezone, made.language, made.kind) == ("Europe/Malta", "en", "human")
        assert who(client) == "Dino"
        assert list(Outbox.objects.values_list("kind", "address")) == [("confirm", "dino@example.org")]
        assert "A mail is on its way to dino@example.org" in client.get("/settings/").content.decode()

    def test_twice_makes_one(self, client: Client) -> None:
        client.post("/accounts/register/", FORM)
        answer = Client().post("/accounts/register/", FORM)
        assert answer.status_code == 302
        assert User.objects.filter(username_key="dino").count() == 1

    def test_refusals_stand_beside_their_fields(self, client: Client) -> None:
        user("ana")
        answer = client.post(
            "/accounts/register/", {**FORM, "username": "Ana", "password": "1234", "email": "x"}
        )
        assert answer.status_code == 200
        text = answer.content.decode()
        assert "This name is taken" in text
        for field in ("username", "email", "password"):
            assert re.search(rf'<ul class="errors" id="id_{field}_error">', text), field
            assert f'aria-describedby="id_{field}' in text
        assert 'value="Ana"' in text
        assert "1234" not in text

    @pytest.mark.parametrize("name", ["", "x" * 99])
    def test_all_that_is_wrong_is_said_at_once(self, client: Client, name: str) -> None:
        sent = {**FORM, "username": name, "password": "1234", "email": "x"}
        with CaptureQueriesContext(connection) as queries:
            text = client.post("/accounts/register/", sent).content.decode()
        for field in ("username", "email", "password"):
            assert re.search(rf'<ul class="errors" id="id_{field}_error">', text), field
        assert "such as ana@example.org" in text and len(queries) == 0

    @pytest.mark.parametrize("password", ["x", "12345678", "password", "dinodino"])
    def test_what_is_wrong_with_a_password_is_said_in_the_readers_language(
        self, client: Client, password: str
    ) -> None:
        sent = {**FORM, "username": "dinodino", "password": password}
        text = client.post("/accounts/register/", sent, headers={"accept-language": "ar"}).content.decode()
        found = re.search(r'<ul class="errors" id="id_password_error">(.*?)</ul>', text, re.DOTALL)
        assert found and not re.search("[A-Za-z]{3}", re.sub("<[^>]+>", "", found[1])), password

    def test_a_known_address_shows_nowhere(self, client: Client) -> None:
        user("ana")
        answer = client.post("/accounts/register/", FORM | {"email": "ana@example.org"})
        assert answer.status_code == 302
        assert Outbox.objects.get().kind == "address_known"

    @pytest.mark.parametrize(
        "name", ["House beginner 1", "Guest bcdfg", "Deleted player 3", "a", "x" * 99, "a\u202eb"]
    )
    def test_names_that_are_not_given(self, client: Client, name: str) -> None:
        assert client.post("/accounts/register/", FORM | {"username": name}).status_code == 200
        assert not User.objects.exists()

    def test_needs_its_own_form(self) -> None:
        assert Client(enforce_csrf_checks=True).post("/accounts/register/", FORM).status_code == 403
        assert not User.objects.exists()


class TestLogin:
    @pytest.mark.parametrize("name", ["ana", "ANA", " ana ", "ana@example.org", "Ana@Example.org"])
    def test_by_name_or_address(self, client: Client, name: str) -> None:
        user("ana")
        answer = client.post("/accounts/login/", {"name": name, "password": PASSWORD})
        assert (answer.status_code, answer.headers["Location"]) == (302, "/")
        assert who(client) == "ana"

    def test_not_by_an_address_that_is_unconfirmed(self, client: Client) -> None:
        user("ana")
        User.objects.update(email_confirmed_at=None)
        client.post("/accounts/login/", {"name": "ana@example.org", "password": PASSWORD})
        assert who(client) is None

    def test_says_the_same_of_every_failure(self, client: Client) -> None:
        user("ana")
        User.objects.filter(pk=user("ben").pk).update(is_active=False)
        said = {
            re.sub(r'value="[^"]*"', "", client.post("/accounts/login/", given).content.decode())
            for given in (
                {"name": "ana", "password": "wrong"},
                {"name": "nobody", "password": "wrong"},
                {"name": "ben", "password": PASSWORD},
                {"name": "nobody@example.org", "password": "wrong"},
                {"name": "ana@example.org", "password": "wrong"},
            )
        }
        assert len(said) == 1
        assert "do not belong together" in said.pop()

    @pytest.mark.parametrize(
        "far",
        [
            "https://evil.example/",
            "//evil.example/",
            "/\\evil.example",
            "javascript:alert(1)",
            "/" + "x" * 5000,
        ],
    )
    def test_leads_nowhere_else(self, client: Client, far: str) -> None:
        user("ana")
        answer = client.post("/accounts/login/", {"name": "ana", "password": PASSWORD, "next": far})
        assert answer.headers["Location"] == "/"
        assert client.get("/accounts/login/", {"next": far}).headers["Location"] == "/"

    @pytest.mark.usefixtures("narrow")
    def test_tries_are_limited_by_account_wherever_they_come_from(self, client: Client) -> None:
        user("ana")
        for turn in range(3):
            given = {"name": ("ana", "ANA", "ana@example.org")[turn], "password": "wrong"}
            assert client.post("/accounts/login/", given, REMOTE_ADDR=f"10.0.0.{turn}").status_code == 200
        right = {"name": "ana", "password": PASSWORD}
        answer = client.post("/accounts/login/", right, REMOTE_ADDR="10.0.0.9")
        assert answer.status_code == 429
        assert int(answer.headers["Retry-After"]) > 0
        assert "Too many tries" in answer.content.decode()
        assert who(client) is None

    @pytest.mark.usefixtures("narrow")
    def test_tries_are_limited_by_address(self, client: Client) -> None:
        codes = [
            client.post("/accounts/login/", {"name": f"n{n}", "password": "x"}).status_code for n in range(5)
        ]
        assert codes == [200, 200, 200, 429, 429]

    def test_pages_are_private(self, client: Client) -> None:
        assert client.get("/accounts/login/").headers["Cache-Control"] == "private, no-store"


class TestLogout:
    def test_only_by_its_button(self, client: Client) -> None:
        client.force_login(user("ana"))
        assert client.get("/accounts/logout/").status_code == 200
        assert who(client) == "ana"
        assert client.post("/accounts/logout/").status_code == 302
        assert who(client) is None
        assert client.post("/accounts/logout/").status_code == 302

    def test_a_guest_is_warned(self, client: Client) -> None:
        client.force_login(make_guest())
        assert "nobody, not even you, can come back" in client.get("/accounts/logout/").content.decode()


class TestKeeping:
    def test_the_zone_that_is_kept_counts_at_once(self, client: Client, settings: LazySettings) -> None:
        """A deadline in the night of where the guest turns out to live is moved, as when a user says so."""
        settings.NIGHT_HOURS = (22, 8)
        with time_machine.travel("2026-03-10T12:00:00Z", tick=False):
            guest, terms = make_guest(zone="Europe/Malta"), {"players": 2, "clock": SIX_HOURS}
            client.force_login(guest)
            assert client.get("/accounts/keep/").context["form"]["timezone"].value() == "Europe/Malta"
            for _game in range(60):  # until it is the guest who begins
                game = lobby.create(creator=guest, terms=read_terms(terms))
                lobby.join(code=game.code, user=person("ana"))
                game.refresh_from_db()
                if game.to_act_id == guest.pk:
                    break
            assert game.deadline == datetime(2026, 3, 10, 18, tzinfo=UTC)
            assert client.post("/accounts/keep/", FORM | {"timezone": "Asia/Kathmandu"}).status_code == 302
            game.refresh_from_db()
            assert game.deadline == datetime(2026, 3, 11, 2, 15, tzinfo=UTC)

    def test_a_guest_keeps_their_seats(self, client: Client) -> None:
        guest = make_guest()
        game = lobby.create(creator=guest, terms=read_terms({"players": 2, "bots": ["beginner"]}))
        client.force_login(guest)
        assert "a guest" in client.get("/settings/").content.decode()
        assert client.get("/accounts/register/").headers["Location"] == "/accounts/keep/"
        assert client.post("/accounts/keep/", FORM).status_code == 302
        kept = User.objects.get(pk=guest.pk)
        assert (kept.username, kept.kind, kept.email) == ("Dino", "human", "dino@example.org")
        assert who(client) == "Dino"
        assert Seat.objects.filter(game=game, user=kept).exists()
        assert Outbox.objects.filter(kind="confirm", user=kept).exists()
        assert Client().login(username="Dino", password=PASSWORD)

    def test_a_second_time_does_nothing(self, client: Client) -> None:
        guest = make_guest()
        client.force_login(guest)
        client.post("/accounts/keep/", FORM)
        assert client.post("/accounts/keep/", FORM | {"username": "Other"}).status_code == 302
        assert User.objects.get(pk=guest.pk).username == "Dino"

    def test_a_taken_name(self, client: Client) -> None:
        user("ana")
        guest = make_guest()
        client.force_login(guest)
        assert client.post("/accounts/keep/", FORM | {"username": "ana"}).status_code == 200
        assert User.objects.get(pk=guest.pk).kind == "guest"

    def test_visitors_are_asked_to_log_in(self, client: Client) -> None:
        assert client.get("/accounts/keep/").headers["Location"].startswith("/accounts/login/?next=")
