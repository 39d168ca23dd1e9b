"""Several workers, dead workers, slow receivers: each request once, one at a time to each address, none lost."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections import Counter
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as django_settings
from django.core.exceptions import ValidationError
from django.db import OperationalError, connection
from django.utils import timezone

from games.models import Webhook, WebhookDelivery
from games.notify.webhooks import deliver
from games.notify.webhooks.lines import Lines
from games.services.webhooks import keeping, queue, targets
from games.services.webhooks.queue import Outcome
from tests import environment
from tests.at_once import at_once
from tests.faults.test_kill import until
from tests.notify import samples
from tests.people import person
from tests.service import ROOT
from tests.webhooks.hooks import HERE, State, delivered, hook, only, owed
from tests.webhooks.receivers import Receiver, answering, holding, receiving

BROKEN = Outcome(500, "status", "Oh")


@pytest.fixture(autouse=True)
def _allowed(settings: Any) -> None:
    settings.WEBHOOK_ALLOW = HERE


@pytest.mark.django_db
class TestLeases:
    def test_one_request_at_a_time_to_one_address(self) -> None:
        with receiving() as receiver:
            webhook = hook(receiver)
            owed(webhook, 5)
            now = timezone.now()
            assert len(queue.claim(now=now, limit=9)) == 1
            assert queue.claim(now=now, limit=9) == []

    def test_what_a_dead_worker_held_is_sent_again_with_the_same_id(self) -> None:
        with receiving() as receiver:
            webhook = hook(receiver)
            (row,) = owed(webhook)
            now = timezone.now()
            (dead,) = queue.claim(now=now, limit=1)
            assert deliver.deliver_due(now + queue.LEASE - timedelta(seconds=1)) == {}
            assert deliver.deliver_due(now + queue.LEASE) == {"delivered": 1}
            assert receiver.requests[0].headers["webhook-id"] == row.key
            assert not queue.finish(delivery=dead, outcome=BROKEN, now=now), (
                "it was not dead, but came too late"
            )
        assert only(webhook).state == State.DELIVERED
        assert Webhook.objects.get(pk=webhook.pk).failures == 0

    def test_what_is_deleted_under_way_is_gone(self) -> None:
        with receiving() as receiver:
            webhook = hook(receiver)
        owed(webhook)
        (held,) = queue.claim(now=timezone.now(), limit=1)
        targets.delete(user=webhook.user, pk=webhook.pk)
        assert not queue.finish(delivery=held, outcome=BROKEN, now=timezone.now())

    def test_what_was_sent_is_kept_for_a_month(self) -> None:
        with receiving() as receiver:
            webhook = hook(receiver)
            owed(webhook)
            delivered()
        owed(webhook)
        assert keeping.purge(now=timezone.now() + timedelta(days=29)) == 0
        assert keeping.purge(now=timezone.now() + timedelta(days=31)) == 1
        assert only(webhook).state == State.QUEUED

    def test_however_much_it_is_all_goes_that_is_older(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(keeping, "PURGED_AT_ONCE", 2)
        with receiving() as receiver:
            owed(hook(receiver), 5)
            delivered()
        assert keeping.purge(now=timezone.now() + timedelta(days=31)) == 5


@pytest.mark.django_db
class TestFaults:
    def test_what_is_wrong_with_one_holds_up_no_other(self, caplog: pytest.LogCaptureFixture) -> None:
        with receiving() as receiver:
            broken, well = hook(receiver, person("ana")), hook(receiver, person("ben"))
            for webhook in (broken, well):
                owed(webhook)
            Webhook.objects.filter(pk=broken.pk).update(url="https://[nonsense/secret")
            assert delivered() == {"failed": 1, "delivered": 1}
        assert only(broken).error == "broken" and "secret" not in caplog.text

    def test_a_fault_of_ours_leaves_nothing_under_way(self, monkeypatch: pytest.MonkeyPatch) -> None:
        with receiving(holding) as receiver:
            owed(hook(receiver))

            def away(**_: Any) -> None:
                raise OperationalError("the database is away")

            with Lines() as lines, pytest.raises(OperationalError):
                run = deliver._Run(lines, timezone.now)
                assert run.begin()
                until(lambda: receiver.connections)
                monkeypatch.setattr(queue, "claim", away)
                run.begin()
            assert not lines._thread.is_alive()
            assert [future.cancelled() for future in run.under_way] == [True]


@pytest.mark.django_db(transaction=True)
class TestAtOnce:
    def test_several_workers_send_each_once(self, monkeypatch: pytest.MonkeyPatch) -> None:
        with receiving() as receiver:
            webhooks = [hook(receiver, person(name), ["move"]) for name in ("ana", "ben")]
            samples.started(monkeypatch)
            for webhook in webhooks:
                owed(webhook, 3)
            at_once(delivered, 4)
            delivered()
        ids = Counter(request.headers["webhook-id"] for request in receiver.requests)
        assert len(ids) == 10 and set(ids.values()) == {1}
        assert receiver.most_at_once <= 2, "one for each address"

    def test_who_answers_slowly_holds_up_nobody(self) -> None:
        others_are_done = threading.Event()

        def slow(_line: socket.socket, receiver: Receiver) -> None:
            others_are_done.wait(500)

        def prompt(line: socket.socket, receiver: Receiver) -> None:
            answering()(line, receiver)
            if len(receiver.requests) == 5:
                others_are_done.set()

        with receiving(slow) as waits, receiving(prompt) as fast:
            for _ in range(9):
                owed(hook(waits, person("ana")))
            owed(hook(fast, person("ben")), 5)
            assert delivered() == {"delivered": 5, "failed": 9}
        errors = WebhookDelivery.objects.exclude(error="").values_list("error", flat=True)
        assert set(errors) == {"broken"}, (
            "they were under way all the time, and hung up when all others were done"
        )

    def test_those_that_failed_are_only_a_part_of_those_under_way(self) -> None:
        with receiving() as receiver:
            hooks = [hook(receiver, person(name)) for name in ("ana", "ben") for _ in range(10)]
        for webhook in hooks:
            owed(webhook)
        Webhook.objects.filter(pk__in=[webhook.pk for webhook in hooks[:10]]).update(failures=3)
        now = timezone.now()
        taken = queue.claim(now=now, limit=16, failing=8)
        assert [bool(each.webhook.failures) for each in taken] == [False] * 10 + [True] * 6
        assert queue.claim(now=now, limit=16, failing=0) == []
        assert len(queue.claim(now=now, limit=16, failing=2)) == 2

    def test_of_many_made_at_once_there_are_ten_at_most(self) -> None:
        user = person("ana")
        for _ in range(targets.MOST - 1):
            targets.create(user=user, url="https://bot.example.org/")

        def one() -> bool:
            try:
                targets.create(user=user, url="https://bot.example.org/")
            except ValidationError:
                return False
            return True

        assert sorted(at_once(one, 4)) == [False, False, False, True]
        assert Webhook.objects.count() == targets.MOST

    def test_the_task_is_done_before_anybody_has_answered(self) -> None:
        with receiving(holding) as receiver:
            webhook = hook(receiver)
            owed(webhook)
            deliver.wake()
            deadline = time.monotonic() + 240
            while not receiver.connections:
                assert time.monotonic() < deadline
                time.sleep(0.01)
            assert only(webhook).state == State.QUEUED
            deliver.wake()
            receiver.ended.set()
            deliver.sender.join(300)
        assert only(webhook).error == "broken"

    def test_a_process_that_is_killed_amid_a_request_loses_nothing(self, tmp_path: Path) -> None:
        with receiving(holding) as slow:
            webhook = hook(slow)
            (row,) = owed(webhook)
            killed(self.sending(tmp_path), slow)
        assert only(webhook).state == State.QUEUED
        with receiving() as receiver:
            targets.change(user=webhook.user, pk=webhook.pk, url=receiver.url)
            assert deliver.deliver_due(timezone.now()) == {}, "it is held still"
            assert deliver.deliver_due(timezone.now() + queue.LEASE) == {"delivered": 1}
        assert receiver.requests[0].headers["webhook-id"] == row.key

    @staticmethod
    def sending(folder: Path) -> subprocess.Popen[bytes]:
        """A process of its own that sends what is due in this test's database."""
        name = connection.settings_dict["NAME"]
        url = f"sqlite:///{name}"
        if connection.vendor == "postgresql":
            url = f"{os.environ['DATABASE_URL'].rpartition('/')[0]}/{name}"
        variables = {
            "DATABASE_URL": url,
            "DATA_DIR": str(folder),
            "SECRET_KEY": django_settings.SECRET_KEY,
            "WEBHOOK_ALLOW": "127.0.0.0/8",
        }
        send = "from games.notify.webhooks.deliver import deliver_due; deliver_due()"
        return subprocess.Popen(
            [sys.executable, "manage.py", "shell", "--no-imports", "-c", send],
            cwd=ROOT,
            env=environment.clean(**variables),
        )


def killed(process: subprocess.Popen[bytes], receiver: Receiver) -> None:
    """As by a power cut, as soon as the request has begun."""
    deadline = time.monotonic() + 300
    try:
        while not receiver.connections:
            assert process.poll() is None and time.monotonic() < deadline
            time.sleep(0.02)
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait()
