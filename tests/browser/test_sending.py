"""What was arranged reaches the server: offline, slow, refused, from two windows, after a reload, on the way back."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from tests.browser.placed import MELDS, Placed, arranged, sent, shot, told
from tests.browser.playing import press
from tests.browser.wait import comes, equals, until
from tests.browser.ways import Taps

pytestmark = [pytest.mark.browser, pytest.mark.server]
RUN, GROUP = "4H 5H 6H 7H 8H", "TC TD TH TS"
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
    opened = context.new_page()
    opened.goto(address)
    return opened


def unsent(page: Page) -> None:
    expect(page.get_by_role("alert")).to_contain_text("Not stored yet")


def test_offline_it_waits_and_is_sent_in_order(context: BrowserContext, page: Page) -> None:
    way = Taps(page)
    context.set_offline(True)
    way.put(["hand 3H"], "m1")
    way.put(["hand 9H"], "m1")
    way.undo()
    unsent(page)
    context.set_offline(False)  # the browser says so to the page, which tries at once
    expect(page.locator("#said")).to_have_text("All is stored.")
    way.stored(undo=1, redo=1)
    way.settled(LAID)


def test_a_server_that_fails_is_asked_again(page: Page) -> None:
    answers = cycle([503, 500, 429])
    given: list[int] = []

    def fail(route: Route) -> None:
        given.append(next(answers))
        route.fulfill(status=given[-1], body="")

    page.route("**/draft/ops/", fail)
    way = Taps(page)
    way.put(["hand 3H"], "m1")
    unsent(page)
    for _try in range(3):
        before = len(given)
        page.get_by_role("button", name="Try now").click()
        until(page, lambda: len(given), lambda now, before=before: now > before)  # type: ignore[misc]
        unsent(page)
        expect(
            page.get_by_role("button", name="Try now")
        ).to_be_focused()  # also in the notice that came instead
    page.unroute("**/draft/ops/")
    page.evaluate(
        "document.querySelector('.trouble.unstored button.link')?.click()"
    )  # if it has not by itself
    way.settled(LAID)
    assert {503, 500, 429} <= set(given)


def test_one_request_at_a_time_and_none_twice(page: Page) -> None:
    steps: list[int] = []
    under_way = [0, 0]

    def slow(route: Route) -> None:
        under_way[0] += 1
        under_way[1] = max(under_way)
        steps.append(route.request.post_data_json["step"])
        answer = route.fetch()
        under_way[0] -= 1
        route.fulfill(response=answer)

    page.route("**/draft/ops/", slow)
    way = Taps(page)
    way.put(["hand 3H"], "m1")
    way.put(["hand 9H"], "m1")
    way.undo()
    way.stored(undo=1, redo=1)
    way.settled(LAID)
    assert steps == [0, 1, 2] and under_way[1] == 1


def test_two_windows(context: BrowserContext, address: str, page: Page) -> None:
    """The second one's change is refused; it shows what is stored, and goes on from there."""
    other = context.new_page()
    other.goto(address)
    Taps(page).put(["hand 3H"], "m1")
    Taps(page).settled(LAID)
    Taps(other).put(["hand 9D"], "m2")
    expect(other.get_by_role("alert")).to_contain_text("in another window")
    shot(other, "two-windows")
    Taps(other).shows(LAID)
    Taps(other).put(["hand 9H"], "m1")
    Taps(other).settled([f"m1 3H {RUN} 9H", f"m2 {GROUP}"])


def test_an_answer_that_is_lost_is_no_loss(page: Page) -> None:
    """The change was stored, but the page did not hear of it: it is not made twice, and the next ones follow."""
    lost: list[int] = []

    def lose(route: Route) -> None:
        if lost:
            route.continue_()
            return
        lost.append(route.fetch().status)
        route.abort()

    page.route("**/draft/ops/", lose)
    way = Taps(page)
    way.put(["hand 3H"], "m1")
    way.settled(LAID)
    assert lost == [200]
    lost.clear()
    way.put(["hand 9H"], "m1")
    way.put(["hand 9D"], "m2")
    way.settled([f"m1 3H {RUN} 9H", "m2 9D TC TD TH TS"])
    way.stored(undo=3, redo=0)
    assert lost == [200]


def test_on_a_table_that_has_changed_it_is_done_again(page: Page) -> None:
    """What was refused because others moved meanwhile is put onto the table of now, as far as it fits there."""
    refusals: list[int] = []

    def stale(route: Route) -> None:
        if refusals:
            route.continue_()
            return
        refusals.append(409)
        state = told(page)
        found = {field: state[field] for field in ("step", "draft", "undo", "redo")}
        route.fulfill(status=409, json={"code": "stale_version", **found, "state": state})

    page.route("**/draft/ops/", stale)
    way = Taps(page)
    way.put(["hand 3H"], "m1")
    expect(page.get_by_role("alert")).to_contain_text("The table has changed since you arranged it.")
    way.stored(undo=1, redo=0)
    way.shows(LAID)
    equals(page, lambda: arranged(page), LAID)


def test_the_draft_on_a_second_device(browser: Browser, placed: Placed, address: str, page: Page) -> None:
    Taps(page).put(["hand 3H"], "m1")
    Taps(page).settled(LAID)
    device = placed.context(browser, java_script_enabled=False)
    second = device.new_page()
    second.goto(address)
    expect(second.locator("#m1 input[name=card]")).to_have_count(6)
    shot(second, "second-device")
    device.close()


def test_reload_amid_a_draft(context: BrowserContext, page: Page) -> None:
    Taps(page).put(["hand 3H"], "m1")
    page.reload()
    Taps(page).settled(LAID)
    shot(page, "reloaded")
    page.get_by_role("button", name="Undo").click()
    Taps(page).settled([f"m1 {RUN}", f"m2 {GROUP}"])


def test_unsent_it_outlives_a_reload(page: Page) -> None:
    """Where it could not be sent it is kept in the window, and sent when the page is there again."""
    page.route("**/draft/ops/", lambda route: route.abort())
    way = Taps(page)
    way.put(["hand 3H"], "m1")
    way.put(["hand 9H"], "m1")
    way.undo()
    unsent(page)
    page.unroute("**/draft/ops/")
    page.reload()
    way.stored(undo=1, redo=1)
    way.settled(LAID)
    page.reload()
    way.settled(LAID)


def test_back_from_the_review_it_is_unsent(address: str, page: Page) -> None:
    way = Taps(page)
    way.put(["hand 3H"], "m1")
    press(page.locator(".acts a.button"))
    expect(page.get_by_role("heading", level=1)).to_have_text("Lay this?")
    page.go_back()
    way.settled(LAID)
    expect(page.get_by_text("not laid yet; only you see it")).to_be_visible()
    shot(page, "back-from-the-review")
    way.put(["hand 9H"], "m1")
    way.settled([f"m1 3H {RUN} 9H", f"m2 {GROUP}"])
    page.go_forward()
    expect(page.get_by_text("You play 2 cards.")).to_be_visible()


def test_a_page_that_comes_back_as_it_was_asks_again(
    context: BrowserContext, address: str, page: Page
) -> None:
    """Browsers may keep a page whole while one is elsewhere: what is stored by now is shown."""
    other = context.new_page()
    other.goto(address)
    Taps(other).put(["hand 3H"], "m1")
    Taps(other).settled(LAID)
    assert page.evaluate(MELDS) == [f"m1 {RUN}", f"m2 {GROUP}"]  # nobody told it
    page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', {persisted: true}))")
    Taps(page).settled(LAID)
    expect(page.get_by_text("not laid yet; only you see it")).to_be_visible()


def test_the_review_waits_until_all_is_stored(page: Page) -> None:
    """Who presses the final button at once reviews what they see."""
    page.route("**/draft/ops/", lambda route: route.fulfill(response=route.fetch()))
    way = Taps(page)
    way.put(["hand 3H"], "m1")
    way.put(["hand 9H"], "m1")
    page.locator(".acts a.button").click()
    expect(page.get_by_text("You play 2 cards.")).to_be_visible()


def test_a_draw_waits_as_well(page: Page) -> None:
    way = Taps(page)
    way.put(["hand 9D"], "m2")
    page.get_by_role("button", name="Draw another card").click()
    expect(page.get_by_text("You drew the").first).to_be_visible()
    equals(page, lambda: arranged(page), [f"m1 {RUN}", "m2 9D TC TD TH TS"])


def test_not_logged_in_any_more(context: BrowserContext, page: Page) -> None:
    way = Taps(page)
    way.put(["hand 3H"], "m1")
    way.settled(LAID)
    cookies = context.cookies()
    context.clear_cookies(name="sessionid")
    way.put(["hand 9H"], "m1")
    expect(page.get_by_role("alert")).to_contain_text("You are not logged in any more.")
    expect(page.get_by_role("link", name="Log in").last).to_be_visible()
    context.add_cookies([{k: c[k] for k in ("name", "value", "domain", "path")} for c in cookies])  # type: ignore[misc, literal-required]
    page.reload()
    way.settled([f"m1 3H {RUN} 9H", f"m2 {GROUP}"])


def test_without_storage(browser: Browser, placed: Placed, address: str) -> None:
    context = placed.context(browser)
    context.add_init_script(
        "Object.defineProperty(window, 'sessionStorage', {get() { throw new Error('no'); }})"
    )
    page = context.new_page()
    page.goto(address)
    Taps(page).put(["hand 3H"], "m1")
    Taps(page).settled(LAID)
    context.close()


def test_whatever_is_done_page_and_server_agree(browser: Browser, placed: Placed) -> None:
    """Many things at random, one after another: what is drawn is what is stored, jokers and all."""
    context = placed.context(browser)
    page = context.new_page()
    page.goto(placed.game("* * 3D 9C 9D TH 6H 2C", RUN, GROUP, "*3D 4D 5D", "9H TH JH *QH", "JS QS KS AS"))
    for seed in range(1, 4):
        done = page.evaluate(MONKEY, seed)
        assert done > 10
        sent(page)
        equals(page, lambda: page.evaluate(MELDS) == arranged(page), True)
        data, shown = told(page), page.locator("#hand-cards .pick")
        hand = sorted(
            each.split(" ")[1] for each in shown.evaluate_all("all => all.map(one => one.dataset.key)")
        )
        assert hand == sorted(data["draft"]["hand"])
        loose = page.locator("#loose .pick").evaluate_all(
            "all => all.map(one => one.dataset.key.split(' ')[1])"
        )
        assert sorted(loose) == sorted(data["draft"]["loose"])
    assert data["step"] > 10
    context.close()


# Presses what somebody could press, at random but the same at every run; says how often.
MONKEY = """async seed => {
    const random = () => (seed = (seed * 1103515245 + 12345) % 2147483648) / 2147483648;
    const one = list => list[Math.floor(random() * list.length)];
    let done = 0;
    for (let step = 0; step < 60; step++) {
        const dialog = document.querySelector('dialog[open]');
        const where = dialog ? 'dialog button' : one(['.pick', '.pick', '.pick', '.put', '.put', '.whole', '.split',
            '[data-do=back]', '[data-do=undo]', '[data-do=redo]', '.more', '[data-do=declare]',
            '#m1 .pick', '.reset button']);
        const buttons = [...document.querySelectorAll(where)].filter(each => !each.disabled && each.offsetParent);
        if (!buttons.length) continue;
        one(buttons).click();
        done += 1;
        await new Promise(resolve => setTimeout(resolve, random() * 30));
    }
    document.querySelector('dialog[open]')?.close();
    return done;
}"""


def test_a_script_that_does_not_load_leaves_the_forms(context: BrowserContext, address: str) -> None:
    """One module of many is enough to keep the script from running; nothing of the page depends on it."""
    context.route("**/games/js/core/judge*.js", lambda route: route.abort())
    page = context.new_page()
    page.goto(address)
    page.locator('input[name=card][value="hand 3H"]').check()
    with comes(page):
        page.locator('button[name=to][value="m1"]').click()
    assert arranged(page) == LAID


def test_a_script_that_fails_puts_the_forms_back(context: BrowserContext, address: str) -> None:
    def spoilt(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=answer.text().replace('"can": [', '"cannot": ['))

    page = context.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.route(f"**{address}", spoilt)
    page.goto(address)
    expect(page.locator("html.scripted")).to_have_count(0)
    equals(page, lambda: len(faults), 1)
    page.locator('input[name=card][value="hand 3H"]').check()
    with comes(page):
        page.locator('button[name=to][value="m1"]').click()
    assert arranged(page) == LAID
