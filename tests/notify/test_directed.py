"""Marks of direction as HTML, in pages and in mails."""

from __future__ import annotations

import pytest

from games.templatetags.mailing import directed
from games.templatetags.told import told, untold


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("\u2068<b>ana\u2069 & I", "<bdi>&lt;b&gt;ana</bdi> &amp; I"),
        ("\u20667C 8C\u2069", '<span dir="ltr" class="run">7C 8C</span>'),
        ("\u2066\u2068a", '<span dir="ltr" class="run"><bdi>a</bdi></span>'),
        ("a\u2069", "a"),
    ],
)
def test_pages(text: str, html: str) -> None:
    assert told(text) == html
    assert untold(text) == text.translate({0x2066: None, 0x2068: None, 0x2069: None})


def test_mails_carry_their_style_with_them() -> None:
    assert directed("\u20667C\u2069") == '<span dir="ltr" style="white-space:nowrap">7C</span>'
