"""Plays through the forms of the pages, in whatever language: what a patient visitor chooses and clicks."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable

from playwright.sync_api import Browser, BrowserContext, Locator, Page

from games.engine.cards import parse_card
from games.engine.melds import Kind, flaw, kind_of, ordered
from tests.browser.placed import busy
from tests.browser.wait import comes
from tests.service import Service
from tests.whole.client import lay

LONGEST = 3600.0  # seconds for a game, on a machine that has much else to do
# What the test looks up in a page, in one go; the page's own scripts stay off.
VALUES = "boxes => boxes.map(box => box.value)"
IDS = "melds => melds.map(meld => meld.id)"
PLACES = """cards => cards.map(card => card.getBoundingClientRect())
    .map(place => [Math.round(place.top), place.left])"""


def phone(browser: Browser, service: Service, language: str = "en") -> BrowserContext:
    """A browser of its own with JavaScript off, on a phone."""
    return browser.new_context(
        base_url=service.url,
        locale=language,
        java_script_enabled=False,
        viewport={"width": 360, "height": 740},
    )


def to_the_end(pages: list[Page], table: str, *, look: Callable[[Page], None] = lambda _page: None) -> None:
    """Whose turn it is plays it, until every page shows the result. `look` is given each page of the table."""
    end = time.monotonic() + LONGEST
    playing = list(pages)
    while playing:
        assert time.monotonic() < end, "the game did not end in time"
        for page in list(playing):
            if page.url != table or not is_mine(page):
                page.goto(table)
            if is_over(page):
                playing.remove(page)
                continue
            if is_mine(page):
                look(page)
                turn(page)
            else:
                time.sleep(0.1)


def is_over(page: Page) -> bool:
    """Whether the page shows the result of the game."""
    return page.locator("table.matrix").count() > 0


def is_mine(page: Page) -> bool:
    """Whether it is the visitor's turn."""
    return page.locator("header.state.mine").count() > 0


def turn(page: Page) -> None:
    """One move of the visitor whose turn it is: knocks, lays, draws or passes, whichever is possible first."""
    if page.locator("button[form=knock]").count():
        press(page.locator("button[form=knock]"))
    elif page.locator("#why").count() and arranged(page):
        press(page.locator(".acts a.button"))
        press(page.locator("form.lay button").first)
    else:
        press(page.locator("button[form=draw], button[form=pass]").first)
    assert page.locator("[role=alert]").count() == 0, page.locator("[role=alert]").inner_text()


def press(button: Locator) -> None:
    """Clicks, and waits for the page that comes of it: a click alone may return while the old page still stands."""
    with comes(button.page):
        button.click()


def twice(button: Locator, service: Service) -> None:
    """A double click: both of it before the service answers the first, however slow the browser is."""
    with comes(button.page), busy(service):
        button.dblclick(no_wait_after=True)


def arranged(page: Page) -> bool:
    """Arranges what the hand can lay at once; whether that is anything."""
    labels = page.locator("li.meld").evaluate_all(IDS)
    before = [cards_in(page, f"#{label}") for label in labels]
    for number, cards in enumerate(lay(before, cards_in(page, "#hand"))):
        added = Counter(cards) - Counter(before[number] if number < len(before) else [])
        if not added:
            continue
        for card, count in added.items():
            for place in range(count):
                page.locator(f'#hand input[value="hand {card}"]').nth(place).check()
        to = labels[number] if number < len(labels) else "new"
        press(page.locator(f'button[name=to][value="{to}"]'))
    return page.locator("li.meld.changed").count() > 0


def cards_in(page: Page, where: str) -> list[str]:
    """The cards there as the notation writes them, in the order of the page."""
    values = page.locator(f"{where} input[name=card]").evaluate_all(VALUES)
    return [value.partition(" ")[2] for value in values]


def melds_read_from_left(page: Page) -> int:
    """Every meld lies in the order of the rules, line by line from left to right. How many are sequences."""
    sequences = 0
    for label in page.locator("li.meld:not(.wrong)").evaluate_all(IDS):
        cards = [parse_card(text) for text in cards_in(page, f"#{label}")]
        assert flaw(cards) is None
        assert tuple(cards) == ordered(cards)
        places = page.locator(f"#{label} .cards .pick").evaluate_all(PLACES)
        assert len(places) == len(cards)
        assert places == sorted(places), cards
        sequences += kind_of(cards) is Kind.SEQUENCE
    return sequences
