"""For all tests of webhooks: a slow machine is no slow receiver, but where a test is about its limits of time."""

from __future__ import annotations

import pytest

from games.notify.webhooks import calling


@pytest.fixture(autouse=True)
def _patient(monkeypatch: pytest.MonkeyPatch) -> None:
    for limit in ("TOTAL", "TO_CONNECT", "FOR_A_BODY"):
        monkeypatch.setattr(calling, limit, 600.0)
