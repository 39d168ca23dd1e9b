"""Somebody who was never here, on a phone: what is needed next is in sight, and the first meld is few taps away."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.placed import Placed
from tests.browser.playing import press
from tests.browser.wait import still
from tests.service import Service

pytestmark = [pytest.mark.browser, pytest.mark.server]
PHONE = {"width": 360, "height": 740}


@pytest.fixture
def newcomer(browser: Browser, service: Service) -> Iterator[Page]:
    """The first page, as a phone shows it."""
    context = browser.new_context(
        base_url=service.url, locale="en", viewport=PHONE, has_touch=True, is_mobile=True
    )
    page = context.new_page()
    page.goto("/")
    yield page
    context.close()


@pytest.fixture
def holder(browser: Browser, placed: Placed) -> Iterator[Page]:
    """A table where nothing is laid, before who holds a group."""
    context = placed.context(browser, viewport=PHONE, has_touch=True, is_mobile=True)
    page = context.new_page()
    page.goto(placed.game("5C 5D 5H 9C 9D QS AH 6H 3H KC"))
    yield page
    context.close()


def test_the_table_is_in_sight_at_once(newcomer: Page) -> None:
    """Not the banner, the menu and the seats alone: where cards are laid begins above the hand."""
    press(newcomer.get_by_role("button", name="Play now"))
    newcomer.wait_for_selector("html.scripted")
    assert newcomer.evaluate("scrollY") == 0
    title, dock = newcomer.locator("#table").bounding_box(), newcomer.locator(".dock").bounding_box()
    assert title and dock
    assert title["y"] + title["height"] < dock["y"]


def test_what_to_do_first_is_in_sight(holder: Page) -> None:
    """Also on a phone whose browser takes a part of the screen, as does the line that a guest has."""
    holder.set_viewport_size({"width": PHONE["width"], "height": 660})
    sentence, dock = still(holder.locator(".bare-table")), still(holder.locator(".dock"))
    assert sentence["y"] + sentence["height"] <= dock["y"]


def test_the_first_meld_takes_few_taps_without_a_scroll(holder: Page) -> None:
    holder.wait_for_selector("html.scripted")
    for card in ("5C", "5D", "5H"):
        tap(holder, f'.pick[data-key="hand {card} 0"]')
    tap(holder, ".places .to-new")
    expect(holder.locator("#n1 .pick")).to_have_count(3)
    tap(holder, "a.lay-it")
    holder.wait_for_url("**/review/**")
    tap(holder, "form.lay button")
    expect(holder.get_by_text("Your cards are laid.")).to_be_visible()


def test_by_keys_alone(browser: Browser, placed: Placed) -> None:
    """Space chooses, and Enter, where nothing can be taken back, asks where to. The table stays in its place."""
    context = placed.context(browser, viewport={"width": 1280, "height": 600})
    page = context.new_page()
    page.goto(placed.game("5C 6C 7C 9D QS KH", "4H 5H 6H 7H 8H", "TC TD TH TS", drawn="KH"))
    page.wait_for_selector("html.scripted")
    expect(page.get_by_role("group", name="Which melds are shown")).to_have_count(0)
    draw = page.get_by_role("button", name="Draw another card")
    expect(draw).not_to_have_class(re.compile("quiet"))
    for _ in range(30):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.dataset.key") == "hand 5C 0":
            break
    expect(page.locator('.pick[data-key="hand 5C 0"]')).to_be_focused()
    before = page.evaluate("scrollY")
    for key in ("Space", "ArrowRight", "Space", "ArrowRight", "Space"):
        page.keyboard.press(key)
    expect(page.locator("#said")).to_have_text("3 cards are chosen.")
    expect(draw).to_have_class(re.compile("quiet"))
    assert page.evaluate("scrollY") == before
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog", name="Where do they go?")).to_be_visible()
    page.get_by_role("dialog").get_by_role("button", name="New meld").press("Enter")
    expect(page.locator("#n1 .pick")).to_have_count(3)
    assert page.evaluate("scrollY") == before
    context.close()


def test_nothing_scrolls_on_the_way_to_the_answer(holder: Page) -> None:
    """The answer to the review lies over the page: reached by keys, what it answers stays where it is."""
    holder.wait_for_selector("html.scripted")
    for card in ("5C", "5D", "5H"):
        tap(holder, f'.pick[data-key="hand {card} 0"]')
    tap(holder, ".places .to-new")
    tap(holder, "a.lay-it")
    holder.wait_for_url("**/review/**")
    answer = holder.get_by_role("button", name="Lay", exact=True)
    for _ in range(12):
        holder.keyboard.press("Tab")
        if answer.evaluate("button => button === document.activeElement"):
            break
    expect(answer).to_be_focused()
    assert holder.evaluate("scrollY") == 0


def tap(page: Page, selector: str) -> None:
    """A finger where the thing is now; what is out of sight, or under something, is not touched."""
    found = page.locator(selector).first
    box = still(found)
    assert box["y"] + box["height"] <= PHONE["height"], f"{selector} is out of sight"
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
