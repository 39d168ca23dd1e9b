"""What a player wants to be played when their turn opens, seen by nobody else."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from games.models.game import Game


class Plan(models.Model):
    """The planned turn of one player. What `orders` hold says games.services.plan_orders."""

    class Status(models.TextChoices):
        WAITING = "waiting"
        SET_ASIDE = "set_aside"

    game = models.ForeignKey(Game, models.CASCADE, related_name="plans", db_index=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="plans")
    orders = models.JSONField()
    repeat = models.BooleanField(default=False, help_text="for every turn, not for the next one only")
    status = models.CharField(max_length=9, choices=Status.choices, default=Status.WAITING)
    why = models.CharField(max_length=20, blank=True, help_text="it was set aside")
    version = models.PositiveIntegerField(help_text="the game’s version that it was made for")
    round = models.PositiveSmallIntegerField(help_text="the round that lay before its owner then")
    table = models.JSONField(help_text="the melds that lay before its owner then, by label")
    turn = models.PositiveIntegerField(default=0, help_text="number of the turn that it has begun to play")
    changes = models.PositiveIntegerField(default=0, help_text="counts what changed here")
    updated_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "user"], name="plan_once")]

    def __str__(self) -> str:
        return f"{self.game_id} of {self.user_id}"
