"""Celery tasks: doors of a few lines onto services. Every one may run twice, or at once with itself."""

from __future__ import annotations

import logging

from celery import shared_task
from django.conf import settings
from django.utils import timezone

from accounts.services import guests, sessions
from games.notify import deliver as mails
from games.notify.incoming import handle, mailbox
from games.notify.webhooks import deliver as webhooks
from games.services import (
    abandoned,
    digest,
    feeds,
    house,
    idempotency,
    outages,
    outbox,
    plans_due,
    reminders,
    reviews,
)
from games.services import incoming as replies_in
from games.services import sweep as clock
from games.services.faults import told
from games.services.webhooks import keeping

log = logging.getLogger(__name__)


@shared_task(name="games.deliver")
def deliver() -> None:
    """Sends what is owed."""
    mails.deliver_due()


@shared_task(name="games.incoming")
def incoming() -> None:
    """Plays and answers the mails that came in."""
    handle.handle_due()


@shared_task(name="games.mailbox")
def look_into_mailbox() -> None:
    """Takes what is new in the mailbox, where there is one."""
    if settings.IMAP_URL:
        mailbox.fetch(settings.IMAP_URL, limit=settings.MAIL_IN_LIMIT)


@shared_task(name="games.sweep")
def sweep() -> None:
    """Plays the turns whose time has run out; first, after an outage, gives those a grace who could not move."""
    outages.look(now=timezone.now())
    clock.sweep(now=timezone.now())


@shared_task(name="games.bots")
def bots() -> None:
    """Plays the turns of house players that are due, and those that players have planned."""
    plans_due.play_due(now=timezone.now())
    house.play_on()


@shared_task(name="games.remind")
def remind() -> None:
    """Owes the reminders and the daily lists that are due."""
    reminders.sweep(now=timezone.now())
    digest.sweep(now=timezone.now())


@shared_task(name="games.reviews")
def look_back() -> None:
    """Goes on with the review of a round that was asked for."""
    reviews.work(now=timezone.now())


@shared_task(name="games.webhooks")
def send_webhooks() -> None:
    """Sends what is owed to webhooks, in a thread of its own: who answers slowly takes no place in the worker."""
    webhooks.wake()


@shared_task(name="games.purge")
def purge() -> None:
    """Ends what nobody goes on with; forgets what is kept for a time only. Each part stands for itself."""
    now = timezone.now()
    for part in PURGES:
        try:
            part(now=now)
        except Exception as error:  # noqa: BLE001  # one part's fault must not keep the others from their hour
            log.error("a part of the purge failed: %s", told(error))


PURGES = (
    idempotency.purge,
    replies_in.purge,
    guests.remove_idle,
    abandoned.end_all,
    outbox.purge,
    feeds.purge,
    keeping.purge,
    sessions.purge,
)
