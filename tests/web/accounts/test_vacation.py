"""The page of vacations and nights: what is taken and planned there holds, in the zone of whoever plans."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
import time_machine
from django.test import Client

from accounts.models import User, Vacation
from tests.people import person

pytestmark = pytest.mark.django_db
START = datetime(2026, 11, 30, 12, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _frozen() -> Iterator[None]:
    with time_machine.travel(START, tick=False):
        yield


@pytest.fixture
def ana(client: Client) -> User:
    user = person("ana", timezone="America/New_York")
    client.force_login(user)
    return user


def shown(client: Client) -> str:
    return client.get("/settings/away/").content.decode()


def test_for_users_only(client: Client) -> None:
    assert client.get("/settings/away/").headers["Location"] == "/accounts/login/?next=%2Fsettings%2Faway%2F"
    for path in ("/settings/away/", "/settings/away/1/", "/settings/night/"):
        assert client.post(path).headers["Location"] == "/accounts/login/"
    assert client.get("/settings/night/").status_code == 405


class TestVacation:
    def test_begins_now_and_ends_when_i_am_back(self, client: Client, ana: User) -> None:
        assert "You have 30 days of vacation left" in shown(client)
        answer = client.post("/settings/away/", {"until": "2026-12-02T09:30"}, follow=True)
        assert "You are on vacation." in answer.content.decode()
        assert "After it you have 28.1 days of vacation left" in shown(client)
        made = Vacation.objects.get(user=ana)
        assert made.starts_at == START
        assert made.ends_at == datetime(2026, 12, 2, 14, 30, tzinfo=UTC), "half past nine in New York"
        with time_machine.travel(datetime(2026, 12, 1, 12, tzinfo=UTC), tick=False):
            client.force_login(ana)
            assert "I am back" in shown(client)
            client.post(f"/settings/away/{made.pk}/")
            assert "I am back" not in shown(client)
            assert "29.1 days of vacation left" in shown(client)
        with time_machine.travel(datetime(2026, 12, 12, 6, tzinfo=UTC), tick=False):
            client.force_login(ana)
            assert "30 days of vacation left" in shown(client), "29.97, not 30.0"
        assert Vacation.objects.get().ends_at == datetime(2026, 12, 1, 12, tzinfo=UTC)

    def test_is_planned_and_dropped(self, client: Client, ana: User) -> None:
        client.post("/settings/away/", {"since": "2026-12-24T08:00", "until": "2027-01-02T08:00"})
        made = Vacation.objects.get()
        assert made.starts_at == datetime(2026, 12, 24, 13, tzinfo=UTC)
        assert "Drop" in shown(client) and "I am back" not in shown(client)
        client.post(f"/settings/away/{made.pk}/")
        client.post(f"/settings/away/{made.pk}/")
        assert not Vacation.objects.exists()

    @pytest.mark.parametrize(
        ("form", "field"),
        [
            ({"until": "2026-11-01T08:00"}, "until"),
            ({"until": "2027-06-01T08:00"}, "until"),
            ({"since": "2026-11-01T08:00"}, "since"),
            ({"since": "tomorrow"}, "since"),
            ({"until": "2027-03-14T02:30"}, "until"),  # clocks skip it
        ],
    )
    def test_what_cannot_be_is_said_beside_its_field(
        self, client: Client, ana: User, form: dict[str, str], field: str
    ) -> None:
        page = client.post("/settings/away/", form).content.decode()
        assert f'id="id_{field}_error"' in page
        for value in form.values():
            assert f'value="{value}"' in page, "what was typed stays"
        assert not Vacation.objects.exists()

    def test_nobody_ends_anothers(self, client: Client, ana: User) -> None:
        client.post("/settings/away/", {"until": "2026-12-02T09:30"})
        client.force_login(person("ben"))
        for pk in (Vacation.objects.get().pk, 2**64):
            assert client.post(f"/settings/away/{pk}/").status_code == 302
        assert Vacation.objects.get().ends_at > datetime(2026, 12, 2, tzinfo=UTC)


class TestNight:
    def test_is_kept(self, client: Client, ana: User) -> None:
        client.post("/settings/night/", {"begins": "23", "ends": "7"})
        assert User.objects.get(pk=ana.pk).night == (23, 7)
        client.post("/settings/night/", {"begins": "23", "ends": "7", "none": "on"})
        assert User.objects.get(pk=ana.pk).night is None

    @pytest.mark.parametrize("hours", [{"begins": "6", "ends": "23"}, {"begins": "6"}, {"begins": "24"}])
    def test_what_is_no_night_is_refused(self, client: Client, ana: User, hours: dict[str, str]) -> None:
        page = client.post("/settings/night/", hours).content.decode()
        assert 'class="errors"' in page
        assert User.objects.get(pk=ana.pk).night_from is None
