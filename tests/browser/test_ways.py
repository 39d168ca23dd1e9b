"""The same move by taps, by drag, by keyboard and by plain forms: how melds are regrouped, and jokers freed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.placed import Placed, shot, told
from tests.browser.playing import press
from tests.browser.wait import equals
from tests.browser.ways import WAYS, Way

pytestmark = [pytest.mark.browser, pytest.mark.server]


@dataclass(frozen=True)
class Regrouping:
    """A hand before a table, what is done, and the melds that come of it."""

    hand: str
    table: tuple[str, ...]
    do: Callable[[Way], None]
    melds: list[str]


def split_around(way: Way) -> None:
    way.split("m1", "7H", ["7H", "8H"])
    way.put(["hand 6H"], "n1")


def fourth_of_a_group(way: Way) -> None:
    way.put(["m2 TS", "hand 8S", "hand 9S"], "new")


def joker_keeps_its_value(way: Way) -> None:
    way.put(["m1 *3D"], "m2")
    way.put(["hand 7D"], "m1")


def joker_freed_from_the_hand(way: Way) -> None:
    way.put(["hand 3D"], "m1")
    way.put(["m1 *3D", "hand QS", "hand KS"], "new")
    way.answer("JS QS KS")


def joker_freed_from_the_table(way: Way) -> None:
    way.put(["m2 3D"], "m1")
    way.put(["m1 *3D", "hand QS", "hand KS"], "new")
    way.answer("QS KS AS")


GROUP = "TC TD TH TS"
REGROUPINGS = {
    "split around a second card": Regrouping(
        "6H 9C 2C KS", ("4H 5H 6H 7H 8H", GROUP), split_around, ["m1 4H 5H 6H", f"m2 {GROUP}", "n1 6H 7H 8H"]
    ),
    "a fourth from a group": Regrouping(
        "8S 9S 2C KS", ("4H 5H 6H", GROUP), fourth_of_a_group, ["m1 4H 5H 6H", "m2 TC TD TH", "n1 8S 9S TS"]
    ),
    "a joker of fixed value": Regrouping(
        "7D 2C KS",
        ("*3D 4D 5D 6D", "3C 3H 3S"),
        joker_keeps_its_value,
        ["m1 4D 5D 6D 7D", "m2 3C *3D 3H 3S"],
    ),
    "a joker freed from the hand": Regrouping(
        "3D QS KS 2C 9C",
        ("*3D 4D 5D", GROUP),
        joker_freed_from_the_hand,
        ["m1 3D 4D 5D", f"m2 {GROUP}", "n1 *JS QS KS"],
    ),
    "a joker freed from the table": Regrouping(
        "QS KS 2C 9C",
        ("*3D 4D 5D", "3C 3D 3H 3S"),
        joker_freed_from_the_table,
        ["m1 3D 4D 5D", "m2 3C 3H 3S", "n1 QS KS *AS"],
    ),
}


def lies(page: Page, melds: list[str]) -> None:
    """They lie on the table, by and by."""
    equals(page, lambda: [" ".join(each["cards"]) for each in told(page)["table"]], melds)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", REGROUPINGS)
def test_the_same_move(browser: Browser, placed: Placed, name: str, way: str) -> None:
    wanted = REGROUPINGS[name]
    context = placed.context(browser, java_script_enabled=WAYS[way].scripts)
    page = context.new_page()
    page.goto(placed.game(wanted.hand, *wanted.table))
    moving = WAYS[way](page)
    wanted.do(moving)
    moving.settled(wanted.melds)
    shot(page, f"{name.replace(' ', '-')}-{way}")
    moving.lay()
    expect(page.get_by_text("Your cards are laid.")).to_be_visible()
    lies(page, [meld[3:] for meld in wanted.melds])
    context.close()


@pytest.mark.parametrize("way", ["taps", "keys"])
def test_undo_reset_and_undo_of_the_reset(browser: Browser, placed: Placed, way: str) -> None:
    context = placed.context(browser)
    page = context.new_page()
    page.goto(placed.game("6H 9C 2C KS", "4H 5H 6H 7H 8H", GROUP))
    moving = WAYS[way](page)
    split_around(moving)
    moving.undo()
    halfway = ["m1 4H 5H 6H", f"m2 {GROUP}", "n1 7H 8H"]
    moving.settled(halfway)
    page.get_by_role("button", name="Put all back").click()
    moving.settled(["m1 4H 5H 6H 7H 8H", f"m2 {GROUP}"])
    moving.undo()
    moving.settled(halfway)
    shot(page, f"undone-reset-{way}")
    page.keyboard.press("Control+Shift+Z")
    moving.settled(["m1 4H 5H 6H 7H 8H", f"m2 {GROUP}"])
    page.reload()
    for _step in range(2):  # what was done before the page was opened, the server knows
        moving.undo()
    moving.settled(["m1 4H 5H 6H 7H 8H", f"m2 {GROUP}"])
    expect(page.get_by_role("button", name="Undo")).to_be_disabled()
    context.close()


def test_nothing_of_it_is_lost_by_leaving(browser: Browser, placed: Placed) -> None:
    """Right after it was pressed the page may go: the change is stored, and so is the move."""
    context = placed.context(browser)
    page = context.new_page()
    address = placed.game("6H 7S 2C KS", "4H 5H 6H 7H 8H", GROUP)
    page.goto(address)
    way = WAYS["taps"](page)
    split_around(way)
    page.goto("/rules/")
    page.goto(address)
    way.settled(["m1 4H 5H 6H", f"m2 {GROUP}", "n1 6H 7H 8H"])
    press(page.locator(".acts a.button"))
    with page.expect_request("**/move/") as asked:
        page.locator("form.lay button").last.click(no_wait_after=True)
    asked.value.all_headers()  # these are known once it is on its way
    page.close()
    page = context.new_page()
    page.goto(address)
    lies(page, ["4H 5H 6H", GROUP, "6H 7H 8H"])
    page.reload()
    shot(page, "left-right-after-lay")
    context.close()
