"""Words of a page in another script than its language: they must say so, by `dir`, `lang` or as a name."""

from __future__ import annotations

import re
from html.parser import HTMLParser

# Names of programs and formats, abbreviations of time zones: the same in every language.
KNOWN = {
    "Manipulation",
    "Rummy",
    "API",
    "REST",
    "OpenAPI",
    "JSON",
    "HTTP",
    "RFC",
    "UTC",
    "CET",
    "CEST",
    "UTF",
}
VOID = {"area", "br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"}
ASIDE = {"script", "style", "svg", "code", "pre", "bdi", "kbd"}
SPOKEN = ("aria-label", "title", "alt", "placeholder")
WORD = re.compile(r"\b[A-Za-z]{2,}\b")
ISOLATED = re.compile("[\u2066\u2068][^\u2066\u2068\u2069]*\u2069")


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open: list[tuple[str, bool]] = []
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        aside = self._aside() or tag in ASIDE
        own = given.get("dir") == "ltr" or (bool(given.get("lang")) and tag != "html")
        if not aside:
            for name in SPOKEN:
                if name != "placeholder" or not own:  # it stands in the field, the way the field is written
                    self._look(given.get(name) or "")
        if tag not in VOID:
            self.open.append((tag, aside or own))

    def handle_endtag(self, tag: str) -> None:
        while self.open:
            if self.open.pop()[0] == tag:
                return

    def handle_data(self, data: str) -> None:
        if not self._aside():
            self._look(data)

    def _aside(self) -> bool:
        return bool(self.open) and self.open[-1][1]

    def _look(self, text: str) -> None:
        words = [word for word in WORD.findall(ISOLATED.sub("", text)) if word not in KNOWN]
        if words:
            self.found.append(" ".join(text.split()))


def foreign(html: str, *names: str) -> list[str]:
    """Texts with Latin words that nothing marks; `names` are words that may stand there."""
    reader = _Reader()
    reader.feed(html)
    return [text for text in reader.found if not set(WORD.findall(text)) <= KNOWN | set(names)]
