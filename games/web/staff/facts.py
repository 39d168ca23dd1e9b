"""What the host's page shows: whether the parts live, what waits in the queue, what is overdue, how much there is."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db.models import Count, Min, Q
from django.utils import timezone

from accounts.models import User
from config.health import DEAD_AFTER
from games.models import Game, Heartbeat, IncomingMail, Outbox, Webhook
from games.notify import written
from games.services.webhooks import queue

# The beat looks every three seconds; what is overdue for longer than this waits for something that is broken.
PATIENCE = timedelta(minutes=1)
# Greylisting puts a mail off for minutes; what fails for longer is the server's fault, or ours.
LONGEST_FAILURE = timedelta(hours=1)
FAILURES = 10
_Queued = Q(state=Outbox.State.QUEUED)
_Failed = ~Q(last_error="")


@dataclass(frozen=True, slots=True)
class Pulse:
    """A process that shows every few seconds that it lives."""

    name: str
    at: datetime | None
    alive: bool


@dataclass(frozen=True, slots=True)
class Backlog:
    """Things that are due: how many, and since when the oldest is."""

    due: int
    since: datetime | None
    late: bool


@dataclass(frozen=True, slots=True)
class Facts:
    pulses: list[Pulse]
    mails: Backlog
    replies: Backlog
    turns: Backlog
    house: Backlog
    webhooks: Backlog
    webhooks_off: int
    states: list[tuple[Any, int]]
    again: int
    failing_since: datetime | None
    held: int
    stopped: int
    came_today: int
    given_up: int
    sent_today: int
    last_sent: datetime | None
    failures: list[Outbox]
    server: str
    next_deadline: datetime | None
    users: list[tuple[Any, int]]
    games: list[tuple[Any, int]]
    now: datetime = field(default_factory=timezone.now)

    @property
    def failing(self) -> bool:
        """Whether some mail has failed again and again for longer than it should."""
        return self.failing_since is not None and self.now - self.failing_since > LONGEST_FAILURE

    @property
    def well(self) -> bool:
        late = any(one.late for one in (self.mails, self.replies, self.turns, self.house, self.webhooks))
        return not late and not self.failing and all(pulse.alive for pulse in self.pulses)


def facts(now: datetime) -> Facts:
    """All of it, in a fixed number of queries."""
    free = Q(lease_until__isnull=True) | Q(lease_until__lte=now)
    mail = Outbox.objects.aggregate(
        due=Count("pk", filter=_Queued & free & Q(due_at__lte=now)),
        since=Min("due_at", filter=_Queued & free & Q(due_at__lte=now)),
        again=Count("pk", filter=_Queued & _Failed),
        failing=Min("created_at", filter=_Queued & _Failed),
        held=Count("pk", filter=_Queued & ~_Failed & Q(due_at__gt=now)),
        today=Count("pk", filter=Q(sent_at__gt=now - timedelta(days=1))),
    )
    waiting = Q(state=IncomingMail.State.WAITING) & free & Q(due_at__lte=now)
    came = IncomingMail.objects.aggregate(
        due=Count("pk", filter=waiting),
        since=Min("due_at", filter=waiting),
        today=Count("pk", filter=Q(received_at__gt=now - timedelta(days=1))),
        given_up=Count("pk", filter=Q(state=IncomingMail.State.FAILED)),
    )
    turns = Game.objects.filter(deadline__isnull=False).aggregate(
        due=Count("pk", filter=Q(deadline__lte=now)),
        since=Min("deadline"),
        next=Min("deadline", filter=Q(deadline__gt=now)),
    )
    house = Game.objects.filter(bot_due__lte=now).aggregate(due=Count("pk"), since=Min("bot_due"))
    last = Outbox.objects.filter(sent_at__isnull=False).order_by("-sent_at").values_list("sent_at", flat=True)
    return Facts(
        pulses=_pulses(now),
        mails=_backlog(mail, now),
        replies=_backlog(came, now),
        turns=_backlog(turns, now),
        house=_backlog(house, now),
        webhooks=_backlog(queue.due(now=now).aggregate(due=Count("pk"), since=Min("due_at")), now),
        webhooks_off=Webhook.objects.filter(off_why=Webhook.Off.FAILING).count(),
        states=_counts(Outbox.State, Outbox.objects.values_list("state").annotate(Count("pk"))),
        again=mail["again"],
        failing_since=mail["failing"],
        held=mail["held"],
        stopped=User.objects.filter(mail_stopped_at__isnull=False, is_active=True).count(),
        came_today=came["today"],
        given_up=came["given_up"],
        sent_today=mail["today"],
        last_sent=last.first(),
        failures=_failures(),
        server="" if written.as_files() else f"{settings.EMAIL_HOST}:{settings.EMAIL_PORT}",
        next_deadline=turns["next"],
        users=_counts(
            User.Kind, User.objects.filter(is_active=True).values_list("kind").annotate(Count("pk"))
        ),
        games=_counts(Game.Status, Game.objects.values_list("status").annotate(Count("pk"))),
        now=now,
    )


def _pulses(now: datetime) -> list[Pulse]:
    seen = dict(Heartbeat.objects.values_list("name", "at"))
    return [
        Pulse(name, seen.get(name), name in seen and now - seen[name] < DEAD_AFTER)
        for name in ("worker", "beat")
    ]


def _backlog(found: dict[str, Any], now: datetime) -> Backlog:
    since = found["since"] if found["due"] else None
    return Backlog(found["due"], since, since is not None and now - since > PATIENCE)


def _counts(choices: Any, rows: Any) -> list[tuple[Any, int]]:
    counted = dict(rows)
    return [(choice.label, counted.get(choice.value, 0)) for choice in choices]


def _failures() -> list[Outbox]:
    """The newest mails that were not sent as they should; neither to whom nor what they say."""
    failed = Outbox.objects.filter((_Queued & _Failed) | Q(state=Outbox.State.REFUSED))
    return list(failed.only("kind", "state", "attempts", "due_at", "last_error").order_by("-pk")[:FAILURES])
