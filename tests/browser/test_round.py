"""A guest plays whole rounds against house players without JavaScript, in English and in Arabic."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser import playing
from tests.service import Service

pytestmark = [pytest.mark.browser, pytest.mark.server]
MOST_ROUNDS = 6  # until a sequence was seen; nearly every round has one


@pytest.fixture(scope="module")
def quick(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """House players that do not wait."""
    with Service(tmp_path_factory.mktemp("quick"), BOT_DELAY="0") as running:
        yield running


def a_round(page: Page) -> int:
    """From *Play now* to the scores; the most sequences that lay on the table at once."""
    most = 0

    def look(page: Page) -> None:
        nonlocal most
        most = max(most, playing.melds_read_from_left(page))

    page.goto("/")
    playing.press(page.locator(".play-now button").first)
    expect(page).to_have_url(re.compile(r"/games/\w{10}/$"))
    playing.to_the_end([page], page.url, look=look)
    return most


@pytest.mark.parametrize(
    ("language", "direction", "scored"),
    [("en", "ltr", "Scored in this round"), ("ar", "rtl", "نقاطه في هذه الجولة")],
)
def test_a_whole_round(browser: Browser, quick: Service, language: str, direction: str, scored: str) -> None:
    context = playing.phone(browser, quick, language)
    page = context.new_page()
    page.goto("/")
    for _round in range(MOST_ROUNDS):
        expect(page.locator("html")).to_have_attribute("dir", direction)
        if a_round(page):
            break
    else:
        raise AssertionError("no sequence was laid")
    expect(page.locator("html")).to_have_attribute("dir", direction)
    expect(page.locator("form.rematch button")).to_be_visible()
    page.locator('table.matrix a[href$="/rounds/1/"]').click()
    expect(page.locator("ul.hands > li")).to_have_count(3)
    expect(page.get_by_text(scored).first).to_be_visible()
    context.close()
