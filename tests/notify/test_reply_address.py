"""The addresses that mails give out: short enough, found however they are written, made by nobody else."""

from __future__ import annotations

import pytest
from django.test import override_settings
from hypothesis import given
from hypothesis import strategies as st

from games import codes
from games.notify import reply_address

CODE = "k7f3q9wzbc"


@given(
    turn=st.integers(0, 2**24),
    user_id=st.integers(1, 2**40),
    code=st.text("bcdfgh2345", min_size=1, max_size=16),
)
def test_says_what_it_was_made_of(turn: int, user_id: int, code: str) -> None:
    local = reply_address.make(code, turn, user_id)
    assert len(local) <= reply_address.LONGEST and local == local.lower() and local.startswith("r+")
    assert reply_address.read(f"{local}@example.org") == (code, turn, user_id)


@pytest.mark.parametrize(
    "written",
    [
        "{}@example.org",
        "<{}@example.org>",
        '"Rummy" <{}@example.org>',
        "mailto:{}@example.org",
        "ana@example.org, {}@example.org",
        " {}@other.example ",
    ],
)
def test_is_found_however_it_is_written(written: str) -> None:
    local = reply_address.make(codes.drawn(), 17, 4)
    assert reply_address.read(written.format(local)) == reply_address.read(f"{local}@x")
    assert reply_address.read(written.format(local.upper())) is not None


def test_a_changed_one_is_nobodys() -> None:
    local = reply_address.make(CODE, 17, 4)
    letters = "abcdefghijklmnopqrstuvwxyz234567"
    for at in range(2, len(local)):
        other = letters[(letters.index(local[at]) + 1) % 32]
        assert reply_address.read(f"{local[:at]}{other}{local[at + 1 :]}@x") is None
    assert reply_address.read(f"{local}a@x") != (CODE, 18, 4)


@given(st.text())
def test_whatever_stands_there_is_no_address(text: str) -> None:
    assert reply_address.read(text) is None
    assert reply_address.bounced_mail(f"b+{text}@example.org") is None


def test_one_kind_is_not_the_other() -> None:
    bounce = reply_address.bounce(4711)
    assert bounce.startswith("b+") and len(bounce) <= reply_address.LONGEST
    assert reply_address.bounced_mail(f"<{bounce}@example.org>") == 4711
    assert reply_address.read(f"{bounce}@example.org") is None
    assert reply_address.read(f"r{bounce[1:]}@example.org") is None
    assert reply_address.bounced_mail(f"{reply_address.make(CODE, 1, 1)}@example.org") is None


def test_another_key_makes_others() -> None:
    local = reply_address.make(CODE, 1, 1)
    with override_settings(SECRET_KEY="another one, and as long as the checks of the framework want"):
        assert reply_address.read(f"{local}@example.org") is None
