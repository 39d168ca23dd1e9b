"""Home, rules, lobby and open tables in a browser without JavaScript: friends meet by a link; how it looks."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.looks import look
from tests.browser.playing import press, twice
from tests.browser.wait import comes, equals
from tests.service import Service

pytestmark = [pytest.mark.browser, pytest.mark.server]
Visitor = Callable[[], Page]


@pytest.fixture
def visitor(browser: Browser, service: Service) -> Iterator[Visitor]:
    """A new visitor with JavaScript off, on a phone."""
    contexts: list[BrowserContext] = []

    def come() -> Page:
        context = browser.new_context(
            base_url=service.url,
            locale="en",
            java_script_enabled=False,
            viewport={"width": 360, "height": 740},
        )
        contexts.append(context)
        return context.new_page()

    yield come
    for context in contexts:
        context.close()


def test_play_now(visitor: Visitor) -> None:
    page = visitor()
    page.goto("/")
    press(page.get_by_role("button", name="Play now"))
    expect(page).to_have_url(re.compile(r"/games/\w{10}/$"))
    expect(page.get_by_text("a guest.")).to_be_visible()
    code = page.url.split("/")[-2]
    page.goto("/games/")
    expect(page.locator(f'a[href="/games/{code}/"]')).to_be_visible()


def test_a_friend_comes_by_the_link(visitor: Visitor, service: Service) -> None:
    host, friend = visitor(), visitor()
    host.goto("/")
    twice(host.get_by_role("button", name="Play now"), service)
    expect(host).to_have_url(re.compile(r"/games/\w{10}/$"))
    host.goto("/games/new/")
    host.get_by_label("2", exact=True).check()
    host.get_by_label("Only whom I send the link").check()
    host.get_by_text("Length, clock and more").click()
    host.get_by_label("A single round").check()
    twice(host.get_by_role("button", name="Open the table"), service)
    expect(host.get_by_role("heading", level=1)).to_contain_text("The table of Guest")
    host.goto("/games/")
    expect(host.locator(".shelf.tables .game")).to_have_count(1)
    press(host.locator(".shelf.tables .game h3 a"))
    link = host.get_by_label("Send this link").input_value()

    friend.goto(link[link.index("/games/") :])
    expect(friend.get_by_text("1 place is free")).to_be_visible()
    press(friend.get_by_role("button", name="Join as a guest"))
    expect(friend).to_have_url(re.compile(r"/games/\w{10}/$"))
    late = visitor()
    late.goto(link[link.index("/games/") :])
    expect(late.get_by_text("Every place in this game is taken")).to_be_visible()


def test_leaving_is_asked_first(visitor: Visitor) -> None:
    page = visitor()
    page.goto("/")
    press(page.get_by_role("button", name="Play now"))
    page.goto("/games/new/")
    press(page.get_by_role("button", name="Open the table"))
    press(page.get_by_role("link", name="Give up the table"))
    press(page.get_by_role("link", name="Stay"))
    press(page.get_by_role("link", name="Give up the table"))
    press(page.get_by_role("button", name="Give up the table"))
    expect(page.get_by_role("heading", level=1)).to_have_text("The game is cancelled.")


# How many there are, and in how many rows.
ROWS = "all => [all.length, new Set(all.map(one => one.getBoundingClientRect().top)).size]"


@pytest.mark.parametrize("width", [320, 1280])
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("language", ["en", "ar"])
def test_looks(page: Page, width: int, scheme: str, language: str) -> None:
    """Nothing wider than the screen, nothing that axe finds."""
    page.set_viewport_size({"width": width, "height": 740})
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    page.goto("/rules/#R9")
    page.locator("#language-choice").select_option(language)
    with comes(page):
        page.locator('form[action="/language/"] button').click()
    look(page, width)
    page.goto("/")
    look(page, width)
    page.set_viewport_size({"width": max(width, 360), "height": 740})
    equals(page, lambda: page.locator("header.site nav a").evaluate_all(ROWS), [4, 1])  # the menu is one row
    page.set_viewport_size({"width": width, "height": 740})
    with comes(page):
        page.locator(".play-now button").click()
    for address in ("/games/new/", "/games/"):
        page.goto(address)
        look(page, width)
    page.goto("/games/new/")
    for summary in page.locator("main details > summary").all():
        summary.click()
    look(page, width)
    with comes(page):
        page.locator("form.new-table > button").click()
    look(page, width)
    page.goto("/games/")
    look(page, width)
