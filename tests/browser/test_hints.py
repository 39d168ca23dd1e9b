"""Hints and the review of a round in a browser: by the keyboard alone, on a phone without scripts; what axe finds."""

from __future__ import annotations

import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from tests.browser.looks import look
from tests.browser.placed import Placed, sent
from tests.browser.playing import LONGEST, press
from tests.browser.site import STILL, Site, furnished
from tests.browser.wait import comes, equals
from tests.browser.ways import Taps
from tests.service import ROOT, Service

pytestmark = [pytest.mark.browser, pytest.mark.server]
SHOTS = ROOT / "var" / "shots" / "hints"
Come = Callable[..., Page]
MOST_TABS = 150


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("hints")


@pytest.fixture(scope="module")
def site(data: Path) -> Iterator[Site]:
    with furnished(data) as running:
        yield running


@pytest.fixture(scope="module")
def played(site: Site, data: Path) -> str:
    """A game of three beginners, its one round scored, in the service that runs."""
    command = [sys.executable, "-m", "tests.browser.played"]
    environment = Service(data, **STILL).environment  # its worker plays nothing of it
    said = subprocess.run(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True, check=True)
    return f"/games/{said.stdout}/"


@pytest.fixture
def come(browser: Browser, site: Site, placed: Placed) -> Iterator[Come]:
    """A page of the player (of `who` comes, or of her whose table was placed). What it complains of fails the test."""
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def arrive(
        path: str, *, who: str = "player", language: str = "en", width: int = 360, **more: Any
    ) -> Page:
        size: Any = {"width": width, "height": 740}
        if who == "placed":
            context = placed.context(browser, viewport=size, **more)
        else:
            context = browser.new_context(base_url=site.url, locale=language, viewport=size, **more)
            context.add_cookies(site.cookies(who))
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: complaints.append(message.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(path)
        return page

    yield arrive
    for context in contexts:
        context.close()
    refused = "Failed to load resource: the server responded with a status of 409 (Conflict)"
    assert not [each for each in complaints if each != refused]


@pytest.fixture
def full(site: Site) -> str:
    """The table of four, on which much lies: it is the player's turn."""
    return f"/games/{site.games['full']}/"


@pytest.fixture
def small(placed: Placed) -> str:
    """A table of which everything is found at once, however slow the machine is; it is her turn."""
    return placed.game("3H 6H 8S 9S 2C KS", "4H 5H 6H 7H 8H", "TC TD TH TS", hints=True)


@pytest.fixture
def both(full: str, played: str) -> tuple[str, str]:
    return full, played


def enter(target: Locator) -> None:
    """Tab after Tab until the focus is there, then Enter, and the page that comes of it."""
    page = target.page
    for _tab in range(MOST_TABS):
        if target.evaluate("each => each === document.activeElement"):
            break
        page.keyboard.press("Tab")
    else:
        raise AssertionError(f"no Tab leads to {target}")
    with comes(page):
        page.keyboard.press("Enter")


def shot(page: Page, name: str, *, whole: bool = True) -> None:
    SHOTS.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=SHOTS / f"{name}.png", full_page=whole)


def melds(page: Page) -> list[str]:
    """What the melds show, however they are drawn."""
    found: list[str] = page.locator(".melds .meld").evaluate_all(
        "all => all.map(meld => [...meld.querySelectorAll('.card')].map(card => card.textContent).join(' '))"
    )
    return sorted(filter(None, found))  # what is empty is a place for a new one


def none(page: Page) -> None:
    """No card is chosen any more."""
    chosen = page.locator("input[name=card]:checked")
    while chosen.count():
        chosen.first.uncheck()


def test_from_the_table_to_the_play_by_keyboard(come: Come, small: str) -> None:
    page = come(small, who="placed", width=1280)
    Taps(page).put(["hand KS"], "new")
    sent(page)
    shot(page, "table")
    before = melds(page)
    enter(page.get_by_role("link", name="A hint"))
    expect(page.get_by_role("heading", name=re.compile("fits?$"))).to_be_visible()
    shot(page, "fits")
    enter(page.get_by_role("link", name="Where do they go?"))
    expect(page.locator(".places-told > li").first).to_be_visible()
    shot(page, "where")
    enter(page.get_by_role("link", name="Show the best play"))
    while page.locator("a[rel=next]").count():
        enter(page.locator("a[rel=next]"))
    shot(page, "play")
    play = melds(page)
    enter(page.get_by_role("button", name="Arrange it so"))
    expect(page).to_have_url(re.compile(rf"{small}#table$"))
    expect(page.get_by_text("It is arranged, and not laid yet.")).to_be_visible()
    expect(page.locator("li.meld.changed").first).to_be_visible()
    assert play != before
    equals(page, lambda: melds(page), play)
    page.keyboard.press("Control+z")
    expect(page.get_by_role("button", name="Redo")).to_be_visible()
    equals(page, lambda: melds(page), before)  # what the player had arranged is there again
    page.reload()
    equals(page, lambda: melds(page), before)


def test_chosen_cards_on_a_phone_without_scripts(come: Come, small: str) -> None:
    page = come(small, who="placed", java_script_enabled=False)
    press(page.get_by_role("link", name="A hint"))
    shot(page, "phone-fits")
    none(page)
    press(page.get_by_role("button", name="Arrange these"))
    expect(page.get_by_role("alert")).to_have_text("Choose cards of your hand first.")
    press(page.get_by_role("link", name="Where they go"))
    shot(page, "phone-where")
    fitting = page.locator(".places-told .fits .card").first.get_attribute("aria-label")
    none(page)
    page.locator(f'.pick:has([aria-label="{fitting}"]) input').first.check()
    shot(page, "phone-chosen")
    press(page.get_by_role("button", name="Arrange these"))
    expect(page).to_have_url(re.compile(rf"{small}#table$"))
    expect(page.locator(f'.meld.changed [aria-label^="{fitting}"]').first).to_be_visible()
    press(page.get_by_role("button", name="Undo"))


def test_what_was_possible_on_a_phone_without_scripts(come: Come, played: str) -> None:
    """Somebody without a name asks; the service's worker has it after a while; then it is there for everybody."""
    page = come(f"{played}rounds/1/", who="nobody", java_script_enabled=False)
    press(page.get_by_role("link", name="What was possible"))
    press(page.get_by_role("button", name="Work it out"))
    end = time.monotonic() + LONGEST
    while page.get_by_text("It is being worked out").count():
        assert time.monotonic() < end, "it is not worked out"
        page.wait_for_timeout(250)
        press(page.get_by_role("link", name="Look again"))
    better = page.locator(".possible > .better")
    assert page.locator(".possible > li").count() > better.count() > 0
    better.first.locator("summary").click()
    expect(better.first.locator(".card.new").first).to_be_visible()
    shot(page, "phone-possible", whole=False)
    press(better.first.get_by_role("link", name="The table before"))
    expect(page).to_have_url(re.compile(r"/rounds/1/replay/\?step=\d+$"))
    # By the keyboard, at a desk.
    page = come(f"{played}rounds/1/", who="nobody", width=1280)
    enter(page.get_by_role("link", name="What was possible"))
    shot(page, "possible", whole=False)
    enter(page.locator(".better").first.get_by_role("link", name="The table before"))


@pytest.mark.parametrize(
    ("width", "scheme", "language"), [(320, "light", "ar"), (320, "dark", "en"), (1280, "dark", "ar")]
)
def test_looks(come: Come, both: tuple[str, str], width: int, scheme: str, language: str) -> None:
    full, played = both
    page = come(full, language=language, width=width, color_scheme=scheme)
    expect(page.locator(".dock a[href$='/hint/']")).to_be_visible()
    look(page, width)
    shot(page, f"table-{width}-{scheme}-{language}", whole=False)
    for name in ("fits", "where", "play"):
        page.goto(f"{full}hint/?step={name}")
        look(page, width)
        shot(page, f"{name}-{width}-{scheme}-{language}")
    page.goto(f"{played}rounds/1/possible/")
    look(page, width)
