"""The mails that are owed, what became of them, and which addresses get none."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models.game import Game


class Outbox(models.Model):
    """A mail that is owed. Written in the transaction of what it tells; sent later, at least once."""

    class Kind(models.TextChoices):
        CONFIRM = "confirm", _("confirmation of an address")
        ADDRESS_KNOWN = "address_known", _("an address that has an account already")
        RESET = "reset", _("reset of a password")
        INVITATION = "invitation", _("invitation")
        TURN = "turn", _("turn")
        ROUND = "round", _("result of a round")
        RESULT = "result", _("result of a game")
        CANCELLED = "cancelled", _("game cancelled")
        REMINDER = "reminder", _("reminder of a deadline")
        DIGEST = "digest", _("daily list")
        LEFT = "left", _("out of a game")
        PLAYED = "played", _("answer: played")
        NOT_PLAYED = "not_played", _("answer: nothing played")
        HELP = "help", _("answer: help")
        CONFIRM_MOVE = "confirm_move", _("confirmation of a move")
        WEBHOOK_OFF = "webhook_off", _("webhook switched off")

    class State(models.TextChoices):
        QUEUED = "queued", _("queued")
        SENT = "sent", _("sent")
        MOOT = "moot", _("moot: no longer true when it was to be sent")
        REFUSED = "refused", _("refused for good")

    kind = models.CharField(max_length=16, choices=Kind.choices)
    key = models.CharField(max_length=160, unique=True, help_text="what may be owed only once")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="mails")
    game = models.ForeignKey(Game, models.CASCADE, null=True, related_name="mails")
    address = models.CharField(max_length=254, blank=True, help_text="empty: the user's confirmed address")
    payload = models.JSONField(default=dict)
    state = models.CharField(max_length=8, choices=State.choices, default=State.QUEUED)
    created_at = models.DateTimeField()
    due_at = models.DateTimeField()
    attempts = models.PositiveSmallIntegerField(default=0)
    lease_until = models.DateTimeField(null=True)
    last_error = models.CharField(max_length=300, blank=True)
    sent_at = models.DateTimeField(null=True)
    sent_to = models.CharField(
        max_length=64, blank=True, help_text="a digest of the address, to know it again"
    )

    class Meta:
        verbose_name_plural = "outbox"
        indexes = [models.Index(fields=["due_at", "id"], name="outbox_queue", condition=Q(state="queued"))]

    def __str__(self) -> str:
        return self.key


class StoppedAddress(models.Model):
    """An address without an account that gets no more mail: it came back, or whoever has it wants none.

    Of users it stands with their account (User.mail_stopped_at).
    """

    address_key = models.CharField(max_length=254, unique=True)
    why = models.CharField(max_length=300)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return str(self.pk)
