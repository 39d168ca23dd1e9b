"""A clock that changes without a move: open pages show it at once, of who plays and of who watches."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.test_live import game_of, names, page_of
from tests.browser.wait import on_the_way, until
from tests.service import Service
from tests.whole.client import Player

pytestmark = [pytest.mark.browser, pytest.mark.server]


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    with Service(tmp_path_factory.mktemp("clock")) as running:
        yield running


def test_a_vacation_of_who_is_to_move(browser: Browser, own: Service) -> None:
    players = ana, ben = names(own, "ana", "ben")
    [carla] = names(own, "carla")
    code = game_of(ana, ben)
    mover = next(each for each in players if each.call("GET", f"/games/{code}/")["can"])
    waits = ana if mover is ben else ben
    opened = [page_of(browser, own, waits, f"/games/{code}/")]
    opened.append(page_of(browser, own, carla, f"/games/{code}/", ready="main"))
    for _context, page in opened:
        expect(page.locator("p.when").first).not_to_contain_text("vacation")
        page.route("**/table/?*since=*", lambda route: route.fulfill(status=204))  # the stream alone tells
    version = mover.call("GET", f"/games/{code}/")["version"]
    away(mover)
    for _context, page in opened:
        expect(page.locator("p.when").first).to_contain_text("vacation")
    assert mover.call("GET", f"/games/{code}/")["version"] == version
    for context, _page in opened:
        context.close()


def test_a_vacation_that_begins_before_the_page_listens(browser: Browser, own: Service) -> None:
    """Between the page and its stream the clock has changed, and nothing else."""
    players = ana, ben = names(own, "ana", "ben")
    [carla] = names(own, "carla")
    code = game_of(ana, ben)
    mover = next(each for each in players if each.call("GET", f"/games/{code}/")["can"])
    waits = ana if mover is ben else ben
    opened = [page_of(browser, own, waits, f"/games/{code}/")]
    opened.append(page_of(browser, own, carla, f"/games/{code}/", ready="main"))
    streams = [on_the_way(page, "**/api/v1/events/?*", times=1) for _context, page in opened]
    for (_context, page), stream in zip(opened, streams, strict=True):
        page.reload()
        until(page, stream.copy, bool)
        expect(page.locator("p.when").first).not_to_contain_text("vacation")
    away(mover)
    for [route] in streams:
        route.continue_()
    for context, page in opened:
        expect(page.locator("p.when").first).to_contain_text("vacation")
        context.close()


def away(player: Player) -> None:
    """From now on, for two days."""
    end = datetime.now(UTC) + timedelta(days=2)
    player.call("POST", "/me/vacations/", {"until": end.strftime("%Y-%m-%dT%H:%M:%SZ")})
