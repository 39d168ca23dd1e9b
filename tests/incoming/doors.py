"""The real listener for tests, what hands mail to it, and mails as a player's program would compose them."""

from __future__ import annotations

import smtplib
from collections.abc import Iterator
from contextlib import contextmanager
from email.message import EmailMessage
from email.utils import make_msgid

from django.test import override_settings

from games.engine.codec import decode_state
from games.models import Game
from games.notify import reply_address
from games.notify.incoming.listener import Listener
from tests.people import person
from tests.servers import free_port

DOMAIN = "rummy.example"
SETTINGS = {
    "REPLY_DOMAIN": DOMAIN,
    "TRUST_LOCAL_MAIL": True,
    "DEFAULT_FROM_EMAIL": "Manipulation Rummy <rummy@rummy.example>",
}


@contextmanager
def listening(**more: object) -> Iterator[int]:
    """The port of a listener that runs; `more` are settings beside those of tests."""
    with override_settings(**(SETTINGS | more)):
        listener = Listener("127.0.0.1", free_port())
        listener.start()
        try:
            yield listener.port
        finally:
            listener.stop()


def turn_of(game: Game) -> int:
    """The number of the open turn."""
    turn = decode_state(Game.objects.get(pk=game.pk).state).turn
    assert turn is not None
    return turn.number


def reply_to(game: Game, name: str, turn: int | None = None) -> str:
    """The address that a mail of that turn gives to that player."""
    turn = turn_of(game) if turn is None else turn
    return f"{reply_address.make(game.code, turn, person(name).pk)}@{DOMAIN}"


def reply(text: str, *, name: str = "ben", **heads: str) -> EmailMessage:
    """A reply as that player's program writes it. Heads by their names, with _ for -."""
    mail = EmailMessage()
    mail["From"] = f"{name.title()} <{name}@example.org>"
    mail["Subject"] = "Re: Rummy"
    mail["Message-ID"] = make_msgid(domain="example.org")
    for head, value in heads.items():
        del mail[head.replace("_", "-")]
        mail[head.replace("_", "-")] = value
    mail.set_content(text)
    return mail


def hand_in(
    port: int, mail: bytes | EmailMessage, to: str | list[str], sender: str = "ben@example.org"
) -> None:
    """Over SMTP, as a mail program or a server does it. Raises smtplib's errors."""
    raw = mail if isinstance(mail, bytes) else mail.as_bytes()
    with smtplib.SMTP("127.0.0.1", port, timeout=240) as line:
        line.sendmail(sender, to, raw)
