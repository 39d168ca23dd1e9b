"""What is stored of the review of a scored round: the best play at each turn, beside the one that was made."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from games.models.game import Game


class RoundReview(models.Model):
    """Worked out by the worker, some turns at a time, once somebody has asked for it. As open as its round."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="reviews", db_index=False)
    number = models.PositiveSmallIntegerField(help_text="of the round")
    turns = models.JSONField(default=list, help_text="those that were looked at, in order")
    count = models.PositiveSmallIntegerField(null=True, help_text="how many there are, once that is known")
    asked_at = models.DateTimeField()
    due_at = models.DateTimeField(null=True, help_text="when to go on; null: it is done, or was given up")
    lease_until = models.DateTimeField(null=True)
    claims = models.PositiveIntegerField(default=0)
    faults = models.PositiveSmallIntegerField(default=0)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "number"], name="round_review_once")]
        indexes = [
            models.Index(fields=["due_at", "id"], name="review_queue", condition=Q(due_at__isnull=False))
        ]

    def __str__(self) -> str:
        return f"{self.game_id} round {self.number}"
