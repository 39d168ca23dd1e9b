"""A Chromium of the system (or Playwright's own), and pages that must not complain."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Request,
    expect,
    sync_playwright,
)

from tests.browser.placed import Placed, placing
from tests.browser.wait import PATIENCE
from tests.service import Service

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "microsoft-edge")
PLACES = ("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome", "/snap/bin/chromium")
SLOW = float(os.environ.get("BROWSER_SLOW", "1"))  # how many times slower pages run: brings races to light
QUIET = (
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-gpu",
    "--disable-quic",
    "--disable-sync",
    "--no-first-run",
)


def chromium(own: str) -> str:
    """The program to start. Fails where there is none."""
    candidates = [os.environ.get("TEST_CHROMIUM", ""), *map(shutil.which, NAMES), *PLACES, own]
    for candidate in candidates:
        if candidate and Path(candidate).exists():
            return candidate
    pytest.fail(
        "No Chromium was found: install it (Debian: apt-get install chromium; anywhere: "
        ".venv/bin/playwright install chromium), or say TEST_CHROMIUM=/path/to/it.",
        pytrace=False,
    )


def patient(browser: Browser) -> None:
    """Whatever is asked of a page has time, on a machine that is slow as well; where it is to be, it gets slow."""
    make = browser.new_context

    def made(**options: Any) -> BrowserContext:
        context = make(**options)
        context.set_default_timeout(PATIENCE * 1000)
        if SLOW > 1:  # each page gets a part of the processor only
            rate = {"rate": SLOW}
            context.on(
                "page",
                lambda page: context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", rate),
            )
        return context

    browser.new_context = made  # type: ignore[method-assign]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        arguments = [*QUIET, *(["--no-sandbox"] if os.geteuid() == 0 else [])]
        program = chromium(playwright.chromium.executable_path)
        started = playwright.chromium.launch(
            executable_path=program, args=arguments, timeout=2 * PATIENCE * 1000
        )
        expect.set_options(timeout=PATIENCE * 1000)
        patient(started)
        yield started
        started.close()


@pytest.fixture(scope="session")
def placed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Placed]:
    """Games with a given table and hand, in a service in which no house player moves."""
    with placing(tmp_path_factory.mktemp("placed")) as found:
        yield found


@pytest.fixture
def page(browser: Browser, service: Service) -> Iterator[Page]:
    """A page of a new visitor. What it complains of, or asks of another host, fails the test."""
    complaints: list[str] = []
    context = browser.new_context(base_url=service.url, locale="en")
    opened = context.new_page()

    def console(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            complaints.append(f"{message.type}: {message.text}")

    def asked(request: Request) -> None:
        if not request.url.startswith((service.url + "/", "data:", "blob:")):
            complaints.append(f"asked of another host: {request.url}")

    opened.on("console", console)
    opened.on("pageerror", lambda error: complaints.append(f"uncaught: {error}"))
    opened.on("request", asked)

    def failed(request: Request) -> None:
        # A page that is left gives up what it was still asking for; that is no fault.
        if request.failure != "net::ERR_ABORTED":
            complaints.append(f"failed: {request.url} {request.failure}")

    opened.on("requestfailed", failed)
    yield opened
    context.close()
    assert not complaints
