"""Moments in words, in every language of the service."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.utils import translation

from games.notify import times

MALTA = times.zone("Europe/Malta")
AT = datetime(2026, 12, 3, 17, 30, tzinfo=UTC)


@pytest.mark.parametrize(
    ("language", "near", "far", "whole"),
    [
        ("en", "Thu 18:30", "Thu 3 Dec 18:30", "Thursday, 3 December 2026, 18:30"),
        ("ar", "الخميس 18:30", "الخميس، 3 ديسمبر 18:30", "الخميس، 3 ديسمبر 2026، 18:30"),
        ("mt", "Ħam 18:30", "Ħam, 3 ta’ Diċ 18:30", "Il-Ħamis, 3 ta’ Diċembru 2026 18:30"),
        ("sr-latn", "čet 18:30", "čet 3. dec 18:30", "četvrtak, 3. decembar 2026. 18:30"),
        ("lb", "Don. 18:30", "Don., 3. Dez. 18:30", "Donneschdeg, 3. Dezember 2026 18:30"),
    ],
)
def test_as_one_writes_it_there(language: str, near: str, far: str, whole: str) -> None:
    with translation.override(language):
        assert times.short(AT, MALTA, AT) == f"{near} CET"
        assert times.short(AT, MALTA, AT + timedelta(days=30)) == f"{far} CET"
        assert times.long(AT, MALTA) == f"{whole} CET (Europe/Malta)"
