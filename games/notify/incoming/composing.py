"""A reply to one of our mails, composed as a mail program does it: to try playing by mail without one."""

from __future__ import annotations

from collections.abc import Sequence
from email.message import EmailMessage
from email.utils import format_datetime, localtime, make_msgid

from django.conf import settings

from games.models import Game, Outbox
from games.notify import headers, threads, written
from games.notify.holds import address_of

LOOKED_AT = 100  # newest files, for what is quoted


def newest(game: Game, username: str = "") -> Outbox | None:
    """The newest mail of the game that can be answered: of that player, or of who is to move, or of anybody."""
    mails = Outbox.objects.select_related("user", "game").filter(
        game=game, state=Outbox.State.SENT, kind__in=headers.ANSWERED, user__isnull=False
    )
    mails = mails.order_by("-sent_at", "-pk")
    if username:
        return mails.filter(user__username__iexact=username).first()
    return mails.filter(user=game.to_act_id).first() or mails.first()


def reply(mail: Outbox, lines: Sequence[str]) -> EmailMessage:
    """These lines as an answer to that mail, which is quoted below where it lies as a file."""
    message = EmailMessage()
    message["From"] = address_of(mail)
    message["To"] = headers.reply_to(mail)
    message["Date"] = format_datetime(localtime())
    message["Message-ID"] = make_msgid(domain="localhost")
    answered = threads.message_id(mail)
    message["In-Reply-To"] = message["References"] = answered
    original = _file(answered)
    text = "\n".join(lines) + "\n"
    if original is not None:
        message["Subject"] = f"Re: {original['Subject']}"
        quoted = "\n".join(f"> {line}".rstrip() for line in written.part(original, "plain").splitlines())
        text += f"\nOn {original['Date']}, {settings.DEFAULT_FROM_EMAIL} wrote:\n{quoted}\n"
    message.set_content(text)
    return message


def _file(message_id: str) -> EmailMessage | None:
    """The mail with that id, where mails are written as files."""
    for name in written.names()[:LOOKED_AT] if written.as_files() else []:
        head = written.read(name, head=True)
        if head is not None and head["Message-ID"] == message_id:
            return written.read(name)
    return None
