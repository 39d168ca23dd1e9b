"""What the tests of accounts share: a post box, a visitor."""

from __future__ import annotations

from typing import Any

import pytest

from accounts import outbox
from tests.api.api import Api

Mail = dict[str, Any]


@pytest.fixture
def owed(monkeypatch: pytest.MonkeyPatch) -> list[Mail]:
    """Every mail that accounts owe, without repeats of a key, as the real box does."""
    mails: list[Mail] = []

    def keep(**mail: Any) -> None:
        if mail["key"] not in [known["key"] for known in mails]:
            mails.append(mail)

    monkeypatch.setattr(outbox, "_postbox", lambda: keep)
    return mails


@pytest.fixture
def visitor() -> Api:
    return Api()
