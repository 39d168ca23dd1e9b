"""A game that was exported, handed in at /replay/: as a file, pasted, by keys alone, on a phone without a script."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.looks import look
from tests.browser.playing import press
from tests.browser.site import Site, furnished
from tests.browser.wait import comes
from tests.service import ROOT

pytestmark = [pytest.mark.browser, pytest.mark.server]
SHOTS = ROOT / "var" / "shots" / "importing"
Come = Callable[..., Page]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with furnished(tmp_path_factory.mktemp("importing")) as running:
        yield running


@pytest.fixture
def come(browser: Browser, site: Site) -> Iterator[Come]:
    """The page in the browser of somebody without a name. What it complains of fails the test."""
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def arrive(*, language: str = "en", width: int = 360, script: bool = False, **more: Any) -> Page:
        size: Any = {"width": width, "height": 740}
        context = browser.new_context(
            base_url=site.url, locale=language, viewport=size, java_script_enabled=script, **more
        )
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: complaints.append(message.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto("/replay/")
        return page

    yield arrive
    for context in contexts:
        context.close()
    refused = "Failed to load resource: the server responded with a status of 400 (Bad Request)"
    assert not [each for each in complaints if each != refused]


@pytest.fixture
def file(come: Come, site: Site, tmp_path: Path) -> Path:
    """The game that is over, as whoever looks at its result keeps it."""
    page = come(width=1280)
    page.goto(f"/games/{site.games['finished']}/?invitation={site.invitations['finished']}")
    with page.expect_download() as kept:
        page.get_by_role("link", name="As a file, to replay it anywhere").click()
    path = tmp_path / kept.value.suggested_filename
    kept.value.save_as(path)
    return path


def shown(page: Page) -> None:
    """Round 1 of it lies open, from the deal on."""
    expect(page).to_have_url(re.compile(r"/replay/1/$"))
    expect(page.locator("output")).to_contain_text(re.compile(r"0.*[1-9]"))
    expect(page.locator(".open-hands > li").first).to_be_visible()


def refused(page: Page, words: str) -> None:
    """The page again, whole, with what was wrong; nothing is wider than the screen."""
    expect(page.get_by_role("alert")).to_have_text(words)
    expect(page.get_by_label("The file (JSON)")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


def paste(page: Page, text: str) -> None:
    field = page.get_by_label("What is in the file")
    if not field.is_visible():
        page.get_by_text("Paste it instead").click()
    field.fill(text)
    press(page.get_by_role("button", name="Show it"))


def test_a_file_on_a_phone_without_a_script(come: Come, file: Path) -> None:
    page = come()
    page.get_by_label("The file (JSON)").set_input_files(file)
    press(page.get_by_role("button", name="Show it"))
    shown(page)
    press(page.locator("[data-to=next]"))
    expect(page.locator("output")).to_contain_text("1")
    press(page.get_by_role("link", name="Another game"))
    press(page.get_by_role("link", name=f"Back to game {json.loads(file.read_text())['id']}"))
    shown(page)


def test_what_goes_wrong_and_then_right(come: Come, file: Path, tmp_path: Path) -> None:
    """By somebody who makes every mistake, one after the other."""
    page, text = come(), file.read_text()
    press(page.get_by_role("button", name="Show it"))
    refused(page, "Choose a file, or paste what is in it.")
    other = tmp_path / "holiday.jpg"
    other.write_bytes(b"\xff\xd8\xff\xe0 no game")
    page.get_by_label("The file (JSON)").set_input_files(other)
    press(page.get_by_role("button", name="Show it"))
    refused(page, "This is not JSON: line 1, column 1.")
    for length in (4_000_001, 9_000_000):  # looked at, and cut at the door
        page.get_by_label("The file (JSON)").set_input_files(
            {"name": "long.json", "mimeType": "application/json", "buffer": b" " * length}
        )
        press(page.get_by_role("button", name="Show it"))
        refused(page, "The file is too large: an exported game has at most 4 MB.")
    paste(page, text[: len(text) // 2])
    expect(page.get_by_role("alert")).to_contain_text("This is not JSON: line")
    expect(page.get_by_label("What is in the file")).to_have_value(text[: len(text) // 2])
    paste(page, "[]")
    refused(page, "This is JSON, but no exported game: it has no “format” and no “log”.")
    paste(page, json.dumps(json.loads(text) | {"padding": "x" * 300_000}))
    refused(page, "That is too long to be pasted: choose the file instead.")
    paste(page, text)
    shown(page)


def test_by_keys_alone(come: Come, file: Path) -> None:
    page = come(width=1280, script=True)
    page.keyboard.press("Tab")  # to the link that leads past the head of the page
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    expect(page.get_by_label("The file (JSON)")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    expect(page.get_by_label("What is in the file")).to_be_focused()
    page.keyboard.insert_text(file.read_text())
    page.keyboard.press("Tab")
    with comes(page):
        page.keyboard.press("Enter")
    shown(page)
    page.keyboard.press("ArrowRight")
    expect(page.locator("#step")).to_have_value("1")


@pytest.mark.parametrize(
    ("width", "scheme", "language"), [(320, "light", "ar"), (360, "dark", "en"), (1280, "dark", "ar")]
)
def test_looks(come: Come, file: Path, width: int, scheme: str, language: str) -> None:
    page = come(language=language, width=width, script=True, color_scheme=scheme, reduced_motion="reduce")
    expect(page.locator("html")).to_have_attribute("dir", "rtl" if language == "ar" else "ltr")
    SHOTS.mkdir(parents=True, exist_ok=True)

    def clean(name: str) -> None:
        page.screenshot(path=SHOTS / f"{name}-{language}-{width}-{scheme}.png", full_page=True)
        look(page, width)

    clean("form")
    page.locator("summary").first.click()
    page.locator("#text").fill('{"format":')
    press(page.locator("main form button"))
    expect(page.get_by_role("alert")).to_be_visible()
    clean("refused")
    page.locator("#file").set_input_files(file)
    press(page.locator("main form button"))
    expect(page).to_have_url(re.compile(r"/replay/1/$"))
    clean("replay")
