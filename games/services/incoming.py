"""Mail that comes in: stored whole before it counts as taken, claimed by one worker at a time, closed once.

A row is claimed with a lease, as rows of the outbox are: a worker that dies leaves it to the next one.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Q, QuerySet
from django.utils import timezone

from games.models import IncomingMail, Outbox
from games.services import outbox, wake
from games.services.outbox import Owed
from games.services.write import writing

LEASE = timedelta(minutes=2)
KEPT = timedelta(days=30)  # raw mails hold hands: no longer than one may want to know what became of a reply
DELAYS = tuple(timedelta(seconds=seconds) for seconds in (5, 30, 120, 600, 3600))
ANSWERS = (Outbox.Kind.PLAYED, Outbox.Kind.NOT_PLAYED, Outbox.Kind.HELP, Outbox.Kind.CONFIRM_MOVE)
MOST_ANSWERS = 5  # a turn
# Anybody who saw an address may write to it: what strangers cause leaves room for answers to the player.
MOST_LINKS = 2


@dataclass(frozen=True, slots=True)
class Taken:
    """A mail as a door got it. `identity` is what makes it the same when it comes again."""

    raw: bytes
    identity: str
    recipient: str
    door: str
    sender: str = ""
    local: bool = False


@dataclass(frozen=True, slots=True)
class End:
    """What became of a mail, and the answer that it gets, if any."""

    outcome: str
    why: str = ""
    answer: str = ""  # a kind of the outbox
    game_id: int | None = None
    user_id: int | None = None
    turn: int | None = None
    round: int | None = None
    moves: str = ""
    report: dict[str, Any] = field(default_factory=dict)


class Lost(Exception):
    """Another worker holds the mail by now, or has closed it."""


def take(mails: Sequence[Taken], *, now: datetime | None = None) -> int:
    """Stores the mails in one transaction; returns how many were new. Wakes the worker."""
    now = now or timezone.now()
    new = 0
    with writing():
        for mail in mails:
            key = hashlib.sha256(f"{mail.identity}\n{mail.recipient.lower()}".encode()).hexdigest()
            _row, made = IncomingMail.objects.get_or_create(
                key=key,
                defaults={
                    "raw": mail.raw,
                    "recipient": mail.recipient[:320],
                    "sender": mail.sender[:320],
                    "door": mail.door,
                    "local": mail.local,
                    "received_at": now,
                    "due_at": now,
                },
            )
            new += made
        wake.incoming()
    return new


def claim(*, now: datetime) -> IncomingMail | None:
    """The mail that has waited longest, held for LEASE by the caller alone."""
    for row in _due(now).order_by("due_at", "pk")[:10]:
        free = _due(now).filter(pk=row.pk, attempts=row.attempts)
        if free.update(attempts=row.attempts + 1, lease_until=now + LEASE):
            row.attempts += 1
            return row
    return None


def claim_again(*, mail_id: int, now: datetime) -> IncomingMail | None:
    """The mail whose sender has confirmed it, held as `claim` does; None where it was dealt with since."""
    asked = IncomingMail.objects.filter(pk=mail_id, outcome=IncomingMail.Outcome.CONFIRM)
    row = asked.first()
    if row is None:
        return None
    held = asked.filter(attempts=row.attempts, state=IncomingMail.State.DONE).update(
        attempts=row.attempts + 1, lease_until=now + LEASE, state=IncomingMail.State.WAITING, due_at=now
    )
    return IncomingMail.objects.get(pk=mail_id) if held else None


def close(*, row: IncomingMail, end: End, now: datetime) -> None:
    """Writes down what became of the mail, and owes its answer. Raises Lost."""
    with writing():
        _settle(
            row,
            state=IncomingMail.State.DONE,
            outcome=end.outcome,
            why=end.why[:100],
            game_id=end.game_id,
            user_id=end.user_id,
            turn=end.turn,
            moves=end.moves,
            report=end.report,
            handled_at=now,
        )
        if end.answer:
            _owe_answer(row, end)


def retry(*, row: IncomingMail, error: str, now: datetime) -> bool:
    """Handling failed: due again after growing delays, until it is given up. False where it was."""
    over = row.attempts > len(DELAYS)
    fields: dict[str, Any] = {"why": error[:100]}
    if over:
        fields |= {"state": IncomingMail.State.FAILED, "handled_at": now}
    else:
        fields["due_at"] = now + DELAYS[max(row.attempts, 1) - 1]
    with writing():
        _settle(row, **fields)
    return not over


def purge(*, now: datetime) -> int:
    """Deletes what came in more than 30 days ago; returns how many."""
    return IncomingMail.objects.filter(received_at__lt=now - KEPT).delete()[0]


def answer_to(mail_id: int) -> str:
    """The outbox's key of the answer to this mail: it is answered once."""
    return f"answer:{mail_id}"


def _owe_answer(row: IncomingMail, end: End) -> None:
    """At most five a turn, so that two programs cannot answer each other for ever."""
    assert end.user_id is not None and end.game_id is not None, "only a player is answered"
    told = Outbox.objects.filter(
        kind__in=ANSWERS, user_id=end.user_id, game_id=end.game_id, payload__turn=end.turn
    )
    kinds = list(told.values_list("kind", flat=True))
    links = kinds.count(Outbox.Kind.CONFIRM_MOVE)
    if len(kinds) >= MOST_ANSWERS or (end.answer == Outbox.Kind.CONFIRM_MOVE and links >= MOST_LINKS):
        return
    payload: dict[str, Any] = {"mail": row.pk, "turn": end.turn}
    if end.round is not None:
        payload["round"] = end.round
    # A confirmed mail has had its link as an answer: what came of it is another one.
    again = Outbox.objects.filter(key=answer_to(row.pk)).exists()
    outbox.owe(
        [
            Owed(
                kind=end.answer,
                key=answer_to(row.pk) + (f":{row.attempts}" if again else ""),
                user_id=end.user_id,
                game_id=end.game_id,
                payload=payload,
            )
        ]
    )


def _due(now: datetime) -> QuerySet[IncomingMail]:
    free = Q(lease_until__isnull=True) | Q(lease_until__lte=now)
    return IncomingMail.objects.filter(free, state=IncomingMail.State.WAITING, due_at__lte=now)


def _settle(row: IncomingMail, **fields: Any) -> None:
    """Ends a claim, unless another worker holds the row by now."""
    held = IncomingMail.objects.filter(
        pk=row.pk, attempts=row.attempts, state=IncomingMail.State.WAITING, lease_until__isnull=False
    )
    if not held.update(lease_until=None, **fields):
        raise Lost
