"""What crosses on its way: answers and pages that come later than they were made, and fingers meanwhile."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import APIResponse, Browser, BrowserContext, Page, Route, expect

from tests.browser.placed import Placed, sent, told
from tests.browser.wait import comes, equals, on_the_way, still, until
from tests.browser.ways import Taps

pytestmark = [pytest.mark.browser, pytest.mark.server]
RUN, GROUP = "4H 5H 6H 7H 8H", "TC TD TH TS"
START = [f"m1 {RUN}", f"m2 {GROUP}"]
BY_RANK = ["2C", "3H", "9D", "9H", "KS"]


@pytest.fixture
def context(browser: Browser, placed: Placed) -> Iterator[BrowserContext]:
    opened = placed.context(browser)
    yield opened
    opened.close()


@pytest.fixture
def address(placed: Placed) -> str:
    return placed.game("3H 9H 9D KS 2C", RUN, GROUP)


@pytest.fixture
def page(context: BrowserContext, address: str) -> Iterator[Page]:
    """The table's page. Answers that fail belong to what is tried here; an error of the script does not."""
    faults: list[str] = []
    opened = context.new_page()
    opened.on("pageerror", lambda error: faults.append(str(error)))
    opened.goto(address)
    expect(opened.locator("html.scripted")).to_have_count(1)
    yield opened
    assert not faults


def test_what_is_pressed_stays_under_the_finger(page: Page) -> None:
    """An answer comes between the press and the release: the card is chosen all the same."""
    way, held = Taps(page), on_the_way(page, "**/hand/", times=1)
    page.locator('.tool[data-do="sort"][data-by="rank"]').click()
    until(page, lambda: len(held), bool)
    box = still(way.card("hand 3H"))
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    held[0].continue_()
    equals(page, lambda: page.evaluate(KNOWN, "ordering"), False)
    page.mouse.up()
    expect(page.locator('.pick[data-key^="hand 3H"][aria-pressed="true"]')).to_have_count(1)


def test_the_place_of_a_new_meld_stays_under_the_finger(page: Page) -> None:
    way, held = Taps(page), on_the_way(page, "**/hand/", times=1)
    page.locator('.tool[data-do="sort"][data-by="rank"]').click()
    until(page, lambda: len(held), bool)
    way.card("hand 3H").click()
    box = still(page.locator(".new-meld .put"))
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    held[0].continue_()
    equals(page, lambda: page.evaluate(KNOWN, "ordering"), False)
    page.mouse.up()
    expect(page.locator("#n1 .pick")).to_have_count(1)
    page.keyboard.press("Control+z")
    expect(page.locator('.felt-table [data-stop][tabindex="0"]')).to_have_count(1)


def test_the_order_stays_that_was_stored_while_a_page_was_on_its_way(page: Page, address: str) -> None:
    """The page that tells of another device's draw was made just before the hand was sorted, and comes after."""
    way, held = Taps(page), late(page, address)
    draw(page)
    until(page, lambda: len(held), bool)
    page.locator('.tool[data-do="sort"][data-by="rank"]').click()
    way.ordered([*BY_RANK, told(page)["new"][-1]])
    equals(page, lambda: page.evaluate(KNOWN, "ordering"), False)
    arrive(held)
    expect(page.locator("#hand-cards .pick")).to_have_count(6)
    way.holds(told(page)["order"])
    assert told(page)["order"][:5] == BY_RANK


def test_what_was_put_back_stays_so_while_a_page_was_on_its_way(page: Page, address: str) -> None:
    """That page knows the step that was undone meanwhile, and a table that has changed."""
    way = Taps(page)
    way.put(["hand 3H"], "m1")
    sent(page)
    held = late(page, address)
    draw(page)
    until(page, lambda: len(held), bool)
    way.undo()
    sent(page)
    arrive(held)
    expect(page.locator("#hand-cards .pick")).to_have_count(6)
    way.settled(START)
    way.stored(undo=0, redo=1)
    way.put(["hand 9H"], "m1")
    way.settled([f"m1 {RUN} 9H", f"m2 {GROUP}"])


def test_what_is_shown_on_demand_is_the_newest(page: Page, address: str) -> None:
    """What was asked for comes later than the news of what has changed since."""
    way = Taps(page)
    way.put(["hand 3H"], "m1")
    sent(page)
    draw(page)
    show = page.locator(".trouble.moved .link")
    show.wait_for()
    held = late(page, address)
    show.click()
    until(page, lambda: len(held), bool)
    draw(page)
    page.wait_for_timeout(500)  # the news of it comes, and would be asked for
    arrive(held)
    expect(page.locator("#hand-cards .pick")).to_have_count(5)
    show.click()
    expect(page.locator("#hand-cards .pick")).to_have_count(6)
    expect(page.locator(".trouble")).to_have_count(0)


def test_what_is_done_while_the_newest_is_on_its_way_is_not_lost(page: Page, address: str) -> None:
    way = Taps(page)
    way.put(["hand 3H"], "m1")
    sent(page)
    draw(page)
    show = page.locator(".trouble.moved .link")
    show.wait_for()
    held = late(page, address)
    show.click()
    until(page, lambda: len(held), bool)
    steps = on_the_way(page, "**/draft/ops/", times=1)
    way.put(["hand 9H"], "m1")
    way.put(["hand 9D"], "m2")
    until(page, lambda: len(steps), bool)
    arrive(held)
    steps[0].continue_()
    way.settled([f"m1 3H {RUN} 9H", "m2 9D TC TD TH TS"])
    expect(page.locator("#hand-cards .pick")).to_have_count(3)


def test_a_page_that_came_back_forgets_nothing_that_is_done_at_once(page: Page, address: str) -> None:
    """It asks what is stored by now; meanwhile somebody goes on."""
    way, held = Taps(page), late(page, f"**/{address.split('/')[2]}/table/")
    page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', {persisted: true}))")
    until(page, lambda: len(held), bool)
    steps = on_the_way(page, "**/draft/ops/", times=1)
    way.put(["hand 3H"], "m1")
    way.put(["hand 9H"], "m1")
    until(page, lambda: len(steps), bool)
    arrive(held)
    steps[0].continue_()
    way.settled([f"m1 3H {RUN} 9H", f"m2 {GROUP}"])


def test_a_move_that_was_pressed_is_sent_though_its_form_is_another_by_now(page: Page, address: str) -> None:
    """It waits for a step to be stored; meanwhile another device moves, and the page is drawn anew."""
    way, steps = Taps(page), on_the_way(page, "**/draft/ops/", times=1)
    way.put(["hand 3H"], "m1")
    until(page, lambda: len(steps), bool)
    page.get_by_role("button", name="Draw another card").click()
    page.locator("#m1 .whole").focus()
    draw(page)
    expect(page.get_by_role("button", name="Draw the third card")).to_have_count(1)
    with comes(page):
        steps[0].continue_()
    expect(page.locator("header.state.mine")).to_have_count(
        1
    )  # sent for what was seen, it draws no third card
    expect(page.get_by_role("button", name="Draw the third card")).to_have_count(1)


def test_a_button_that_has_the_focus_does_what_it_says(page: Page) -> None:
    """It is left alone, so its form is as well: nobody draws a third card by the button of the second."""
    page.get_by_role("button", name="Draw another card").focus()
    draw(page)
    expect(page.locator("#hand-cards .pick")).to_have_count(6)
    with comes(page):
        page.keyboard.press("Enter")
    expect(page.locator("header.state.mine")).to_have_count(1)
    expect(page.get_by_role("button", name="Draw the third card")).to_have_count(1)


def test_what_was_chosen_before_the_script_came_stays_chosen(context: BrowserContext, address: str) -> None:
    scripts = on_the_way(context, "**/table/main*.js")
    page = context.new_page()
    page.goto(address, wait_until="commit")
    page.locator('input[name=card][value="hand 9H"]').check()
    page.locator('input[name=whole][value="m2"]').check()
    until(page, lambda: len(scripts), bool)
    scripts[0].continue_()
    expect(page.locator("html.scripted")).to_have_count(1)
    expect(page.locator('.pick[aria-pressed="true"]')).to_have_count(5)
    expect(page.locator('.pick[data-key^="hand 9H"][aria-pressed="true"]')).to_have_count(1)


@pytest.mark.parametrize("answer", [503, 429, 0])
def test_news_that_could_not_be_asked_for_is_asked_for_again(page: Page, address: str, answer: int) -> None:
    failed: list[int] = []

    def fail(route: Route) -> None:
        failed.append(answer)
        route.fulfill(status=answer, body="") if answer else route.abort()

    page.route(f"**{address}", fail, times=1)
    draw(page)
    expect(page.locator("#hand-cards .pick")).to_have_count(6)
    expect(page.get_by_role("button", name="Draw the third card")).to_have_count(1)
    assert failed == [answer]


def draw(page: Page) -> None:
    """The player draws with another device; this page hears of it."""
    answer = page.evaluate(
        DRAW, {"url": f"/api/v1{page.url[page.url.index('/games/') :].split('?')[0]}moves/"}
    )
    assert answer == 200, answer


DRAW = """async ({url}) => (await fetch(url, {method: "POST", body: JSON.stringify({
    type: "draw", version: (await (await fetch(url.replace("moves/", "table/"))).json()).version}),
    headers: {"Content-Type": "application/json",
        "X-CSRFToken": document.querySelector("[name=csrfmiddlewaretoken]").value}})).status"""


def late(page: Page, address: str) -> list[tuple[Route, APIResponse]]:
    """The answer to the next request to this address, made at once, which comes only when it is let go."""
    held: list[tuple[Route, APIResponse]] = []
    address = address if address.startswith("*") else f"**{address}"
    page.route(address, lambda route: held.append((route, route.fetch())), times=1)
    return held


def arrive(held: list[tuple[Route, APIResponse]]) -> None:
    [(route, older)] = held
    route.fulfill(response=older)


# What the page's own module knows.
KNOWN = """async what => {
    const {href} = document.querySelector('link[rel=modulepreload][href*="/table/model"]');
    return (await import(href)).now[what];
}"""
