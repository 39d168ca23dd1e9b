"""What is stored of what somebody wants to hear by mail. Who has no row has the defaults."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class Wishes(models.Model):
    """One user's wishes. `digest_due` is when the next digest is to be owed: accounts.services.wishes sets it."""

    class Turn(models.TextChoices):
        AT_ONCE = "at_once", _("at once")
        LATER = "later", _("later, if I have not played by then")
        DIGEST = "digest", _("only in the daily list")
        NEVER = "never", _("never")

    class Quiet(models.TextChoices):
        NIGHT = "night", _("during my night hours")
        OWN = "own", _("during other hours")
        NONE = "none", _("never: mail may come at any hour")

    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="wishes")
    turn = models.CharField(max_length=8, choices=Turn.choices, default=Turn.AT_ONCE)
    turn_minutes = models.PositiveSmallIntegerField(default=30, help_text="how much later")
    leads = models.JSONField(null=True, help_text="hours before a deadline; null: what is usual")
    digest_hour = models.PositiveSmallIntegerField(null=True, help_text="local; null: no digest")
    digest_due = models.DateTimeField(null=True)
    rounds = models.BooleanField(default=True)
    results = models.BooleanField(default=True)
    invitations = models.BooleanField(default=True)
    quiet = models.CharField(max_length=5, choices=Quiet.choices, default=Quiet.NIGHT)
    quiet_from = models.PositiveSmallIntegerField(default=22, help_text="local hour")
    quiet_until = models.PositiveSmallIntegerField(default=8, help_text="local hour")
    while_open = models.BooleanField(default=True, help_text="mail even while the page of the game is open")

    class Meta:
        indexes = [
            models.Index(fields=["digest_due"], name="wishes_digest", condition=Q(digest_due__isnull=False))
        ]

    def __str__(self) -> str:
        return f"wishes of {self.user_id}"
