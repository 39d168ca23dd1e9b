"""The listener: what it takes, what it refuses, and that nothing that it took is lost."""

from __future__ import annotations

import logging
import smtplib
import socket

import pytest
from django.core.management import CommandError, call_command
from django.db import DatabaseError

from config.embedded import MailDoor
from games.models import Game, IncomingMail
from games.notify import reply_address
from games.services import incoming
from tests.incoming.doors import DOMAIN, SETTINGS, hand_in, listening, reply, reply_to
from tests.notify import samples

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def game(monkeypatch: pytest.MonkeyPatch) -> Game:
    return samples.started(monkeypatch)


def test_a_mail_is_stored_as_it_came(game: Game) -> None:
    mail = reply("draw")
    with listening() as port:
        hand_in(port, mail, reply_to(game, "ben"))
    row = IncomingMail.objects.get()
    assert bytes(row.raw).replace(b"\r\n", b"\n").rstrip() == mail.as_bytes().rstrip()
    assert (row.recipient, row.sender) == (reply_to(game, "ben"), "ben@example.org")
    assert (row.state, row.door, row.local) == ("waiting", "smtp", True)


def test_the_case_of_an_address_does_not_matter(game: Game) -> None:
    with listening() as port:
        hand_in(port, reply("draw"), reply_to(game, "ben").upper())
    assert IncomingMail.objects.count() == 1


def test_heads_and_senders_that_are_no_text_are_no_reason_to_come_again(game: Game) -> None:
    """Half a character in a subject, of which the mail would be known again; bytes that are no UTF-8 in a sender."""
    heads = b"From: Ben <ben@example.org>\r\nSubject: =?utf-7?q?+2AA-?=\r\n\r\ndraw\r\n"
    with listening() as port, smtplib.SMTP("127.0.0.1", port, timeout=240) as line:
        line.ehlo()
        line.sock.sendall(b"MAIL FROM:<ben\xff\0@example.org>\r\n")
        assert line.getreply()[0] == 250
        assert line.rcpt(reply_to(game, "ben"))[0] == 250
        assert line.data(heads)[0] == 250
    assert IncomingMail.objects.get().sender == "ben\N{REPLACEMENT CHARACTER}@example.org"


def test_who_is_not_trusted_for_being_here(game: Game) -> None:
    with listening(TRUST_LOCAL_MAIL=False) as port:
        hand_in(port, reply("draw"), reply_to(game, "ben"))
    assert IncomingMail.objects.get().local is False


@pytest.mark.parametrize(
    "address", ["ana@example.org", f"r+aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa@{DOMAIN}", "r+@x"]
)
def test_mail_for_others_is_refused(game: Game, address: str) -> None:
    with listening() as port, pytest.raises(smtplib.SMTPRecipientsRefused) as refused:
        hand_in(port, reply("draw"), address)
    assert refused.value.recipients[address][0] == 550
    assert not IncomingMail.objects.exists()


def test_what_comes_back_has_no_sender() -> None:
    with listening() as port:
        hand_in(port, reply("x"), f"{reply_address.bounce(7)}@{DOMAIN}", sender="")
    assert IncomingMail.objects.get().sender == ""


def test_a_mail_that_is_too_large_is_refused_at_the_door(game: Game) -> None:
    with listening(MAIL_IN_LIMIT=20_000) as port:
        with pytest.raises(smtplib.SMTPResponseException) as refused:
            hand_in(port, reply("x\n" * 15_000), reply_to(game, "ben"))
        assert refused.value.smtp_code == 552
        with smtplib.SMTP("127.0.0.1", port, timeout=240) as line:  # one that does not say its size first
            line.helo()
            line.mail("ben@example.org")
            line.rcpt(reply_to(game, "ben"))
            assert line.data(b"x\r\n" * 15_000)[0] == 552
    assert not IncomingMail.objects.exists()


def test_a_line_that_is_too_long_for_mail_is_taken(game: Game) -> None:
    with listening() as port:
        hand_in(port, b"From: ben@example.org\r\n\r\n" + b"x" * 5000 + b"\r\n", reply_to(game, "ben"))
    assert IncomingMail.objects.count() == 1


def test_a_database_that_is_away_loses_nothing(
    game: Game, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def full(*_: object, **__: object) -> int:
        raise DatabaseError("database or disk is full: draw")

    mail, to = reply("draw"), reply_to(game, "ben")
    with listening() as port:
        with monkeypatch.context() as broken:
            broken.setattr(incoming, "take", full)
            with pytest.raises(smtplib.SMTPDataError) as refused:
                hand_in(port, mail, to)
        assert refused.value.smtp_code == 451
        hand_in(port, mail, to)  # whoever has it comes again
    assert IncomingMail.objects.count() == 1
    assert "DatabaseError" in caplog.text and "draw" not in caplog.text


def test_the_same_mail_twice_is_one(game: Game) -> None:
    mail, to = reply("draw"), reply_to(game, "ben")
    with listening() as port:
        hand_in(port, mail, to)
        hand_in(port, b"Received: from elsewhere\r\n" + mail.as_bytes(), to)
    assert IncomingMail.objects.count() == 1


def test_mails_without_an_id_are_told_apart(game: Game) -> None:
    to = reply_to(game, "ben")
    with listening() as port:
        for text in (b"draw", b"draw", b"pass"):
            hand_in(port, b"From: ben@example.org\r\n\r\n" + text + b"\r\n", to)
    assert IncomingMail.objects.count() == 2


def test_lmtp_answers_for_each_recipient(game: Game) -> None:
    """RFC 2033: as many answers as recipients."""
    with listening() as port, smtplib.LMTP("127.0.0.1", port) as line:
        line.ehlo_or_helo_if_needed()
        line.mail("ben@example.org")
        for name in ("ben", "ana"):
            assert line.rcpt(reply_to(game, name))[0] == 250
        assert line.data(reply("draw").as_bytes())[0] == 250
        assert line.getreply()[0] == 250
        assert line.noop()[0] == 250
    assert IncomingMail.objects.count() == 2


def test_a_client_that_sends_rubbish_is_told_so() -> None:
    with listening() as port, socket.create_connection(("127.0.0.1", port), 240) as line:
        line.recv(1000)
        line.sendall(b"\x00\xff\xfe GET / HTTP/1.1\r\n")
        assert line.recv(1000).startswith(b"500")


class TestInTheOneProcess:
    def test_a_port_that_is_taken_is_a_line_in_the_log(self, caplog: pytest.LogCaptureFixture) -> None:
        with socket.socket() as other:
            other.bind(("127.0.0.1", 0))
            other.listen()
            door = MailDoor(other.getsockname()[1])
            with caplog.at_level(logging.WARNING):
                door.start()
            door.stop()
        assert "no mail comes in" in caplog.text and "MAIL_IN_PORT" in caplog.text

    def test_no_port_is_no_listener(self) -> None:
        door = MailDoor(0)
        door.start()
        door.stop()


def test_as_a_process_of_its_own_it_says_that_its_port_is_taken() -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        with pytest.raises(CommandError, match=f"127.0.0.1:{port} cannot be listened on"):
            call_command("listen", port=port)


def test_the_settings_of_these_tests_are_known() -> None:
    from django.conf import settings

    assert all(hasattr(settings, name) for name in SETTINGS)
