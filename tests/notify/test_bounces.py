"""Addresses that take no mail: nothing more goes there, its owner is told on the site, and play goes on."""

from __future__ import annotations

from email.parser import BytesParser
from email.policy import default

import pytest
from django.conf import settings
from django.core import mail
from django.test import Client, override_settings
from django.utils import timezone

from accounts.models import User
from accounts.services import registration
from games.engine.moves import Draw
from games.models import Outbox, StoppedAddress
from games.notify import reply_address
from games.notify.deliver import deliver_due
from games.services import bounces, invitations, outbox
from tests.api.api import Api
from tests.notify import samples
from tests.notify.smtp import running
from tests.people import person

pytestmark = pytest.mark.django_db
GONE = "550 5.1.1 <ben@example.org>: no such user"


def refused(monkeypatch: pytest.MonkeyPatch) -> User:
    """Ben, whose server has refused the mail of his turn; it took another's before."""
    samples.registered("emma", "emma@example.org")
    samples.started(monkeypatch)
    with running(rcpt={"ben@example.org": GONE}):
        assert deliver_due() == {"sent": 1, "refused": 1}
    return User.objects.get(username="ben")


def came_back(monkeypatch: pytest.MonkeyPatch) -> tuple[User, Outbox]:
    """Ben, whose server took the mail of his turn and returns it."""
    samples.started(monkeypatch)
    deliver_due()
    row = samples.mail_of("turn", "ben")
    assert bounces.bounced(mail_id=row.pk, said="550 5.1.1\n no such user", now=timezone.now())
    row.refresh_from_db()
    return User.objects.get(username="ben"), row


class TestTheEnvelope:
    def test_each_mail_has_an_address_of_its_own_to_come_back_to(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        samples.started(monkeypatch)
        with running() as server:
            deliver_due()
        (sender,) = server.senders
        local, _at, domain = sender.partition("@")
        assert domain == settings.REPLY_DOMAIN and len(local) <= 64
        assert reply_address.bounced_mail(sender) == samples.mail_of("turn", "ben").pk
        message = BytesParser(policy=default).parsebytes(server.taken[0][1])
        assert message["From"] == settings.DEFAULT_FROM_EMAIL, "which its reader sees"
        assert reply_address.read(message["Reply-To"]) == (
            samples.mail_of("turn", "ben").game.code,  # type: ignore[union-attr]  # a turn is of a game
            1,
            person("ben").pk,
        )

    @override_settings(REPLY_DOMAIN="")
    def test_without_a_domain_of_ours_none_is_given_out(self, monkeypatch: pytest.MonkeyPatch) -> None:
        samples.started(monkeypatch)
        with running() as server:
            deliver_due()
        message = BytesParser(policy=default).parsebytes(server.taken[0][1])
        assert message["Reply-To"] is None
        assert server.senders == ["rummy@localhost"]
        assert "above this line" not in str(message.get_body(("plain",)))


class TestRefused:
    def test_at_once(self, monkeypatch: pytest.MonkeyPatch) -> None:
        ben = refused(monkeypatch)
        assert ben.mail_stopped_at and ben.mail_stopped_why == "550 5.1.1 (address) no such user"
        assert samples.mail_of("turn", "ben").state == "refused"

    def test_by_a_mail_that_came_back(self, monkeypatch: pytest.MonkeyPatch) -> None:
        ben, row = came_back(monkeypatch)
        assert (row.state, row.last_error) == ("refused", "550 5.1.1 no such user")
        assert ben.mail_stopped_why == "550 5.1.1 no such user"
        assert not bounces.bounced(mail_id=row.pk, said="again", now=timezone.now())

    def test_one_that_was_not_sent_cannot_come_back(self, monkeypatch: pytest.MonkeyPatch) -> None:
        samples.started(monkeypatch)
        row = samples.mail_of("turn", "ben")
        for mail_id in (row.pk, row.pk + 99):
            assert not bounces.bounced(mail_id=mail_id, said="550", now=timezone.now())
        assert not User.objects.filter(mail_stopped_at__isnull=False).exists()

    def test_an_old_address_stops_no_new_one(self, monkeypatch: pytest.MonkeyPatch) -> None:
        samples.started(monkeypatch)
        deliver_due()
        ben = person("ben")
        User.objects.filter(pk=ben.pk).update(email="new@example.org", email_key="new@example.org")
        row = samples.mail_of("turn", "ben")
        assert bounces.bounced(mail_id=row.pk, said="550 gone", now=timezone.now())
        ben.refresh_from_db()
        assert ben.mail_stopped_at is None

    def test_a_strangers(self) -> None:
        game = samples.invited()
        with running(rcpt={"carla@example.net": "550 5.1.1 unknown"}):
            assert deliver_due() == {"sent": 1, "refused": 1}
        assert StoppedAddress.objects.get().address_key == "carla@example.net"
        Outbox.objects.filter(address="carla@example.net").delete()
        invitations.invite(code=game.code, user=person("ana"), names=["Carla@example.net"])
        assert deliver_due() == {"moot": 1}


class TestFromThenOn:
    def test_nothing_more_goes_there_and_play_goes_on(self, monkeypatch: pytest.MonkeyPatch) -> None:
        ben = refused(monkeypatch)
        game = samples.mail_of("turn", "ben").game
        assert game is not None
        for _ in range(2):
            samples.play(game, "ben", Draw())
        for _ in range(2):
            samples.play(game, "ana", Draw())
        deliver_due()
        assert [message.to for message in mail.outbox] == []
        last = samples.mail_of("turn", "ben")
        assert (last.state, last.last_error) == ("moot", "the address takes no mail")
        assert Api(ben).ok("GET", f"/games/{game.code}/")["you"]["can"]

    def test_the_site_says_so_until_it_is_put_right(
        self, client: Client, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        ben = refused(monkeypatch)
        client.force_login(ben)
        assert "Mail to your address comes back" in client.get("/games/").content.decode()
        assert "no such user" in client.get("/settings/").content.decode()
        assert Api(ben).ok("GET", "/me/mails/")["stopped"] is True
        assert client.get("/settings/mail-again/").status_code == 405
        assert client.post("/settings/mail-again/").headers["Location"] == "/settings/"
        assert "Mail to your address comes back" not in client.get("/games/").content.decode()
        ben.refresh_from_db()
        assert ben.mail_stopped_at is None and ben.mail_stopped_why == ""

    def test_a_new_address_begins_anew(self, monkeypatch: pytest.MonkeyPatch) -> None:
        ben = refused(monkeypatch)
        registration.update_profile(user=ben, email="ben@example.com")
        ben.refresh_from_db()
        assert ben.mail_stopped_at is None
        assert deliver_due() == {"sent": 1}, "the mail that asks to confirm it"

    def test_who_confirms_the_address_has_got_a_mail_there(self, monkeypatch: pytest.MonkeyPatch) -> None:
        ben = refused(monkeypatch)
        registration.confirm(key=registration.confirmation_key(user_id=ben.pk, address=ben.email))
        ben.refresh_from_db()
        assert ben.mail_stopped_at is None

    def test_a_password_can_still_be_asked_for(self, monkeypatch: pytest.MonkeyPatch) -> None:
        refused(monkeypatch)
        outbox.owe([outbox.Owed("reset", "reset:x", address="ben@example.org")])
        assert deliver_due() == {"sent": 1}
