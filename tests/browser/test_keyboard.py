"""The keyboard at the table: what every key does, what is said, and arrows as they are seen in either direction."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.placed import Placed, told
from tests.browser.wait import comes, equals, until
from tests.browser.ways import Keys

pytestmark = [pytest.mark.browser, pytest.mark.server]
RUN, GROUP = "4H 5H 6H 7H 8H", "TC TD TH TS"


@pytest.fixture
def page(browser: Browser, placed: Placed) -> Iterator[Page]:
    context = placed.context(browser)
    opened = context.new_page()
    opened.goto(placed.game("3H 9C 9D KS 2C", RUN, GROUP))
    yield opened
    context.close()


def focused(page: Page) -> str:
    found: str = page.evaluate("document.activeElement.dataset.stop ?? ''")
    return found


def on(page: Page, *stops: str) -> None:
    """The focus is on one of these, by and by: `hand KS 0`, or `hand ` for any of that place."""
    until(page, lambda: focused(page), lambda stop: stop.startswith(stops))


def chosen(page: Page, *cards: str) -> None:
    """These are chosen and no others, by and by."""
    equals(page, lambda: page.evaluate(CHOSEN), list(cards))


CHOSEN = "[...document.querySelectorAll('.pick[aria-pressed=true]')].map(each => each.dataset.key)"


def said(page: Page, sentence: str) -> None:
    expect(page.locator("#said")).to_have_text(sentence)


def test_choose_and_place(page: Page) -> None:
    keys = Keys(page)
    keys.put(["hand 3H"], "m1")
    said(page, "3 of hearts to meld m1: 3 to 8 of hearts, valid")
    on(page, "m1 ")
    keys.settled(["m1 3H 4H 5H 6H 7H 8H", f"m2 {GROUP}"])
    page.keyboard.press("Control+z")
    keys.go_to("#m1 .whole")
    said(page, "Undone. meld m1: 4 to 8 of hearts, valid.")
    page.keyboard.press("Control+y")
    said(page, "Done again. meld m1: 3 to 8 of hearts, valid.")


def test_a_button_that_goes_gives_the_focus_to_the_hand(page: Page) -> None:
    for width in (1280, 320):
        page.set_viewport_size({"width": width, "height": 740})
        Keys(page).go_to('#hand-cards .pick[data-key^="hand 9"]')
        page.keyboard.press("Space")
        page.get_by_role("button", name="New meld").last.press("Enter")
        on(page, "hand ")


def test_plus_and_minus_choose_more_and_fewer(page: Page) -> None:
    keys = Keys(page)
    keys.go_to('.pick[data-key="m1 5H 0"]')
    for _card in range(3):
        page.keyboard.press("+")
    chosen(page, "m1 5H 0", "m1 6H 0", "m1 7H 0")
    on(page, "m1 7H 0")
    said(page, "3 cards are chosen.")
    page.keyboard.press("-")
    chosen(page, "m1 5H 0", "m1 6H 0")
    on(page, "m1 6H 0")
    page.keyboard.press("Escape")
    chosen(page)
    said(page, "No card is chosen.")


def test_a_list_of_where_they_can_go(page: Page) -> None:
    keys = Keys(page)
    keys.go_to('.pick[data-key="hand 3H 0"]')
    page.keyboard.press("Space")
    page.keyboard.press("m")
    answers = page.get_by_role("dialog").get_by_role("listitem").get_by_role("button")
    expect(answers).to_have_count(3)
    expect(answers.nth(1)).to_have_accessible_name("meld m1: 4 to 8 of hearts, fits")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    on(page, "hand 3H 0")
    chosen(page, "hand 3H 0")
    page.keyboard.press("m")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    keys.settled(["m1 3H 4H 5H 6H 7H 8H", f"m2 {GROUP}"])


def test_what_cannot_be_done_is_said(page: Page) -> None:
    keys = Keys(page)
    keys.go_to('.pick[data-key="m1 5H 0"]')
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("Choose cards first, then where they go.")
    page.keyboard.press("Space")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("Those cards lie in that meld already.")
    on(page, "m1 5H 0")


def test_back_to_the_hand(page: Page) -> None:
    keys = Keys(page)
    keys.put(["hand 9C"], "m2")
    keys.go_to('.pick[data-key="m2 9C 0"]')
    page.keyboard.press("Space")
    keys.go_to('.pick[data-key="hand 9D 0"]')
    page.keyboard.press("Enter")
    said(page, "9 of clubs back to your hand")
    keys.settled([f"m1 {RUN}", f"m2 {GROUP}"])
    keys.go_to('.pick[data-key="m2 TS 0"]')
    page.keyboard.press("Space")
    page.get_by_role("button", name="Back to hand").press("Enter")
    said(page, "10 of spades: loose, they must lie in a meld again")
    expect(page.locator("#why")).to_contain_text("Loose cards must lie in a meld again: 10♠")


def test_the_hand_in_ones_own_order(page: Page) -> None:
    """Shift and an arrow move a card of the hand; it is kept, and nothing else moves it."""
    keys = Keys(page)
    keys.go_to('#hand-cards [data-key="hand KS 0"]')
    before = told(page)["order"]
    place = before.index("KS")
    page.keyboard.press("Shift+ArrowLeft")
    said(page, f"king of spades is now card {place} of your hand.")
    on(page, "hand KS 0")
    keys.ordered([*before[: place - 1], "KS", before[place - 1], *before[place + 1 :]])
    page.get_by_role("button", name="By rank").click()
    page.reload()
    keys.holds(["2C", "3H", "9C", "9D", "KS"])
    keys.ordered(["2C", "3H", "9C", "9D", "KS"])


def test_what_has_the_focus_is_in_sight(browser: Browser, placed: Placed) -> None:
    """Down through a long table on a phone's screen: the dock is never before the card that has the focus."""
    context = placed.context(browser, viewport={"width": 320, "height": 640})
    page = context.new_page()
    page.goto(placed.game("3H 9C 9D KS 2C 4S 5S 9S TD JD QD 2D", *[RUN, GROUP] * 6))
    Keys(page).go_to('.pick[data-key="m1 5H 0"]')
    seen = []
    for _press in range(60):
        page.keyboard.press("ArrowDown")
        seen.append(focused(page))
        equals(page, lambda: (seen[-1], page.evaluate(IN_SIGHT)), (seen[-1], True))
        if focused(page).startswith("hand "):
            break
    assert any(each.startswith("m12 ") for each in seen) and seen[-1].startswith("hand ")
    context.close()


IN_SIGHT = """() => {
    const {x, y, width, height} = document.activeElement.getBoundingClientRect();
    return document.activeElement.contains(document.elementFromPoint(x + width / 2, y + height - 4));
}"""


def test_arrows_go_as_they_are_seen(page: Page) -> None:
    """The melds stand from right to left in Arabic, the cards of a meld from left to right in every language."""
    keys = Keys(page)
    for language in ("ar", "en"):
        page.locator("#language-choice").select_option(language)
        with comes(page):
            page.locator('form[action="/language/"] button').click()
        keys.go_to('.pick[data-key="m1 5H 0"]')
        page.keyboard.press("ArrowRight")
        on(page, "m1 6H 0")
        page.keyboard.press("ArrowLeft")
        page.keyboard.press("ArrowLeft")
        on(page, "m1 4H 0")
        outward = "ArrowRight" if language == "en" else "ArrowLeft"
        for _card in range(len(RUN.split())):
            if focused(page).startswith("m1 "):
                page.keyboard.press(outward)
        on(page, "m2 ")
        page.keyboard.press("ArrowUp")
        on(page, "whole m2", "menu m2")
        for _row in range(3):
            page.keyboard.press("ArrowDown")
        on(page, "hand ")
        page.keyboard.press("ArrowUp")
        on(page, "m1 ", "m2 ", "put ", "whole ", "menu ")
