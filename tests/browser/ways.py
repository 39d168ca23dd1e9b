"""The ways to arrange cards on the table's page: taps, drags, keys, and the plain forms. All do the same."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

from playwright.sync_api import Locator, Page, expect

from tests.browser.placed import MELDS, arranged, told
from tests.browser.playing import press
from tests.browser.wait import calm, comes, equals, still

Cards = Sequence[str]  # as the page names them: `m1 7H`, `hand 6H`


class Way(ABC):
    """How somebody moves cards."""

    scripts = True

    def __init__(self, page: Page) -> None:
        self.page = page

    @abstractmethod
    def put(self, cards: Cards, to: str) -> None:
        """These cards go to a meld, or with "new" to a new one."""

    @abstractmethod
    def split(self, meld: str, before: str, after: Cards) -> None:
        """The meld is split before this card; `after` are that card and those that follow."""

    @abstractmethod
    def answer(self, cards: str) -> None:
        """The joker is to make the meld of these cards."""

    @abstractmethod
    def undo(self) -> None: ...

    def lay(self) -> None:
        press(self.page.locator(".acts a.button"))
        press(self.page.locator("form.lay button").last)

    def card(self, named: str) -> Locator:
        """The first such card that is not chosen yet."""
        return self.page.locator(f'.pick[data-key^="{named} "][aria-pressed="false"]').first

    def shows(self, melds: list[str]) -> None:
        """That is what is drawn, by and by."""
        equals(self.page, self._melds, melds)

    def settled(self, melds: list[str]) -> None:
        """What is drawn is what is stored, by and by."""
        equals(self.page, lambda: (self._melds(), arranged(self.page)), (melds, melds))
        expect(self.page.locator(".trouble")).to_have_count(0)

    def stored(self, *, undo: int, redo: int) -> None:
        """So many steps lead back and forth from what is stored, by and by."""
        equals(self.page, lambda: [told(self.page)[each] for each in ("undo", "redo")], [undo, redo])

    def holds(self, cards: list[str]) -> None:
        """So the hand is drawn, by and by."""
        equals(self.page, lambda: self.page.locator("#hand-cards .pick").evaluate_all(CARDS), cards)

    def ordered(self, cards: list[str]) -> None:
        """So the order of the hand is stored, by and by."""
        equals(self.page, lambda: told(self.page)["order"], cards)

    def _melds(self) -> list[str]:
        found: list[str] = self.page.evaluate(MELDS)
        return found


class Taps(Way):
    """Choose, then tap where it goes."""

    def put(self, cards: Cards, to: str) -> None:
        for each in cards:
            self.card(each).click()
        self.page.locator(f'[data-zone="{to}"] .put').click()

    def split(self, meld: str, before: str, after: Cards) -> None:
        self.page.locator(f"#{meld} .whole").click()
        self.page.locator(f'#{meld} .split[data-card="{before}"]').click()

    def answer(self, cards: str) -> None:
        self.page.locator("dialog li button").nth(ANSWERS[cards]).click()

    def undo(self) -> None:
        self.page.get_by_role("button", name="Undo").click()


class Drags(Taps):
    """A mouse carries the card; several are chosen first, and carried together."""

    def put(self, cards: Cards, to: str) -> None:
        for each in cards[:-1]:
            self.card(each).click()
        if cards[:-1]:
            self.card(cards[-1]).click()
            held = self.page.locator(f'.pick[data-key^="{cards[-1]} "][aria-pressed="true"]').last
        else:
            held = self.card(cards[-1])
        carry(self.page, held, self.page.locator(f'[data-zone="{to}"]').first)

    def split(self, meld: str, before: str, after: Cards) -> None:
        self.put([f"{meld} {card}" for card in after], "new")


class Keys(Way):
    """Nothing but the keyboard."""

    def put(self, cards: Cards, to: str) -> None:
        for each in cards:
            self.go_to(f'.pick[data-key^="{each} "][aria-pressed="false"]')
            self.page.keyboard.press("Space")
        if to == "new":
            self.go_to('[data-stop="put new"]')
        else:
            self.go_to(f"#{to} .pick")
        self.page.keyboard.press("Enter")

    def split(self, meld: str, before: str, after: Cards) -> None:
        self.go_to(f"#{meld} .whole")
        self.page.keyboard.press("Space")
        self.go_to(f'#{meld} .split[data-card="{before}"]')
        self.page.keyboard.press("Enter")

    def answer(self, cards: str) -> None:
        expect(self.page.locator("dialog")).to_be_visible()
        for _step in range(ANSWERS[cards]):
            self.page.keyboard.press("Tab")
        self.page.keyboard.press("Enter")

    def undo(self) -> None:
        self.page.keyboard.press("Control+z")

    def lay(self) -> None:
        for _step in range(40):
            if self.page.evaluate("document.activeElement.matches('.acts a.button')"):
                break
            self.page.keyboard.press("Tab")
        with comes(self.page):
            self.page.keyboard.press("Enter")
        buttons = self.page.locator("form.lay button")
        for _step in range(60):
            if buttons.last.evaluate("each => each === document.activeElement"):
                break
            self.page.keyboard.press("Tab")
        with comes(self.page):
            self.page.keyboard.press("Enter")

    def go_to(self, selector: str) -> None:
        """By Tab to the cards, then by arrows until the focus is there."""
        calm(self.page)  # the arrows lead on from where things are seen
        for _step in range(60):
            if self.page.evaluate("Boolean(document.activeElement.dataset.stop)"):
                break
            self.page.keyboard.press("Tab")
        for _step in range(80):
            key = self.page.evaluate(NEXT_KEY, selector)
            if not key:
                return
            self.page.keyboard.press(key)
        raise AssertionError(f"no arrows lead to {selector}")


class Forms(Way):
    """No script at all."""

    scripts = False

    def put(self, cards: Cards, to: str) -> None:
        for each in cards:
            self.page.locator(f'input[name=card][value="{each}"]:not(:checked)').first.check()
        press(self.page.locator(f'button[name=to][value="{to}"]'))

    def split(self, meld: str, before: str, after: Cards) -> None:
        self.put([f"{meld} {card}" for card in after], "new")

    def answer(self, cards: str) -> None:
        press(self.page.locator(".answers button").nth(ANSWERS[cards]))

    def undo(self) -> None:
        press(self.page.get_by_role("button", name="Undo"))


WAYS: dict[str, type[Way]] = {"taps": Taps, "drag": Drags, "keys": Keys, "forms": Forms}
CARDS = "all => all.map(each => each.dataset.key.split(' ')[1])"
ANSWERS = {"JS QS KS": 1, "QS KS AS": 0}  # which of the answers makes this meld

# The arrow that leads nearer to the first such element; nothing where the focus is there.
NEXT_KEY = """selector => {
  const [from, to] = [document.activeElement, document.querySelector(selector)];
  if (from === to) return "";
  const inDock = element => Boolean(element.closest('.dock'));
  if (inDock(from) !== inDock(to)) return inDock(from) ? "ArrowUp" : "ArrowDown";
  const [a, b] = [from, to].map(each => each.getBoundingClientRect());
  const [dx, dy] = [b.x + b.width / 2 - a.x - a.width / 2, b.y + b.height / 2 - a.y - a.height / 2];
  if (Math.abs(dy) >= Math.max(a.height, b.height) / 2) return dy > 0 ? "ArrowDown" : "ArrowUp";
  return dx > 0 ? "ArrowRight" : "ArrowLeft";
}"""


def carry(page: Page, card: Locator, to: Locator) -> None:
    """A mouse takes the card there."""
    card.scroll_into_view_if_needed()
    start = still(card)
    page.mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
    page.mouse.down()
    page.mouse.move(start["x"] + start["width"] / 2 + 12, start["y"] + start["height"] / 2, steps=2)
    expect(page.locator(".ghost")).to_be_visible()
    bring(page, to, corner=True)
    page.mouse.up()


def bring(page: Page, to: Locator, *, corner: bool = False) -> None:
    """What the mouse holds is over this place: at once, and again where the page has gone on meanwhile.

    A mouse that rests near an edge takes the page along, and on a slow machine each step is a rest.
    """

    def there() -> bool:
        box = still(to)
        x, y = (box["width"] - 12, 12) if corner else (box["width"] / 2, box["height"] / 2)
        page.mouse.move(box["x"] + x, box["y"] + y)
        found: bool = to.evaluate("place => place.closest('[data-zone]').classList.contains('over')")
        return found

    equals(page, there, True)
