"""Sending through a real mail server: what becomes of a mail when the server takes it, or does not."""

from __future__ import annotations

import threading
from datetime import datetime, timedelta
from email.parser import BytesParser
from email.policy import default

import pytest
from django.core.mail import EmailMultiAlternatives
from django.db import connection
from django.utils import timezone

from accounts.models import User
from games.models import Outbox
from games.notify import deliver
from games.notify.deliver import deliver_due
from games.notify.render import render
from games.notify.sending import Failure, Line
from games.services import outbox
from games.services.outbox import Owed
from tests.notify import samples
from tests.notify.smtp import running, sending_to
from tests.servers import free_port

pytestmark = pytest.mark.django_db
State = Outbox.State


@pytest.fixture(autouse=True)
def ready() -> None:
    """Three mails to confirm an address are owed."""
    for name in ("dino", "emma", "fritz"):
        samples.registered(name, f"{name}@example.org")


def soon(**more: float) -> datetime:
    return timezone.now() + timedelta(**{"seconds": 1, **more})


def states() -> dict[str, str]:
    return dict(Outbox.objects.values_list("address", "state"))


def ids(taken: list[tuple[str, bytes]]) -> list[str]:
    return [BytesParser(policy=default).parsebytes(mail)["Message-ID"] for _to, mail in taken]


class TestAServerThat:
    def test_accepts_gets_all_over_one_connection(self) -> None:
        with running() as server:
            assert deliver_due() == {"sent": 3}
            assert deliver_due() == {}
        assert [to for to, _mail in server.taken] == [f"{n}@example.org" for n in ("dino", "emma", "fritz")]
        assert server.connections == 1
        assert set(states().values()) == {State.SENT}
        assert Outbox.objects.filter(sent_at__isnull=False, last_error="", lease_until=None).count() == 3

    def test_is_down_loses_nothing(self) -> None:
        with sending_to(free_port()):
            assert deliver_due() == {"retried": 3}
            row = Outbox.objects.order_by("pk")[0]
            assert row.state == State.QUEUED
            assert "refused" in row.last_error
            for day in range(1, 10):
                deliver_due(now=soon(days=day))
        assert set(states().values()) == {State.QUEUED}
        with running() as server:
            assert deliver_due(now=soon(days=11)) == {"sent": 3}
        assert len(server.taken) == 3

    def test_refuses_one_address(self) -> None:
        with running(rcpt={"emma@example.org": "550 5.1.1 <emma@example.org>: no such user"}) as server:
            assert deliver_due() == {"sent": 2, "refused": 1}
        assert states()["emma@example.org"] == State.REFUSED
        assert Outbox.objects.get(address="emma@example.org").last_error == "550 5.1.1 (address) no such user"
        assert [to for to, _mail in server.taken] == ["dino@example.org", "fritz@example.org"]
        assert server.connections == 1

    def test_puts_off_takes_the_mail_later(self) -> None:
        with running(rcpt={"emma@example.org": "451 4.7.1 greylisted, try again"}) as server:
            assert deliver_due() == {"sent": 2, "retried": 1}
            row = Outbox.objects.get(address="emma@example.org")
            assert (row.state, row.last_error) == (State.QUEUED, "451 4.7.1 greylisted, try again")
            assert deliver_due() == {}, "not before its time"
            server.rcpt.clear()
            assert deliver_due(now=soon(minutes=1)) == {"sent": 1}

    @pytest.mark.parametrize("answer", ["421 4.3.2 closing", "452 4.2.2 full", "552 5.2.2 mailbox full"])
    def test_says_no_for_now(self, answer: str) -> None:
        with running(rcpt={"emma@example.org": answer}):
            assert deliver_due() == {"sent": 2, "retried": 1}
        assert states()["emma@example.org"] == State.QUEUED

    def test_does_not_let_us_send(self) -> None:
        relay = dict.fromkeys(
            (f"{n}@example.org" for n in ("dino", "emma", "fritz")), "554 5.7.1 relay denied"
        )
        with running(rcpt=relay):
            assert deliver_due() == {"retried": 3}

    def test_refuses_everybody_is_wrong_about_them(self) -> None:
        with running(rcpt={"*": "550 5.1.1 unknown user"}) as server:
            assert deliver_due() == {"retried": 3}
            assert set(states().values()) == {State.QUEUED}
            assert not User.objects.filter(mail_stopped_at__isnull=False).exists()
            server.rcpt.clear()
            assert deliver_due(now=soon(minutes=1)) == {"sent": 3}
        assert len(server.taken) == 3

    def test_refuses_everybody_one_after_the_other_is_found_out(self) -> None:
        """A mail now and one later: the first two are believed, since two addresses may well be wrong."""
        with running(rcpt={"*": "550 5.1.1 unknown user"}) as server:
            assert [deliver_due(limit=1) for _ in range(3)] == [
                {"refused": 1},
                {"refused": 1},
                {"retried": 1},
            ]
            server.rcpt.clear()
            assert deliver_due(now=soon(minutes=1)) == {"sent": 1}

    def test_is_slow_over_one_mail_gets_the_others(self, monkeypatch: pytest.MonkeyPatch) -> None:
        send = Line.send

        def impatient(line: Line, message: EmailMultiAlternatives) -> Failure | None:
            if message.to == ["emma@example.org"]:  # with her mail only: the others may take their time
                line._connection.connection.sock.settimeout(1)
            return send(line, message)

        monkeypatch.setattr(Line, "send", impatient)
        with running(slow={"emma@example.org"}) as server:
            assert deliver_due() == {"sent": 2, "retried": 1}
            assert states()["emma@example.org"] == State.QUEUED
            assert {to for to, _mail in server.taken} == {"dino@example.org", "fritz@example.org"}

    def test_is_down_for_a_day_while_games_go_on(self) -> None:
        with sending_to(free_port()):
            for hour in range(24):
                samples.registered(f"later{hour}", f"later{hour}@example.org")
                deliver_due(now=soon(hours=hour))
        with running() as server:
            assert deliver_due(now=soon(hours=24)) == {"sent": 27}
        assert len(set(ids(server.taken))) == 27

    def test_refuses_the_content(self) -> None:
        with running(data="554 5.6.0 malformed"):
            assert deliver_due() == {"refused": 3}

    def test_hangs_up_after_the_mail_gets_it_again_with_the_same_id(self) -> None:
        with running(hang_up_after_data=True) as server:
            assert deliver_due() == {"retried": 3}
            server.hang_up_after_data = False
            assert deliver_due(now=soon(minutes=1)) == {"sent": 3}
        assert len(server.taken) == 6
        assert ids(server.taken[:3]) == ids(server.taken[3:])
        assert len(set(ids(server.taken))) == 3


class TestWorkers:
    def test_a_worker_that_died_between_sending_and_marking(self, monkeypatch: pytest.MonkeyPatch) -> None:
        class Killed(BaseException):
            pass

        def killed(**_: object) -> None:
            raise Killed

        with running() as server:
            with monkeypatch.context() as patch:
                patch.setattr(deliver.outbox, "mark_sent", killed)
                with pytest.raises(Killed):
                    deliver_due()
            assert deliver_due() == {}, "the lease holds"
            assert deliver_due(now=soon() + outbox.LEASE) == {"sent": 3}
        assert len(server.taken) == 4
        assert ids(server.taken)[0] == ids(server.taken)[1]

    def test_a_mail_that_cannot_be_written_holds_up_nobody(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def faulty(row: Outbox, *, now: datetime) -> EmailMultiAlternatives:
            if row.address == "dino@example.org":
                raise KeyError("7D")
            return render(row, now=now)

        monkeypatch.setattr(deliver, "render", faulty)
        with running():
            assert deliver_due() == {"sent": 2, "retried": 1}
        # The fault's own words may hold a card; only its kind is kept.
        assert Outbox.objects.get(address="dino@example.org").last_error == "could not be written: KeyError"

    def test_an_address_that_is_several_is_refused(self) -> None:
        Outbox.objects.update(address="dino@example.org,emma@example.org")
        User.objects.update(email_key="dino@example.org,emma@example.org")
        with running() as server:
            assert deliver_due() == {"refused": 3}
        assert server.taken == []

    def test_a_lease_that_is_nearly_over_is_not_begun(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(outbox, "LEASE", timedelta(seconds=30))
        with running() as server:
            assert set(deliver_due(limit=3)) == {"released"}
        assert server.taken == []
        assert set(states().values()) == {State.QUEUED}

    def test_a_limit(self) -> None:
        with running():
            assert deliver_due(limit=2) == {"sent": 2}


@pytest.mark.django_db(transaction=True)
def test_workers_at_once_send_each_mail_once() -> None:
    outbox.owe(
        [Owed(kind="confirm", key=f"more:{n}", user_id=_user(n), address=_address(n)) for n in range(30)]
    )
    faults: list[Exception] = []

    def work() -> None:
        try:
            deliver_due()
        except Exception as fault:  # noqa: BLE001  # whatever it is, the test is to fail by it
            faults.append(fault)
        finally:
            connection.close()

    with running() as server:
        threads = [threading.Thread(target=work) for _ in range(3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        deliver_due()
    assert not faults
    assert sorted(to for to, _mail in server.taken) == sorted(
        Outbox.objects.values_list("address", flat=True)
    )
    assert set(states().values()) == {State.SENT}


def _address(number: int) -> str:
    return f"p{number}@example.com"


def _user(number: int) -> int:
    user = User(username=f"player{number}", email=_address(number))
    user.save()
    return user.pk
