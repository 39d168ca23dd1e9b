"""A turn at the table in a browser without JavaScript, on a phone; how table, review and log look."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from itertools import combinations

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from games.engine.cards import JOKER, parse_card
from games.engine.melds import flaw
from tests.browser.looks import look
from tests.browser.placed import Placed, shot
from tests.browser.playing import LONGEST, press, twice
from tests.service import Service

pytestmark = [pytest.mark.browser, pytest.mark.server]
MOST_GAMES = 25  # until a hand holds a meld at once; half of them do


@pytest.fixture
def plain(browser: Browser, service: Service) -> Iterator[Page]:
    """A guest with JavaScript off, on a phone."""
    context = a_guest(browser, service, width=360)
    yield context.new_page()
    context.close()


def a_guest(browser: Browser, service: Service, width: int, scripts: bool = False) -> BrowserContext:
    return browser.new_context(
        base_url=service.url,
        locale="en",
        java_script_enabled=scripts,
        viewport={"width": width, "height": 740},
    )


def my_turn(page: Page) -> None:
    """A game against house players in which it is the guest's turn."""
    page.goto("/")
    press(page.get_by_role("button", name="Play now"))
    wait_for_turn(page)


def wait_for_turn(page: Page) -> None:
    end = time.monotonic() + LONGEST
    while page.get_by_role("heading", level=1).inner_text() != "Your turn":
        assert time.monotonic() < end, page.url
        time.sleep(0.3)
        press(page.get_by_role("link", name="Look again"))


def meld_in_hand(page: Page) -> list[str]:
    """Three cards of the hand that are a meld, as their check boxes send them; empty where there are none."""
    values = [box.get_attribute("value") or "" for box in page.locator("#hand input[name=card]").all()]
    for chosen in combinations(values, 3):
        cards = [parse_card(value.partition(" ")[2]) for value in chosen]
        if JOKER not in cards and flaw(cards) is None:
            return list(chosen)
    return []


def with_a_meld(page: Page) -> list[str]:
    for _game in range(MOST_GAMES):
        my_turn(page)
        if found := meld_in_hand(page):
            return found
    raise AssertionError("no hand held a meld")


def choose(page: Page, values: list[str]) -> None:
    for value in values:
        page.locator(f'#hand input[value="{value}"]').first.check()


def test_a_turn_without_scripts(plain: Page, service: Service) -> None:
    found = with_a_meld(plain)
    choose(plain, found[:2])
    press(plain.get_by_role("button", name="New meld"))
    expect(plain.locator("#n1 .verdict")).to_contain_text("needs 1 more")
    expect(plain.get_by_text("Not yet a meld: new meld 1")).to_be_visible()
    expect(plain.get_by_role("link", name="Look and lay")).to_have_count(0)
    choose(plain, found[2:])
    press(plain.get_by_role("button", name=re.compile("Put here.*new meld 1")))
    expect(plain.locator("#n1 .verdict")).to_contain_text(re.compile("group|sequence"))
    press(plain.get_by_role("button", name="Undo"))
    expect(plain.locator("#n1 .verdict")).to_contain_text("needs 1 more")
    press(plain.get_by_role("button", name="Redo"))
    press(plain.get_by_role("button", name="Put all back"))
    expect(plain.locator("#n1")).to_have_count(0)
    press(plain.get_by_role("button", name="Undo"))
    plain.reload()
    expect(plain.locator("#n1 input[name=card]")).to_have_count(3)

    press(plain.get_by_role("link", name="Look and lay"))
    expect(plain.get_by_role("heading", level=1)).to_have_text("Lay this?")
    press(plain.get_by_role("link", name="Arrange more"))
    press(plain.get_by_role("link", name="Look and lay"))
    twice(plain.locator(".lay button").last, service)
    expect(plain.get_by_text("Your cards are laid.")).to_be_visible()
    shot(plain, "laid-without-scripts")
    plain.go_back()
    plain.reload()
    expect(plain.get_by_role("heading", level=1)).not_to_have_text("Lay this?")
    wait_for_turn(plain)
    expect(plain.locator(".meld").first).to_be_visible()
    press(plain.get_by_role("link", name="The whole log"))
    expect(plain.get_by_text("You laid cards.")).to_be_visible()


def test_three_draws_without_scripts(browser: Browser, placed: Placed) -> None:
    context = placed.context(browser, java_script_enabled=False, viewport={"width": 360, "height": 740})
    plain = context.new_page()
    plain.goto(placed.game("3H 9C 9D KS 2C", "4H 5H 6H"))
    expect(plain.locator("#hand input[name=card]")).to_have_count(5)
    press(plain.get_by_role("button", name="Draw another card"))
    expect(plain.get_by_role("status")).to_contain_text("You drew the")
    expect(plain.locator("#hand .card.new")).to_have_count(2)
    expect(plain.locator("#hand input[name=card]")).to_have_count(6)
    expect(plain.get_by_text("After the third card nothing can be laid in this turn.")).to_be_visible()
    press(plain.get_by_role("button", name="Draw the third card"))
    expect(plain.get_by_role("heading", level=1)).not_to_have_text("Your turn")
    choose(plain, [plain.locator("#hand input[name=card]").first.get_attribute("value") or ""])
    press(plain.get_by_role("button", name="New meld"))
    expect(plain.get_by_text("not laid yet; only you see it")).to_be_visible()
    context.close()


def test_by_keyboard(browser: Browser, service: Service) -> None:
    """Space chooses a card; Enter on it changes nothing, on a button it does."""
    context = a_guest(browser, service, width=1280)
    page = context.new_page()
    my_turn(page)
    page.locator("#hand input[name=card]").first.focus()
    page.keyboard.press("Space")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("Choose cards first, then where they go.")
    expect(page.locator("#hand input[name=card]").first).to_be_checked()
    page.get_by_role("button", name="New meld").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#n1 input[name=card]")).to_have_count(1)
    context.close()


@pytest.mark.parametrize(
    ("width", "scheme", "language"),
    [(320, "light", "ar"), (320, "dark", "en"), (1280, "light", "en"), (1280, "dark", "ar")],
)
def test_looks(browser: Browser, service: Service, width: int, scheme: str, language: str) -> None:
    """Nothing wider than the screen, nothing that axe finds; cards in the same order in every language.

    Of the page as it is where its script could not be loaded: axe itself needs scripts.
    """
    context = a_guest(browser, service, width, scripts=True)
    context.route("**/games/js/**", lambda route: route.abort())
    page = context.new_page()
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    found = with_a_meld(page)
    table = page.url
    page.locator("#language-choice").select_option(language)
    press(page.locator('form[action="/language/"] button'))
    look(page, width)
    choose(page, found)
    press(page.locator("#hand button[value=new]"))
    page.locator("#n1 input[name=card]").first.check()
    look(page, width)
    places = [box.bounding_box() for box in page.locator("#n1 .card").all()]
    assert [place["x"] for place in places if place] == sorted(place["x"] for place in places if place)
    for target in page.locator("main :is(button, .button, .pick, .whole)").all():
        box = target.bounding_box()
        assert box is None or (box["height"] >= 44 and box["width"] >= 44), target.inner_html()
    page.goto(table + "review/")
    look(page, width)
    page.goto(table + "log/")
    look(page, width)
    page.goto(table + "resign/")
    press(page.locator("main button"))
    look(page, width)
    context.close()
