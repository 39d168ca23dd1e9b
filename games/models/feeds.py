"""What is stored of what happened in each user's games, in the one order in which it was committed."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from games.models.game import Game


class Feed(models.Model):
    """Where a user's feed has got to. Its row is locked as entries are added, so that numbers are given in the order
    of commits: whoever has read up to a number has missed nothing before it."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True, related_name="feed"
    )
    last = models.PositiveBigIntegerField(default=0, help_text="the number of the newest event")

    def __str__(self) -> str:
        return f"{self.user_id} up to {self.last}"


class FeedEntry(models.Model):
    """One event, or for moves as many as lines were logged at once. No card: what a line says is read from the log.

    It points to the feed, not to the user, so that writing it locks no account.
    """

    class Kind(models.TextChoices):
        INVITED = "invited"
        JOINED = "joined"
        LEFT = "left"
        STARTED = "started"
        MOVE = "move"
        ENDED = "ended"

    feed = models.ForeignKey(Feed, models.CASCADE, related_name="entries", db_index=False)
    last = models.PositiveBigIntegerField(help_text="the number of the newest event in it")
    count = models.PositiveSmallIntegerField(
        default=1, help_text="how many events, with the numbers up to `last`"
    )
    game = models.ForeignKey(Game, models.CASCADE, related_name="+", db_index=False)
    kind = models.CharField(max_length=7, choices=Kind.choices)
    log_first = models.PositiveIntegerField(null=True, help_text="of moves: the first line of the log")
    data = models.JSONField(
        default=dict, help_text="what the event says beside its game; open to the whole table"
    )
    at = models.DateTimeField(db_index=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["feed", "last"], name="feed_number_once")]

    def __str__(self) -> str:
        return f"{self.feed_id}#{self.last} {self.kind}"
