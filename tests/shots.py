"""Pictures of every page, to be looked at: 360 and 1280 px, light and dark, English and Arabic.

python -m tests.shots                        all of them, into var/shots
python -m tests.shots lobby table            those whose name begins so
python -m tests.shots --only en,360,light    of those only

Says which page is wider than the screen. `var/shots/index.html` shows them side by side.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from itertools import groupby
from pathlib import Path
from typing import TypeVar

from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser.conftest import QUIET, chromium
from tests.browser.site import Site, furnished
from tests.browser.wait import comes
from tests.service import ROOT

FOLDER = ROOT / "var" / "shots"
WIDTHS = (360, 1280)
SCHEMES = ("light", "dark")
LANGUAGES = ("en", "ar")
HIGH = "Math.max(600, document.documentElement.scrollHeight)"
Kind = tuple[str, int, str]
Value = TypeVar("Value", str, int)


@dataclass(frozen=True, slots=True)
class Shot:
    """A page, as whom one comes to it. `press`: what is sent there first."""

    name: str
    visitor: str
    address: str
    press: str = ""


def shots(site: Site) -> Iterator[Shot]:
    """Every page, in the situations that look different."""
    yield Shot("home", "nobody", "/")
    yield Shot("home-player", "player", "/")
    yield Shot("rules", "nobody", "/rules/")
    for name in ("register", "login", "reset"):
        yield Shot(name, "nobody", f"/accounts/{name}/")
    yield Shot("login-refused", "nobody", "/accounts/login/", "main form button[type=submit]")
    yield Shot("register-refused", "nobody", "/accounts/register/", "main form button[type=submit]")
    yield Shot("reset-sent", "nobody", "/accounts/reset/sent/")
    yield Shot("reset-old", "nobody", "/accounts/reset/new/?key=x")
    yield Shot("confirm", "nobody", "/accounts/confirm/?key=x")
    yield Shot("keep", "guest", "/accounts/keep/")
    for name in ("settings", "settings-away", "settings-password", "settings-delete", "accounts-logout"):
        yield Shot(name, "player", "/" + name.replace("-", "/") + "/")
    yield Shot("programs", "player", "/settings/programs/")
    yield Shot("programs-token", "player", "/settings/programs/", "#tokens ~ details summary")
    yield Shot("settings-mails", "player", "/settings/mails/")
    yield Shot("mails", "player", "/mails/")
    yield Shot("webhooks", "player", "/settings/webhooks/")
    yield Shot("webhooks-refused", "other", "/settings/webhooks/", "main form button[type=submit]")
    for name, number in (("on", 1), ("off", 2)):
        yield Shot(f"webhook-{name}", "player", f"/settings/webhooks/{number}/")
    yield Shot("webhook-secret", "player", "/settings/webhooks/1/", "button[value=show]")
    yield Shot("game-mails", "player", f"/games/{site.games['full']}/mails/")
    yield Shot("way-old", "nobody", "/m/x/")
    yield Shot("settings-guest", "guest", "/settings/")
    yield Shot("lobby", "player", "/games/")
    yield Shot("lobby-nobody", "nobody", "/games/")
    yield Shot("lobby-guest", "guest", "/games/")
    yield Shot("new", "player", "/games/new/")
    games = {name: f"/games/{code}/" for name, code in site.games.items()}
    yield Shot("open", "player", games["open"])
    yield Shot("open-nobody", "nobody", games["open"])
    yield Shot("cancelled", "player", games["cancelled"])
    yield Shot("resign", "player", games["full"] + "resign/")
    yield Shot("leave", "player", games["open"] + "leave/")
    yield Shot("not-for-you", "other", games["private"])
    for name in ("full", "active", "house", "private"):
        yield Shot(f"table-{name}", "player", games[name])
    yield Shot("table-watched", "other", games["full"])
    yield Shot("plan", "player", games["active"] + "plan/")
    yield Shot("plan-none", "player", games["private"] + "plan/")
    yield Shot("hint", "player", games["full"] + "hint/")
    yield Shot("hint-play", "player", games["full"] + "hint/?step=play")
    yield Shot("hint-refused", "player", games["active"] + "hint/")
    yield Shot("possible", "player", games["active"] + "rounds/1/possible/")
    yield Shot("review", "player", games["full"] + "review/")
    yield Shot("log", "player", games["full"] + "log/")
    yield Shot("round", "player", games["active"] + "rounds/1/")
    yield Shot("replay", "player", games["active"] + "rounds/1/replay/?step=2")
    yield Shot("course", "player", games["active"] + "course/")
    yield Shot("shuffle", "player", games["active"] + "shuffle/")
    yield Shot("shuffle-open", "player", games["open"] + "shuffle/")
    yield Shot("replay-a-file", "nobody", "/replay/", "main form button[type=submit]")
    yield Shot("result", "player", games["finished"])
    yield Shot("result-abandoned", "player", games["abandoned"])
    yield Shot("problems", "nobody", "/api/docs/problems")
    yield Shot("nowhere", "nobody", "/nowhere/")
    yield Shot("posted", "player", "/settings/address/")
    yield Shot("outbox", "nobody", "/outbox/")
    yield Shot("outbox-mail", "nobody", "/outbox/", "main li:first-child a")
    yield Shot("host", "staff", "/host/")
    for name in ("users", "games", "outbox"):
        yield Shot(f"admin-{name}", "staff", f"/admin/{name}/")
    yield Shot("admin-user", "staff", f"/admin/users/{site.users['player']}/")
    yield Shot("admin-game", "staff", f"/admin/games/{site.games['active']}/")
    yield Shot("admin-clock", "staff", f"/admin/games/{site.games['active']}/clock/")


def main(arguments: list[str]) -> int:
    only = set(arguments.pop(arguments.index("--only") + 1).split(",")) if "--only" in arguments else set()
    wanted = tuple(one for one in arguments if not one.startswith("--"))
    kinds = [
        (language, width, scheme)
        for language in _of(only, LANGUAGES)
        for width in _of(only, WIDTHS)
        for scheme in _of(only, SCHEMES)
    ]
    FOLDER.mkdir(parents=True, exist_ok=True)
    wide: list[str] = []
    with tempfile.TemporaryDirectory(prefix="rummy-shots-") as data, furnished(Path(data)) as site:
        chosen = [one for one in shots(site) if not wanted or one.name.startswith(wanted)]
        with sync_playwright() as playwright:
            arguments = [*QUIET, "--hide-scrollbars", *(["--no-sandbox"] if os.geteuid() == 0 else [])]
            program = chromium(playwright.chromium.executable_path)
            browser = playwright.chromium.launch(executable_path=program, args=arguments)
            by_visitor = sorted(chosen, key=lambda one: one.visitor)
            for kind in kinds:
                for visitor, those in groupby(by_visitor, key=lambda one: one.visitor):
                    wide += take(browser, site, visitor, list(those), kind)
    _index()
    print(f"{len(chosen) * len(kinds)} pictures in {FOLDER}")
    print("".join(f"wider than the screen: {one}\n" for one in wide), end="")
    return 1 if wide else 0


def take(browser: Browser, site: Site, visitor: str, those: list[Shot], kind: Kind) -> list[str]:
    """The pictures of one visitor's pages; which of them are too wide."""
    language, width, scheme = kind
    context = browser.new_context(
        base_url=site.url,
        locale=language,
        viewport={"width": width, "height": 800},
        color_scheme="dark" if scheme == "dark" else "light",
    )
    context.add_cookies(site.cookies(visitor))  # type: ignore[arg-type]
    page, wide = context.new_page(), []
    _speak(page, language)
    for one in those:
        page.goto(one.address)
        if one.press:
            page.evaluate("document.querySelectorAll('form').forEach(form => { form.noValidate = true })")
            page.locator(one.press).first.click()
            page.wait_for_load_state()
        name = f"{one.name}-{language}-{width}-{scheme}"
        if page.evaluate("document.documentElement.scrollWidth") > width:
            wide.append(name)
        # As high as the page, so that what keeps to the screen's edge hides nothing.
        page.set_viewport_size({"width": width, "height": page.evaluate(HIGH)})
        page.screenshot(path=FOLDER / f"{name}.png", full_page=True)
        page.set_viewport_size({"width": width, "height": 800})
    context.close()
    return wide


def _speak(page: Page, language: str) -> None:
    """Whoever is logged in reads in the language of their settings."""
    page.goto("/rules/")
    page.locator("#language-choice").select_option(language)
    with comes(page):
        page.locator('form[action="/language/"] button').click()


def _of(only: set[str], values: tuple[Value, ...]) -> list[Value]:
    return [value for value in values if str(value) in only] or list(values)


def _index() -> None:
    names = sorted({file.stem.rsplit("-", 3)[0] for file in FOLDER.glob("*.png")})
    rows = []
    for name in names:
        files = sorted(FOLDER.glob(f"{name}-??-*-*.png"))
        images = "".join(
            f'<img src="{escape(file.name)}" alt="" width="{180 if "-360-" in file.stem else 420}">'
            for file in files
        )
        rows.append(f"<h2>{escape(name)}</h2><p>{images}</p>")
    (FOLDER / "index.html").write_text(
        "<!doctype html><meta charset=utf-8><title>Pages</title><style>body{font:1rem system-ui;background:#888}"
        "p{display:flex;gap:8px;align-items:start;overflow:auto}</style>" + "".join(rows)
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
