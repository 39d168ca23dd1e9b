"""The mails that came in, as they came, and what became of them."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models.game import Game


class IncomingMail(models.Model):
    """A mail that came in: stored before anybody is told that it was taken. Holds hands: it is shown to nobody."""

    class Door(models.TextChoices):
        SMTP = "smtp", _("handed in over SMTP or LMTP")
        IMAP = "imap", _("fetched from a mailbox")
        WEBHOOK = "webhook", _("sent by a mail provider")

    class State(models.TextChoices):
        WAITING = "waiting", _("waiting")
        DONE = "done", _("done")
        FAILED = "failed", _("could not be handled")

    class Outcome(models.TextChoices):
        PLAYED = "played", _("played")
        ALREADY_PLAYED = "already", _("had been played already")
        NOT_PLAYED = "not_played", _("nothing played")
        HELP = "help", _("help was sent")
        CONFIRM = "confirm", _("a link to confirm was sent")
        BOUNCE = "bounce", _("a mail of ours came back")
        IGNORED = "ignored", _("neither acted on nor answered")

    key = models.CharField(
        max_length=64, unique=True, help_text="digest of Message-ID and recipient: plays once"
    )
    raw = models.BinaryField()
    recipient = models.CharField(max_length=320, help_text="the address of ours that it came to")
    sender = models.CharField(
        max_length=320, blank=True, help_text="of the envelope; empty for what comes back"
    )
    door = models.CharField(max_length=7, choices=Door.choices)
    local = models.BooleanField(default=False, help_text="handed in from this machine, which is trusted")
    received_at = models.DateTimeField(db_index=True)

    state = models.CharField(max_length=7, choices=State.choices, default=State.WAITING)
    due_at = models.DateTimeField()
    attempts = models.PositiveSmallIntegerField(default=0)
    lease_until = models.DateTimeField(null=True)

    outcome = models.CharField(max_length=10, choices=Outcome.choices, blank=True)
    why = models.CharField(max_length=100, blank=True)
    game = models.ForeignKey(Game, models.CASCADE, null=True, related_name="incoming", db_index=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="incoming")
    turn = models.PositiveIntegerField(null=True, help_text="that the address was given for")
    moves = models.TextField(blank=True, help_text="what was understood, a line each")
    report = models.JSONField(default=dict, help_text="what its answer says of it")
    handled_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [
            models.Index(fields=["due_at", "id"], name="incoming_queue", condition=Q(state="waiting")),
            models.Index(fields=["game", "user", "turn"], name="incoming_of_turn"),
        ]

    def __str__(self) -> str:
        return f"{self.door} {self.pk}"
