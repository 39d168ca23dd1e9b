"""A finger at the table: a tap chooses, a swipe scrolls and never moves a card, a long press takes a card along."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, CDPSession, Page, expect

from tests.browser.placed import Placed, shot, unchanged
from tests.browser.wait import equals, still
from tests.browser.ways import Taps

pytestmark = [pytest.mark.browser, pytest.mark.server]
RUN, GROUP = "4H 5H 6H 7H 8H", "TC TD TH TS"
LONG = 400  # milliseconds
Point = tuple[float, float]


@pytest.fixture
def phone(browser: Browser, placed: Placed) -> Iterator[Page]:
    """Her phone, before a run and a group."""
    context = placed.context(browser, viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    page = context.new_page()
    page.goto(placed.game("6H 9C 9D KS 2C", RUN, GROUP))
    yield page
    context.close()


class Finger:
    """One finger, as the screen reports it. For the page time goes on only while it moves or rests."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.cdp: CDPSession = page.context.new_cdp_session(page)
        page.clock.install()
        page.clock.pause_at(time.time() + 60)

    def down(self, at: Point) -> None:
        self._send("touchStart", at)

    def rest(self) -> None:
        """As long as a long press takes."""
        self.page.clock.run_for(LONG)

    def move(self, *path: Point) -> None:
        for at in path:
            self.page.clock.run_for(10)
            self._send("touchMove", at)

    def up(self) -> None:
        self.page.clock.run_for(10)
        self._send("touchEnd")

    def _send(self, kind: str, *at: Point) -> None:
        points = [{"x": x, "y": y} for x, y in at]
        self.cdp.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


def middle(page: Page, selector: str) -> Point:
    box = still(page.locator(selector))
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_taps_alone(phone: Page) -> None:
    way = Taps(phone)
    phone.locator("#m2 .whole").tap()
    phone.get_by_role("button", name="Let go").tap()
    expect(phone.locator('[aria-pressed="true"].pick')).to_have_count(0)
    phone.locator("#m1 .whole").tap()
    phone.locator('#m1 .split[data-card="7H"]').tap()
    phone.locator('.pick[data-key^="hand 6H"]').tap()
    shot(phone, "phone-chosen")
    phone.locator('[data-zone="n1"] .put').tap()
    way.settled(["m1 4H 5H 6H", f"m2 {GROUP}", "n1 6H 7H 8H"])
    shot(phone, "phone-arranged")
    expect(phone.locator(".acts a.button")).to_be_visible()


def test_a_swipe_scrolls_and_moves_no_card(phone: Page) -> None:
    phone.locator("#m1 .pick").first.scroll_into_view_if_needed()
    before = phone.evaluate("scrollY")
    x, y = middle(phone, "#m1 .pick")
    finger = Finger(phone)
    finger.down((x, y))
    finger.move(*((x, y - step * 12) for step in range(1, 12)))
    finger.up()
    equals(phone, lambda: phone.evaluate("scrollY") != before, True)
    nothing_is_held(phone)


@pytest.mark.parametrize("what", ["swipe", "tap"])
def test_what_a_busy_page_hears_of_late_is_what_it_was(phone: Page, what: str) -> None:
    """The screen says when a finger came and went: that the page was busy meanwhile makes no long press of it."""
    phone.locator("#m1 .pick").first.scroll_into_view_if_needed()
    x, y = middle(phone, "#m1 .pick")
    cdp, came = phone.context.new_cdp_session(phone), time.time()

    def finger(kind: str, after: float, *at: Point) -> None:
        points = [{"x": x, "y": y} for x, y in at]
        event = {"type": kind, "touchPoints": points, "timestamp": came + after}
        cdp.send("Input.dispatchTouchEvent", event)

    finger("touchStart", 0, (x, y))
    expect(phone.locator(".ghost")).to_be_visible()
    if what == "swipe":
        finger("touchMove", 0.1, (x, y - 30))
        expect(phone.locator(".ghost")).to_have_count(0)
    finger("touchEnd", 0.2)
    expect(phone.locator(".ghost, .lifted")).to_have_count(0)
    expect(phone.locator("#said")).not_to_have_text("It went back to where it lay.")
    unchanged(phone, [f"m1 {RUN}", f"m2 {GROUP}"])


def test_a_long_press_takes_the_card_along(phone: Page) -> None:
    phone.evaluate("scrollTo(0, document.querySelector('#m1').getBoundingClientRect().top + scrollY - 150)")
    x, y = middle(phone, '.pick[data-key^="hand 6H"]')
    finger = Finger(phone)
    finger.down((x, y))
    finger.rest()
    expect(phone.locator(".ghost")).to_be_visible()
    scrolled = phone.evaluate("scrollY")
    end = middle(phone, "#m1 .verdict")
    finger.move(*between((x, y), end))
    expect(phone.locator("#m1")).to_have_class("meld over")
    ghost = phone.locator(".ghost").bounding_box()
    assert ghost
    assert ghost["y"] + ghost["height"] < end[1] + 8 or ghost["x"] + ghost["width"] < end[0], (
        "seen beside the finger"
    )
    shot(phone, "phone-dragged")
    assert phone.evaluate("scrollY") == scrolled
    finger.up()
    Taps(phone).settled(["m1 4H 5H 6H 6H 7H 8H", f"m2 {GROUP}"])
    expect(phone.locator("#m1 .verdict")).to_contain_text("6 of hearts twice")


def test_the_finger_keeps_its_card_when_the_page_is_drawn_anew(phone: Page) -> None:
    """As a meld is that becomes another meanwhile: what was touched first is no longer in the page."""
    way = Taps(phone)
    way.put(["hand 9C"], "new")
    way.put(["hand KS"], "n1")
    way.settled([f"m1 {RUN}", f"m2 {GROUP}", "n1 9C KS"])
    phone.evaluate("scrollTo(0, document.querySelector('#m2').getBoundingClientRect().top + scrollY - 150)")
    start = middle(phone, '.pick[data-key^="n1 9C"]')
    finger = Finger(phone)
    finger.down(start)
    finger.rest()
    expect(phone.locator(".ghost")).to_be_visible()
    touched = phone.locator('.pick[data-key^="n1 9C"]').element_handle()
    phone.keyboard.press("Control+z")
    expect(phone.locator('.pick[data-key^="hand KS"]')).to_be_visible()
    assert touched.evaluate("(card) => !card.isConnected")
    finger.move(*between(start, middle(phone, "#m2 .verdict")))
    expect(phone.locator("#m2")).to_have_class("meld over")
    expect(phone.locator('.pick[data-key^="n1 9C"].lifted')).to_have_count(1)
    finger.up()
    way.settled([f"m1 {RUN}", "m2 9C TC TD TH TS"])


def test_let_go_elsewhere_it_goes_back(phone: Page) -> None:
    x, y = middle(phone, '.pick[data-key^="hand 9C"]')
    finger = Finger(phone)
    finger.down((x, y))
    finger.rest()
    expect(phone.locator(".ghost")).to_be_visible()
    phone.evaluate("scrollTo(0, 0)")
    finger.move(*between((x, y), middle(phone, "h1")))
    finger.up()
    expect(phone.locator("#said")).to_have_text("It went back to where it lay.")
    nothing_is_held(phone)


def nothing_is_held(page: Page) -> None:
    """No card hangs on the finger, none was chosen, none has moved."""
    expect(page.locator(".ghost, .lifted")).to_have_count(0)
    expect(page.locator('.pick[aria-pressed="true"]')).to_have_count(0)
    unchanged(page, [f"m1 {RUN}", f"m2 {GROUP}"])


def between(start: Point, end: Point) -> Iterator[Point]:
    for step in range(1, 9):
        yield start[0] + (end[0] - start[0]) * step / 8, start[1] + (end[1] - start[1]) * step / 8
