"""Waiting for what comes: nothing that follows an action is read once."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from playwright.sync_api import BrowserContext, Error, FloatRect, Locator, Page, Route

PATIENCE = 120.0  # seconds; costs nothing where all is well, and machines that are busy need it
Found = TypeVar("Found")


def until(page: Page, read: Callable[[], Found], good: Callable[[Found], bool]) -> Found:
    """What is read, once it is good. Fails with what it was at the last."""
    end = time.monotonic() + PATIENCE
    while not good(found := _read(page, read)):
        assert time.monotonic() < end, found
        page.wait_for_timeout(50)
    return found


def equals(page: Page, read: Callable[[], Found], wanted: Found) -> None:
    """Waits until that is what is read."""
    end = time.monotonic() + PATIENCE
    while (found := _read(page, read)) != wanted and time.monotonic() < end:
        page.wait_for_timeout(50)
    assert found == wanted, f"{found} instead of {wanted}"


@contextmanager
def comes(page: Page) -> Iterator[None]:
    """What is done within leads to another page: waits for it, whole.

    A second click, or a page that goes by itself, breaks off a way that was begun, which Playwright's own
    `expect_navigation` takes for a failure; here it counts only that another document is there in the end.
    """
    _read(page, lambda: page.evaluate("() => { window.isLeft = true; }"))
    yield
    equals(page, lambda: page.evaluate("() => !window.isLeft && document.readyState === 'complete'"), True)


def on_the_way(where: Page | BrowserContext, address: str, times: int | None = None) -> list[Route]:
    """What is asked of this address from now on; the test answers it, or lets it go."""
    routes: list[Route] = []
    where.route(address, lambda route: routes.append(route), times=times)  # noqa: PLW0108  # it takes no built-in method
    return routes


def again_until(target: Locator) -> None:
    """Loads the page again, which no script keeps up, until this is there."""
    end = time.monotonic() + PATIENCE
    while not target.count():
        assert time.monotonic() < end, f"{target} did not come"
        target.page.wait_for_timeout(200)
        target.page.reload()


def still(target: Locator) -> FloatRect:
    """Where the first such thing is, once nothing moves any more: what glides is not where a finger would look."""
    target = target.first
    target.wait_for()
    calm(target.page)
    box = target.bounding_box()
    assert box
    return box


def calm(page: Page) -> None:
    """Nothing glides any more, neither places nor colours."""
    page.evaluate(STILL)


# All that moves comes to its end; what never ends does not count.
STILL = """async () => {
    const ends = each => each.effect?.getComputedTiming().endTime !== Infinity;
    const moving = () => document.getAnimations().filter(each => each.playState === 'running' && ends(each));
    for (let some; (some = moving()).length;) await Promise.all(some.map(each => each.finished.catch(() => {})));
}"""


def _read(page: Page, read: Callable[[], Found]) -> Found:
    """What is read; of the page that comes, where one was just going."""
    end = time.monotonic() + PATIENCE
    while True:
        try:
            return read()
        except Error as error:
            if "context was destroyed" not in error.message or time.monotonic() > end:
                raise
        page.wait_for_load_state()
