"""One owed mail, written: subject, text and HTML in its reader's language and time zone, with its headers."""

from __future__ import annotations

import re
import textwrap
from datetime import datetime
from email.charset import QP, Charset
from typing import Any, cast

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.template import Context
from django.template.loader import get_template
from django.utils import timezone, translation

from config.context import html_tag
from games.models import Game, Outbox
from games.notify import (
    headers,
    marker,
    of_account,
    of_digest,
    of_game,
    of_reminder,
    of_reply,
    of_round,
    of_turn,
    of_webhook,
    threads,
    ways,
)
from games.notify.holds import ANSWERS
from games.notify.reader import Reader, reader_of
from games.selectors import rounds_of, seats_of, view_of

LONGEST_LINE = 76
LONGEST_SUBJECT = 120
SIGNATURE = "-- "  # with its blank, by which mail programs know what is no part of the text
Kind = Outbox.Kind
_OF_ACCOUNT = {
    Kind.CONFIRM: of_account.confirm,
    Kind.ADDRESS_KNOWN: of_account.address_known,
    Kind.RESET: of_account.reset,
}
# After which the game has no more mails that one could be rid of.
LAST = (Kind.RESULT, Kind.CANCELLED, Kind.LEFT)
# Quoted-printable passes every server unchanged; eight bits do not pass all.
CHARSET = Charset("utf-8")
CHARSET.body_encoding = QP


def render(row: Outbox, *, now: datetime) -> EmailMultiAlternatives:
    """The mail, ready to send. It was checked that it holds. Raises BadAddress."""
    reader = reader_of(row)
    with translation.override(reader.language), timezone.override(reader.tz):
        number = _round_number(row)
        context = {
            **_common(row, reader, number),
            **_context(row, reader, now),
        }
        head = headers.of(row, reader, number)
        context["subject"] = _one_line(_text(f"mail/{row.kind}/subject.txt", context))
        message = EmailMultiAlternatives(
            subject=context["subject"],
            body=tidy(_text(f"mail/{row.kind}/body.txt", context)),
            from_email=head.sender,
            to=[reader.address],
            headers=head.named,
        )
        message.encoding = cast(str, CHARSET)  # Django takes a Charset here as well
        html = get_template(f"mail/{row.kind}/body.html").render(context)
        message.attach_alternative(re.sub(r"\n\s*\n+", "\n", html), "text/html")
    return message


def _context(row: Outbox, reader: Reader, now: datetime) -> dict[str, Any]:
    """What the templates of this kind show."""
    if row.kind in _OF_ACCOUNT:
        return _OF_ACCOUNT[Kind(row.kind)](reader)
    if row.kind == Kind.WEBHOOK_OFF:
        return of_webhook.context(row)
    if row.kind == Kind.DIGEST:
        return of_digest.context(row, reader, now)
    if row.kind in ANSWERS:
        return of_reply.context(row, _game(row), reader, now)
    return _of_game(row, _game(row), reader, now)


def _of_game(row: Outbox, game: Game, reader: Reader, now: datetime) -> dict[str, Any]:
    match row.kind:
        case Kind.TURN:
            return of_turn.context(game, reader, now)
        case Kind.REMINDER:
            return of_reminder.context(game, reader, now)
        case Kind.ROUND:
            return of_round.context(game, reader, row.payload["round"])
        case Kind.RESULT:
            return of_game.result(game, reader)
        case Kind.CANCELLED | Kind.LEFT:
            return of_game.over(game, row)
        case Kind.INVITATION:
            return of_game.invitation(game, row.payload["inviter"])
    raise ValueError(f"no such kind of mail: {row.kind}")


def _common(row: Outbox, reader: Reader, number: int | None) -> dict[str, Any]:
    bidi = translation.get_language_bidi()
    common: dict[str, Any] = {
        "lang": html_tag(reader.language),
        "dir": "rtl" if bidi else "ltr",
        "start": "right" if bidi else "left",
        "end": "left" if bidi else "right",
        "site_name": settings.SITE_NAME,
        "site_url": settings.SITE_URL,
        "round": number,
        "marker": marker.line(),
        "reply": row.kind not in (Kind.ROUND, Kind.CONFIRM_MOVE) and bool(headers.reply_to(row)),
    }
    if row.kind not in headers.OF_ACCOUNT:
        # Whoever was asked by their address has no settings, only the link that ends it.
        common["wishes_url"] = f"{settings.SITE_URL}/settings/mails/" if row.user else ""
        common["stop_url"] = "" if row.kind in LAST else ways.stop(row)
    if row.game is not None:
        page = f"{settings.SITE_URL}/games/{row.game.code}/"
        common |= {"code": row.game.code, "page": page, "link": ways.play(row) if row.user else page}
    return common


def _round_number(row: Outbox) -> int | None:
    """The round whose thread the mail belongs to."""
    if row.game is None or row.kind not in threads.IN_A_ROUND:
        return None
    if "round" in row.payload:
        return int(row.payload["round"])
    open_round = view_of(row.game, seats_of(row.game), None)["round"]
    return int(open_round["number"]) if open_round else len(rounds_of(row.game)) or None


def _game(row: Outbox) -> Game:
    if row.game is None:
        raise ValueError(f"a mail of kind {row.kind} is of a game")
    return row.game


def _text(name: str, context: dict[str, Any]) -> str:
    """A template of a text part: nothing is escaped in it."""
    template = cast(Any, get_template(name)).template
    return str(template.render(Context(context, autoescape=False)))


def tidy(text: str) -> str:
    """Paragraphs broken to lines of a mail's width, one empty line between them."""
    lines: list[str] = []
    for line in text.strip().splitlines():
        bare = SIGNATURE if line.rstrip() == SIGNATURE.rstrip() else line.rstrip()
        if not bare and lines and not lines[-1]:
            continue
        lines.extend(_wrapped(bare) if bare else [""])
    return "\n".join(lines) + "\n"


def _wrapped(line: str) -> list[str]:
    if len(line) <= LONGEST_LINE or line.startswith("  ") or "://" in line:
        return [line]
    indent = "  " if line.startswith("- ") else ""
    return textwrap.wrap(
        line, LONGEST_LINE, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
    )


def _one_line(text: str) -> str:
    """A header's text: no line break or control character, whatever a name holds."""
    plain = "".join(char if char.isprintable() or char in "\u2066\u2068\u2069" else " " for char in text)
    return " ".join(plain.split())[:LONGEST_SUBJECT]
