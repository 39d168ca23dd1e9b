"""What a player keeps of a game for themselves, seen by nobody else."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from games.models.game import Game


class Draft(models.Model):
    """The private, unsent arrangement of one player."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="drafts", db_index=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="drafts")
    table = models.JSONField()
    loose = models.JSONField()
    version = models.PositiveIntegerField(help_text="the game's version that it was made for")
    labels = models.JSONField(default=list, help_text="each meld’s label and whether it was touched")
    step = models.PositiveIntegerField(default=0, help_text="counts its changes, so that none is made twice")
    before = models.JSONField(default=list, help_text="what Undo leads back to, the newest last")
    after = models.JSONField(default=list, help_text="what Redo leads to, the next one last")
    keys = models.JSONField(
        default=list, help_text="names of its newest steps: one that comes again is known"
    )
    updated_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "user"], name="draft_once")]

    def __str__(self) -> str:
        return f"{self.game_id} of {self.user_id}"


class Desk(models.Model):
    """What lies at one player's own place: the order of their hand, how far they have looked, what they put off."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="desks", db_index=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="desks")
    round = models.PositiveSmallIntegerField(default=0, help_text="the round that the order is of")
    hand = models.JSONField(default=list, help_text="the hand in the player's order, as they last had it")
    seen = models.PositiveIntegerField(default=0, help_text="number of the newest Move that they looked at")
    snoozed_until = models.DateTimeField(null=True, help_text="“Next game” passes this one by until then")
    changes = models.PositiveIntegerField(default=0, help_text="counts what changed here")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "user"], name="desk_once")]

    def __str__(self) -> str:
        return f"{self.game_id} of {self.user_id}"
