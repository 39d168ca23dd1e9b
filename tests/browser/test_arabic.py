"""A whole round in Arabic, in a browser without JavaScript: from right to left, but cards low to high."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from itertools import combinations, pairwise

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from games.engine.cards import JOKER, parse_card
from games.engine.melds import flaw, kind_of
from games.engine.undeclared import in_order
from tests.browser.playing import LONGEST, press
from tests.languages.foreign import foreign
from tests.service import Service

pytestmark = [pytest.mark.browser, pytest.mark.server]
GUEST = re.compile(r"\bGuest [2-9a-z]{5}\b")


@pytest.fixture
def quick(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """House players that do not wait for eyes to follow."""
    with Service(tmp_path_factory.mktemp("quick"), BOT_DELAY="0") as running:
        yield running


@pytest.fixture
def arabic(browser: Browser, quick: Service) -> Iterator[Page]:
    context = browser.new_context(
        base_url=quick.url,
        locale="ar-EG",
        java_script_enabled=False,
        viewport={"width": 360, "height": 800},
    )
    yield context.new_page()
    context.close()


def left_to_right(row: Locator) -> None:
    """The cards of a row stand from left to right, as they come; a row that is full goes on below."""
    boxes = [box for card in row.locator(".card").all() if (box := card.bounding_box())]
    for one, next_ in pairwise(boxes):
        same_line = abs(one["y"] - next_["y"]) < one["height"] / 2
        assert one["x"] < next_["x"] if same_line else one["y"] < next_["y"]


def looked_at(page: Page) -> None:
    """What holds of every page of the table."""
    expect(page.locator("html")).to_have_attribute("dir", "rtl")
    named = GUEST.sub("Guest", page.content())  # one guest in six has letters only after that word
    assert foreign(named, "House", "beginner", "Guest") == []
    for row in page.locator(".cards").all():
        left_to_right(row)
    for meld in page.locator(".board .meld").all():
        values = [box.get_attribute("value") or "" for box in meld.locator("input[name=card]").all()]
        cards = tuple(parse_card(value.partition(" ")[2]) for value in values)
        if cards and JOKER not in cards and flaw(cards) is None and kind_of(cards) == "sequence":
            assert cards == in_order(cards), "low to high"


def meld_in_hand(page: Page) -> list[str]:
    values = [box.get_attribute("value") or "" for box in page.locator("#hand input[name=card]").all()]
    for chosen in combinations(values, 3):
        cards = [parse_card(value.partition(" ")[2]) for value in chosen]
        if JOKER not in cards and flaw(cards) is None:
            return list(chosen)
    return []


def take_turn(page: Page) -> None:
    """Lays what there is to lay; else draws, and passes without knocking."""
    if found := meld_in_hand(page):
        for value in found:
            page.locator(f'#hand input[value="{value}"]').first.check()
        press(page.get_by_role("button", name="تشكيلة جديدة"))
        expect(page.locator("#n1 .verdict")).to_contain_text(re.compile("مجموعة|تسلسل"))
        looked_at(page)
        look = page.get_by_role("link", name="مراجعة ثم إنزال")
        if look.count():
            press(look)
            expect(page.get_by_role("heading", level=1)).to_have_text("تُنزل هذا؟")
            looked_at(page)
            press(page.locator(".lay button").last)
            return
        press(page.get_by_role("button", name="إعادة كل شيء"))
    for name in (re.compile("^اسحب"), "بلا طرق", "مرّر الدور"):
        button = page.get_by_role("button", name=name)
        if button.count():
            press(button.first)
            return


def test_a_round(arabic: Page) -> None:
    page = arabic
    page.goto("/rules/")
    for row in page.locator(".cards").all():
        left_to_right(row)
    page.goto("/")
    press(page.get_by_role("button", name="العب الآن"))
    page.goto("/games/new/")
    page.get_by_label("2", exact=True).check()
    page.get_by_label("لاعبون آليون").select_option("1")
    page.get_by_text("المدة والوقت وغيرهما").click()
    page.get_by_label("جولة واحدة").check()
    press(page.get_by_role("button", name="فتح الطاولة"))
    expect(page.locator(".at-table")).to_be_visible()
    table = page.url
    end = time.monotonic() + LONGEST
    turns = 0
    while page.locator(".at-table").count():
        assert time.monotonic() < end, page.url
        if page.get_by_role("heading", level=1).inner_text() == "دورك":
            if turns < 3:
                looked_at(page)
            turns += 1
            take_turn(page)
        else:
            time.sleep(0.2)
        page.goto(table)
    assert turns
    looked_at(page)
    expect(page.get_by_role("heading", level=1)).to_contain_text(re.compile("[\u0600-\u06ff]"))
    page.goto(table + "rounds/1/")
    looked_at(page)
    page.goto(table + "log/")
    looked_at(page)
