"""Pictures of every kind of mail, both parts, to be looked at: 360 and 700 px, light and dark, English and Arabic.

python -m tests.mailshots                        all of them, into var/shots/mail
python -m tests.mailshots turn digest            those kinds
python -m tests.mailshots --only en,360,light    of those only

Says which mail is wider than the screen. `var/shots/mail/index.html` shows them side by side.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from html import escape
from typing import Any

import django

from tests import environment
from tests.service import ROOT

FOLDER = ROOT / "var" / "shots" / "mail"
WIDTHS = (360, 700)
SCHEMES = ("light", "dark")
LANGUAGES = ("en", "ar")
PARTS = ("html", "text")
HIGH = "Math.max(300, document.documentElement.scrollHeight)"
# How a mail program shows a text part.
TEXT = (
    '<!doctype html><meta charset=utf-8><meta name="color-scheme" content="light dark"><style>'
    ":root{{color-scheme:light dark}}pre{{margin:12px;font:15px/1.45 'DejaVu Sans Mono',monospace;"
    "white-space:pre-wrap;overflow-wrap:anywhere;unicode-bidi:plaintext}}</style>"
    '<p style="margin:12px;font:600 16px sans-serif" dir=auto>{}</p><pre>{}</pre>'
)


@dataclass(frozen=True, slots=True)
class Shown:
    """One part of one mail, as a page."""

    name: str
    language: str
    part: str
    html: str


def mails(wanted: tuple[str, ...], languages: tuple[str, ...]) -> Iterator[Shown]:
    """Each kind in each language, from a database of its own."""
    import pytest
    from django.utils import timezone

    from accounts.models import User
    from config.prepare import prepare
    from games.models import Outbox
    from games.notify.render import render

    prepare()
    for kind, make in _kinds().items():
        if wanted and kind not in wanted:
            continue
        with pytest.MonkeyPatch.context() as patch:
            row = make(patch)
        for language in languages:
            User.objects.update(language=language, timezone="Europe/Malta")
            row = Outbox.objects.select_related("user", "game__creator").get(pk=row.pk)
            message = render(row, now=timezone.now())
            yield Shown(kind, language, "html", str(message.alternatives[0][0]))
            text = TEXT.format(escape(str(message.subject)), escape(message.body))
            yield Shown(kind, language, "text", text)


def _kinds() -> dict[str, Callable[[Any], Any]]:
    """How each kind comes about."""
    from accounts.services import passwords
    from games.models import Outbox
    from tests.notify import samples
    from tests.people import person

    def reset(_patch: Any) -> Any:
        person("ana")
        passwords.owe_reset(email="ana@example.org")
        return Outbox.objects.get(kind="reset")

    def account(kind: str, name: str, email: str) -> Any:
        person("emma")
        samples.registered(name, email)
        return samples.mail_of(kind, name)

    return {
        "turn": lambda patch: samples.melded(patch) and samples.mail_of("turn", "ana"),
        "turn-first": lambda patch: samples.started(patch) and samples.mail_of("turn", "ben"),
        "reminder": samples.reminded,
        "digest": _long_list,
        "round": lambda patch: samples.scored(patch) and samples.mail_of("round", "ben"),
        "result": lambda patch: samples.scored(patch, target=50) and samples.mail_of("result", "ben"),
        "cancelled": lambda patch: samples.cancelled(patch) and samples.mail_of("cancelled", "ben"),
        "left": samples.left,
        "invitation": lambda _patch: samples.invited() and samples.mail_of("invitation", "ben"),
        "confirm": lambda _patch: account("confirm", "mara", "mara@example.org"),
        "address_known": lambda _patch: account("address_known", "nina", "emma@example.org"),
        "reset": reset,
        **{kind: lambda patch, kind=kind: samples.answered(patch, kind) for kind in samples.REPLIES},
    }


def _long_list(patch: Any) -> Any:
    """A daily list of a dozen games."""
    from datetime import timedelta

    from django.utils import timezone

    from accounts.services import wishes
    from games.models import Game
    from games.services import digest
    from tests.notify import samples
    from tests.people import person, table

    for number in range(11):
        game = table(2 + number % 3)
        late = timezone.now() + timedelta(hours=number * 17 - 3)
        Game.objects.filter(pk=game.pk).update(to_act=person("ana"), deadline=late)
    wishes.change(user=person("ana"), digest_hour=8)
    digest.sweep(now=timezone.now() + timedelta(days=1))
    return samples.mail_of("digest", "ana")


def main(arguments: list[str]) -> int:
    only = set(arguments.pop(arguments.index("--only") + 1).split(",")) if "--only" in arguments else set()
    wanted = tuple(one for one in arguments if not one.startswith("--"))
    languages = tuple(one for one in LANGUAGES if one in only) or LANGUAGES
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="rummy-mailshots-") as data:
        for name in set(os.environ) - set(environment.clean()):
            del os.environ[name]
        os.environ |= {"DATA_DIR": data, "DJANGO_SETTINGS_MODULE": "config.settings"}
        django.setup()
        # All of them before a browser starts: its loop on this thread keeps Django from the database.
        shown = list(mails(wanted, languages))
        from django.db import connections

        connections.close_all()
    wide = list(_take(shown, only))
    _index()
    print(f"{len(shown)} parts of mails, in {FOLDER}")
    print("".join(f"wider than the screen: {one}\n" for one in wide), end="")
    return 1 if wide else 0


def _take(shown: list[Shown], only: set[str]) -> Iterator[str]:
    """The pictures; yields which of them are too wide."""
    from playwright.sync_api import sync_playwright

    from tests.browser.conftest import QUIET, chromium

    widths = [width for width in WIDTHS if str(width) in only] or list(WIDTHS)
    schemes = [scheme for scheme in SCHEMES if scheme in only] or list(SCHEMES)
    with sync_playwright() as playwright:
        options = [*QUIET, "--hide-scrollbars", *(["--no-sandbox"] if os.geteuid() == 0 else [])]
        program = chromium(playwright.chromium.executable_path)
        browser = playwright.chromium.launch(executable_path=program, args=options)
        for scheme in schemes:
            page = browser.new_page(color_scheme="dark" if scheme == "dark" else "light")
            for one in shown:
                for width in widths:
                    name = f"{one.name}-{one.part}-{one.language}-{width}-{scheme}"
                    page.set_viewport_size({"width": width, "height": 300})
                    page.set_content(one.html)
                    if page.evaluate("document.documentElement.scrollWidth") > width:
                        yield name
                    page.set_viewport_size({"width": width, "height": page.evaluate(HIGH)})
                    page.screenshot(path=FOLDER / f"{name}.png")
        browser.close()


def _index() -> None:
    names = sorted({file.stem.rsplit("-", 3)[0] for file in FOLDER.glob("*.png")})
    rows = []
    for name in names:
        images = "".join(
            f'<img src="{escape(file.name)}" alt="" width="{180 if "-360-" in file.stem else 350}">'
            for file in sorted(FOLDER.glob(f"{name}-??-*-*.png"))
        )
        rows.append(f"<h2>{escape(name)}</h2><p>{images}</p>")
    (FOLDER / "index.html").write_text(
        "<!doctype html><meta charset=utf-8><title>Mails</title><style>body{font:1rem system-ui;background:#888}"
        "p{display:flex;gap:8px;align-items:start;overflow:auto}</style>" + "".join(rows)
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
