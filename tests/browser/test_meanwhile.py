"""While one arranges the others go on: what is said of it, how one comes to see it, and what the network does then."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, Route, expect

from tests.browser.placed import Placed, sent
from tests.browser.test_clock_shown import away
from tests.browser.test_crossing import draw
from tests.browser.test_live import game_of, names, page_of
from tests.browser.wait import on_the_way, until
from tests.browser.ways import Taps
from tests.service import Service

pytestmark = [pytest.mark.browser, pytest.mark.server]
RUN, GROUP = "4H 5H 6H 7H 8H", "TC TD TH TS"
STOP = ".dock .pick:focus"
# What a page waits at the most is ended by the test: `[milliseconds, controller]` of each request.
LIMITS = """window.limits = [];
AbortSignal.timeout = most => {
    const limit = new AbortController();
    window.limits.push([most, limit]);
    return limit.signal;
};"""
END = "window.limits.splice(0).map(([most, limit]) => { limit.abort(); return most; })"


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    with Service(tmp_path_factory.mktemp("meanwhile")) as running:
        yield running


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
    faults: list[str] = []
    opened = context.new_page()
    opened.on("pageerror", lambda error: faults.append(str(error)))
    opened.goto(address)
    expect(opened.locator("html.scripted")).to_have_count(1)
    yield opened
    assert not faults


def test_who_has_moved_is_said_once(browser: Browser, own: Service) -> None:
    """A clock that changes afterwards is no other move, and takes no focus."""
    players = ana, ben = names(own, "ana", "ben")
    code = game_of(*players)
    waiting = next(player for player in players if not player.call("GET", f"/games/{code}/")["can"])
    other = ben if waiting is ana else ana
    context, page = page_of(browser, own, waiting, f"/games/{code}/")
    page.locator("#hand-cards .pick").first.click()
    page.locator("[data-do=put][data-label=new]").first.click()
    sent(page)
    view = other.call("GET", f"/games/{code}/")
    while view["can"]:
        move = {"version": view["version"], "type": "draw" if "draw" in view["can"] else "pass"}
        view = other.call("POST", f"/games/{code}/moves/", move)
    expect(page.locator("header.state.mine")).to_have_count(1)
    notice = page.locator(".trouble.moved")
    expect(notice).to_contain_text(f"{other.name} has moved")
    show = notice.locator(".link")
    show.focus()
    away(waiting)
    expect(page.locator("p.when").first).to_contain_text("vacation")
    expect(notice).to_contain_text(f"{other.name} has moved")
    expect(show).to_be_focused()
    context.close()


@pytest.mark.parametrize("answer", [503, 404])
def test_the_table_of_now_comes_when_it_was_asked_for_or_not_at_all(
    page: Page, address: str, answer: int
) -> None:
    """Where it could not be had this is said; what comes later changes nothing under the hands."""
    show = arranged_while_drawn(page)
    page.route(f"**{address}", lambda route: route.fulfill(status=answer, body=""), times=1)
    show.click()
    expect(page.get_by_role("alert").last).to_contain_text("try again in a moment")
    page.evaluate("document.title = ''")
    if answer == 404:  # that is no matter of time: the next news is waited for
        draw(page)
    expect(page).not_to_have_title("")
    expect(page.locator("#hand-cards .pick")).to_have_count(4)
    show.click()
    expect(page.locator("#hand-cards .pick")).to_have_count(5 if answer == 503 else 6)
    expect(page.locator(".trouble")).to_have_count(0)


@pytest.mark.parametrize("button", [".link", ".tool"])
def test_a_notice_that_goes_leaves_the_focus_at_the_hand(page: Page, button: str) -> None:
    arranged_while_drawn(page)
    page.locator(f".trouble.moved {button}").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".trouble")).to_have_count(0)
    expect(page.locator(STOP)).to_have_count(1)


def test_a_page_that_never_comes_is_given_up_and_asked_for_again(
    context: BrowserContext, address: str
) -> None:
    """As where a phone changes its network: the request is open, and nothing will ever come."""
    context.add_init_script(LIMITS)
    page = context.new_page()
    page.goto(address)
    expect(page.locator("html.scripted")).to_have_count(1)
    held = on_the_way(page, f"**{address}", times=1)
    draw(page)
    until(page, lambda: len(held), bool)
    assert 30_000 in page.evaluate(END)
    expect(page.locator("#hand-cards .pick")).to_have_count(6)
    held[0].abort()


def test_a_page_that_cannot_ask_anew_works_all_the_same(context: BrowserContext, address: str) -> None:
    """It would be out of date; but to wait for ever is worse."""
    context.add_init_script(LIMITS)
    page = context.new_page()
    page.goto(address)
    way = Taps(page)
    way.put(["hand 3H"], "m1")
    sent(page)
    page.evaluate(LATER)
    held = on_the_way(page, f"**/{address.split('/')[2]}/table/", times=1)
    page.reload()
    until(page, lambda: len(held), bool)
    assert page.evaluate(END) == [5_000]
    expect(page.locator("html.scripted")).to_have_count(1)
    way.settled([f"m1 3H {RUN}", f"m2 {GROUP}"])
    held[0].abort()


# As if this window had heard that more is stored than the next page tells of.
LATER = """() => Object.keys(sessionStorage).filter(name => name.startsWith("heard"))
    .forEach(name => sessionStorage.setItem(name, "99"))"""


def test_a_browser_that_cannot_limit_a_request_asks_without(context: BrowserContext, address: str) -> None:
    context.add_init_script("delete AbortSignal.timeout")
    page = context.new_page()
    page.goto(address)
    expect(page.locator("html.scripted")).to_have_count(1)
    draw(page)
    expect(page.locator("#hand-cards .pick")).to_have_count(6)


@pytest.mark.parametrize("who", ["plays", "watches"])
def test_a_server_that_is_busy_is_not_asked_for_more(context: BrowserContext, address: str, who: str) -> None:
    """Whether there is news could not be said: the same question again, not the page that costs more."""
    if who == "watches":
        context.clear_cookies(name="sessionid")
    page = context.new_page()
    with page.expect_response(lambda answer: "since=" in answer.url):  # once it hears the stream
        page.goto(address)
    asked: list[int] = []
    pages: list[str] = []

    def busy(route: Route) -> None:
        asked.append(len(asked))
        if len(asked) > 1:
            route.continue_()
        else:
            route.fulfill(status=503, body="")

    page.route("**/table/?*since=*", busy)
    page.on("request", lambda request: request.url.endswith(address) and pages.append(request.url))
    page.evaluate("dispatchEvent(new Event('online'))")
    until(page, lambda: len(asked), lambda count: count > 1)
    assert not pages


def arranged_while_drawn(page: Page) -> Locator:
    """A card is put, another device draws one: what leads to it."""
    Taps(page).put(["hand 3H"], "m1")
    sent(page)
    draw(page)
    show = page.locator(".trouble.moved .link")
    show.wait_for()
    return show
