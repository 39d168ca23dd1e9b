"""From a mail into its game, in a browser that has never been here: with a script and without."""

from __future__ import annotations

import time
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.mails import link_in_mail
from tests.browser.playing import press
from tests.service import Service
from tests.whole.client import Player

pytestmark = [pytest.mark.browser, pytest.mark.server]


@pytest.fixture
def played(service: Service) -> tuple[str, str]:
    """Address and game of somebody who has confirmed the address and opened a game against the house."""
    name = f"lea{time.monotonic_ns() % 10**9}"
    address = f"{name}@example.org"
    player = Player(service.url, name)
    key = parse_qs(urlsplit(link_in_mail(service, address, "/accounts/confirm/")).query)["key"][0]
    player.call("POST", "/accounts/confirm/", {"key": key})
    terms: dict[str, Any] = {"players": 2, "bots": ["beginner"], "visibility": "private"}
    return address, player.call("POST", "/games/", terms)["id"]


def test_with_a_script(page: Page, service: Service, played: tuple[str, str]) -> None:
    address, code = played
    page.goto(link_in_mail(service, address, "/m/(?!stop/)"))
    with page.expect_response(lambda answer: "/events/?" in answer.url) as stream:
        press(page.get_by_role("button", name="Open the game"))
    assert stream.value.ok, "who has no login follows the game all the same"
    expect(page.get_by_role("heading", level=1)).to_have_text("Your turn")
    assert page.url.endswith(f"/games/{code}/")
    expect(page.get_by_role("link", name="Log in")).to_be_visible()
    press(page.get_by_role("button", name="Draw").first)
    expect(page.locator(".refusal")).to_have_count(0)
    press(page.get_by_role("link", name="Mails of this game"))
    expect(page.get_by_role("heading", level=1)).to_contain_text(code)
    page.goto("/settings/")
    expect(page).to_have_url(f"{service.url}/accounts/login/?next=%2Fsettings%2F")


def test_without_one(browser: Browser, service: Service, played: tuple[str, str]) -> None:
    address, code = played
    context = browser.new_context(base_url=service.url, locale="en", java_script_enabled=False)
    plain = context.new_page()
    plain.goto(link_in_mail(service, address, "/m/(?!stop/)"))
    press(plain.get_by_role("button", name="Open the game"))
    expect(plain.get_by_role("heading", level=1)).to_have_text("Your turn")
    plain.goto(link_in_mail(service, address, "/m/stop/"))
    press(plain.get_by_role("button", name="Send me no more of these"))
    expect(plain.get_by_role("status")).to_contain_text(code)
    press(plain.get_by_role("button", name="No, send them after all"))
    expect(plain.get_by_role("status")).to_contain_text("as before")
    context.close()
