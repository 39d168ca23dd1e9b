"""A turn that is planned on a phone is played by the worker, and the open page shows it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.playing import press
from tests.browser.test_live import game_of, names, page_of
from tests.service import Service

pytestmark = [pytest.mark.browser, pytest.mark.server]


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    with Service(tmp_path_factory.mktemp("plan")) as running:
        yield running


def test_planned_and_played(browser: Browser, own: Service) -> None:
    players = ana, ben = names(own, "ana", "ben")
    code = game_of(ana, ben)
    mover = next(each for each in players if each.call("GET", f"/games/{code}/")["can"])
    waits = ana if mover is ben else ben
    context, page = page_of(browser, own, waits, f"/games/{code}/")
    page.set_viewport_size({"width": 360, "height": 740})
    press(page.get_by_role("link", name="Plan my turn"))
    page.get_by_label("draw to the third card and lay nothing").check()
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    press(page.get_by_role("button", name="Keep this plan"))
    expect(page.locator("p.planned")).to_have_text("A plan waits for your turn.")
    expect(page.locator("html.scripted")).to_have_count(1)
    for _card in range(2):
        version = mover.call("GET", f"/games/{code}/")["version"]
        mover.call("POST", f"/games/{code}/moves/", {"version": version, "type": "draw"})
    # Nobody touches the page: the worker plays the turn, and it is the other's again.
    expect(page.locator("p.planned")).to_have_count(0)
    expect(page.locator("header.state h1")).to_contain_text(f"{mover.name} is to move")
    log = waits.call("GET", f"/games/{code}/moves/")["results"]
    assert [line["type"] for line in log if line["planned"]] == ["draw", "draw"]
    context.close()
