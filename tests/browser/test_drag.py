"""Dragging with a mouse: where cards can be let go, what leaves them where they were, the order of the hand."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.placed import Placed, shot, told, unchanged
from tests.browser.wait import equals, still
from tests.browser.ways import Drags, bring, carry

pytestmark = [pytest.mark.browser, pytest.mark.server]
RUN, GROUP = "4H 5H 6H 7H 8H", "TC TD TH TS"
START = [f"m1 {RUN}", f"m2 {GROUP}"]


@pytest.fixture
def page(browser: Browser, placed: Placed) -> Iterator[Page]:
    context = placed.context(browser)
    opened = context.new_page()
    opened.goto(placed.game("3H 9C 9D KS 2C", RUN, GROUP))
    yield opened
    context.close()


def hold(page: Page, card: Locator) -> None:
    """The mouse has the card."""
    box = still(card)
    page.mouse.move(box["x"] + 20, box["y"] + 20)
    page.mouse.down()
    page.mouse.move(box["x"] + 40, box["y"] + 30, steps=3)
    expect(page.locator(".ghost")).to_be_visible()


def test_escape_lets_it_go_back(page: Page) -> None:
    hold(page, page.locator('[data-key="m2 TS 0"]'))
    bring(page, page.locator("#m1"))
    expect(page.locator("#m1")).to_have_class("meld over")
    shot(page, "dragging")
    page.keyboard.press("Escape")
    expect(page.locator(".ghost")).to_have_count(0)
    page.mouse.up()
    expect(page.locator(".over, .lifted")).to_have_count(0)
    expect(page.locator('.pick[aria-pressed="true"]')).to_have_count(0)
    unchanged(page, START)


def test_let_go_outside_it_goes_back(page: Page) -> None:
    hold(page, page.locator('[data-key="m2 TS 0"]'))
    box = still(page.locator("h1"))
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.up()
    expect(page.locator("#said")).to_have_text("It went back to where it lay.")
    hold(page, page.locator('[data-key="m2 TS 0"]'))
    bring(page, page.locator("#m2 .verdict"))
    page.mouse.up()
    unchanged(page, START)
    expect(page.locator('.pick[aria-pressed="true"]')).to_have_count(0)


def test_a_click_that_shakes_is_a_click(page: Page) -> None:
    box = still(page.locator('[data-key="m2 TS 0"]'))
    page.mouse.move(box["x"] + 20, box["y"] + 20)
    page.mouse.down()
    page.mouse.move(box["x"] + 23, box["y"] + 22)
    page.mouse.up()
    expect(page.locator('[data-key="m2 TS 0"]')).to_have_attribute("aria-pressed", "true")


def test_back_to_the_hand(page: Page) -> None:
    way = Drags(page)
    way.put(["hand 9C"], "m2")
    carry(page, page.locator('[data-key="m2 9C 0"]'), page.locator("#hand-cards"))
    way.settled(START)
    expect(page.locator("#said")).to_have_text("9 of clubs back to your hand")


def test_the_order_of_the_hand(page: Page) -> None:
    way = Drags(page)
    before = told(page)["order"]
    way.holds(before)
    hold(page, page.locator(f'[data-key="hand {before[0]} 0"]'))
    box = still(page.locator(f'[data-key="hand {before[3]} 0"]'))
    page.mouse.move(box["x"] + box["width"] - 5, box["y"] + 20, steps=3)
    expect(page.locator(".pick.next")).to_have_attribute("data-key", f"hand {before[4]} 0")
    shot(page, "ordering")
    page.mouse.up()
    wanted = [*before[1:4], before[0], before[4]]
    way.holds(wanted)
    way.ordered(wanted)
    way.put(["hand 3H"], "m1")
    way.undo()
    way.holds(wanted)  # a card that comes back finds its place
    page.reload()
    way.holds(wanted)
    way.ordered(wanted)


def test_a_long_table_goes_along(browser: Browser, placed: Placed) -> None:
    """Held at the lower edge of the table, a card is taken to melds that were out of sight."""
    context = placed.context(browser, viewport={"width": 360, "height": 740})
    page = context.new_page()
    page.goto(placed.game("3H 9C 2C", *[RUN, GROUP] * 5))
    hold(page, page.locator('[data-key="hand 3H 0"]'))
    dock, place = still(page.locator(".dock")), page.locator("#m9 .verdict")
    assert still(place)["y"] > dock["y"]

    def there() -> bool:
        """As with eyes: at the edge until it is in sight, back where it has gone by, then to it."""
        box = still(place)
        if 100 < box["y"] < dock["y"] - 100:
            bring(page, place)
            return True
        page.mouse.move(180, 20 if box["y"] <= 100 else dock["y"] - 20)
        return False

    equals(page, there, True)
    page.mouse.up()
    expect(page.locator("#m9 .pick")).to_have_count(6)
    context.close()
