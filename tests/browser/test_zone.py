"""Where the browser is, a newcomer lives: deadlines and nights are told in that time zone, not in the server's."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.service import Service

pytestmark = [pytest.mark.browser, pytest.mark.server]


@pytest.fixture
def far(browser: Browser, service: Service) -> Iterator[Page]:
    """A visitor in Nepal."""
    context = browser.new_context(base_url=service.url, locale="en", timezone_id="Asia/Kathmandu")
    yield context.new_page()
    context.close()


def test_who_plays_at_once_reads_their_own_time(far: Page) -> None:
    far.goto("/")
    expect(far.locator('.play-now [name="timezone"]')).to_have_value(re.compile("^Asia/Kat"))
    far.get_by_role("button", name="Play now").click()
    expect(far.locator("time").first).to_contain_text("+05:45")


def test_a_friend_who_joins_as_a_guest_too(far: Page) -> None:
    api, known = far.request, {"username": "host of a table", "password": "five of a suit"}
    api.post("/api/v1/accounts/", data=known | {"email": "host@example.org"})
    key = {"Authorization": f"Bearer {api.post('/api/v1/tokens/', data=known).json()['token']}"}
    game = api.post("/api/v1/games/", data={"players": 2}, headers=key).json()
    far.goto(f"/games/{game['id']}/")
    expect(far.locator('#joining [name="timezone"]')).to_have_value(re.compile("^Asia/Kat"))
    far.get_by_role("button", name="Join as a guest").click()
    expect(far.locator("time").first).to_contain_text("+05:45")


def test_who_registers_finds_their_zone_chosen(far: Page) -> None:
    far.goto("/accounts/register/")
    zone = far.get_by_label("Time zone")
    expect(zone).to_have_value(re.compile("^Asia/Kat"))
    zone.select_option("UTC")
    far.get_by_label("Name").fill("x")
    far.get_by_label("Mail address").fill("x@example.org")
    far.get_by_label("Password").fill("five of a suit")
    far.get_by_role("button", name="Register").click()
    expect(far.locator("[aria-invalid=true]").first).to_be_visible()
    expect(zone).to_have_value("UTC")  # what was chosen stays
