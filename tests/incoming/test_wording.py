"""Every reason for which a reply can be refused is said, with one suggestion that is a line of the notation."""

from __future__ import annotations

import re

import pytest
from django.utils import translation

from games import errors
from games.engine import errors as rules
from games.engine.draft import ArrangeError
from games.engine.notation import NotationError, parse_reply
from games.engine.notation_words import ALL
from games.notify.cards import END, LEFT_TO_RIGHT
from games.notify.incoming import wording
from games.notify.incoming.cutting import reads_as_move
from games.notify.incoming.reports import Report, report_of
from games.services import replies

UNREADABLE = (
    *("DH > m1", "H7 > m1", "7X > m1", "77 > m1", "0H > m1", "1H > m1", "11H > m1", "12H > m1", "x" * 2000),
    *("hello", "new", "7H > x", "split m1 7H 8H", "draw 7H"),
)
ARRANGING: list[ArrangeError] = [
    ArrangeError("no_meld", label="m9"),
    ArrangeError("no_cards"),
    ArrangeError("same_meld", label="m1"),
    ArrangeError("not_in_meld", card="7H", label="m1", where=["m2"]),
    ArrangeError("not_held", card="7H", where=["m2", "m3"]),
    ArrangeError("not_held", card="7H", where=[]),
    ArrangeError("which_value", label="m1", options=[["*9H"], ["*TH"]]),
    ArrangeError("which_joker", options=["*9H", "*TH"]),
    ArrangeError("nothing_to_split", label="m1", card="7H"),
    ArrangeError("loose_cards", cards=["7H", "8H"]),
    ArrangeError("joker_undeclared", label="m1", options=[]),
]
MEMBERS = {
    "table_card_removed": {"cards": ["7H"]},
    "card_not_in_hand": {"cards": ["7H"]},
    "illegal_meld": {"meld": 0, "reason": "gap", "label": "n1", "cards": ["7H", "8H"]},
    "joker_redeclared": {"joker": "9H"},
}


def refusals() -> list[Exception]:
    """One of each."""
    found: list[Exception] = []
    for text in UNREADABLE:
        with pytest.raises(NotationError) as raised:
            parse_reply(text, ALL)
        found.append(raised.value)
    found += [NotationError(1, each.code, str(each), cause=each) for each in ARRANGING]
    found += [NotationError(1, code, "draw") for code in ("draw_alone", "not_last", "too_many_lines")]
    for kind in rules.RuleError.__subclasses__():
        found.append(kind(**MEMBERS.get(kind.code, {})))
    found += [
        errors.NotFound(),
        errors.NotYourSeat(),
        errors.NotStarted(),
        errors.GameOver(),
        errors.StaleVersion(3),
    ]
    return [*found, replies.TurnOver(), replies.AlreadyPlayed()]


REFUSALS = refusals()


@pytest.mark.parametrize("language", ["en", "ar"])
@pytest.mark.parametrize(
    "refusal", REFUSALS, ids=lambda one: f"{type(one).__name__} {getattr(one, 'code', '')}"
)
def test_a_refusal_is_said(refusal: NotationError, language: str) -> None:
    report = report_of(refusal, ["DH > m1"]).stored()
    with translation.override(language):
        for said in (wording.why(report), wording.hint(report)):
            assert "%(" not in said and "None" not in said
        assert wording.why(report).strip(" .:;")


@pytest.mark.parametrize("problem", ["below_quote", "empty", "sealed", "no_text"])
def test_a_mail_without_moves_is_told_so(problem: str) -> None:
    report = Report(problem).stored()
    assert wording.why(report) and "%(" not in wording.why(report) + wording.hint(report)


@pytest.mark.parametrize(
    "refusal", REFUSALS, ids=lambda one: f"{type(one).__name__} {getattr(one, 'code', '')}"
)
def test_an_example_is_a_move(refusal: NotationError) -> None:
    said = wording.hint(report_of(refusal, [UNREADABLE[0]]).stored())
    for example in re.findall(f"{LEFT_TO_RIGHT}([^{END}]+){END}", said):
        assert reads_as_move(example), example


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("dh > m1", "QH > m1"),
        ("new 7C bd 7H", "new 7C JD 7H"),
        ("H7 > m1", "7H > m1"),
        ("12♥ > m1", "QH > m1"),
    ],
)
def test_what_was_meant_is_suggested(written: str, meant: str) -> None:
    with pytest.raises(NotationError) as raised:
        parse_reply(written, ALL)
    assert f"{LEFT_TO_RIGHT}{meant}{END}" in wording.hint(report_of(raised.value, [written]).stored())
