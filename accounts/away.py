"""What is stored of when people are away: their vacations, past, present and planned."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q


class Vacation(models.Model):
    """A time in which a player is away. One that was ended early ends when it was ended."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="vacations", db_index=False
    )
    starts_at = models.DateTimeField()
    ends_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.CheckConstraint(name="vacation_has_a_length", condition=Q(ends_at__gt=F("starts_at"))),
            models.UniqueConstraint(fields=["user", "starts_at"], name="vacation_starts_once"),
        ]
        indexes = [models.Index(fields=["user", "ends_at"], name="vacation_end")]

    def __str__(self) -> str:
        return f"{self.user_id} from {self.starts_at:%Y-%m-%d}"
