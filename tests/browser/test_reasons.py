"""Why house players moved, in a browser: the replay says it with and without its script, and nothing jumps for it."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.looks import look
from tests.browser.site import STILL
from tests.browser.wait import equals
from tests.service import ROOT, Service

pytestmark = [pytest.mark.browser, pytest.mark.server]
REASON = "#said .reason"


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a game of ana and two beginners, its one round scored."""
    data = tmp_path_factory.mktemp("reasons")
    with Service(data, **STILL) as service:  # its worker plays nothing of it
        command = [sys.executable, "-m", "tests.browser.played"]
        said = subprocess.run(
            command, cwd=ROOT, env=service.environment, stdout=subprocess.PIPE, text=True, check=True
        )
        yield f"{service.url}/games/{said.stdout}/"


def opened(
    browser: Browser, address: str, *, width: int, scripted: bool = True, scheme: str = "light"
) -> Page:
    context = browser.new_context(
        locale="en",
        viewport={"width": width, "height": 740},
        java_script_enabled=scripted,
        color_scheme="dark" if scheme == "dark" else "light",
    )
    page = context.new_page()
    page.goto(address)
    return page


@pytest.mark.parametrize("width", [360, 1280])
def test_the_script_says_it_as_the_server_does(browser: Browser, game: str, width: int) -> None:
    page = opened(browser, game + "rounds/1/replay/", width=width)
    reasons = page.evaluate(
        "JSON.parse(document.querySelector('#replay-data').textContent).steps.map((s) => s.reason)"
    )
    there, not_there = reasons.index(next(filter(None, reasons))), reasons.index("")
    page.locator("#step").fill(str(there))
    expect(page.locator(REASON)).to_have_text(reasons[there])
    high = page.locator("#said").bounding_box()
    page.locator("#step").fill(str(not_there))
    expect(page.locator(REASON)).to_have_count(0)
    equals(page, page.locator("#said").bounding_box, high)  # what is below stays where it is
    page.context.close()
    plain = opened(browser, f"{game}rounds/1/replay/?step={there}", width=width, scripted=False)
    expect(plain.locator(REASON)).to_have_text(reasons[there])
    plain.context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 1280])
def test_the_log_quotes_them(browser: Browser, game: str, width: int, scheme: str) -> None:
    page = opened(browser, game + "log/?round=1", width=width, scheme=scheme)
    expect(page.locator(".log .reason").first).to_be_visible()
    look(page, width)
    page.context.close()
