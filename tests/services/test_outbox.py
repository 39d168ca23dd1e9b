"""The outbox: owed once, claimed by one, marked by whoever holds the claim."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from django.db import transaction
from django.utils import timezone

from games.models import Outbox
from games.services import outbox, wake
from games.services.outbox import Owed
from tests.at_once import at_once

State = Outbox.State


def owed(count: int = 1) -> list[Outbox]:
    outbox.owe([Owed(kind="confirm", key=f"test:{n}", address=f"a{n}@example.org") for n in range(count)])
    return list(Outbox.objects.order_by("pk"))


@pytest.fixture
def now() -> datetime:
    return timezone.now() + timedelta(seconds=1)


@pytest.mark.django_db
class TestOwing:
    def test_a_key_is_owed_once(self) -> None:
        outbox.owe([Owed(kind="confirm", key="k", address="a@example.org", payload={"n": 1})])
        outbox.owe([Owed(kind="confirm", key="k", address="b@example.org"), Owed(kind="confirm", key="l")])
        assert list(Outbox.objects.order_by("pk").values_list("key", "address")) == [
            ("k", "a@example.org"),
            ("l", ""),
        ]

    def test_nothing_is_owed_of_what_did_not_happen(self) -> None:
        with pytest.raises(RuntimeError), transaction.atomic():
            owed()
            raise RuntimeError
        assert not Outbox.objects.exists()

    def test_the_way_in_for_accounts(self) -> None:
        outbox.owe_mail(kind="confirm", key="k", user_id=None, address="a@example.org", payload=None)
        row = Outbox.objects.get()
        assert (row.kind, row.address, row.payload, row.state) == ("confirm", "a@example.org", {}, "queued")

    def test_the_worker_is_woken_after_the_commit(
        self, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks
    ) -> None:
        sent: list[str] = []
        monkeypatch.setattr(wake, "_send", lambda task, *_: sent.append(task))
        with django_capture_on_commit_callbacks(execute=True):
            owed()
            assert not sent
        assert sent == ["games.deliver"]
        outbox.owe([])
        assert sent == ["games.deliver"]


@pytest.mark.django_db
class TestClaims:
    def test_held_until_the_lease_is_over(self, now: datetime) -> None:
        owed(3)
        first = outbox.claim(now=now, limit=2)
        assert [row.key for row in first] == ["test:0", "test:1"]
        assert [row.key for row in outbox.claim(now=now, limit=9)] == ["test:2"]
        assert outbox.claim(now=now, limit=9) == []
        later = now + outbox.LEASE
        assert [row.attempts for row in outbox.claim(now=later, limit=9)] == [2, 2, 2]

    def test_who_lost_the_lease_marks_nothing(self, now: datetime) -> None:
        owed()
        (slow,) = outbox.claim(now=now, limit=1)
        (fast,) = outbox.claim(now=now + outbox.LEASE, limit=1)
        assert not outbox.mark_moot(row=slow, why="late")
        assert outbox.mark_sent(row=fast, now=now)
        assert not outbox.retry(row=slow, error="late", now=now)
        row = Outbox.objects.get()
        assert (row.state, row.sent_at, row.lease_until) == (State.SENT, now, None)
        assert outbox.claim(now=now + timedelta(days=9), limit=9) == []

    def test_several_are_marked_where_they_are_still_held(self, now: datetime) -> None:
        owed(3)
        slow = outbox.claim(now=now, limit=2)
        (fast, _second) = outbox.claim(now=now + outbox.LEASE, limit=2)
        assert outbox.mark_sent(row=fast, now=now)
        assert outbox.mark_all_moot(rows=slow, why="late") == 0
        newest = outbox.claim(now=now + 2 * outbox.LEASE, limit=9)
        assert [row.attempts for row in newest] == [3, 1]
        assert outbox.mark_all_moot(rows=[*newest, fast], why="that turn is over") == 2
        assert sorted(Outbox.objects.values_list("state", "last_error")) == [
            ("moot", "that turn is over"),
            ("moot", "that turn is over"),
            ("sent", ""),
        ]

    def test_marks(self, now: datetime) -> None:
        owed(3)
        moot, refused, freed = outbox.claim(now=now, limit=3)
        outbox.mark_moot(row=moot, why="that turn\n is over")
        outbox.refuse(row=refused, error="x" * 500)
        outbox.release(row=freed)
        states = dict(Outbox.objects.values_list("state", "last_error"))
        assert states == {"moot": "that turn is over", "refused": "x" * 300, "queued": ""}
        assert len(outbox.claim(now=now, limit=9)) == 1

    def test_delays_grow_and_end(self, now: datetime) -> None:
        owed()
        at, waits = now, []
        while claimed := outbox.claim(now=at, limit=1):
            (row,) = claimed
            outbox.retry(row=row, error="451 later", now=at)
            row.refresh_from_db()
            if row.state != State.QUEUED:
                break
            waits.append(row.due_at - at)
            assert outbox.claim(now=row.due_at - timedelta(seconds=1), limit=1) == []
            at = row.due_at
        assert waits[:4] == [timedelta(minutes=m) for m in (1, 5, 15, 30)]
        assert waits == sorted(waits)
        assert max(waits) == timedelta(hours=6)
        assert (row.state, row.last_error) == (State.REFUSED, "451 later")
        assert sum(waits, timedelta()) > outbox.GIVE_UP_AFTER

    def test_an_outage_is_waited_out(self, now: datetime) -> None:
        owed()
        at = now + timedelta(days=30)
        Outbox.objects.update(attempts=500)
        (row,) = outbox.claim(now=at, limit=1)
        outbox.retry(row=row, error="connection refused", now=at, outage=True)
        row.refresh_from_db()
        assert (row.state, row.due_at - at) == (State.QUEUED, outbox.LONGEST_OUTAGE_DELAY)


@pytest.mark.django_db(transaction=True)
def test_many_workers_never_hold_one_row_twice() -> None:
    owed(60)
    now = timezone.now() + timedelta(seconds=1)

    def work() -> list[int]:
        held: list[int] = []
        while rows := outbox.claim(now=now, limit=5):
            held.extend(row.pk for row in rows)
        return held

    held = [pk for each in at_once(work) for pk in each]
    # A worker that skipped rows which another was claiming may have stopped early: what is left is free.
    held.extend(row.pk for row in outbox.claim(now=now, limit=60))
    assert sorted(held) == sorted(Outbox.objects.values_list("pk", flat=True))
    assert set(Outbox.objects.values_list("attempts", flat=True)) == {1}
