"""What the service keeps to do its work well: answers to repeats, signs of life."""

from __future__ import annotations

from django.conf import settings
from django.db import models


class IdempotencyKey(models.Model):
    """The answer that a request with a key got; a repeat gets it again. Secret; kept for a week."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", db_index=False)
    path = models.CharField(max_length=100)
    key = models.CharField(max_length=64)
    body_digest = models.CharField(max_length=64)
    status = models.PositiveSmallIntegerField()
    answer = models.TextField(help_text="JSON")
    created_at = models.DateTimeField(db_index=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "path", "key"], name="idempotency_key_once")]

    def __str__(self) -> str:
        return f"{self.user_id} {self.path}"


class Heartbeat(models.Model):
    """When a process of the service last showed that it lives."""

    name = models.CharField(max_length=40, primary_key=True)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return self.name
