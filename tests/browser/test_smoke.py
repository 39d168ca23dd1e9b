"""The first page and the API's document, in a browser, against the running service."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.looks import look
from tests.browser.playing import press

pytestmark = [pytest.mark.browser, pytest.mark.server]


@pytest.mark.parametrize("width", [360, 1280])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_first_page(page: Page, width: int, scheme: str) -> None:
    page.set_viewport_size({"width": width, "height": 740})
    page.emulate_media(color_scheme=scheme)
    page.goto("/")
    expect(page.get_by_role("heading", level=1)).to_have_text("Manipulation Rummy")
    look(page, width)


def test_leads_to_the_api(page: Page) -> None:
    page.goto("/")
    press(page.get_by_role("link", name="Try the API"))
    expect(page.get_by_role("heading", name="Manipulation Rummy")).to_be_visible()
    operation = page.locator(".opblock-get .opblock-summary-control").first
    operation.click()
    expect(page.get_by_role("button", name="Try it out").first).to_be_visible()


def test_the_document(page: Page) -> None:
    answer = page.request.get("/api/v1/schema/?format=json")
    assert answer.ok
    assert b"/api/v1/games/" in answer.body()
