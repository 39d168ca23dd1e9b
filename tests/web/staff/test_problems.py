"""The page of problems has every code; what goes wrong on a page is said on a page."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client, RequestFactory

from config import errors
from config.api.described import STATUS as OF_FRAME
from games.api.errors import STATUS as OF_GAMES
from games.web.problems import MEANINGS

pytestmark = pytest.mark.django_db


def test_every_code_has_its_place(client: Client) -> None:
    page = client.get("/api/docs/problems").content.decode()
    assert set(MEANINGS) == {*OF_FRAME, *OF_GAMES}
    for code in MEANINGS:
        assert page.count(f'id="{code}"') == 1


def test_the_type_of_a_problem_leads_there(client: Client) -> None:
    address, _, code = client.get("/api/v1/games/nowhere/").json()["type"].partition("#")
    assert f'id="{code}"' in client.get(address).content.decode()


def test_nothing_there(client: Client) -> None:
    answer = client.get("/nowhere/7D/")
    assert answer.status_code == 404
    assert "There is nothing here" in answer.content.decode()


def test_an_old_form() -> None:
    client = Client(enforce_csrf_checks=True)
    answer = client.post("/settings/", headers={"referer": "http://testserver/settings/?a=1"})
    assert answer.status_code == 403
    assert 'href="/settings/?a=1"' in answer.content.decode()
    answer = client.post("/settings/", headers={"referer": "http://elsewhere.example/settings/"})
    assert "elsewhere" not in answer.content.decode()


def test_a_fault_needs_nothing(django_assert_num_queries: Any) -> None:
    with django_assert_num_queries(0):
        answer = errors.fault(RequestFactory().get("/"))
    assert answer.status_code == 500
    assert b"nothing was changed" in answer.content
