"""The mailbox and the webhook lead where the listener leads; and a link to confirm plays what a mail said."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.db import DatabaseError
from django.test import Client, override_settings
from django.utils import timezone

from games.models import Game, IncomingMail, Move
from games.notify.incoming import handle, links, mailbox
from games.services import incoming
from games.tasks import look_into_mailbox
from tests.incoming import imap
from tests.incoming.doors import SETTINGS, reply, reply_to
from tests.notify import samples
from tests.people import person
from tests.snapshot import contents

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(monkeypatch: pytest.MonkeyPatch) -> Iterator[Game]:
    with override_settings(**SETTINGS | {"TRUST_LOCAL_MAIL": False, "TRUSTED_AUTHSERV": "mx.rummy.example"}):
        yield samples.started(monkeypatch)


GENUINE = {"Authentication_Results": "mx.rummy.example; dkim=pass header.d=example.org"}


def mail_for(game: Game, text: str = "draw", **heads: str) -> bytes:
    heads = {"To": f"Rummy <{reply_to(game, 'ben')}>", **GENUINE, **heads}
    return reply(text, **heads).as_bytes()


class TestMailbox:
    def test_what_is_for_us_is_taken_and_deleted_there(self, game: Game) -> None:
        other = b"From: x@example.org\r\nTo: rummy@rummy.example\r\n\r\nhello"
        with imap.mailbox(mail_for(game), other) as box:
            assert mailbox.fetch(f"imap://us:secret@127.0.0.1:{box.port}", limit=10_000) == 1
            assert box.mails == {2: other} and box.seen == {2}
            assert mailbox.fetch(f"imap://us:secret@127.0.0.1:{box.port}", limit=10_000) == 0
        assert handle.handle_due() == {"played": 1}
        assert IncomingMail.objects.get().door == "imap"

    def test_where_it_went_stands_in_what_servers_add(self, game: Game) -> None:
        mail = reply("draw", To="someone@example.org", Delivered_To=reply_to(game, "ben"), **GENUINE)
        with imap.mailbox(mail.as_bytes()) as box:
            assert mailbox.fetch(f"imap://us:secret@127.0.0.1:{box.port}/INBOX", limit=10_000) == 1

    def test_one_that_is_too_large_is_left(self, game: Game) -> None:
        with imap.mailbox(mail_for(game, "x\n" * 9000)) as box:
            assert mailbox.fetch(f"imap://us:secret@127.0.0.1:{box.port}", limit=10_000) == 0
            assert box.seen == {1} and list(box.mails) == [1]
        assert not IncomingMail.objects.exists()

    def test_what_cannot_be_stored_stays_there(self, game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
        def full(*_: object, **__: object) -> int:
            raise DatabaseError

        with imap.mailbox(mail_for(game)) as box:
            with monkeypatch.context() as broken:
                broken.setattr(incoming, "take", full)
                with pytest.raises(DatabaseError):
                    mailbox.fetch(f"imap://us:secret@127.0.0.1:{box.port}", limit=10_000)
            assert list(box.mails) == [1] and not box.seen
            assert mailbox.fetch(f"imap://us:secret@127.0.0.1:{box.port}", limit=10_000) == 1

    def test_a_server_that_is_away_or_refuses_us_is_a_line_in_the_log(
        self, caplog: pytest.LogCaptureFixture
    ) -> None:
        with imap.mailbox() as box:
            assert mailbox.fetch(f"imap://us:wrong@127.0.0.1:{box.port}", limit=10_000) == 0
        assert mailbox.fetch(f"imap://us:secret@127.0.0.1:{box.port}", limit=10_000) == 0
        assert len(caplog.records) == 2
        assert "us" not in caplog.text.split() and "wrong" not in caplog.text

    def test_the_beats_task_looks_into_it(self, game: Game) -> None:
        with (
            imap.mailbox(mail_for(game)) as box,
            override_settings(IMAP_URL=f"imap://us:secret@127.0.0.1:{box.port}"),
        ):
            look_into_mailbox()
        assert IncomingMail.objects.count() == 1


SECRET = "us:a long secret"
BASIC = "Basic " + base64.b64encode(SECRET.encode()).decode()


class TestWebhook:
    def post(self, body: Any, kind: str = "message/rfc822", secret: str = BASIC) -> int:
        head = {"authorization": secret} if secret else {}
        with override_settings(MAIL_IN_SECRET=SECRET, ANYMAIL={"WEBHOOK_SECRET": SECRET}):
            return Client().post("/mail/in/", body, content_type=kind, headers=head).status_code

    def test_a_raw_mail(self, game: Game) -> None:
        assert self.post(mail_for(game)) == 200
        assert self.post(mail_for(game, Message_ID="<other@example.org>")) == 200
        assert IncomingMail.objects.filter(door="webhook").count() == 2
        assert handle.handle_due()["played"] == 1

    def test_that_comes_again_is_one(self, game: Game) -> None:
        mail = mail_for(game)
        assert [self.post(mail), self.post(mail)] == [200, 200]
        assert IncomingMail.objects.count() == 1

    def test_for_nobody_here(self, game: Game) -> None:
        assert self.post(b"To: rummy@rummy.example\r\n\r\ndraw") == 422

    @pytest.mark.parametrize("secret", ["", "Basic eDp5", "Basic !", "Bearer x", "Basic " + "w" * 40])
    def test_without_the_secret(self, game: Game, secret: str) -> None:
        assert self.post(mail_for(game), secret=secret) == 401
        assert not IncomingMail.objects.exists()

    def test_that_nobody_has_opened_is_not_there(self, game: Game) -> None:
        assert Client().post("/mail/in/", mail_for(game), content_type="message/rfc822").status_code == 404

    def test_of_a_provider(self, game: Game) -> None:
        envelope = {"to": [reply_to(game, "ben")], "from": "ben@example.org"}
        raw = mail_for(game, To="someone@example.org").decode()
        with override_settings(
            MAIL_IN_PROVIDER="sendgrid", MAIL_IN_SECRET=SECRET, ANYMAIL={"WEBHOOK_SECRET": SECRET}
        ):
            answer = Client().post(
                "/mail/in/",
                {"email": raw, "envelope": json.dumps(envelope), "spam_score": "0.1"},
                headers={"authorization": BASIC},
            )
        assert answer.status_code == 200
        row = IncomingMail.objects.get()
        assert (row.recipient, row.sender) == (reply_to(game, "ben"), "ben@example.org")
        assert handle.handle_due() == {"played": 1}

    def test_of_a_provider_that_is_none(self, game: Game) -> None:
        with override_settings(MAIL_IN_PROVIDER="pigeons"):
            assert self.post(mail_for(game)) == 404


class TestLink:
    """What follows where it could not be proved who sent a mail."""

    def asked(self, game: Game, text: str = "new 7C 7D 7H") -> str:
        """The path of the link that such a mail leads to."""
        address = reply_to(game, "ben")
        incoming.take(
            [incoming.Taken(reply(text).as_bytes(), f"<{text}@x>", address, "smtp", "ben@example.org")]
        )
        assert handle.handle_due() == {"confirm": 1}
        return links.address(IncomingMail.objects.latest("pk")).removeprefix("http://testserver")

    def test_looking_changes_nothing_and_shows_nothing(self, game: Game) -> None:
        path = self.asked(game)
        before = contents()
        for answer in (Client().get(path), Client().head(path), Client().get(path)):
            assert answer.status_code == 200
            assert "no-store" in answer["Cache-Control"]
            page = answer.content.decode().replace(path, "")  # its key may hold anything
            assert not re.search(r"\b7[CDH]\b|7[♣♦♥]", page)
        assert contents() == before

    def test_the_button_plays_what_the_mail_said(self, game: Game) -> None:
        path = self.asked(game)
        answer = Client().post(path)
        assert "It is played" in answer.content.decode()
        assert Move.objects.filter(game=game, type="meld").count() == 1
        assert IncomingMail.objects.get().outcome == "played"

    def test_pressed_twice_it_plays_once(self, game: Game) -> None:
        path = self.asked(game, "draw")
        said = [Client().post(path).content.decode() for _ in range(2)]
        assert Move.objects.filter(game=game, type="draw").count() == 2  # the opening one and this
        assert all("It is played" in one for one in said)

    def test_that_comes_when_the_turn_is_over(self, game: Game) -> None:
        path = self.asked(game)
        samples.play(game, "ben", samples.tabled(*samples.GROUPS))
        samples.play(game, "ben", samples.Pass())
        answer = Client().post(path).content.decode()
        assert "Nothing was played." in answer and "is over" in answer
        assert "dealt with already" not in answer

    def test_is_good_for_three_days(self, game: Game) -> None:
        path = self.asked(game)
        with time_machine.travel(timezone.now() + timedelta(days=3, minutes=1)):
            assert Client().get(path).status_code == 410
            assert Client().post(path).status_code == 410
        assert IncomingMail.objects.get().outcome == "confirm"

    @pytest.mark.parametrize("token", ["x", "MQ:1x:y", "1"])
    def test_that_is_none_of_ours(self, game: Game, token: str) -> None:
        assert Client().get(f"/m/move/{token}/").status_code == 410

    def test_of_somebody_who_has_left_us(self, game: Game) -> None:
        path = self.asked(game)
        ben = person("ben")
        ben.is_active = False
        ben.save()
        assert Client().post(path).status_code == 410
