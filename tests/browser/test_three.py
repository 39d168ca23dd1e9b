"""Two registered players in two browsers without JavaScript and a program play a game to its end."""

from __future__ import annotations

import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser import playing
from tests.browser.mails import link_in_mail
from tests.service import Service
from tests.whole.client import Player

pytestmark = [pytest.mark.browser, pytest.mark.server]


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    with Service(tmp_path_factory.mktemp("three")) as running:
        yield running


def register(page: Page, service: Service, name: str) -> None:
    """Registers with the form, and confirms the address by the mail."""
    page.goto("/accounts/register/")
    page.locator("input[name=username]").fill(name)
    page.locator("input[name=email]").fill(f"{name}@example.org")
    page.locator("input[name=password]").fill(f"the secret of {name} is long")
    playing.press(page.locator("main form button"))
    expect(page.locator(".messages")).to_contain_text(name)
    page.goto(link_in_mail(service, f"{name}@example.org", "/accounts/confirm/"))
    playing.press(page.locator("main form button"))
    expect(page.locator(".messages")).to_contain_text(f"{name}@example.org")


def open_table(page: Page) -> tuple[str, str]:
    """A private table of three for a single round: its path, and the link for friends."""
    page.goto("/games/new/")
    page.locator("input[name=players][value='3']").check()
    page.locator("input[name=visibility][value=private]").check()
    page.locator("details > summary").first.click()
    page.locator("input[name=length][value=single]").check()
    playing.press(page.locator("form.new-table > button"))
    link = page.locator("#link").input_value()
    return page.url, link[link.index("/games/") :]


def rounds_agree(seen: list[str], view: dict[str, Any]) -> None:
    """Everybody sees the same final points, and they are those of the interface."""
    assert len(set(seen)) == 1
    assert re.findall(r"-?\d+", seen[0]) == [str(points) for points in view["result"]["final"]]


@pytest.mark.parametrize("language", ["en", "ar"])
def test_two_browsers_and_a_program(browser: Browser, own: Service, language: str) -> None:
    contexts = [playing.phone(browser, own, language) for _name in range(2)]
    ana, ben = (context.new_page() for context in contexts)
    register(ana, own, f"ana-{language}")
    register(ben, own, f"ben-{language}")
    program = Player(own.url, f"carla-{language}")
    table, link = open_table(ana)
    ben.goto(table)
    expect(ben.locator("#join")).to_have_count(0)  # private: nothing is there for who has no link
    ben.goto(link)
    playing.press(ben.locator("main button[form=joining]"))
    code = table.rstrip("/").rpartition("/")[2]
    program.call("POST", f"/games/{code}/join/", {"invitation": link.partition("invitation=")[2]})

    with ThreadPoolExecutor(1) as pool:
        ended = pool.submit(program.play_to_the_end, code, playing.LONGEST)
        playing.to_the_end([ana, ben], table)
        view = ended.result()
    assert view["status"] == "finished"
    rounds_agree([page.locator("table.matrix tr.final").inner_text() for page in (ana, ben)], view)

    playing.press(ana.locator("form.rematch button"))
    expect(ana).not_to_have_url(table)
    again = ana.url
    assert link_in_mail(own, f"ben-{language}@example.org", rf"/\S*{again.rstrip('/').rpartition('/')[2]}")
    ben.reload()  # who has joined is not invited any more
    playing.press(ben.locator("form.rematch button"))
    expect(ben).to_have_url(again)
    for context in contexts:
        context.close()
