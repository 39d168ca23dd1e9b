"""Where users want to be told of what happens in their games by a request, and what became of each such request."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models.game import Game


class Webhook(models.Model):
    """An address that is told. It follows its owner's feed by `position`; one worker at a time sends to it."""

    class Kind(models.TextChoices):
        YOUR_TURN = "your_turn", _("it is my turn")
        MOVE = "move", _("each line of the log")
        ROUND = "round", _("a round was scored")
        GAME = "game", _("a game begins or ends, somebody joins or leaves")
        INVITATION = "invitation", _("I am invited")

    class Off(models.TextChoices):
        BY_HAND = "by_hand", _("by its owner")
        GONE = "gone", _("it answered that it is gone")
        FAILING = "failing", _("it failed for too long")

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="webhooks")
    name = models.CharField(max_length=60, blank=True, help_text="what it is for, for its owner's list")
    url = models.CharField(max_length=500)
    kinds = models.JSONField(default=list, help_text="of what it is told")
    # The secret itself is stored nowhere: who reads the database cannot sign.
    seed = models.CharField(max_length=43, help_text="what the secret is made of, with the host's own key")
    old_seed = models.CharField(max_length=43, blank=True, help_text="of the secret before")
    old_until = models.DateTimeField(null=True, help_text="until then the secret before signs as well")
    position = models.PositiveBigIntegerField(
        default=0, help_text="the newest event of its owner's feed that it was told of, or was not to be"
    )
    off_at = models.DateTimeField(null=True, help_text="null: it is on")
    off_why = models.CharField(max_length=8, choices=Off.choices, blank=True)
    failures = models.PositiveIntegerField(default=0, help_text="in a row")
    failing_since = models.DateTimeField(null=True)
    rest_until = models.DateTimeField(
        null=True, help_text="it failed a moment ago: until then it is left alone"
    )
    claims = models.PositiveIntegerField(default=0)
    lease_until = models.DateTimeField(null=True)
    created_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.pk} of {self.user_id}"


class WebhookDelivery(models.Model):
    """What one address is told of one event: the same under the same id at every try. Kept for a month.

    Who did it stands beside the body, not in it, and is named as they are called when it is sent or shown
    (games.services.webhooks.bodies): so the name of an account that has ended is kept nowhere.
    """

    class State(models.TextChoices):
        QUEUED = "queued", _("queued")
        DELIVERED = "delivered", _("delivered")
        FAILED = "failed", _("given up")
        DROPPED = "dropped", _("not sent: it was switched off")

    class Error(models.TextChoices):
        STATUS = "status", _("It answered with another status than 2xx.")
        REDIRECT = (
            "redirect",
            _("It answered with a redirect, which is not followed: give the final address."),
        )
        ADDRESS = "address", _("Its name leads to an address that this service sends nothing to.")
        UNKNOWN = "unknown", _("Its name is not known, or leads nowhere.")
        UNREACHABLE = "unreachable", _("Nobody takes connections there.")
        TLS = "tls", _("Its certificate is not valid for its name, or TLS failed.")
        TIMEOUT = "timeout", _("It did not answer in time.")
        BROKEN = (
            "broken",
            _("It ended the connection without an answer, or answered with something else than HTTP."),
        )

    webhook = models.ForeignKey(Webhook, models.CASCADE, related_name="deliveries", db_index=False)
    key = models.CharField(
        max_length=40, unique=True, help_text="the header webhook-id, the same at every try"
    )
    type = models.CharField(max_length=12, help_text="a kind of event, or test")
    event = models.PositiveBigIntegerField(
        null=True, help_text="its number in the owner's feed; null: a test"
    )
    # No constraint of the database: to check it would lock games of many tables, against who locks them in their order.
    game = models.ForeignKey(Game, models.CASCADE, null=True, related_name="+", db_constraint=False)
    body = models.TextField(help_text="what is sent, without the player: what everybody at the table may see")
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        related_name="+",
        db_index=False,
        db_constraint=False,  # as above: the row of a user who leaves is locked
        help_text="who joined, left or invites",
    )
    state = models.CharField(max_length=9, choices=State.choices, default=State.QUEUED)
    created_at = models.DateTimeField()
    due_at = models.DateTimeField()
    tries = models.PositiveSmallIntegerField(default=0, help_text="since it was made, or asked for once more")
    by_hand = models.BooleanField(default=False, help_text="its owner asked for it: tried once")
    tried_at = models.DateTimeField(null=True)
    took = models.PositiveIntegerField(null=True, help_text="milliseconds")
    status = models.PositiveSmallIntegerField(null=True, help_text="of the last answer")
    answer = models.CharField(max_length=500, blank=True, help_text="how the last answer begins")
    error = models.CharField(max_length=11, choices=Error.choices, blank=True)

    class Meta:
        verbose_name_plural = "webhook deliveries"
        constraints = [
            models.UniqueConstraint(
                fields=["webhook", "event", "type"],
                name="webhook_event_once",
                condition=Q(event__isnull=False),
            )
        ]
        indexes = [
            models.Index(fields=["webhook", "id"], name="webhook_deliveries"),
            models.Index(fields=["due_at", "id"], name="webhook_queue", condition=Q(state="queued")),
        ]

    def __str__(self) -> str:
        return self.key
