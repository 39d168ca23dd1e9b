"""Whoever does something and is gone at once loses none of it, however long the server takes; it is seen at once."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from tests.browser.placed import Placed
from tests.browser.wait import on_the_way, until
from tests.browser.ways import Taps

pytestmark = [pytest.mark.browser, pytest.mark.server]
RUN, GROUP = "4H 5H 6H 7H 8H", "TC TD TH TS"
START = [f"m1 {RUN}", f"m2 {GROUP}"]
LAID = [f"m1 3H {RUN}", f"m2 {GROUP}"]


@pytest.fixture
def context(browser: Browser, placed: Placed) -> Iterator[BrowserContext]:
    opened = placed.context(browser)
    yield opened
    opened.close()


@pytest.fixture
def address(placed: Placed) -> str:
    return placed.game("3H 9H 9D KS 2C", RUN, GROUP)


@pytest.fixture
def page(context: BrowserContext, address: str) -> Page:
    return come(context, address)


def come(context: BrowserContext, address: str) -> Page:
    opened = context.new_page()
    opened.goto(address)
    expect(opened.locator("html.scripted")).to_have_count(1)
    return opened


def test_undone_and_reloaded(placed: Placed, page: Page) -> None:
    """The page that comes is one from before it was undone; the table shows it undone all the same."""
    way = Taps(page)
    way.put(["hand 3H"], "m1")
    way.settled(LAID)
    with placed.busy():
        way.undo()
        way.shows(START)
        page.reload()
        way.shows(START)
    way.settled(START)
    way.stored(undo=0, redo=1)


def test_undone_where_only_the_server_knows_what_comes_of_it(placed: Placed, page: Page) -> None:
    way = Taps(page)
    way.put(["hand 3H"], "m1")
    way.settled(LAID)
    page.reload()
    with placed.busy():
        way.undo()
        page.reload()
    way.settled(START)
    way.stored(undo=0, redo=1)


def test_several_steps_and_reloaded(placed: Placed, page: Page) -> None:
    way = Taps(page)
    with placed.busy():
        way.put(["hand 3H"], "m1")
        way.put(["hand 9H"], "m1")
        way.put(["hand 9D"], "m2")
        way.undo()
        way.shows([f"m1 3H {RUN} 9H", f"m2 {GROUP}"])
        page.reload()
        way.shows([f"m1 3H {RUN} 9H", f"m2 {GROUP}"])
        page.reload()
        way.shows([f"m1 3H {RUN} 9H", f"m2 {GROUP}"])
    way.settled([f"m1 3H {RUN} 9H", f"m2 {GROUP}"])
    way.stored(undo=2, redo=1)


@pytest.mark.parametrize("goes", ["closed", "elsewhere"])
def test_several_steps_and_gone(
    placed: Placed, context: BrowserContext, address: str, page: Page, goes: str
) -> None:
    """The first is under way, the others still wait; the window that could send them is gone.

    All of it in one go: a request that waits for twenty seconds is refused, and nobody would be there to try again.
    """
    with placed.busy():
        page.evaluate(SEVERAL)
        if goes == "elsewhere":
            page.goto("/rules/")
        else:  # a browser that closes gives half a second for what is still to be said: too little for slow machines
            page.evaluate("dispatchEvent(new PageTransitionEvent('pagehide'))")
            page.close()
    device = come(context, address)
    Taps(device).stored(undo=2, redo=1)
    device.reload()
    Taps(device).settled([f"m1 3H {RUN} 9H", f"m2 {GROUP}"])
    expect(device.locator("#hand-cards .pick")).to_have_count(3)


# Three cards are put, the last is taken back, the hand is sorted.
SEVERAL = """() => {
    const press = (selector) => document.querySelector(selector).click();
    for (const [card, meld] of [['3H', 'm1'], ['9H', 'm1'], ['9D', 'm2']]) {
        press(`.pick[data-key="hand ${card} 0"]`);
        press(`[data-zone="${meld}"] .put`);
    }
    press('[data-do="undo"]');
    press('.tool[data-do="sort"][data-by="rank"]');
}"""


@pytest.mark.parametrize("steps", [1, 2])
def test_stored_while_the_next_page_was_made(page: Page, address: str, steps: int) -> None:
    """The page that comes was made before a step was stored, and the page that goes heard that it is."""
    way = Taps(page)
    held = on_the_way(page, "**/draft/ops/")
    way.put(["hand 3H"], "m1")
    if steps == 2:
        way.put(["hand 9H"], "m1")
    until(page, lambda: len(held), bool)

    made_before(page, address, "**/draft/ops/", held[0])
    way.settled([f"m1 3H {RUN}", f"m2 {GROUP}"] if steps == 1 else [f"m1 3H {RUN} 9H", f"m2 {GROUP}"])
    way.stored(undo=steps, redo=0)


def test_sorted_while_the_next_page_was_made(page: Page, address: str) -> None:
    """The page that comes was made before the order was stored, and the page that goes heard that it is."""
    way = Taps(page)
    held = on_the_way(page, "**/hand/")
    page.locator('.tool[data-do="sort"][data-by="rank"]').click()
    until(page, lambda: len(held), bool)

    made_before(page, address, "**/hand/", held[0])
    way.holds(["2C", "3H", "9D", "9H", "KS"])
    way.ordered(["2C", "3H", "9D", "9H", "KS"])


def made_before(page: Page, address: str, to: str, stored: Route) -> None:
    """Loads the page, as it was made before what is stored now; the page that goes hears of that.

    `to` is where that was held up.
    """

    def late(route: Route) -> None:
        older = route.fetch()
        stored.fulfill(response=stored.fetch())
        page.wait_for_timeout(500)
        route.fulfill(response=older)

    page.route(f"**{address}", late, times=1)
    page.unroute(to)  # after it: without any other, what is held would go at once
    page.reload()


def test_sorted_and_reloaded(placed: Placed, page: Page) -> None:
    way = Taps(page)
    with placed.busy():
        page.locator('.tool[data-do="sort"][data-by="rank"]').click()
        page.locator('.tool[data-do="sort"][data-by="suit"]').click()
        page.locator('.tool[data-do="sort"][data-by="rank"]').click()
        way.holds(["2C", "3H", "9D", "9H", "KS"])
        page.reload()
        way.holds(["2C", "3H", "9D", "9H", "KS"])
    way.ordered(["2C", "3H", "9D", "9H", "KS"])
    page.reload()
    way.holds(["2C", "3H", "9D", "9H", "KS"])


def test_a_hint_is_of_what_was_arranged(placed: Placed, context: BrowserContext) -> None:
    """As with the review, all is stored before the page goes."""
    page = come(context, placed.game("3H 9H 9D KS 2C", RUN, GROUP, hints=True))
    page.route("**/draft/ops/", lambda route: route.fulfill(response=route.fetch()))
    Taps(page).put(["hand 3H"], "m1")
    page.get_by_role("link", name="A hint").click()
    expect(page.locator("input[name=card][value$='3H']")).to_be_checked()


def test_another_who_plays_in_this_window_finds_nothing_of_it(placed: Placed, page: Page) -> None:
    way = Taps(page)
    page.add_init_script("""for (const [name, kept] of Object.entries(sessionStorage)) {
        sessionStorage.removeItem(name);
        sessionStorage.setItem(name.replace(/\\d$/, seat => 1 - seat), kept);
    }""")
    with placed.busy():
        way.put(["hand 3H"], "m1")
        page.reload()
        assert page.evaluate("sessionStorage.length") > 0
        way.shows(START)
