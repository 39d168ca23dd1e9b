"""Everywhere as everybody: links lead somewhere, pages are valid HTML under a strict policy, axe finds nothing.

What may be shown to whom is the walk's subject (tests/walk).
"""

from __future__ import annotations

import re
import urllib.error
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass, field
from email.message import Message
from itertools import product
from typing import Literal
from urllib.parse import urljoin, urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

from tests.browser import markup
from tests.browser.furnish import VISITORS
from tests.browser.site import Site, furnished
from tests.browser.wait import PATIENCE, equals
from tests.walk.routes import TABLE, Group, address

pytestmark = [pytest.mark.browser, pytest.mark.server]

REFUSALS = {403, 404, 405, 409, 410}
# The two pages on which something of others styles itself: the API's documentation, and a mail in its sandbox.
STYLED = re.compile(r"/api/docs/|/outbox/[^/]+/html/")
FOREIGN = re.compile(r"/api/(?!docs/problems)|/outbox/[^/]+/html/|/healthz|/static/")
SIZE = {"width": 360, "height": 740}
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
WAYS = tuple(product((1280, SIZE["width"]), SCHEMES))  # ends on a phone, where the next page begins


@dataclass
class Answer:
    address: str
    status: int
    headers: Message
    body: str


@dataclass
class Visit:
    """One visitor's way: what was asked, and what was wrong with the answers."""

    site: Site
    visitor: str
    answers: dict[str, Answer] = field(default_factory=dict)
    wrong: list[str] = field(default_factory=list)

    def crawl(self) -> None:
        """Every address of the table, and from there wherever links lead."""
        for start in seeds(self.site):
            answer = self.ask(start)
            if answer.status != 200 and answer.status not in REFUSALS:
                self.wrong.append(f"{start}: {answer.status}")
        todo = [(one, link) for one in list(self.answers.values()) for link in self.links(one)]
        while todo:
            origin, link = todo.pop()
            if link in self.answers:
                continue
            answer = self.ask(link)
            if answer.status != 200:
                self.wrong.append(f"{origin.address} leads to {link}: {answer.status}")
            todo += [(answer, other) for other in self.links(answer)]
            assert len(self.answers) < 1000, "it has no end"

    def ask(self, where: str) -> Answer:
        cookie = "; ".join(f"{one['name']}={one['value']}" for one in self.site.cookies(self.visitor))
        request = urllib.request.Request(
            self.site.url + where, headers={"Accept-Language": "en", "Cookie": cookie}
        )
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as opened:
                got = Answer(where, opened.status, opened.headers, opened.read().decode(errors="replace"))
        except urllib.error.HTTPError as error:
            got = Answer(where, error.code, error.headers, error.read().decode())
        self.answers[where] = got
        self.wrong += [f"{where}: {fault}" for fault in faults(got)]
        return got

    def links(self, answer: Answer) -> Iterator[str]:
        if not is_page(answer) or FOREIGN.match(answer.address):
            return
        for link in markup.links(answer.body):
            parts = urlsplit(urljoin(self.site.url + answer.address, link))
            if parts.scheme in ("http", "https"):
                if f"{parts.scheme}://{parts.netloc}" != self.site.url:
                    self.wrong.append(f"{answer.address} leads elsewhere: {link}")
                else:
                    yield parts.path + (f"?{parts.query}" if parts.query else "")


def seeds(site: Site) -> Iterator[str]:
    """The addresses of pages, with every game; some with what comes by mail."""
    for route, group in TABLE.items():
        if group is Group.PAGE:
            yield address(route, token_id=1, pk=site.users["player"], name="x")
        elif group is Group.GAME_PAGE:
            for code in site.games.values():
                yield address(route, code=code, number=1)
    for name in ("open private", "finished", "private"):
        yield f"/games/{site.games[name]}/?invitation={site.invitations[name]}"
    for start in ("/accounts/confirm/", "/accounts/reset/new/"):
        yield start + "?key=used"
    yield from ("/nowhere/", "/games/nowhere/", "/games/?shelf=over", "/admin/users/?q=a&kind=human")


def is_page(answer: Answer) -> bool:
    return bool(answer.body) and answer.headers.get("Content-Type", "").startswith("text/html")


def faults(answer: Answer) -> Iterator[str]:
    """What is wrong with an answer by itself."""
    if not is_page(answer):
        return
    policy = answer.headers.get("Content-Security-Policy", "")
    if "default-src 'none'" not in policy:
        yield f"its policy is {policy!r}"
    if "unsafe" in policy and not STYLED.match(answer.address):
        yield f"its policy is unsafe: {policy}"
    if answer.headers.get("X-Content-Type-Options") != "nosniff":
        yield "its type may be guessed"
    if not FOREIGN.match(answer.address):
        yield from markup.faults(answer.body)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with furnished(tmp_path_factory.mktemp("crawl")) as running:
        yield running


@pytest.fixture(scope="module")
def looked_at() -> set[str]:
    """The shapes of all that axe has seen."""
    return set()


@pytest.mark.parametrize("visitor", VISITORS)
def test_everywhere(site: Site, browser: Browser, visitor: str, looked_at: set[str]) -> None:
    visit = Visit(site, visitor)
    visit.crawl()
    assert not visit.wrong, "\n".join(visit.wrong)
    new = []
    for answer in visit.answers.values():
        if is_page(answer) and not FOREIGN.match(answer.address):
            shapes = markup.shapes(answer.body)
            if not shapes <= looked_at:
                looked_at |= shapes
                new.append(answer)
    assert len(visit.answers) > 80
    found = list(complaints(site, browser, visitor, new))
    assert not found, "\n".join(found)


def complaints(site: Site, browser: Browser, visitor: str, answers: list[Answer]) -> Iterator[str]:
    """What a browser and axe find, in light and in the dark, on a phone and on a desk."""
    # Without motion: a colour on its way from one scheme to the other is no fault.
    context = browser.new_context(base_url=site.url, locale="en", viewport=SIZE, reduced_motion="reduce")
    context.add_cookies(site.cookies(visitor))
    page, said = context.new_page(), []
    page.on("console", lambda message: said.append(f"{message.type}: {message.text}"))
    page.on("pageerror", lambda error: said.append(f"uncaught: {error}"))
    page.on(
        "request", lambda asked: said.append(asked.url) if not asked.url.startswith(site.url + "/") else None
    )
    for answer in answers:
        page.goto(answer.address)
        found = list(said)
        for width, scheme in WAYS:
            page.set_viewport_size({"width": width, "height": SIZE["height"]})
            page.emulate_media(color_scheme=scheme)
            equals(page, lambda: page.evaluate("innerWidth"), width)
            found += [f"{width} {scheme}: {fault}" for fault in looks(page, width)]
        # Chromium itself notes on its console that an answer was a refusal.
        refused = f"status of {answer.status} " if answer.status in REFUSALS else "\0"
        yield from (f"{answer.address}: {one}" for one in found if refused not in one)
        said.clear()
    context.close()


def looks(page: Page, width: int) -> Iterator[str]:
    if page.evaluate("document.documentElement.scrollWidth") > width:
        yield "wider than the screen"
    found = Axe().run(page)
    for violation in found.response["violations"]:
        nodes = "; ".join(str(node["target"]) for node in violation["nodes"][:3])
        yield f"{violation['id']}: {nodes}"
