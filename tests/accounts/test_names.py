"""User names: what is allowed, what counts as one name."""

from __future__ import annotations

import pytest
from django.core.exceptions import ValidationError

from accounts.names import address_key, is_reserved, look_alikes, name_key, normal_name

HOSTILE = {
    "too short": "a",
    "too long": "a" * 31,
    "only long after NFKC": "\ufdfa\ufdfa",
    "empty": "",
    "NUL": "an\0a",
    "line feed at the end": "ana\n",
    "carriage return": "ana\r\nBcc: x@example.org",
    "right-to-left override": "ana\u202egnp",
    "isolate": "ana\u2066b",
    "zero width space": "an\u200ba",
    "zero width joiner": "an\u200da",
    "soft hyphen": "an\u00ada",
    "byte order mark": "\ufeffana",
    "variation selector": "ana\ufe0f",
    "variation selector of the supplement": "ana\U000e0100",
    "tag characters": "ana\U000e0041",
    "grapheme joiner": "an\u034fa",
    "Hangul filler": "an\u3164a",
    "half-width Hangul filler": "an\uffa0a",
    "braille blank": "an\u2800a",
    "lone surrogate": "an\ud800a",
    "private use": "an\ue000a",
    "unassigned": "an\U000e0fffa",
    "mark first": "\u0301ana",
    "mark after a dash": "ana-\u0301b",
    "tower of marks": "a" + "\u0300\u0316" * 4 + "b",
    "blank first": " ana",
    "blank last": "ana ",
    "two blanks": "ana  b",
    "two dots": "ana..b",
    "tab": "ana\tb",
    "markup": "<b>ana</b>",
    "quote": 'ana"b',
    "at": "ana@example.org",
    "slash": "ana/b",
    "picture": "ana\U0001f0a1",
}


@pytest.mark.parametrize("name", HOSTILE.values(), ids=HOSTILE)
def test_hostile_names_are_refused(name: str) -> None:
    with pytest.raises(ValidationError):
        normal_name(name)


@pytest.mark.parametrize(
    "name",
    [
        "ab",
        "Ana",
        "a" * 30,
        "ana_b",
        "j-p",
        "Ana Marija",
        "Ċensu",
        "Ђорђе",
        "مُحَمَّد",
        "हिन्दी",
        "小明",
        "7of9",
    ],
)
def test_names_of_all_scripts_are_welcome(name: str) -> None:
    assert normal_name(name) == name


def test_look_alike_forms_become_one() -> None:
    assert normal_name("\uff41\uff4e\uff41") == "ana"  # full-width letters
    assert normal_name("C\u0307ensu") == "Ċensu"


@pytest.mark.parametrize(
    ("one", "other"), [("Ana", "aNA"), ("STRASSE", "straße"), ("Ċensu", "c\u0307ENSU"), ("ﬁn", "FIN")]
)
def test_one_name_however_written(one: str, other: str) -> None:
    assert name_key(one) == name_key(other)


def test_names_that_only_the_service_gives() -> None:
    assert is_reserved("house Beginner 1") and is_reserved("HOUSE x") and is_reserved("Deleted player 3")
    assert not is_reserved("Houseboat")


@pytest.mark.parametrize(
    "name",
    [
        *(
            "admin",
            "Admin",
            "ad.min",
            "A-D-M-I-N",
            "adm1n",
            "r00t",
            "house",
            "HOUSE",
            "h0use",
            "me",
            "M_E",
            "you",
        ),
        *("guest", "Staff", "support", "\u043c\u0435", "\u0442\u0435\u0430\u043c"),
    ],
)
def test_names_that_could_pass_for_the_service(name: str) -> None:
    assert is_reserved(normal_name(name))


@pytest.mark.parametrize("name", ["Menna", "Hostilia", "Stafford", "ana", "Юрий", "Rooth", "مريم", "小明"])
def test_names_that_only_begin_like_one(name: str) -> None:
    assert not is_reserved(normal_name(name))


@pytest.mark.parametrize(
    "name",
    [
        *(
            "\u0430dmin",
            "an\u0430",
            "\u0391na",
            "pay\u0440al",
            "ana\u0645",
            "ab\u05d0",
            "Ab\u0661",
            "\u13aana",
        ),
        *("\u0410\u0391", "\u5c0f\u0430"),
    ],
)
def test_scripts_are_not_mixed(name: str) -> None:
    with pytest.raises(ValidationError, match="one script"):
        normal_name(name)


@pytest.mark.parametrize(
    "name", ["さくら子", "山田タロウ", "김ana", "Tokyo 東京", "علي7", "علي٧", "Ђорђе 2", "Ċensu-1"]
)
def test_scripts_that_are_written_together(name: str) -> None:
    assert normal_name(name) == name


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("cope", "\u0441\u043e\u0440\u0435"),
        ("Cope 2", "\u0441\u043e\u0440\u0435 2"),
        ("tatxi", "\u03c4\u03b1\u03c4\u03c7\u03b9"),
    ],
)
def test_whole_names_of_another_script_that_are_read_the_same(one: str, other: str) -> None:
    assert name_key(other) in look_alikes(name_key(one)) and name_key(one) in look_alikes(name_key(other))


@pytest.mark.parametrize("name", ["dina", "Ђорђе", "مريم", "小明", "7of9", "Ċensu"])
def test_most_names_look_like_no_other(name: str) -> None:
    assert not look_alikes(name_key(name))


def test_an_address_is_one_in_any_case_but_no_other() -> None:
    assert address_key(" Ana@Example.ORG ") == "ana@example.org"
    assert address_key("ana@straße.example") != address_key("ana@strasse.example")
