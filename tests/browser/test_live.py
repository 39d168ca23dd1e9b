"""Two players with both pages open: each page shows each state, in order and soon, and nothing is left behind."""

from __future__ import annotations

import re
import statistics
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import APIResponse, Browser, BrowserContext, Page, Route, expect

from tests import servers
from tests.browser.placed import sent
from tests.browser.playing import press
from tests.browser.wait import until
from tests.service import Service
from tests.whole.client import Player, choose

pytestmark = [pytest.mark.browser, pytest.mark.server]

MOVES = 200
SOON = 2.0  # seconds until a page shows a move
# The versions that a page has shown, one after the other.
WATCH = """() => {
  const {dataset} = document.querySelector("main");
  window.states = [dataset.version];
  const look = () => dataset.version === window.states.at(-1) || window.states.push(dataset.version);
  new MutationObserver(look).observe(document.querySelector("main"), {attributeFilter: ["data-version"]});
}"""
SHOWN = """() => ({
  version: Number(document.querySelector("main").dataset.version),
  mine: document.querySelector("header.state").classList.contains("mine"),
  melds: [...document.querySelectorAll("li.meld[data-zone^=m] .cards")]
    .map((cards) => [...cards.querySelectorAll(".pick")].map((pick) => pick.dataset.key.split(" ")[1]).join(" ")),
  hand: [...document.querySelectorAll("#hand-cards .pick")].map((pick) => pick.dataset.key.split(" ")[1]),
  acts: [...document.querySelectorAll(".acts button[form]")].map((button) => button.getAttribute("form")),
  title: document.title,
  icon: document.querySelector("link[rel=icon]").getAttribute("href"),
})"""


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    with Service(tmp_path_factory.mktemp("live")) as running:
        yield running


def names(service: Service, *wanted: str) -> list[Player]:
    mark = f"{time.monotonic_ns() % 10**9}"
    return [Player(service.url, f"{name}{mark}") for name in wanted]


def game_of(ana: Player, ben: Player, **terms: Any) -> str:
    code: str = ana.call("POST", "/games/", {"players": 2, **terms})["id"]
    ben.call("POST", f"/games/{code}/join/", {})
    return code


def page_of(
    browser: Browser, service: Service, player: Player, path: str, ready: str = "html.scripted"
) -> tuple[BrowserContext, Page]:
    """The player's browser, logged in, with this page open; it hears what happens from now on."""
    context = browser.new_context(base_url=service.url, locale="en", viewport={"width": 1000, "height": 900})
    page = context.new_page()
    page.goto(f"/accounts/login/?next={path}")
    page.locator("input[name=name]").fill(player.name)
    page.locator("input[name=password]").fill(f"the secret of {player.name} is long")
    with page.expect_response(lambda answer: "/events/?" in answer.url):
        press(page.locator("main form button"))
    expect(page.locator(ready)).to_have_count(1)
    return context, page


def shows(page: Page, version: int) -> tuple[dict[str, Any], float]:
    """What the page shows once it shows this version, and how long that took."""
    begun = time.monotonic()
    shown = until(page, lambda: page.evaluate(SHOWN), lambda shown: shown["version"] >= version)
    return shown, time.monotonic() - begun


def to_fetch(page: Page) -> float:
    """How long this browser takes to get its page once more."""
    begun = time.monotonic()
    page.evaluate("fetch(location.href).then((answer) => answer.text()).then((text) => text.length)")
    return time.monotonic() - begun


def agree(shown: dict[str, Any], view: dict[str, Any]) -> None:
    assert shown["version"] == view["version"]
    assert sorted(shown["hand"]) == sorted(view["you"]["hand"])
    assert shown["melds"] == [" ".join(meld["cards"]) for meld in view["round"]["table"]]
    assert shown["mine"] == (view["round"]["turn"]["seat"] == view["you"]["seat"])
    assert shown["acts"] == [kind for kind in view["can"] if kind != "meld"]
    assert ("Your turn" in shown["title"]) == shown["mine"] == ("icon-turn" in shown["icon"])


def test_two_hundred_moves(browser: Browser, own: Service) -> None:
    assert played(browser, own, MOVES) > 50


def test_some_moves_through_redis(browser: Browser, tmp_path: Path) -> None:
    with Service(tmp_path, REDIS_URL=servers.spare_redis_url()) as service:
        assert played(browser, service, 12) == 12


def played(browser: Browser, service: Service, moves: int) -> int:
    """Two players play so many moves, or to the end of the game; each page shows each of them."""
    players = names(service, "ana", "ben")
    code = game_of(*players, target=500)
    opened = [page_of(browser, service, player, f"/games/{code}/") for player in players]
    for _context, page in opened:
        page.evaluate(WATCH)
    took: list[float] = []
    asked: list[float] = []
    versions = []
    for number in range(moves):
        if number % 10 == 0:
            asked.append(to_fetch(opened[0][1]))
        views = [player.call("GET", f"/games/{code}/") for player in players]
        if views[0]["status"] != "active":
            break
        mover = next(place for place, view in enumerate(views) if view["can"])
        move = {"version": views[mover]["version"], **choose(views[mover])}
        version = players[mover].call("POST", f"/games/{code}/moves/", move)["version"]
        versions.append(str(version))
        for player, (_context, page) in zip(players, opened, strict=True):
            view = player.call("GET", f"/games/{code}/")
            if view["status"] != "active":
                expect(page.locator(".trouble.over")).to_be_visible()
                continue
            shown, seconds = shows(page, version)
            took.append(seconds)
            agree(shown, view)
    for _context, page in opened:
        _before, *states = page.evaluate("window.states")
        assert states == versions[: len(states)] and len(states) >= len(versions) - 1
    # Where the page alone takes long to come, it cannot be there soon; and machines stop now and then.
    assert statistics.median(took) < max(SOON, 20 * statistics.median(asked))
    for context, _page in opened:
        context.close()
    return len(versions)


def test_what_is_arranged_stays_until_the_player_looks(browser: Browser, own: Service) -> None:
    """A move of another moves no card that the player has in hand or arranged, and takes no focus."""
    ana, ben = players = names(own, "ana", "ben")
    code = game_of(*players)
    waiting = next(player for player in players if not player.call("GET", f"/games/{code}/")["can"])
    other = ben if waiting is ana else ana
    context, page = page_of(browser, own, waiting, f"/games/{code}/")
    page.locator("#hand-cards .pick").nth(2).click()
    page.locator("#hand-cards .pick").nth(0).click()
    page.locator("[data-do=put][data-label=new]").first.click()
    expect(page.locator("#n1 .pick")).to_have_count(2)
    sent(page)  # before the table is another one
    page.locator("#hand-cards .pick").nth(1).focus()
    before = page.evaluate(SHOWN)
    focused = page.evaluate("document.activeElement.dataset.stop")
    view = other.call("GET", f"/games/{code}/")
    while view["can"]:
        move = {"version": view["version"], "type": "draw" if "draw" in view["can"] else "pass"}
        view = other.call("POST", f"/games/{code}/moves/", move)
    shown, _seconds = shows(page, view["version"])
    assert shown["mine"] and not before["mine"]
    assert page.evaluate("document.activeElement.dataset.stop") == focused
    expect(page.locator("#n1 .pick")).to_have_count(2)
    # The opening draw is in the hand once the player looks; until then nothing there has moved.
    expect(page.locator(".trouble.moved")).to_contain_text("has moved")
    assert shown["hand"] == before["hand"]
    # What else is said, and what else is done, does not displace it.
    page.locator(".acts .lay-it").click(force=True)  # for Playwright it is disabled; for a reader it says why
    expect(page.locator(".trouble")).to_have_count(2)
    expect(page.locator(".trouble").last).to_contain_text("Not yet a meld")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".trouble")).to_have_count(1)
    expect(page.locator(".trouble.moved")).to_be_visible()
    page.get_by_role("button", name="Redo").click()
    expect(page.locator("#n1 .pick")).to_have_count(2)
    page.locator(".trouble.moved .link").click()
    expect(page.locator(".trouble.moved")).to_be_hidden()
    after = page.evaluate(SHOWN)
    assert after["hand"][:-1] == before["hand"] and len(after["hand"]) == len(before["hand"]) + 1
    expect(page.locator("#n1 .pick")).to_have_count(2)
    page.locator("button[form=draw]").click()
    expect(page.locator(".messages")).to_contain_text("You drew")
    context.close()


def test_what_was_arranged_while_the_page_was_on_its_way_stays(browser: Browser, own: Service) -> None:
    """The page that tells of another's draw was made just before a step was stored, and comes just after."""
    ana, ben = players = names(own, "ana", "ben")
    code = game_of(*players)
    waiting = next(player for player in players if not player.call("GET", f"/games/{code}/")["can"])
    other = ben if waiting is ana else ana
    context, page = page_of(browser, own, waiting, f"/games/{code}/")
    held: list[tuple[Route, APIResponse]] = []
    page.route(f"**/games/{code}/", lambda route: held.append((route, route.fetch())), times=1)
    view = other.call("GET", f"/games/{code}/")
    version = other.call("POST", f"/games/{code}/moves/", {"version": view["version"], "type": "draw"})[
        "version"
    ]
    until(page, lambda: len(held), bool)
    page.locator("#hand-cards .pick").first.click()
    page.locator("[data-do=put][data-label=new]").first.click()
    sent(page)
    [(route, older)] = held
    route.fulfill(response=older)
    shows(page, version)
    expect(page.locator("#n1 .pick")).to_have_count(1)
    page.get_by_role("button", name="Undo").click()
    sent(page)
    expect(page.locator("#n1")).to_have_count(0)
    expect(page.locator(".trouble")).to_have_count(0)
    context.close()


def test_a_page_that_was_hidden_looks_once_when_it_is_seen(browser: Browser, own: Service) -> None:
    ana, ben = players = names(own, "ana", "ben")
    code = game_of(*players)
    context, page = page_of(browser, own, ana, f"/games/{code}/")
    streams: list[str] = []
    page.on("request", lambda request: "/events/?" in request.url and streams.append(request.url))
    with page.expect_event("requestfailed", lambda request: "/events/?" in request.url):
        hide(page, "hidden")  # after three seconds of its own clock the page gives its stream back
    streams.clear()
    view = next(view for player in players if (view := player.call("GET", f"/games/{code}/"))["can"])
    mover = ana if view["you"]["seat"] == ana.call("GET", f"/games/{code}/")["you"]["seat"] else ben
    version = mover.call("POST", f"/games/{code}/moves/", {"version": view["version"], "type": "draw"})[
        "version"
    ]
    time.sleep(0.5)
    assert page.evaluate(SHOWN)["version"] == view["version"] and not streams
    hide(page, "visible")
    shows(page, version)
    assert len(streams) == 1
    context.close()


def hide(page: Page, state: str) -> None:
    page.evaluate(
        """(state) => {
          Object.defineProperty(document, "visibilityState", {value: state, configurable: true});
          Object.defineProperty(document, "hidden", {value: state === "hidden", configurable: true});
          document.dispatchEvent(new Event("visibilitychange"));
        }""",
        state,
    )


def test_where_there_is_no_stream_the_page_asks(browser: Browser, own: Service) -> None:
    """As behind a server that has none: the page asks every fifteen seconds."""
    ana, _ben = players = names(own, "ana", "ben")
    code = game_of(*players)
    context = browser.new_context(base_url=own.url, locale="en")
    context.route("**/api/v1/events/?*", lambda route: route.fulfill(status=404, body=""))
    context.clock.install()
    page = context.new_page()
    page.goto(f"/accounts/login/?next=/games/{code}/")
    page.locator("input[name=name]").fill(ana.name)
    page.locator("input[name=password]").fill(f"the secret of {ana.name} is long")
    press(page.locator("main form button"))
    expect(page.locator("html.scripted")).to_have_count(1)
    context.clock.run_for(5000)
    mover = next(player for player in players if player.call("GET", f"/games/{code}/")["can"])
    view = mover.call("GET", f"/games/{code}/")
    version = mover.call("POST", f"/games/{code}/moves/", {"version": view["version"], "type": "draw"})[
        "version"
    ]

    def a_second_later() -> int:
        context.clock.run_for(1000)
        shown: int = page.evaluate(SHOWN)["version"]
        return shown

    until(page, a_second_later, lambda shown: shown == version)
    context.close()


def test_who_watches_sees_it_too(browser: Browser, own: Service) -> None:
    """Nobody in particular, without login: the seats, the stock, the melds; no hand, and the end."""
    players = names(own, "ana", "ben")
    code = game_of(*players, rounds=1)
    context = browser.new_context(base_url=own.url, locale="en")
    page = context.new_page()
    page.goto(f"/games/{code}/")
    stock = page.locator("li.stock")
    expect(stock).to_contain_text("32 cards")
    mover = next(player for player in players if player.call("GET", f"/games/{code}/")["can"])
    version = mover.call("GET", f"/games/{code}/")["version"]
    mover.call("POST", f"/games/{code}/moves/", {"version": version, "type": "draw"})
    expect(stock).to_contain_text("31 cards")
    assert page.locator("#hand").count() == 0
    mover.call("POST", f"/games/{code}/resign/", {})
    expect(page.get_by_role("heading", level=1)).to_contain_text("The game goes to")
    context.close()


def test_the_lobby_follows_ones_games(browser: Browser, own: Service) -> None:
    """A game begins, then waits for her; what has the focus is left alone until it is let go."""
    ana, ben = names(own, "ana", "ben")
    code = ana.call("POST", "/games/", {"players": 2})["id"]
    context, page = page_of(browser, own, ana, "/games/", ready="section.tables")
    link = page.locator(f'main a[href="/games/{code}/"]')
    link.focus()
    ben.call("POST", f"/games/{code}/join/", {})
    view = ana.call("GET", f"/games/{code}/")
    if not view["can"]:
        for kind in ("draw", "draw"):
            version = ben.call("GET", f"/games/{code}/")["version"]
            view = ben.call("POST", f"/games/{code}/moves/", {"version": version, "type": kind})
    expect(page).to_have_title(re.compile(r"^\(1\) "))
    expect(page.locator("link[rel=icon]")).to_have_attribute("href", re.compile("icon-turn"))
    expect(link).to_be_focused()
    expect(page.locator("section.waiting")).to_have_count(0)
    link.blur()
    expect(page.locator("section.waiting")).to_be_visible()
    context.close()


def test_a_table_that_waits_shows_who_comes_and_the_game_once_it_begins(
    browser: Browser, own: Service
) -> None:
    """For who opened it, whose half written invitation stays, and for who only looks at it."""
    ana, ben, cem = names(own, "ana", "ben", "cem")
    code = ana.call("POST", "/games/", {"players": 3})["id"]
    context, page = page_of(browser, own, ana, f"/games/{code}/", ready="#open-data")
    watching = browser.new_context(base_url=own.url, locale="en")
    looker = watching.new_page()
    with looker.expect_response(lambda answer: "/events/?" in answer.url):
        looker.goto(f"/games/{code}/")
    asked = page.get_by_role("textbox", name="Invite")
    asked.fill("dora")
    for count, act in ((1, "join"), (2, "leave"), (1, "join")):
        ben.call("POST", f"/games/{code}/{act}/", {})
        for each in (page, looker):
            expect(each.locator("li.free")).to_have_count(count)
            expect(each.get_by_role("status")).to_contain_text(f"{count} place")
    expect(asked).to_have_value("dora")
    expect(asked).to_be_focused()
    cem.call("POST", f"/games/{code}/join/", {})
    expect(page.locator("#hand")).to_be_visible()
    expect(looker.locator("li.stock")).to_be_visible()
    watching.close()
    context.close()


def test_a_table_that_is_given_up_says_so_to_who_waits_there(browser: Browser, own: Service) -> None:
    ana, ben = names(own, "ana", "ben")
    code = ana.call("POST", "/games/", {"players": 3})["id"]
    context, page = page_of(browser, own, ben, f"/games/{code}/", ready="#open-data")
    ben.call("POST", f"/games/{code}/join/", {})  # with another device
    expect(page.get_by_role("link", name="Leave the table")).to_be_visible()
    ana.call("POST", f"/games/{code}/leave/", {})
    expect(page.get_by_role("heading", level=1)).to_contain_text("cancelled")
    context.close()


def test_a_pass_that_has_run_out_is_replaced(browser: Browser, own: Service) -> None:
    """The stream refuses the page's pass; the page asks for another, and hears of the next move at once."""
    players = names(own, "ana", "ben")
    code = game_of(*players)
    context = browser.new_context(base_url=own.url, locale="en")
    passes: list[str] = []

    def stream(route: Route) -> None:
        passes.append(route.request.url)
        if len(passes) == 1:
            route.fulfill(status=401, body="{}")
        else:
            route.continue_()

    context.route("**/api/v1/events/?*", stream)
    page = context.new_page()
    page.goto(f"/games/{code}/")  # who watches; the pass is asked for without login
    until(page, lambda: len(passes), lambda count: count == 2)
    stock = page.locator("li.stock")
    expect(stock).to_contain_text("32 cards")
    mover = next(player for player in players if player.call("GET", f"/games/{code}/")["can"])
    version = mover.call("GET", f"/games/{code}/")["version"]
    mover.call("POST", f"/games/{code}/moves/", {"version": version, "type": "draw"})
    expect(stock).to_contain_text("31 cards")
    assert len(passes) == 2
    context.close()
