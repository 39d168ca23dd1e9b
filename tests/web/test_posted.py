"""Addresses that only take a form: whoever comes back to one without it is led to the page with the form."""

from __future__ import annotations

import html
import re
from typing import Any

import pytest
from django.test import Client

from games.services import lobby
from games.services.terms import read_terms
from tests.people import person
from tests.walk.routes import TABLE, Group, address

pytestmark = pytest.mark.django_db
ONWARD = re.compile(r'<a class="button" href="([^"]*)">Open the page anew</a>')
NEXT = re.compile(r'<input type="hidden" name="next" value="([^"]*)">')


def client_of(name: str) -> Client:
    client = Client()
    client.force_login(person(name))
    return client


def test_each_leads_to_a_page() -> None:
    game = lobby.create(creator=person("ana"), terms=read_terms({"players": 3}))
    ana, led = client_of("ana"), 0
    for route, group in TABLE.items():
        path = address(route, code=game.code, pk=1, token_id=1, number=1, name="x")
        answer = ana.get(path) if group in (Group.PAGE, Group.GAME_PAGE) else None
        if answer is None or answer.status_code != 405:
            continue
        if path == "/mail/in/":  # no browser comes there
            continue
        onward = ONWARD.search(answer.content.decode())
        assert onward and answer["Allow"] == "POST" and "no-store" in answer["Cache-Control"], path
        if "/webhooks/" not in path:  # there is none
            assert ana.get(onward[1]).status_code == 200, path
        led += 1
    assert led > 15


def here(answer: Any) -> str:
    """Where the page's own small forms lead back to."""
    found = NEXT.search(answer.content.decode())
    assert found
    return html.unescape(found[1])


@pytest.mark.parametrize(
    ("sent_to", "stands_on"),
    [
        ("/settings/address/", "/settings/"),
        ("/settings/night/", "/settings/away/"),
        ("/settings/tokens/", "/settings/programs/"),
    ],
)
def test_from_a_form_that_was_refused_one_comes_to_its_page(sent_to: str, stands_on: str) -> None:
    client = client_of("ana")
    for sent_from in (stands_on, sent_to):  # the second time it is the refused form that is sent
        answer = client.post(sent_to, {}, headers={"referer": f"http://testserver{sent_from}"})
        assert answer.status_code == 200 and here(answer) == stands_on
    assert here(client.post(sent_to, {})) == stands_on
    client.logout()
    answer = client.post(sent_to, {}, headers={"referer": f"http://testserver{sent_to}"})
    assert answer["Location"] == f"/accounts/login/?next={stands_on.replace('/', '%2F')}"


def test_the_language_of_a_refused_login_changes_where_one_is() -> None:
    """With what the login leads to, which the form's own address does not say."""
    where = "/accounts/login/?next=/games/new/"
    answer = Client().post("/accounts/login/", {}, headers={"referer": f"http://testserver{where}"})
    assert here(answer) == where
    elsewhere = Client().post("/accounts/login/", {}, headers={"referer": "http://elsewhere.example/x"})
    assert here(elsewhere) == "/accounts/login/"
