"""Long names without a blank on the narrowest screen: no page is wider than it, in no direction of writing."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from tests.browser.wait import equals
from tests.service import Service
from tests.whole.client import Player

pytestmark = [pytest.mark.browser, pytest.mark.server]
NAMES = [f"{'W' * 29}{number}" for number in (1, 2)]
WIDTH = "document.documentElement.scrollWidth"
PAGES = ("", "log/", "rounds/1/", "rounds/1/replay/", "course/", "shuffle/")


class Named(Player):
    """A player whose password does not follow from the name, which is too long for that."""

    def __init__(self, url: str, name: str) -> None:
        self.url, self.name, self.token = url, name, ""
        login = {"username": name, "password": "five of a suit"}
        self.call("POST", "/accounts/", {**login, "email": "named@example.org"})
        self.token = self.call("POST", "/tokens/", login)["token"]


@pytest.fixture(scope="module")
def games(service: Service) -> list[str]:
    """The addresses of a table that waits, of a game that goes on, and of one that is over."""
    one, two = (Named(service.url, name) for name in NAMES)
    waiting = one.call("POST", "/games/", {"players": 3})["id"]
    going_on, over = (one.call("POST", "/games/", {"players": 2, "rounds": 1})["id"] for _game in range(2))
    for code in (waiting, going_on, over):
        two.call("POST", f"/games/{code}/join/")
    while one.call("GET", f"/games/{over}/")["status"] == "active":
        for player in (one, two):
            view = player.call("GET", f"/games/{over}/")
            while view["can"]:  # until everybody has passed on an empty stock
                move = {"version": view["version"], "type": "draw" if "draw" in view["can"] else "pass"}
                view = player.call("POST", f"/games/{over}/moves/", move)
    of_over = [f"/games/{over}/{page}" for page in PAGES]
    return [f"/games/{waiting}/", f"/games/{going_on}/", f"/games/{going_on}/log/", *of_over, "/games/"]


@pytest.mark.parametrize("language", ["en", "ar"])
def test_no_page_is_wider_than_the_screen(
    browser: Browser, service: Service, games: list[str], language: str
) -> None:
    phone = {"width": 320, "height": 740}
    context = browser.new_context(
        base_url=service.url, locale=language, viewport=phone, is_mobile=True, has_touch=True
    )
    page = context.new_page()
    for address in games:
        answer = page.goto(address)
        assert answer and answer.ok, address
        equals(page, lambda: page.evaluate(WIDTH), phone["width"])
    context.close()
