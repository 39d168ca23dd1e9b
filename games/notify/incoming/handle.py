"""What becomes of the mails that came in: each is played, answered, or neither. At least once tried, once done."""

from __future__ import annotations

import logging
import traceback
from collections import Counter
from collections.abc import Callable
from datetime import datetime
from email.message import Message
from email.utils import parseaddr

from django.conf import settings
from django.utils import timezone

from games.engine.errors import RuleError
from games.engine.notation import NotationError, parse_reply
from games.engine.notation_words import ALL
from games.errors import Refused
from games.models import IncomingMail, Outbox
from games.notify import marker, reply_address, threads
from games.notify.incoming import automatic, heads, reading, returned, trust
from games.notify.incoming.addressed import Addressed, addressed
from games.notify.incoming.reports import Report, report_of
from games.services import bounces, incoming, replies
from games.services.incoming import End
from games.services.replies import Said

log = logging.getLogger(__name__)

Outcome, Kind = IncomingMail.Outcome, Outbox.Kind


def handle_due(now: datetime | None = None, limit: int = 200) -> dict[str, int]:
    """Handles up to `limit` mails that wait. Returns how many came to which end."""

    def clock() -> datetime:
        return now or timezone.now()

    counts: Counter[str] = Counter()
    while counts.total() < limit and (row := incoming.claim(now=clock())) is not None:
        counts[handle(row, clock)] += 1
    return dict(counts)


def handle(
    row: IncomingMail, clock: Callable[[], datetime] = timezone.now, *, confirmed: bool = False
) -> str:
    """One claimed mail; its end. Whatever fault it has, it holds up no other."""
    try:
        end = _handled(row, clock(), confirmed)
    except incoming.Lost:
        return "lost"
    except Exception as error:  # noqa: BLE001  # whatever fault one mail has, the next one is handled
        # Where, but not the fault's own words: they may hold a card or an address.
        where = "".join(traceback.format_tb(error.__traceback__))
        log.error("mail %s that came in: %s\n%s", row.pk, type(error).__name__, where)
        try:
            again = incoming.retry(row=row, error=type(error).__name__, now=clock())
        except incoming.Lost:
            return "lost"
        return "retried" if again else "failed"
    return end


def _handled(row: IncomingMail, now: datetime, confirmed: bool) -> str:
    message = reading.parsed(bytes(row.raw))
    end = _returned(row, message, now) or _ignored(row, message)
    if end is not None:
        incoming.close(row=row, end=end, now=now)
        return end.outcome
    to = addressed(row.recipient)
    if to is None:
        incoming.close(row=row, end=End(Outcome.IGNORED, "to nobody who plays"), now=now)
        return Outcome.IGNORED
    reply = reading.read(message, ours=[our_address()], markers=marker.lines())
    try:
        end = _played(row=row, message=message, to=to, reply=reply, now=now, confirmed=confirmed)
    except (NotationError, RuleError, Refused) as error:
        already = isinstance(error, replies.AlreadyPlayed)
        outcome = Outcome.ALREADY_PLAYED if already else Outcome.NOT_PLAYED
        end = _end(to, outcome, Kind.NOT_PLAYED, report_of(error, reply.lines))
    if end is not None:
        incoming.close(row=row, end=end, now=now)
        return end.outcome
    return Outcome.PLAYED


def our_address() -> str:
    """What our mails are from."""
    return parseaddr(settings.DEFAULT_FROM_EMAIL)[1]


def _returned(row: IncomingMail, message: Message, now: datetime) -> End | None:
    """Mail to a bounce address is about a mail of ours, and never a move."""
    mail_id = reply_address.bounced_mail(row.recipient)
    if mail_id is None:
        return None
    said = returned.why_returned(message)
    if said and bounces.bounced(mail_id=mail_id, said=said, now=now):
        return End(Outcome.BOUNCE, said)
    return End(Outcome.IGNORED, "it came back, but not for good")


def _ignored(row: IncomingMail, message: Message) -> End | None:
    """What is neither acted on nor answered."""
    sender = row.sender if row.door == IncomingMail.Door.SMTP else None
    why = automatic.why_automatic(message, sender=sender, ours=our_address())
    return End(Outcome.IGNORED, why) if why else None


def _played(
    *,
    row: IncomingMail,
    message: Message,
    to: Addressed,
    reply: reading.Reply,
    now: datetime,
    confirmed: bool,
) -> End | None:
    """Plays the reply, and gives None; or how it ends without. Raises what the reply is refused for."""
    if reply.problem == "below_quote":
        return _end(to, Outcome.NOT_PLAYED, Kind.NOT_PLAYED, Report("below_quote", line=len(reply.lines) + 1))
    if not reply.lines:
        return _end(to, Outcome.HELP, Kind.HELP, Report(reply.problem or "empty"))
    lines = parse_reply(reply.lines, ALL)
    if not confirmed:
        why = trust.why_not(
            message,
            confirmed=to.user.confirmed_email,
            local=row.local,
            authserv=settings.TRUSTED_AUTHSERV,
        )
        if why:
            return _end(to, Outcome.CONFIRM, Kind.CONFIRM_MOVE, Report("unproved", lines=reply.lines), why)
    said = Said(to.user, to.game.code, to.turn, lines, _answered(message, to))
    replies.play(row=row, said=said, now=now)
    return None


def _end(to: Addressed, outcome: str, answer: str, report: Report, why: str = "") -> End:
    return End(
        outcome=outcome,
        why=why or report.code,
        answer=answer,
        game_id=to.game.pk,
        user_id=to.user.pk,
        turn=to.turn,
        round=to.round,
        report=report.stored(),
    )


def _answered(message: Message, to: Addressed) -> int | None:
    """The number of our mail that this one answers, if that can be told."""
    ids = heads.answered(message)
    if not ids:
        return None
    mails = Outbox.objects.filter(user=to.user, game=to.game).order_by("-pk")[:200]
    known = {threads.message_id(mail): mail.pk for mail in mails}
    return next((known[each] for each in ids if each in known), None)
