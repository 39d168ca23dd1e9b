"""The texts of the table's script: each that it asks for is there, none for nothing, numbers find their form."""

from __future__ import annotations

import re

import pytest
from django.utils import translation

from games.web.texts import texts
from tests.service import ROOT

SCRIPT = "\n".join(path.read_text() for path in sorted((ROOT / "games/static/games/js/table").glob("*.js")))
ASKED = re.compile(r'\b(?:say|count)\("(\w+)"')
GROUPED = re.compile(r'\bsayOf\("(\w+)", "(\w+)"')


def test_each_that_is_asked_for_is_there() -> None:
    known = texts()
    assert set(ASKED.findall(SCRIPT)) <= set(known)
    assert all(name in known[group] for group, name in GROUPED.findall(SCRIPT))
    assert len(ASKED.findall(SCRIPT)) > 60


def test_none_is_there_for_nothing() -> None:
    unused = [
        name for name in texts() if f'"{name}"' not in SCRIPT and not re.search(rf"texts\.{name}\b", SCRIPT)
    ]
    by_kind, by_fault = ["sequence"], ["nothing_played"]
    assert unused == by_kind + by_fault


def test_what_can_be_refused_has_a_sentence() -> None:
    """The codes of the engine's errors, but for those that are questions or said beside the final button."""
    core = "\n".join(path.read_text() for path in (ROOT / "games/static/games/js/core").glob("*.js"))
    codes = set(re.findall(r'ArrangeError\("(\w+)"', core)) | {"not_held", "not_in_meld"}
    assert codes - {"which_value", "loose_cards"} == set(texts()["refused"])


@pytest.mark.parametrize(
    ("language", "category", "number"),
    [
        ("en", "one", "1 point"),
        ("en", "other", "100 points"),
        ("ar", "two", "نقطتان"),
        ("ar", "few", "3 نقاط"),
    ],
)
def test_a_form_for_each_category(language: str, category: str, number: str) -> None:
    with translation.override(language):
        counted = {name: form % {"count": {"one": 1, "two": 2, "few": 3}.get(name, 100)}
                   for name, form in texts()["points"].items()}  # fmt: skip
    assert counted[category] == number
