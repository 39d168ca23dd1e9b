"""What docs/webhooks.md says is so: its lines of Python verify what is sent, its tables and numbers are ours."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from typing import Any

import pytest
import time_machine

from games.models import Webhook
from games.notify.webhooks import calling, deliver
from games.services.webhooks import keeping, keys, queue, targets
from tests.service import ROOT
from tests.webhooks.hooks import HERE, TYPES, delivered, hook, owed
from tests.webhooks.receivers import Request, receiving

TOTAL = calling.TOTAL  # as it is outside of tests
TEXT = (ROOT / "docs" / "webhooks.md").read_text()


@pytest.fixture
def verified() -> Callable[..., Any]:
    """The function of the document."""
    (code,) = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)
    assert len(code.splitlines()) <= 12
    names: dict[str, Any] = {}
    exec(compile(code, "docs/webhooks.md", "exec"), names)  # that is what this test is for
    found: Callable[..., Any] = names["verified"]
    return found


@pytest.fixture
def sent(db: None, settings: Any) -> tuple[Webhook, Request]:
    """A request as it came."""
    settings.WEBHOOK_ALLOW = HERE
    with receiving() as receiver:
        webhook = hook(receiver)
        owed(webhook)
        delivered()
    return webhook, receiver.requests[0]


class TestVerifying:
    def test_what_is_sent_is_verified(
        self, verified: Callable[..., Any], sent: tuple[Webhook, Request]
    ) -> None:
        webhook, request = sent
        said = verified(keys.secret_of(webhook), request.headers, request.body)
        assert said["type"] == "test" and said["data"]["webhook"] == webhook.pk

    def test_everything_else_is_refused(
        self, verified: Callable[..., Any], sent: tuple[Webhook, Request]
    ) -> None:
        webhook, request = sent
        secret = keys.secret_of(webhook)
        other = {name: value.replace("v1,", "v1,A") for name, value in request.headers.items()}
        with pytest.raises(ValueError, match="not from the service"):
            verified(secret, other, request.body)
        with pytest.raises(ValueError, match="not from the service"):
            verified(secret, request.headers, request.body + b" ")
        with pytest.raises(ValueError, match="not from the service"):
            verified(secret, request.headers | {"webhook-id": "msg_other"}, request.body)
        with time_machine.travel(time.time() + 400), pytest.raises(ValueError, match="too old"):
            verified(secret, request.headers, request.body)


def test_its_table_has_every_type() -> None:
    assert re.findall(r"^\| `(\w+)` \|", TEXT, re.MULTILINE) == ["type", *TYPES]


def test_its_numbers_are_ours() -> None:
    minutes = [each.total_seconds() / 60 for each in queue.DELAYS]
    assert minutes == [5 / 60, 0.5, 2, 10, 60, 180, 480, 720]
    assert (TOTAL, targets.MOST, deliver.AT_ONCE, keeping.KEPT.days) == (10, 10, 16, 30)
    assert (queue.FAILED_FOR.days, queue.FAILED_OFTEN, queue.NEVER_BEFORE.days, keys.OVERLAP.days) == (
        5,
        100,
        1,
        1,
    )


def test_its_variables_are_read() -> None:
    settings = (ROOT / "config" / "settings.py").read_text()
    for name in set(re.findall(r"WEBHOOK_[A-Z]+", TEXT)):
        assert f'env.networks("{name}")' in settings
