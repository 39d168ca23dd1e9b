"""What one player wants to hear of one game, where it is not what they want of all."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from accounts.wishes import Wishes
from games.models.game import Game


class GameWishes(models.Model):
    """Overrules the player's own wishes for this game; null: as everywhere."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="wishes", db_index=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="game_wishes")
    muted = models.BooleanField(default=False)
    turn = models.CharField(max_length=8, choices=Wishes.Turn.choices, null=True)  # noqa: DJ001  # null says: as everywhere
    turn_minutes = models.PositiveSmallIntegerField(null=True)
    leads = models.JSONField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "user"], name="game_wishes_once")]

    def __str__(self) -> str:
        return f"{self.game_id} of {self.user_id}"
