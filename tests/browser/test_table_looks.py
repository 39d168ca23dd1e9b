"""How the table looks with its script: narrow, enlarged, full, grey, dark, from right to left; what axe finds."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.looks import look
from tests.browser.placed import Placed, shot
from tests.browser.wait import calm, comes, equals
from tests.browser.ways import Keys, Taps

pytestmark = [pytest.mark.browser, pytest.mark.server]
PARTS = ("A 2 3", "4 5 6 7", "8 9 T", "J Q K")
FULL = [" ".join(rank + suit for rank in part.split()) for suit in "CCDDHHSS" for part in PARTS]
FULL_HAND = "6C QD KD AD 7H 2S 9S 4C 5C JH 3S TH"


@pytest.fixture(scope="module")
def full(placed: Placed) -> str:
    """All 104 cards lie on the table, and she holds twelve more: there is no fuller one."""
    return placed.game(FULL_HAND, *FULL)


@pytest.fixture
def page(browser: Browser, placed: Placed) -> Iterator[Page]:
    context = placed.context(browser)
    yield context.new_page()
    context.close()


def sideways(page: Page) -> int:
    found: int = page.evaluate(
        """() => Math.max(document.documentElement.scrollWidth, document.body.scrollWidth)
            - document.documentElement.clientWidth"""
    )
    return found


@pytest.mark.parametrize(
    "screen", [(320, 640, 1, 100), (640, 400, 2, 100), (640, 800, 1, 200), (1280, 900, 1, 100)]
)
def test_a_full_table_fits(
    browser: Browser, placed: Placed, full: str, screen: tuple[int, int, int, int]
) -> None:
    """No sideways scrolling, and every target large enough; 640 px are 1280 at 200 %; text alone at 200 % as well."""
    width, height, zoom, text = screen
    context = placed.context(browser, viewport={"width": width, "height": height}, device_scale_factor=zoom)
    page = context.new_page()
    page.goto(full)
    page.evaluate("percent => document.documentElement.style.fontSize = `${percent}%`", text)
    expect(page.locator("li.meld[id] .pick")).to_have_count(104)
    assert sideways(page) == 0
    page.locator("#m2 .whole").click()
    page.locator("#hand-cards .pick").first.click()
    page.locator("#hand-cards .pick").first.click()
    page.locator("#m2 .whole").click()
    page.locator("#m2 .whole").click()
    expect(page.locator("#m2 .split")).to_have_count(3)
    assert sideways(page) == 0
    assert too_small(page) == []
    shot(page, f"full-{width}-{zoom * 100}-{text}")
    context.close()


def too_small(page: Page) -> list[str]:
    """What can be pressed and is smaller than a finger; where a meld can be split, than 24 px."""
    found: list[str] = page.evaluate(
        """() => [...document.querySelectorAll('main button, main a.button, main summary')].filter(each => {
            const {width, height} = each.getBoundingClientRect();
            const least = each.matches('.split') ? 24 : 43.9;
            return width && getComputedStyle(each).visibility === 'visible' && (width < least || height < least);
        }).map(each => each.outerHTML.slice(0, 120))"""
    )
    return found


@pytest.mark.parametrize("width", [320, 1280])
def test_nothing_moves_when_a_card_is_chosen(page: Page, full: str, width: int) -> None:
    """What appears then has had its place before, and touches no card."""
    page.set_viewport_size({"width": width, "height": 740})
    page.goto(full)
    before = places(page)
    page.locator("#hand-cards .pick").first.click()
    expect(page.locator("#m1 .put")).to_be_visible()
    calm(page)  # a chosen card rises a little
    assert places(page) == before
    page.keyboard.press("Escape")
    page.locator("#m2 .whole").click()
    expect(page.locator("#m2 .split").first).to_be_visible()
    calm(page)
    assert places(page) == before
    page.keyboard.press("Escape")
    page.locator("#hand-cards .pick").first.click()
    touching: list[str] = page.evaluate(
        """() => [...document.querySelectorAll('.put')].filter(put => {
            const a = put.getBoundingClientRect();
            return [...put.closest('.meld').querySelectorAll('.pick')].some(pick => {
                const b = pick.getBoundingClientRect();
                return a.left < b.right + 8 && b.left < a.right + 8 && a.top < b.bottom && b.top < a.bottom;
            });
        }).map(put => put.dataset.label)"""
    )
    assert touching == []


def places(page: Page) -> list[list[float]]:
    found: list[list[float]] = page.evaluate(
        """() => [...document.querySelectorAll('.pick, .acts button')].map(each => {
            const {x, y} = each.getBoundingClientRect();
            return [x, y + scrollY * (each.closest('.dock') ? 0 : 1)];
        })"""
    )
    return found


def test_the_draw_is_never_where_the_lay_was(page: Page, placed: Placed) -> None:
    page.goto(placed.game("3H 9H 9D KS 2C", "4H 5H 6H 7H 8H"))
    draw, lay = page.locator(".acts .draw"), page.locator(".acts .lay-it")
    first = [draw.bounding_box(), lay.bounding_box()]
    expect(lay).to_have_attribute("aria-disabled", "true")
    lay.click(force=True)  # for Playwright it is disabled; for a reader it says why
    expect(page.get_by_role("alert")).to_contain_text("Choose cards, then where they go.")
    page.get_by_role("button", name="Close").click()
    Taps(page).put(["hand 3H"], "m1")
    expect(page.locator(".acts a.lay-it")).to_be_visible()
    for one, other in zip(first, [draw.bounding_box(), lay.bounding_box()], strict=True):
        assert one and other and one["x"] == other["x"] and one["width"] == other["width"]
    assert first[0] and first[1] and first[0]["x"] + first[0]["width"] <= first[1]["x"]
    page.get_by_role("button", name="Undo").click()
    expect(lay).to_have_attribute("aria-disabled", "true")


@pytest.mark.parametrize(
    ("width", "scheme", "language"),
    [(320, "light", "ar"), (320, "dark", "en"), (1280, "light", "en"), (1280, "dark", "ar")],
)
def test_axe(browser: Browser, placed: Placed, width: int, scheme: str, language: str) -> None:
    context = placed.context(browser, viewport={"width": width, "height": 740}, color_scheme=scheme)
    page = context.new_page()
    page.goto(placed.game("6H 9C 9D KS 2C *", "4H 5H 6H 7H 8H", "TC TD TH TS", "*3D 4D 5D", "QH KH AH"))
    with speaking(page, language):
        clean(page, width)
        page.locator("#m1 .whole").click()
        clean(page, width)
        page.locator('#m1 .split[data-card="7H"]').click()
        page.locator('.pick[data-key="m2 TS 0"]').click()
        page.locator(".dock .places button").nth(1).click()
        expect(page.locator("#loose")).to_be_visible()
        page.locator('.pick[data-key="hand 2C 0"]').click()
        clean(page, width)
        shot(page, f"all-{width}-{scheme}-{language}")
        page.locator(".dock .places button").nth(2).click()
        clean(page, width)
        shot(page, f"where-{width}-{scheme}-{language}")
        page.keyboard.press("Escape")
        places = page.locator("#m3 .pick").evaluate_all(
            "all => all.map(each => each.getBoundingClientRect().x)"
        )
        assert places == sorted(places), "cards go from left to right in every language"
    context.close()


@contextmanager
def speaking(page: Page, language: str) -> Iterator[None]:
    """The page in that language; she speaks English again afterwards."""
    _speak(page, language)
    yield
    page.reload()
    _speak(page, "en")


def _speak(page: Page, language: str) -> None:
    page.locator("#language-choice").select_option(language)
    with comes(page):
        page.locator('form[action="/language/"] button').click()


def clean(page: Page, width: int) -> None:
    look(page, width)
    assert sideways(page) == 0


def test_suits_can_be_told_apart_in_grey(page: Page, placed: Placed) -> None:
    page.goto(placed.game("6H 9C", "5C 5D 5H 5S"))
    page.evaluate("document.documentElement.style.filter = 'grayscale(1)'")
    shot(page, "grey")
    pictures = [
        base64.b64encode(page.locator(f'.pick[data-key="m1 5{suit} 0"] .card').screenshot()).decode()
        for suit in "CDHS"
    ]
    differing: list[float] = page.evaluate(
        """async pictures => {
            const pixels = await Promise.all(pictures.map(async picture => {
                const image = new Image();
                image.src = `data:image/png;base64,${picture}`;
                await image.decode();
                const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d');
                canvas.drawImage(image, 0, 0);
                const {data} = canvas.getImageData(0, 0, image.width, image.height);
                return Array.from({length: data.length / 4}, (_, at) => data[at * 4]);
            }));
            return pixels.flatMap((one, at) => pixels.slice(at + 1).map(other =>
                one.filter((grey, place) => Math.abs(grey - other[place]) > 60).length / one.length));
        }""",
        pictures,
    )
    assert len(differing) == 6 and min(differing) > 0.03, differing


def test_filters_and_the_next_that_is_no_meld(page: Page, full: str) -> None:
    page.goto(full)
    Taps(page).put(["hand 4C"], "m30")
    expect(page.get_by_role("button", name="To the next that is no meld yet")).to_have_text("✗ 1")
    page.get_by_role("button", name="Changed").click()
    equals(page, lambda: labels(page), ["m30"])
    page.locator('.pick[data-key^="hand 7H"]').click()
    page.get_by_role("button", name="Fitting").click()
    equals(page, lambda: labels(page), ["m19", "m23"])  # the eights to tens of hearts
    page.get_by_role("button", name="All", exact=True).click()
    page.keyboard.press("Escape")
    page.evaluate("scrollTo(0, 0)")
    page.get_by_role("button", name="To the next that is no meld yet").click()
    expect(page.locator("#m30 .whole")).to_be_focused()
    expect(page.locator("#m30")).to_be_in_viewport()
    page.get_by_role("button", name="Undo").click()
    Taps(page).settled([f"m{number} {meld}" for number, meld in enumerate(FULL, 1)])


def labels(page: Page) -> list[str]:
    found: list[str] = page.locator("li.meld[id]").evaluate_all("all => all.map(each => each.id)")
    return found


def test_the_menu_of_a_meld(page: Page, placed: Placed) -> None:
    page.goto(placed.game("9H 9C", "4H 5H 6H", "7H 8H 9H TH", "TC TD TS"))
    way = Taps(page)
    menu = page.get_by_role("button", name="More with meld m1")
    menu.click()
    page.get_by_role("button", name="Merge it into …").click()
    page.get_by_role("button", name="meld m2: 7 to 10 of hearts, fits").click()
    way.settled(["m2 4H 5H 6H 7H 8H 9H TH", "m3 TC TD TS"])
    page.get_by_role("button", name="More with meld m2").click()
    page.get_by_role("button", name="Split it").click()
    page.get_by_role("button", name="Split here: before 7 of hearts").click()
    way.settled(["m2 4H 5H 6H", "m3 TC TD TS", "n1 7H 8H 9H TH"])
    page.get_by_role("button", name="More with new meld 1").click()
    page.get_by_role("button", name="Choose all its cards").click()
    expect(page.locator('#n1 .pick[aria-pressed="true"]')).to_have_count(4)
    page.keyboard.press("Escape")
    page.get_by_role("button", name="More with new meld 1").click()
    page.get_by_role("button", name="Take all its cards out").click()
    expect(page.locator("#loose .pick")).to_have_count(4)


def test_a_joker_is_asked_about_only_where_more_than_one_answer_is_legal(page: Page, placed: Placed) -> None:
    page.goto(placed.game("* 9C 9D 2C", "4H 5H 6H", "TC TD TS"))
    way = Taps(page)
    way.put(["hand *"], "m2")
    way.settled(["m1 4H 5H 6H", "m2 TC TD *TH TS"])
    way.undo()
    way.put(["hand *"], "m1")
    question = page.get_by_role("dialog", name="What does the joker stand for?")
    expect(question.get_by_role("button")).to_have_count(3)
    question.get_by_role("button", name="Leave it as it was").click()
    way.settled(["m1 4H 5H 6H", "m2 TC TD TS"])
    expect(page.locator('.pick[data-key="hand * 0"]')).to_have_attribute("aria-pressed", "true")
    page.locator("#m1 .put").click()
    question.get_by_role("button", name="joker as 7 of hearts").click()
    way.settled(["m1 4H 5H 6H *7H", "m2 TC TD TS"])
    expect(page.locator("#m1 .pick").last).to_have_accessible_name("joker as 7 of hearts, from your hand")
    Keys(page).put(["hand 9C", "hand 9D"], "new")
    expect(page.locator("#why")).to_contain_text("Not yet a meld: new meld 1 (needs 1 more).")


def test_knocking_is_where_nothing_was_a_moment_ago(page: Page, placed: Placed) -> None:
    """The button is not where the third card was drawn a moment ago, so that no double press ends a round."""
    hand, table = "AH 2C", ["4H 5H 6H"]
    draws, knocks = placed.games(
        [{"hand": hand, "table": table}, {"hand": hand, "table": table, "phase": "knock"}]
    )
    page.goto(draws)
    draw = page.locator(".acts .draw").bounding_box()
    page.goto(knocks)
    knock = page.get_by_role("button", name="Knock", exact=True).bounding_box()
    assert draw and knock and draw["x"] + draw["width"] <= knock["x"]
    expect(page.locator(".acts .lay-it")).to_have_count(0)
    shot(page, "knock")


def test_one_plans_while_another_moves(page: Page, placed: Placed) -> None:
    """The hand is sorted and the turn prepared; nothing there ends anybody's turn."""
    page.goto(placed.game("3H 9C 2C", "4H 5H 6H", mine=False))
    expect(page.locator(".acts button, .acts a")).to_have_count(0)
    Taps(page).put(["hand 3H"], "m1")
    Taps(page).settled(["m1 3H 4H 5H 6H"])
    expect(page.locator("#why")).to_have_text("This could be laid if it were your turn now.")
    page.reload()
    Taps(page).settled(["m1 3H 4H 5H 6H"])
    shot(page, "planning")


def test_no_motion_for_who_wants_none(page: Page, placed: Placed) -> None:
    page.goto(placed.game("3H 9C", "4H 5H 6H"))
    for motion, moving in (("reduce", 0), ("no-preference", 1)):
        page.emulate_media(reduced_motion=motion)  # type: ignore[arg-type]
        page.evaluate(
            """() => { window.glided = 0; const animate = Element.prototype.animate;
            Element.prototype.animate = function (...how) { window.glided += 1; return animate.apply(this, how); }; }"""
        )
        Taps(page).put(["hand 3H"], "m1")
        assert (page.evaluate("window.glided") > 0) == bool(moving)
        page.get_by_role("button", name="Undo").click()
