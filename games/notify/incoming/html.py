"""The lines of a mail that is HTML only: blocks are lines, what is quoted stands as `>`, a signature as `-- `."""

from __future__ import annotations

import re
from html import unescape
from html.parser import HTMLParser

LONGEST = 300_000  # characters that are looked at: a reply stands at the top
_SILENT = {"style", "script", "head", "title", "template", "svg", "math", "noscript", "object"}
_BLOCKS = {
    "address", "article", "aside", "blockquote", "body", "center", "dd", "div", "dl", "dt", "fieldset", "footer",
    "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "li", "main", "ol", "p", "pre", "section", "table",
    "tbody", "td", "tfoot", "th", "thead", "tr", "ul",
}  # fmt: skip
_VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
# How mail programs mark what they quote, and what they add below a reply.
_QUOTES = re.compile(
    r"\b(gmail_quote\w*|gmail_extra|yahoo_quoted|yqt\w*|moz-cite-prefix|protonmail_quote|tutanota_quote|"
    r"zmail_extra|freebirdformailquote|gmx_quote|webde_quote)\b",
    re.IGNORECASE,
)
_SIGNATURES = re.compile(
    r"\b(gmail_signature\w*|moz-signature|protonmail_signature_block\S*|ms-outlook-mobile-signature|signature|"
    r"apple-mail-signature|applemailsignature)\b",
    re.IGNORECASE,
)
_ALL_BELOW = re.compile(
    r"\b(appendonsend|divrplyfwdmsg|mail-editor-reference-message-container|x_divrplyfwdmsg)\b", re.IGNORECASE
)
_OUTLOOK_BORDER = re.compile(r"border-top\s*:\s*solid\s+#(e1e1e1|b5c4df)", re.IGNORECASE)
_HIDDEN = re.compile(r"display\s*:\s*none", re.IGNORECASE)
_TAG = re.compile(r"<[^<>]*>")
QUOTE, SIGNATURE = ">", "-- "

Attributes = list[tuple[str, str | None]]


def lines_of(html: str) -> list[str]:
    """The lines of the mail as its writer sees them. Never raises."""
    html = html[:LONGEST]
    reader = _Reader()
    try:
        reader.feed(html)
        reader.close()
    except (AssertionError, ValueError):  # markup that is none
        return unescape(_TAG.sub("\n", html)).splitlines()
    return "".join(reader.out).split("\n")


class _Reader(HTMLParser):
    """Gathers text; while it is inside something that is left out, it only counts how deep."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.out: list[str] = []
        self.left_out = ""  # the tag of the container that is left out
        self.depth = 0
        self.over = False
        self.kept_as_it_is = 0

    def handle_starttag(self, tag: str, attrs: Attributes) -> None:
        if self.over:
            return
        if self.left_out:
            self.depth += tag == self.left_out
            return
        said = {name: value or "" for name, value in attrs}
        marks = f"{said.get('class', '')} {said.get('id', '')}"
        style = said.get("style", "")
        if _ALL_BELOW.search(marks) or _OUTLOOK_BORDER.search(style):
            self._line(QUOTE)
            self.over = True
        elif tag == "blockquote" or _QUOTES.search(marks):
            self._line(QUOTE)
            self._leave_out(tag)
        elif _SIGNATURES.search(marks):
            self._line(SIGNATURE)
            self._leave_out(tag)
        elif tag in _SILENT or _HIDDEN.search(style):
            self._leave_out(tag)
        elif tag == "br":
            self.out.append("\n")
        elif tag == "hr":
            self._line("_" * 8)
        elif tag in _BLOCKS:
            self._new_line()
            self.kept_as_it_is += tag == "pre"

    def handle_startendtag(self, tag: str, attrs: Attributes) -> None:
        """`<br/>`; of others the slash means nothing in HTML."""
        self.handle_starttag(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        if self.left_out:
            self.depth -= tag == self.left_out
            if not self.depth:
                self.left_out = ""
        elif tag in _BLOCKS:
            self._new_line()
            self.kept_as_it_is = max(0, self.kept_as_it_is - (tag == "pre"))

    def handle_data(self, data: str) -> None:
        if self.over or self.left_out:
            return
        if self.kept_as_it_is:
            self.out.append(data)
        elif text := re.sub(r"[ \t\r\n\f]+", " ", data):
            self.out.append(text)

    def _leave_out(self, tag: str) -> None:
        if tag not in _VOID:
            self.left_out, self.depth = tag, 1

    def _line(self, text: str) -> None:
        self._new_line()
        self.out.append(text + "\n")

    def _new_line(self) -> None:
        if self.out and not self.out[-1].endswith("\n"):
            self.out.append("\n")
