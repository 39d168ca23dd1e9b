"""A scored round step by step in a browser: by links alone, by slider, by keys, by itself; as the server shows it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.looks import look
from tests.browser.playing import press
from tests.browser.site import Site, furnished

pytestmark = [pytest.mark.browser, pytest.mark.server]
LAST = 3  # of round 1 of the furnished game: dealt, drawn, laid, knocked
PACE = 1400  # milliseconds for a step, after which the address follows in less than 300
Come = Callable[..., Page]

# What is seen of a step: the cards as they are called and marked, in their places, and all words.
SEEN = """() => ["#said", "#melds", ".open-hands", "#left", "#rest"].map((place) => {
  const shown = document.querySelector(place);
  const words = shown.textContent.replace(/[\\u2066-\\u2069]/g, "").split(/\\s+/).join(" ").trim();
  const parts = [...shown.querySelectorAll(".card, li")];
  return [words, parts.map((one) => `${one.className.trim()} ${one.getAttribute("aria-label")}`)];
})"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with furnished(tmp_path_factory.mktemp("replay")) as running:
        yield running


@pytest.fixture
def come(browser: Browser, site: Site) -> Iterator[Come]:
    """A page of somebody without a name. What it complains of fails the test."""
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def arrive(*, language: str = "en", step: int = 0, width: int = 360, **more: Any) -> Page:
        context = browser.new_context(
            base_url=site.url, locale=language, viewport={"width": width, "height": 740}, **more
        )
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: complaints.append(message.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(f"/games/{site.games['active']}/rounds/1/replay/?step={step}")
        return page

    yield arrive
    for context in contexts:
        context.close()
    assert not complaints


def at(page: Page, step: int) -> None:
    """The page shows this step, and its address says so."""
    expect(page.locator("output")).to_have_text(f"Step {step} of {LAST}")
    expect(page.locator("#step")).to_have_value(str(step))
    expect(page).to_have_url(re.compile(rf"\?step={step}$"))


def test_by_links_alone(come: Come) -> None:
    page = come(java_script_enabled=False)
    at(page, 0)
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_hidden()
    expect(page.locator("#melds > li")).to_have_count(0)
    for step in range(1, LAST + 1):
        press(page.locator("[data-to=next]"))
        at(page, step)
    expect(page.locator("#melds > li")).to_have_count(3)
    expect(page.locator("#said")).to_contain_text("ben knocked.")
    press(page.locator("[data-to=previous]"))
    at(page, 2)
    expect(page.locator("#melds > li.changed")).to_have_count(3)
    press(page.locator("[data-to=first]"))
    at(page, 0)
    press(page.locator("[data-to=last]"))
    at(page, LAST)
    page.locator("#step").fill("1")
    press(page.get_by_role("button", name="Go there"))
    at(page, 1)
    page.get_by_text("All steps").click()
    press(page.locator(".all-steps a").nth(2))
    at(page, 2)


def test_the_script_shows_what_the_server_does(come: Come) -> None:
    scripted, plain = come(), come(java_script_enabled=True)
    for step in (1, 2, 3, 2, 1, 0):
        plain.goto(plain.url.split("?")[0] + f"?step={step}")
        scripted.locator("#step").fill(str(step))
        at(scripted, step)
        assert scripted.evaluate(SEEN) == plain.evaluate(SEEN), step


def test_by_keys_and_slider_without_a_request(come: Come) -> None:
    page = come()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.locator("body").press("ArrowRight")
    at(page, 1)
    page.locator("body").press("End")
    at(page, LAST)
    page.locator("body").press("ArrowRight")
    at(page, LAST)
    page.locator("body").press("ArrowLeft")
    at(page, 2)
    page.locator("body").press("Home")
    at(page, 0)
    slider = page.get_by_role("slider", name="Step")
    slider.press("ArrowRight")
    at(page, 1)
    slider.press("End")
    at(page, LAST)
    page.locator("[data-to=first]").click()
    at(page, 0)
    page.locator("[data-to=next]").press("Enter")
    at(page, 1)
    page.locator("[data-to=next]").press("ArrowRight")
    at(page, 2)
    for step in (LAST, LAST):
        page.locator("[data-to=next]").press("Enter")
        at(page, step)
        expect(page.locator("[data-to=next]")).to_be_focused()
    page.locator("[data-to=next]").press("ArrowLeft")
    at(page, 2)
    expect(page.locator("[data-to=next]")).to_be_focused()
    page.get_by_text("All steps").click()
    page.locator(".all-steps a").nth(3).click()
    at(page, LAST)
    assert not [url for url in asked if "icon" not in url]  # which Chromium asks for at a new address


def test_it_plays_by_itself_and_stops_at_the_end(come: Come) -> None:
    page = come()
    page.clock.install(time=0)
    page.reload()
    page.clock.pause_at(1000)  # from now on it goes only as far as is said here
    page.locator("body").press("Space")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    page.clock.run_for(300)
    for step in (1, 2):
        page.clock.run_for(PACE)
        at(page, step)
    page.locator("body").press("Space")
    page.clock.run_for(5 * PACE)
    at(page, 2)
    page.get_by_role("button", name="Play").click()
    page.clock.run_for(PACE)
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    page.clock.run_for(300)
    at(page, LAST)
    page.get_by_role("button", name="Play").press("Space")
    page.clock.run_for(300)
    at(page, 0)


@pytest.mark.parametrize("language", ["en", "ar"])
def test_all_of_the_bar_is_in_it_without_a_script(come: Come, language: str) -> None:
    page = come(language=language, step=2, width=320, java_script_enabled=False)
    bar = page.locator(".player-bar").bounding_box()
    assert bar
    parts = [part.bounding_box() for part in page.locator(".player-bar a, .slide > :not(.unseen)").all()]
    assert len(parts) == 7
    for part in parts:
        assert part and bar["x"] <= part["x"] and part["x"] + part["width"] <= bar["x"] + bar["width"]


def test_arrows_go_as_one_reads(come: Come) -> None:
    page = come(language="ar")
    expect(page.locator("html")).to_have_attribute("dir", "rtl")
    page.locator("body").press("ArrowLeft")
    expect(page.locator("#step")).to_have_value("1")
    page.locator("body").press("ArrowRight")
    expect(page.locator("#step")).to_have_value("0")


@pytest.mark.parametrize("width", [320, 1280])
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("language", ["en", "ar"])
def test_looks(come: Come, site: Site, width: int, scheme: str, language: str) -> None:
    """Nothing wider than the screen, nothing that axe finds: the replay, the round, the course, a result."""
    page = come(language=language, width=width, color_scheme=scheme, step=2)
    page.locator(".rest summary").click()
    page.locator(".all-steps summary").click()
    look(page, width)
    page.locator("body").press("End")
    look(page, width)
    active = f"/games/{site.games['active']}/"
    finished = f"/games/{site.games['finished']}/?invitation={site.invitations['finished']}"
    for address in (active + "rounds/1/", active + "course/", finished):
        page.goto(address)
        for summary in page.locator("main details > summary").all():
            summary.click()
        look(page, width)
