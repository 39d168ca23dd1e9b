"""How a page looks to a ruler and to axe: nothing wider than the screen, nothing that somebody stumbles over."""

from __future__ import annotations

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.browser.wait import calm, equals


def look(page: Page, width: int) -> None:
    """Fits a screen of this width, and axe finds nothing, once nothing glides any more."""
    equals(page, lambda: page.evaluate("innerWidth"), width)
    calm(page)  # a colour on its way is no fault
    assert page.evaluate("document.documentElement.scrollWidth") <= width, page.url
    report = Axe().run(page)
    assert report.violations_count == 0, report.generate_report()
