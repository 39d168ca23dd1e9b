"""Vacations and night hours over HTTP."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine

from accounts.models import User
from tests.api.api import Api
from tests.people import person

pytestmark = pytest.mark.django_db
START = datetime(2026, 11, 30, 12, tzinfo=UTC)
UNTIL = {"until": "2026-12-02T12:00:00Z"}


@pytest.fixture
def ana() -> Any:
    with time_machine.travel(START, tick=False):
        yield Api(person("ana"))


class TestVacations:
    def test_taken_seen_and_ended(self, ana: Api) -> None:
        assert ana.ok("GET", "/me/vacations/") == {"days_left": 30.0, "vacations": []}
        made = ana.ok("POST", "/me/vacations/", UNTIL)
        shown = made["vacations"][0]
        assert (shown["from"], shown["until"]) == ("2026-11-30T12:00:00Z", "2026-12-02T12:00:00Z")
        with time_machine.travel(START + timedelta(days=1), tick=False):
            ana.ok("DELETE", f"/me/vacations/{shown['id']}/")
            left = ana.ok("GET", "/me/vacations/")
            again = ana.delete(f"/me/vacations/{shown['id']}/")
        assert left["vacations"] == [] and left["days_left"] == pytest.approx(29.08)
        assert again[1]["code"] == "not_found"

    def test_planned_and_dropped(self, ana: Api) -> None:
        planned = ana.ok("POST", "/me/vacations/", {"from": "2026-12-24T08:00:00+01:00"})["vacations"][0]
        assert planned["from"] == "2026-12-24T07:00:00Z"
        ana.ok("DELETE", f"/me/vacations/{planned['id']}/")
        assert ana.ok("GET", "/me/vacations/")["vacations"] == []

    @pytest.mark.parametrize(
        ("body", "field"),
        [
            ({"until": "2026-11-30T12:10:00Z"}, "until"),
            ({"until": "2027-11-30T12:10:00Z"}, "until"),
            ({"from": "2026-11-01T12:00:00Z"}, "from"),
            ({"from": "soon"}, "from"),
            ({"until": 7}, "until"),
            ({"days": 7}, "days"),
        ],
    )
    def test_what_cannot_be_is_named(self, ana: Api, body: Any, field: str) -> None:
        status, problem = ana.post("/me/vacations/", body)
        assert (status, problem["code"], list(problem["errors"])) == (400, "invalid", [field])
        assert ana.ok("GET", "/me/vacations/")["vacations"] == []

    def test_each_sees_and_ends_their_own(self, ana: Api) -> None:
        own = ana.ok("POST", "/me/vacations/", UNTIL)["vacations"][0]
        ben = Api(person("ben"))
        assert ben.ok("GET", "/me/vacations/")["vacations"] == []
        for pk in (own["id"], 2**63, 10**30):
            assert ben.delete(f"/me/vacations/{pk}/")[0] == 404
        assert Api().post("/me/vacations/", UNTIL)[0] == 401


class TestNight:
    def test_is_the_hosts_until_it_is_set(self, ana: Api, settings: Any) -> None:
        settings.NIGHT_HOURS = (22, 8)
        assert ana.ok("GET", "/me/")["night"] == {"from": 22, "until": 8}
        changed = ana.ok("PATCH", "/me/", {"night": {"from": 23, "until": 6}})
        assert changed["night"] == {"from": 23, "until": 6}
        assert ana.ok("PATCH", "/me/", {"night": None})["night"] is None
        assert ana.ok("PATCH", "/me/", {"language": "mt"})["night"] is None

    @pytest.mark.parametrize(
        "night", [{"from": 8, "until": 22}, {"from": 22}, {"from": 22, "until": 24}, "22-8", 22, {}, True]
    )
    def test_no_more_than_half_a_day(self, ana: Api, night: Any) -> None:
        status, problem = ana.patch("/me/", {"night": night})
        assert (status, problem["code"], list(problem["errors"])) == (400, "invalid", ["night"])
        assert User.objects.get(username="ana").night_from is None
